"""Making a move on a student's page."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from moderator.play.log.folds import Fold
from moderator.play.models import Entry, Game, Group, Person
from moderator.rules.errors import Refused
from moderator.web.core.access import group_for
from moderator.web.core.responses import SeeOther, render_page
from moderator.web.moves.forms import BOARD, RejectedForm
from moderator.web.moves.record import (
    NOT_RECORDED,
    record_bot_move,
    record_move,
    record_turn_end,
    rejected,
)
from moderator.web.player.player import PlayerPage, SeatedPlayer, page_of, player_or_404

Recording = Callable[[HttpRequest, Game, Person], Fold]


@require_POST
@group_for("see-chart")
def move(request: HttpRequest, group: Group) -> HttpResponse:
    """Record a move: `type` with its fields, or `move`, a whole move; 404 without a seat."""

    def record(request: HttpRequest, game: Game, student: Person) -> Fold:
        return record_move(request, game, student, Entry.Role.STUDENT)

    return _recorded(request, group, record)


@require_POST
@group_for("see-chart")
def finish_turn(request: HttpRequest, group: Group) -> HttpResponse:
    """Play a decided turn to its end; 404 without a seat."""
    return _recorded(request, group, record_turn_end)


def _recorded(request: HttpRequest, group: Group, record: Recording) -> HttpResponse:
    player = player_or_404(request, group)
    try:
        fold = record(request, player.game, player.person)
    except NOT_RECORDED as error:
        typed = rejected(request, error)
        # The game may have been replaced.
        return play_answer(request, player_or_404(request, group), typed)
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
    template = "web/player/player.html#parts" if is_htmx else "web/player/player.html"
    return render_page(request, template, page, status)
