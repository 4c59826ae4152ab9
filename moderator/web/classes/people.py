"""A person of a class, for the instructor: name, seat, return link, removal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import selectors, services
from moderator.play.errors import InvalidInput, SeatTaken
from moderator.play.models import Classroom, Group, Person, Seat
from moderator.play.models.classroom import NAME_LETTERS
from moderator.play.selectors import groups_of
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.invitations import ReturnLink, return_link_of
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.core.seating import GroupSeating, group_seatings
from moderator.web.feed import publishing


@dataclass(frozen=True)
class PersonPage:
    """A person of the class, what can be done for them, and whose consoles they opened by link."""

    classroom: Classroom
    person: Person
    tables: tuple[GroupSeating, ...]
    seat_pk: int | None
    return_link: ReturnLink | None
    consoles: tuple[Group, ...]
    name: str
    error: str = ""
    seat_error: str = ""
    name_letters: int = NAME_LETTERS


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def person(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The person's page; a POST names the action by `do`."""
    found = (
        selectors.people(classroom)
        .filter(number=number)
        .exclude(kind=Person.Kind.INSTRUCTOR)
        .first()
    )
    if found is None:
        raise Http404
    if request.method != "POST":
        return render_page(request, "web/classes/person.html", _page(classroom, found))
    action = _ACTIONS.get(request.POST.get("do", ""))
    if action is None:
        raise Http404
    return action(request, classroom, found)


def _page(
    classroom: Classroom,
    person: Person,
    name: str | None = None,
    error: str = "",
    return_link: ReturnLink | None = None,
    seat_error: str = "",
) -> PersonPage:
    tables = group_seatings(groups_of(classroom)) if person.kind == Person.Kind.STUDENT else ()
    game = selectors.game_now(person.group) if person.group else None
    seat = selectors.seat_of(person, game) if game else None
    return PersonPage(
        classroom=classroom,
        person=person,
        tables=tables,
        seat_pk=seat.pk if seat else None,
        return_link=return_link,
        consoles=tuple(selectors.consoles_of(person)),
        name=person.name if name is None else name[: 2 * NAME_LETTERS],
        error=error,
        seat_error=seat_error,
    )


def _redirect(person: Person) -> HttpResponse:
    return SeeOther(reverse("person", args=[person.classroom_id, person.number]))


def _rename(request: HttpRequest, classroom: Classroom, person: Person) -> HttpResponse:
    typed = request.POST.get("name", "")
    try:
        with transaction.atomic():
            services.person_rename(person, typed)
            publishing.publish_names(person.group)
    except InvalidInput as invalid:
        fresh = selectors.people(classroom).get(pk=person.pk)
        page = _page(classroom, fresh, typed, str(invalid))
        return render_page(request, "web/classes/person.html", page, UNPROCESSABLE)
    return _redirect(person)


def _link(request: HttpRequest, classroom: Classroom, person: Person) -> HttpResponse:
    """The link is shown only once, in the response to the button; a reload makes a new one."""
    return_link = return_link_of(request, person)
    return render_page(
        request, "web/classes/person.html", _page(classroom, person, return_link=return_link)
    )


def _seat(request: HttpRequest, classroom: Classroom, person: Person) -> HttpResponse:
    wanted = whole_number(request.POST.get("seat", "")) or 0
    seat = Seat.objects.filter(pk=wanted, game__group__classroom=classroom).first()
    if seat is None or person.kind != Person.Kind.STUDENT:
        raise Http404
    try:
        with publishing.revoking_lost_seats(person):
            services.seat_give(person, seat)
    except SeatTaken as taken:
        page = _page(classroom, person, seat_error=str(taken))
        return render_page(request, "web/classes/person.html", page, UNPROCESSABLE)
    return _redirect(person)


def _forget(request: HttpRequest, classroom: Classroom, person: Person) -> HttpResponse:
    with transaction.atomic():
        services.person_forget(person)
        publishing.publish_names_of_class(classroom)
    return _redirect(person)


def _remove(request: HttpRequest, classroom: Classroom, person: Person) -> HttpResponse:
    """`replace` has the numbers of the groups whose link and PIN are replaced, too."""
    replaced = request.POST.getlist("replace")
    with transaction.atomic():
        for group in selectors.consoles_of(person):
            if str(group.number) in replaced:
                services.group_link_withdraw(group)
        publishing.remove_people(classroom, [person])
    return SeeOther(reverse("classroom", args=[classroom.pk]) + "#people")


_ACTIONS: dict[str, Callable[[HttpRequest, Classroom, Person], HttpResponse]] = {
    "rename": _rename,
    "link": _link,
    "seat": _seat,
    "forget": _forget,
    "remove": _remove,
}
