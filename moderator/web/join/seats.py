"""Choosing a seat, free ones first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import selectors, services
from moderator.play.errors import InvalidInput
from moderator.play.models import Classroom, Group, Person, Seat
from moderator.web.core.access import student_in
from moderator.web.core.codes import classroom_before, classroom_of, place_by_code
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.core.seating import GroupSeating, group_seatings, seat_word
from moderator.web.feed import publishing

REFRESH_S = 10
ANY = "any"


@dataclass(frozen=True)
class SeatsPage:
    """The seats that the person can choose; without tables, no game has started yet."""

    place: Classroom | Group
    classroom: Classroom
    group: Group | None
    person: Person
    tables: tuple[GroupSeating, ...]
    error: str = ""
    refresh_s: int = REFRESH_S

    @property
    def free(self) -> int:
        """The number of free seats at all tables."""
        return sum(table.free for table in self.tables)

    @property
    def seat_word(self) -> str:
        """The word for a seat at these tables."""
        return seat_word(self.tables)


@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """The seats of the group's present game, or of every group's for a class's code."""
    place = place_by_code(request, code)
    if place is None:
        return _elsewhere(request, code)
    person = student_in(request, classroom_of(place))
    if person is None:
        return redirect("join", code=place.code)
    group = seated_in(person)
    if group is not None:
        return redirect("play", code=group.code)
    if request.method == "POST" and "volunteer" in request.POST:
        services.person_volunteer(person, request.POST["volunteer"] == "yes")
        return SeeOther(reverse("seats", args=[place.code]))
    if request.method == "POST":
        return _take(request, place, person)
    return _show(request, place, person)


def _elsewhere(request: HttpRequest, code: str) -> HttpResponse:
    """Where the page of a class is whose code was replaced; 404 for any other code."""
    classroom = classroom_before(code)
    if classroom is None:
        raise Http404
    is_in = student_in(request, classroom) is not None
    return redirect("seats", code=classroom.code) if is_in else redirect("join", code=code)


def seated_in(person: Person) -> Group | None:
    """The group in whose present game the person has a seat."""
    game = selectors.game_now(person.group) if person.group else None
    return person.group if game and selectors.seat_of(person, game) else None


def _groups(place: Classroom | Group, person: Person) -> Iterable[Group]:
    if person.moderates is not None:  # they would see the secrets of every seat there
        return []
    if isinstance(place, Group):
        return [place]
    if person.group is not None:  # the instructor has put this person in a group
        return [person.group]
    return place.groups.select_related("classroom").order_by("number")


def _show(
    request: HttpRequest, place: Classroom | Group, person: Person, error: str = ""
) -> HttpResponse:
    tables = group_seatings(_groups(place, person), person.display_name)
    group = place if isinstance(place, Group) else person.group
    page = SeatsPage(place, classroom_of(place), group, person, tables, error)
    response = render_page(request, "web/join/seats.html", page, UNPROCESSABLE if error else 200)
    if not tables and person.moderates is None:
        response.headers["Refresh"] = str(REFRESH_S)
    return response


def _take(request: HttpRequest, place: Classroom | Group, person: Person) -> HttpResponse:
    tables = group_seatings(_groups(place, person), person.display_name)
    wanted = request.POST.get("seat", "")
    if wanted == ANY:
        own = (str(status.pk) for table in tables for status in table.seats if status.is_namesake)
        wanted = next(own, ANY)
    offered = {str(status.pk): status.pk for table in tables for status in table.seats}
    table = _nearest_to_full(tables)
    try:
        if wanted == ANY and table is not None:
            with publishing.revoking_lost_seats(person):
                taken = services.seat_any(person, table.game)
        elif wanted in offered:
            with publishing.revoking_lost_seats(person):
                taken = services.seat_take(person, Seat.objects.get(pk=offered[wanted]))
        else:
            return _show(request, place, person, gettext("Choose one of these."))
    except InvalidInput as invalid:
        return _show(request, place, person, str(invalid))
    return SeeOther(reverse("play", args=[taken.game.group.code]))


def _nearest_to_full(tables: Iterable[GroupSeating]) -> GroupSeating | None:
    """The table with the fewest free seats, so that games can begin early."""
    return min(tables, key=lambda table: (table.is_full, table.free), default=None)
