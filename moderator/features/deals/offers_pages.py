"""Offers and objections on a student's page, and what the console does with them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from moderator.core import credentials, games, log, queries
from moderator.core.access import group_for, recorder
from moderator.core.errors import Stale, broken_form
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group
from moderator.core.responses import SeeOther, render_page, told
from moderator.features.deals.models import POSTED
from moderator.features.deals.offers import (
    OBJECTIONS,
    OFFERS,
    offers_of,
    opening_of,
    sentence_of,
)
from moderator.features.deals.offers_write import (
    objection_dismiss,
    objection_make,
    offer_answer,
    offer_discard,
    offer_make,
    offer_record,
)
from moderator.features.moves.console import Written, on_console
from moderator.features.moves.forms import NOTHING, Reply
from moderator.features.moves.posted import answer_of, check_game, key_of, wire_of
from moderator.features.moves.record import (
    NOT_RECORDED,
    NotRecorded,
    count_refusal,
    refusal_of,
    status_of,
)
from moderator.features.moves.student import (
    TALKS,
    PlayerPage,
    SeatedPlayer,
    own_seat,
    player_or_404,
    talks_url,
)
from moderator.rules.deals import AgreementRules
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire

# What pages with offers share: why one may not be stored, and publishing.


def reply_of(error: NotRecorded) -> Reply:
    """Why nothing was stored, counted by the reason."""
    count_refusal(error)
    if isinstance(error, Stale):
        sentence = gettext("Nothing was changed: this offer is no longer as you saw it.")
        return refusal_of(error, Reply("stale", sentence, gettext("This is how it stands now.")))
    return Reply("unclear", str(error))


# Agreed offers and objections on the console.


def _replied(request: HttpRequest, error: NotRecorded) -> Mapping[str, Any]:
    return {"answer": reply_of(error), "status": status_of(error)}


_SETTLE = {"record": offer_record, "discard": offer_discard}


@group_for("record", "POST")
@on_console(_replied)
def offers(request: HttpRequest, game: Game) -> Written:
    """Record or discard an agreed offer: `offer` is such as `record.3`."""
    settle(request, game, request.POST.get("offer", ""))
    return None, NOTHING


@group_for("record", "POST")
@on_console(_replied)
def objections(request: HttpRequest, game: Game) -> Written:
    """Dismiss an `objection`."""
    number, look = whole_number(request.POST.get("objection", "")) or 0, look_at(game)
    if number not in [one.pk for one in OBJECTIONS.of(look).objections]:
        raise Stale(look.timeline)
    objection_dismiss(game, number, *recorder(request, game.group))
    return None, NOTHING


def settle(request: HttpRequest, game: Game, what: str) -> None:
    """Record or discard an agreed offer.

    Raises:
        Stale, Refused: nothing is stored.
    """
    verb, _, number = what.partition(".")
    key = key_of(request.POST)
    if verb not in _SETTLE:
        raise broken_form()
    look = look_at(game)
    offer = OFFERS.of(look).of(whole_number(number) or 0)
    if offer is None or not offer.is_accepted or request.POST.get("game") != str(game.number):
        raise Stale(look.timeline)
    by, role = recorder(request, game.group)
    _SETTLE[verb](game, offer.number, key, by, role)


# Offers on a student's page: making and answering them, and objecting to what was recorded.


@own_seat("GET", "POST")
def offer(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """The form for an offer: `?start=` one of the rules' starts, or `?counter=` a number; `?to=`
    only what can be offered to this player."""
    fold, group = log.fold_of(player.game), player.group
    if request.method != "POST":
        return _show(request, player, fold)
    wire: Wire = {}
    try:
        wire = wire_of(request.POST)
        check_game(player.game, request.POST)
        counters = whole_number(request.GET.get("counter", ""))
        key, turn = key_of(request.POST), whole_number(request.POST.get("turn", ""))
        offer_make(player.game, wire, key, player.person, counters, -1 if turn is None else turn)
    except NOT_RECORDED as error:
        if "part" in request.POST:
            return told(reply_of(error).sentence, status_of(error))
        player = player_or_404(request, group)
        fold, reply = log.fold_of(player.game), reply_of(error)
        return _show(request, player, fold, wire, answer=reply, status=status_of(error))
    return SeeOther(talks_url(group, _partner(fold, wire, player.seat.player)))


def _not_stored(
    request: HttpRequest,
    group: Group,
    error: NotRecorded,
    asked: Mapping[str, str] = MappingProxyType({}),
) -> HttpResponse:
    """The page as it is now, with the reason; the game may have been replaced."""
    reply = reply_of(error)
    if "part" in request.POST:
        return told(reply.sentence, status_of(error))
    page = PlayerPage(player_or_404(request, group), asked=asked)
    page.answer = reply
    return render_page(request, "moves/player.html", page, status_of(error))


@own_seat("POST", refused=partial(_not_stored, asked={"tab": TALKS}))
def answer(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Accept, decline or withdraw an offer: `answer` is such as `accepted.3`."""
    what, number, key = answer_of(request.POST, POSTED)
    offer_answer(player.game, number, what, key, player.person)
    offer = OFFERS.of(look_at(player.game)).of(number)
    return SeeOther(talks_url(player.group, offer.other(player.seat.player) if offer else ""))


@own_seat("POST", refused=_not_stored)
def objection(request: HttpRequest, player: SeatedPlayer) -> HttpResponse:
    """Tell the moderator that an `entry` isn't what the player said."""
    number = whole_number(request.POST.get("entry", "")) or 0
    objection_make(player.game, number, player.person)
    return SeeOther(reverse("play", args=[player.group.code]))


def _show(
    request: HttpRequest,
    player: SeatedPlayer,
    fold: Fold,
    typed: Wire | None = None,
    answer: Reply = NOTHING,
    status: int = 200,
) -> HttpResponse:
    """The form for an offer to a `partner`; without one, the choice of what to offer (`starts`).

    `turn`: the entry that opened the period in which offers are good; None after the game.
    """
    agreed = queries.or_404(fold.timeline.rules.agreed)
    state, seat = fold.timeline.state, player.seat.player
    to = request.GET.get("to", "")
    return render_page(
        request,
        "deals/offer.html",
        status=status,
        group=player.group,
        game=player.game,
        seat=seat,
        person=player.person,
        starts=[one for one in agreed.starts(state, seat) if to in ("", one.partner.id)],
        style=games.style_of(player.game),
        key=credentials.new(),
        turn=opening_of(fold, agreed),
        answer=answer,
        **_form(request, player, fold, agreed, typed),
    )


def _form(
    request: HttpRequest,
    player: SeatedPlayer,
    fold: Fold,
    agreed: AgreementRules[Any],
    typed: Wire | None,
) -> dict[str, Any]:
    """The form that has been begun; empty if none was.

    `fixed` are the move's fields that can't be changed, as JSON, `inputs` the others for the game's
    `template`. `counters`: the partner's offer in words, if this is a counter-offer.
    """
    begun = _begun(request, player, fold, agreed)
    if begun is None:
        return {}
    (wire, counters), state, seat = begun, fold.timeline.state, player.seat.player
    fixed = {name: value for name, value in wire.items() if not isinstance(value, Mapping)}
    labels = {label.id: label for label in fold.timeline.rules.seats_of(state)}
    return {
        "partner": labels[_partner(fold, wire, seat)],
        "verb": wire["type"],
        "template": games.template_of(player.game.rules, "offer_form.html"),
        "inputs": _inputs(agreed, state, wire, seat, typed),
        "fixed": json.dumps(fixed),
        "counters": counters,
        "query": f"?{request.GET.urlencode()}",
    }


def _partner(fold: Fold, wire: Wire, seat: str) -> str:
    """The other side of an offer."""
    agreed = fold.timeline.rules.agreed
    players = agreed.players(wire) if agreed else ()
    return next((one for one in players if one != seat), "")


def _begun(
    request: HttpRequest, player: SeatedPlayer, fold: Fold, agreed: AgreementRules[Any]
) -> tuple[Wire, str] | None:
    """The move that the form begins with, and the offer that it counters in words."""
    state, seat = fold.timeline.state, player.seat.player
    if number := whole_number(request.GET.get("counter", "")):
        first = offers_of(Look(player.game, fold)).of(number)
        if first is None or not first.is_open or first.partner != seat:
            return None
        return agreed.from_side(state, first.move, seat), sentence_of(fold, first.move)
    wanted, to = request.GET.get("start", ""), request.GET.get("to", "")
    starts = agreed.starts(state, seat)
    found = [one.wire for one in starts if one.id == wanted]
    only = [one.wire for one in starts if one.partner.id == to and not one.refused]
    if not found and len(only) == 1:
        found = only
    return (found[0], "") if found else None


def _inputs(
    agreed: AgreementRules[Any], state: Any, wire: Wire, seat: str, typed: Wire | None
) -> Any:
    """The inputs with what was typed, as far as it makes sense."""
    if typed is not None:
        with suppress(Refused):
            return agreed.inputs(state, agreed.read(state, seat, typed), seat)
    return agreed.inputs(state, wire, seat)
