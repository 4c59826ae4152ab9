"""Making a move on a student's page, and what it would do before it is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator.core import log
from moderator.core.access import group_for
from moderator.core.errors import Stale
from moderator.core.forms import whole_number
from moderator.core.log import Fold
from moderator.core.look import Look, look_at
from moderator.core.models import Entry, Game, Group, Person
from moderator.core.responses import SeeOther, delivered, render_page, told
from moderator.features.moves.answers import reply_to
from moderator.features.moves.forms import BOARD, NOTHING, MovePreview, RejectedForm
from moderator.features.moves.posted import wire_of
from moderator.features.moves.record import (
    NOT_RECORDED,
    record_bot_move,
    record_move,
    record_turn_end,
    rejected,
)
from moderator.features.moves.student import (
    PlayerPage,
    SeatedPlayer,
    page_of,
    player_or_404,
)
from moderator.features.moves.write import move_preview
from moderator.rules.errors import Refused
from moderator.rules.move import Description, Move
from moderator.rules.wire import Wire

# Making a move on a student's page.

Recording = Callable[[HttpRequest, Game, Person], Fold]


@require_POST
@group_for("see-chart")
@delivered
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """Record a move: `type` with its fields, or `move`, a whole move; 404 without a seat."""

    def record(request: HttpRequest, game: Game, student: Person) -> Fold:
        return record_move(request, game, student, Entry.Role.STUDENT)

    return _recorded(request, group, record)


@require_POST
@group_for("see-chart")
@delivered
def finish_turn(request: HttpRequest, group: Group) -> HttpResponse:
    """Play a decided turn to its end; 404 without a seat."""
    return _recorded(request, group, record_turn_end)


def _recorded(request: HttpRequest, group: Group, record: Recording) -> HttpResponse:
    player = player_or_404(request, group)
    try:
        fold = record(request, player.game, player.person)
    except NOT_RECORDED as error:
        typed = rejected(request, error)
        player = player_or_404(request, group)  # the game may have been replaced
        if "part" in request.POST:
            reply = reply_to(look_at(player.game), replace(typed, form=BOARD))
            return told(f"{reply.sentence} {reply.detail}".strip(), typed.status)
        return play_answer(request, player, typed)
    return play_answer(request, player, fold=fold)


@require_POST
@group_for("see-chart")
def bot_move(request: HttpRequest, group: Group) -> HttpResponse:
    """Let the program make its next move, if it is a bot's turn."""
    player, typed = player_or_404(request, group), None
    try:
        record_bot_move(request, player.game, player.person)
    except Refused as refused:
        typed = RejectedForm(BOARD, request.POST, refused)
    return play_answer(request, player_or_404(request, group), typed)


def play_answer(
    request: HttpRequest,
    player: SeatedPlayer,
    typed: RejectedForm | None = None,
    fold: Fold | None = None,
) -> HttpResponse:
    """The page's parts for htmx; otherwise the whole page, or a redirect to it."""
    if typed is None and not request.headers.get("HX-Request"):
        return SeeOther(reverse("play", args=[player.group.code]))
    return show(request, page_of(player, typed, fold), typed.status if typed else 200)


def show(request: HttpRequest, page: PlayerPage, status: int = 200) -> HttpResponse:
    """The page, or for htmx its parts."""
    is_htmx = request.headers.get("HX-Request")
    template = "moves/player.html#parts" if is_htmx else "moves/player.html"
    return render_page(request, template, page, status)


# What a move on a student's page would do, before the student confirms it.

CHANGE = "change"  # the button that goes back to the form
_OWN = frozenset({"csrfmiddlewaretoken", "after", "game", "key", "form", "type", CHANGE})


@require_POST
@group_for("see-chart")
def preview(request: HttpRequest, group: Group) -> HttpResponse:
    """The page with the posted move in words, to confirm; with `change` its form again."""
    player, post = player_or_404(request, group), request.POST
    fold = log.fold_of(player.game)
    page = page_of(player, RejectedForm(post.get("form", ""), post), fold)
    if CHANGE not in post:
        try:
            if post.get("game") != str(player.game.number):
                raise Stale(fold.timeline)
            after = whole_number(post.get("after", ""))
            wire = wire_of(post)
            shown = move_preview(Look(player.game, fold), wire, after, player.person)
        except NOT_RECORDED as error:
            return play_answer(request, player, rejected(request, error), fold)
        kind = fold.timeline.rules.verbs[wire["type"]]
        page = replace(page, preview=_preview(post, wire, kind, *shown))
    return show(request, replace(page, answer=NOTHING))


def _preview(
    post: QueryDict, wire: Wire, kind: type[Move[Any]], words: Description, is_rolled: bool
) -> MovePreview:
    fields = ((name, value) for name, values in post.lists() for value in values)
    number = post.get(post.get("numbers", ""), "")
    return MovePreview(
        form=post.get("form", ""),
        verb=post.get("type", ""),
        action=words.action,
        outcome=_outcome(words),
        button=kind.confirm.format(button=kind.button, number=number) if number else kind.button,
        is_rolled=is_rolled,
        is_plain=wire.keys() <= {"type", "player"},
        fields=tuple((name, value) for name, value in fields if name not in _OWN),
    )


def _outcome(words: Description) -> str:
    """The outcome on a line of its own, without what joins it to the action."""
    outcome = words.outcome.strip(" :;")
    is_bracketed = outcome.startswith("(") and outcome.find(")") == len(outcome) - 1
    return outcome[1:-1] if is_bracketed else outcome
