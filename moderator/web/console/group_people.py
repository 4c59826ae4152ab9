"""A group's people, for its moderator: return links and seats."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import selectors, services
from moderator.play.errors import SeatTaken
from moderator.play.models import Group, Person, Seat
from moderator.web.core.access import group_for
from moderator.web.core.forms import whole_number
from moderator.web.core.invitations import ReturnLink, return_link_of
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.core.seating import GroupSeating, group_seatings
from moderator.web.feed import publishing


@dataclass(frozen=True)
class GroupPerson:
    """A student of the group, the seat in its present game, and a new return link."""

    person: Person
    seat_pk: int | None
    return_link: ReturnLink | None
    seat_error: str = ""


@dataclass(frozen=True)
class GroupPeoplePage:
    """The group's students, and the seats to choose from."""

    group: Group
    people: tuple[GroupPerson, ...]
    tables: tuple[GroupSeating, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("help-person")
def group_people(request: HttpRequest, group: Group) -> HttpResponse:
    """The people; a POST names a student of the group by `person`, and the action by `do`."""
    if request.method != "POST":
        return render_page(request, "web/console/group_people.html", _page(group))
    number = whole_number(request.POST.get("person", "")) or 0
    person = _students(group).filter(number=number).first()
    if person is None:
        raise Http404
    match request.POST.get("do"):
        case "link":
            return_link = return_link_of(request, person)
            return render_page(
                request, "web/console/group_people.html", _page(group, person, return_link)
            )
        case "seat":
            return _seat(request, group, person)
    raise Http404


def _students(group: Group) -> QuerySet[Person]:
    return selectors.people(group.classroom).filter(group=group, kind=Person.Kind.STUDENT)


def _page(
    group: Group,
    helped: Person | None = None,
    return_link: ReturnLink | None = None,
    seat_error: str = "",
) -> GroupPeoplePage:
    game = selectors.game_now(group)
    seats = {p.pk: s.pk for s in selectors.seats(game) for p in s.persons.all()} if game else {}
    people = tuple(
        GroupPerson(person, seats.get(person.pk), return_link, seat_error)
        if person == helped
        else GroupPerson(person, seats.get(person.pk), None)
        for person in _students(group)
    )
    return GroupPeoplePage(group, people, group_seatings([group]))


def _seat(request: HttpRequest, group: Group, person: Person) -> HttpResponse:
    wanted = whole_number(request.POST.get("seat", "")) or 0
    seat = Seat.objects.filter(pk=wanted, game__group=group).first()
    if seat is None:
        raise Http404
    try:
        with publishing.revoking_lost_seats(person):
            services.seat_give(person, seat)
    except SeatTaken as taken:
        page = _page(group, person, seat_error=str(taken))
        return render_page(request, "web/console/group_people.html", page, UNPROCESSABLE)
    return SeeOther(reverse("helping", args=[group.code]))
