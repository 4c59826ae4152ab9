"""Agreed offers and objections on the console."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator import live
from moderator.play import selectors, services
from moderator.play.databases.pubsub import MODERATOR
from moderator.play.errors import Stale, broken_form
from moderator.play.log import folds
from moderator.play.models import Game, Group
from moderator.play.table.snapshot import table_of
from moderator.web.console.console import console_response
from moderator.web.core.access import group_for, recorder
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import SeeOther
from moderator.web.moves.offers import WORDS, publish_offer, reply_of, status_of, typed_offer
from moderator.web.moves.posted import key_of
from moderator.web.moves.record import NOT_RECORDED

_SETTLE = {"record": services.offer_record, "discard": services.offer_discard}


@require_POST
@group_for("record")
def offers(request: HttpRequest, group: Group) -> HttpResponse:
    """Record or discard an agreed offer: `offer` is such as `record.3`."""
    game = selectors.game_now(group)
    if game is None:
        return SeeOther(reverse("console", args=[group.code]))
    try:
        settle(request, game, request.POST.get("offer", ""))
    except NOT_RECORDED as error:
        return console_response(request, group, answer=reply_of(error), status=status_of(error))
    return console_response(request, group)


@require_POST
@group_for("record")
def objections(request: HttpRequest, group: Group) -> HttpResponse:
    """Dismiss an `objection`."""
    game = selectors.game_now(group)
    if game is not None:
        number = whole_number(request.POST.get("objection", "")) or 0
        book = table_of(game, folds.fold_of(game)).objections
        try:
            if number not in [one.id for one in book.objections]:
                raise Stale(selectors.timeline(game))
            services.objection_dismiss(game, number, *recorder(request, group))
        except Stale as error:
            return console_response(request, group, answer=reply_of(error), status=status_of(error))
        live.publish(group.pk, audience=MODERATOR)
    return console_response(request, group)


def typed_ok(request: HttpRequest, game: Game) -> str:
    """Which agreed offer a command on the command line records, as a button would say it; empty
    for any other command.

    A form whose response got lost keeps its key, and gets the first answer again.
    """
    post = request.POST
    if post.get("text", "").strip().lower() not in WORDS:
        return ""
    fold = folds.fold_of(game)
    if first := fold.by_key(post.get("key", "")):
        number = game.player_offers.filter(entry_number=first.number).values_list("number").first()
        return f"record.{number[0]}" if number else ""
    if whole_number(post.get("after", "")) != fold.number:
        return ""
    offer = typed_offer(game, fold, post["text"])
    return f"record.{offer.number}" if offer else ""


def settle(request: HttpRequest, game: Game, what: str) -> None:
    """Record or discard an agreed offer.

    Raises:
        Stale, Refused: nothing is stored.
    """
    verb, _, number = what.partition(".")
    key = key_of(request.POST)
    if verb not in _SETTLE:
        raise broken_form()
    fold = folds.fold_of(game)
    offer = table_of(game, fold).offers.of(whole_number(number) or 0)
    if offer is None or not offer.is_accepted or request.POST.get("game") != str(game.number):
        raise Stale(fold.timeline)
    by, role = recorder(request, game.group)
    publish_offer(game, _SETTLE[verb](game, offer.number, key, by, role))
