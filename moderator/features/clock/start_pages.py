"""Starting games that wait, and stopping and continuing a group's game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from moderator.core import log, queries
from moderator.core.access import classroom_for, group_for, recorder, user_of
from moderator.core.class_page import step_url
from moderator.core.ended import EarlyEnd, early_end
from moderator.core.errors import InvalidInput, Stale
from moderator.core.forms import whole_number
from moderator.core.log import rules_of
from moderator.core.models import Classroom, Game, Group
from moderator.core.people import instructor_person
from moderator.core.queries import groups_of
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page
from moderator.core.seating import SeatStatus, free_seats, seat_statuses
from moderator.core.unmoderated import groups_unmoderated
from moderator.features.clock import starts
from moderator.features.clock.starts import game_continue, game_stop
from moderator.features.moves.console import console_response
from moderator.features.moves.forms import Reply

# Starting the group's game, which waits until then.


@require_POST
@group_for("record")
def game_start(request: HttpRequest, group: Group) -> HttpResponse:
    """Start game number `game`; seats that nobody has are confirmed by their ids in `without`."""
    game = queries.game_or_404(group)
    if whole_number(request.POST.get("game", "")) != game.number:
        return _not_started(request, group, gettext("The group now plays another game."))
    if game.is_waiting:
        confirmed = {*request.POST.get("without", "").split()}
        if any(status.seat.id not in confirmed for status in free_seats(game)):
            sentence = gettext("Not started: there are empty seats. See which, then start.")
            return _not_started(request, group, sentence)
    try:
        starts.game_start(game, *recorder(request, group))
    except Stale:
        raise Http404 from None
    return console_response(request, group)


def _not_started(request: HttpRequest, group: Group, sentence: str) -> HttpResponse:
    return console_response(request, group, answer=Reply("stale", sentence), status=CONFLICT)


# Starting the games of a class that wait: those of all groups, or of one.

ALL = "all"


@dataclass(frozen=True)
class WaitingGame:
    """A game that waits for its start, with its seats and those that nobody has.

    `is_unmoderated`: the group has no moderator.
    """

    group: Group
    game: Game
    seats: tuple[SeatStatus, ...]
    free: tuple[SeatStatus, ...]
    is_unmoderated: bool

    @property
    def confirmation(self) -> str:
        """What confirms the start with exactly these empty seats, and without a moderator."""
        alone = ["-"] if self.is_unmoderated else []
        return " ".join([f"{self.game.pk}:", *(str(status.pk) for status in self.free), *alone])


@dataclass(frozen=True)
class StartPage:
    """What would be started; `chosen` is a group's number, or all. `is_one_group`: the class has
    only one, so its instructor may be who moderates it."""

    classroom: Classroom
    chosen: str
    games: tuple[WaitingGame, ...]
    is_one_group: bool
    is_asked: bool = False

    @property
    def to_ask(self) -> tuple[WaitingGame, ...]:
        """The games that are started only after a question."""
        return tuple(one for one in self.games if one.free or one.is_unmoderated)

    @property
    def unmoderated(self) -> tuple[WaitingGame, ...]:
        return tuple(one for one in self.games if one.is_unmoderated)

    @property
    def with_empty_seats(self) -> tuple[WaitingGame, ...]:
        """The games in which nobody has some of the seats."""
        return tuple(one for one in self.games if one.free)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def games_start(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Start the games of `group`, or of all.

    Empty seats, and groups without a moderator, are confirmed in `without` first; `alone` names the
    games whose players then record.
    """
    data = request.POST if request.method == "POST" else request.GET
    chosen, is_one = data.get("group", ALL), classroom.groups.count() == 1
    page = StartPage(classroom, chosen, _waiting(classroom, chosen), is_one)
    back = step_url(classroom)
    if request.method != "POST":
        return render_page(request, "clock/start.html", page)
    if not page.games:  # perhaps a second press
        return render_page(request, "clock/start.html", page, CONFLICT)
    confirmed = {*request.POST.getlist("without")}
    if any(one.confirmation not in confirmed for one in page.to_ask):
        return render_page(request, "clock/start.html", replace(page, is_asked=True), CONFLICT)
    by = instructor_person(classroom, user_of(request))
    alone = [whole_number(pk) or 0 for pk in request.POST.getlist("alone")]
    try:
        starts.games_start((one.game for one in page.games), by, "instructor", alone)
    except Stale:
        raise Http404 from None
    return SeeOther(back)


def _waiting(classroom: Classroom, chosen: str) -> tuple[WaitingGame, ...]:
    groups = [g for g in groups_of(classroom) if chosen in (ALL, str(g.number))]
    if not groups and chosen != ALL:
        raise Http404
    found = ((group, queries.game_now(group)) for group in groups)
    unmoderated = groups_unmoderated([group.pk for group in groups])
    return tuple(
        WaitingGame(
            group,
            game,
            seat_statuses(game),
            free_seats(game),
            group.pk in unmoderated and rules_of(game).is_played_on_seats,
        )
        for group, game in found
        if game is not None and game.is_waiting
    )


# Stopping the group's game because the lesson is over, and continuing it.


@dataclass(frozen=True)
class StopPage:
    """What stopping would do. `end`: where the game would stop; None if it can't be stopped."""

    group: Group
    game: Game
    end: EarlyEnd | None
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def stop(request: HttpRequest, group: Group) -> HttpResponse:
    """Ask for confirmation; a POST stops game number `game`."""
    game = queries.game_or_404(group)
    if request.method != "POST":
        return _show(request, game)
    if not _is_asked_for(request, game):
        return _show(request, game, gettext("The group now plays another game."))
    try:
        game_stop(game, *recorder(request, group))
    except InvalidInput as invalid:
        return _show(request, game, str(invalid))
    except Stale:
        raise Http404 from None
    return SeeOther(reverse("console", args=[group.code]))


@require_POST
@group_for("record")
def go_on(request: HttpRequest, group: Group) -> HttpResponse:
    """Continue game number `game`; one that is not stopped stays as it is."""
    game = queries.game_or_404(group)
    if _is_asked_for(request, game):
        try:
            game_continue(game, *recorder(request, group))
        except Stale:
            raise Http404 from None
    return SeeOther(reverse("console", args=[group.code]))


def _is_asked_for(request: HttpRequest, game: Game) -> bool:
    return whole_number(request.POST.get("game", "")) == game.number


def _show(request: HttpRequest, game: Game, error: str = "") -> HttpResponse:
    page = StopPage(game.group, game, early_end(log.fold_of(game)), error)
    return render_page(request, "clock/stop.html", page, UNPROCESSABLE if error else 200)
