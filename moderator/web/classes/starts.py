"""Starting the games of a class that wait: those of all groups, or of one."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import selectors, services
from moderator.play.errors import Stale
from moderator.play.models import Classroom, Game, Group
from moderator.play.selectors import groups_of
from moderator.web.core.access import classroom_for, user_of
from moderator.web.core.responses import CONFLICT, SeeOther, render_page
from moderator.web.core.seating import SeatStatus, free_seats, seat_statuses
from moderator.web.feed import publishing

ALL = "all"


@dataclass(frozen=True)
class WaitingGame:
    """A game that waits for its start, with its seats and those that nobody has."""

    group: Group
    game: Game
    seats: tuple[SeatStatus, ...]
    free: tuple[SeatStatus, ...]

    @property
    def confirmation(self) -> str:
        """What confirms the start with exactly these empty seats."""
        return " ".join([f"{self.game.pk}:", *(str(status.pk) for status in self.free)])


@dataclass(frozen=True)
class StartPage:
    """What would be started; `chosen` is a group's number, or all."""

    classroom: Classroom
    chosen: str
    games: tuple[WaitingGame, ...]
    is_asked: bool = False

    @property
    def with_empty_seats(self) -> tuple[WaitingGame, ...]:
        """The games in which nobody has some of the seats."""
        return tuple(one for one in self.games if one.free)


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def start(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Start the games of `group`, or of all; empty seats are confirmed in `without` first."""
    data = request.POST if request.method == "POST" else request.GET
    chosen = data.get("group", ALL)
    page = StartPage(classroom, chosen, _waiting(classroom, chosen))
    back = reverse("classroom", args=[classroom.pk]) + "#groups"
    if request.method != "POST":
        return render_page(request, "web/classes/start.html", page)
    if not page.games:  # perhaps a second press
        return render_page(request, "web/classes/start.html", page, CONFLICT)
    confirmed = {*request.POST.getlist("without")}
    if any(one.confirmation not in confirmed for one in page.with_empty_seats):
        asked = StartPage(classroom, chosen, page.games, is_asked=True)
        return render_page(request, "web/classes/start.html", asked, CONFLICT)
    by = services.instructor_person(classroom, user_of(request))
    try:
        with transaction.atomic():
            services.games_start((one.game for one in page.games), by, "instructor")
            publishing.publish_charts([one.group.pk for one in page.games])
    except Stale:
        raise Http404 from None
    return SeeOther(back)


def _waiting(classroom: Classroom, chosen: str) -> tuple[WaitingGame, ...]:
    groups = [g for g in groups_of(classroom) if chosen in (ALL, str(g.number))]
    if not groups and chosen != ALL:
        raise Http404
    found = ((group, selectors.game_now(group)) for group in groups)
    return tuple(
        WaitingGame(group, game, seat_statuses(game), free_seats(game))
        for group, game in found
        if game is not None and game.is_waiting
    )
