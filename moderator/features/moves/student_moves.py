"""Making a move on a student's page, and what it would do before it is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from moderator.core import log
from moderator.core.access import group_for
from moderator.core.errors import NotAllowed
from moderator.core.forms import shortened
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import Entry, Game, Group, Person
from moderator.core.responses import UNPROCESSABLE, SeeOther, delivered, render_page, told
from moderator.features.moves.answers import reply_to
from moderator.features.moves.forms import (
    BOARD,
    NOTHING,
    FormChoice,
    MoveForm,
    MoveFormsPage,
    MovePreview,
    NumberField,
    RejectedForm,
)
from moderator.features.moves.posted import SET, check_game, wire_of
from moderator.features.moves.record import (
    NOT_RECORDED,
    record_move,
    record_turn_end,
    rejected,
)
from moderator.features.moves.student import PlayerPage, SeatedPlayer, player_or_404
from moderator.features.moves.write import move_preview
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.move import Description
from moderator.rules.reading import Wire

# Making a move on a student's page.

Recording = Callable[[HttpRequest, Game, Person], Fold]


@group_for("see-chart", "POST")
@delivered
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """Record a move: `type` with its fields, or `move`, a whole move; 404 without a seat."""

    def record(request: HttpRequest, game: Game, student: Person) -> Fold:
        return record_move(request, game, student, Entry.Role.STUDENT)

    return _recorded(request, group, record)


@group_for("see-chart", "POST")
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
        fold = log.fold_of(player.game)
        if "part" in request.POST:
            reply = reply_to(Look(player.game, fold), replace(typed, form=BOARD))
            return told(f"{reply.sentence} {reply.detail}".strip(), typed.status)
        page = PlayerPage(player, typed, fold)
        if _picked(page) is not None:
            with suppress(*NOT_RECORDED):
                _add_preview(page, fold, typed.post)
        return show(request, page, typed.status)
    return play_answer(request, player, fold=fold)


def play_answer(
    request: HttpRequest,
    player: SeatedPlayer,
    typed: RejectedForm | None = None,
    fold: Fold | None = None,
) -> HttpResponse:
    """The page's parts for htmx; otherwise the whole page, or a redirect to it."""
    if typed is None and not request.headers.get("HX-Request"):
        return SeeOther(reverse("play", args=[player.group.code]))
    return show(request, PlayerPage(player, typed, fold), typed.status if typed else 200)


def show(request: HttpRequest, page: PlayerPage, status: int = 200) -> HttpResponse:
    """The page, or for htmx its parts."""
    is_htmx = request.headers.get("HX-Request")
    template = "moves/player.html#parts" if is_htmx else "moves/player.html"
    return render_page(request, template, page, status)


# What a move on a student's page would do, before the student confirms it.

CHANGE = "change"  # the button that goes back to the form
_OWN = frozenset({"csrfmiddlewaretoken", "after", "game", "key", "form", "type", CHANGE, SET})
FIVES = (5, 10)  # numbers that a press sets


@group_for("see-chart", "POST")
def preview(request: HttpRequest, group: Group) -> HttpResponse:
    """The page with the posted move in words, to confirm; with `change` its form again.

    A number that the rules refuse can be changed there.
    """
    player, post = player_or_404(request, group), shortened(request.POST)
    fold = log.fold_of(player.game)
    page = PlayerPage(player, RejectedForm(post.get("form", ""), post), fold)
    if CHANGE not in post:
        try:
            check_game(player.game, post)
            _add_preview(page, fold, post)
        except NOT_RECORDED as error:
            return play_answer(request, player, rejected(request, error), fold)
    page.answer = NOTHING
    is_refused = page.preview is not None and page.preview.error
    return show(request, page, UNPROCESSABLE if is_refused else 200)


def _add_preview(page: PlayerPage, fold: Fold, post: QueryDict) -> None:
    """Show the posted move in words; raises as `preview_of` does."""
    look = Look(page.game, fold)
    made = preview_of(page, look.rules, post, lambda wire: move_preview(look, wire, page.person))
    page.preview = made
    if made.error:
        page.answer = NOTHING


def preview_of(
    page: MoveFormsPage,
    rules: Rules[Any],
    post: QueryDict,
    described: Callable[[Wire], tuple[Description, bool]],
) -> MovePreview:
    """The posted move in words, or with its number and why that is refused.

    Args:
        page: with the posted form as its rejected one.
        described: a move in words, and whether the server will roll its dice; raises as this.

    Raises:
        Refused, NotAllowed: the move has no number that could be changed.
    """
    number = _number(page, post)
    if number is not None:
        post = post.copy()
        post[number.name] = number.value
    preview = MovePreview(post.get("form", ""), post.get("type", ""), _fields(post, number), number)
    try:
        wire = wire_of(post)
        words, is_rolled = described(wire)
    except (Refused, NotAllowed) as error:
        picked = _picked(page)
        if number is None or picked is None:
            raise
        action = f"{picked[0].title}: {picked[1].label}"
        return replace(preview, action=action, error=str(error))
    kind = rules.verbs[wire["type"]]
    confirm = kind.confirm.format(button=kind.button, number=number.value) if number else ""
    return replace(
        preview,
        action=words.action,
        outcome=_outcome(words),
        button=confirm or kind.button,
        is_rolled=is_rolled,
        is_plain=wire.keys() <= {"type", "player"},
    )


def _picked(page: MoveFormsPage) -> tuple[MoveForm, FormChoice] | None:
    """The form that was posted, and its choice."""
    form = next((act for act in page.own_acts if act.is_typed), None)
    pick = next((one for one in form.picks if one.is_picked), None) if form else None
    return (form, pick) if form and pick else None


def _number(page: MoveFormsPage, post: QueryDict) -> NumberField | None:
    """The number of the posted move, at first its choice's usual one; None if it has none."""
    form, pick = _picked(page) or (None, None)
    if form is None or pick is None or form.number is None or form.number.is_die:
        return None
    value = post.get(SET) or post.get(form.number.name) or str(pick.usual)
    number = replace(form.number, low=pick.low, high=pick.high, value=value)
    presets = {pick.usual: form.usual_reason} if pick.usual > pick.low else {}
    presets |= {n: "" for n in FIVES if pick.low < n < pick.high and n not in presets}
    presets.setdefault(pick.high, gettext("all"))
    return replace(number, presets=tuple(sorted(presets.items())))


def _fields(post: QueryDict, number: NumberField | None) -> tuple[tuple[str, str], ...]:
    """What the form has besides the fields that it gets anew."""
    own = _OWN | {number.name} if number else _OWN
    return tuple(
        (name, value) for name, values in post.lists() for value in values if name not in own
    )


def _outcome(words: Description) -> str:
    """The outcome on a line of its own, without what joins it to the action."""
    outcome = words.outcome.strip(" :;")
    is_bracketed = outcome.startswith("(") and outcome.find(")") == len(outcome) - 1
    return outcome[1:-1] if is_bracketed else outcome
