"""One person of a class, as the instructor sees them: name, seat, way back, way out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from moderator.play import selectors, services
from moderator.play.errors import InvalidInput, SeatTaken
from moderator.play.models import Classroom, Person, Seat
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
    """Somebody of the class, and what can be done for them."""

    classroom: Classroom
    person: Person
    tables: tuple[GroupSeating, ...]
    seat_pk: int | None
    way_back: ReturnLink | None
    name: str
    error: str = ""
    seat_error: str = ""
    name_letters: int = NAME_LETTERS


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def person(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The person; a POST says by `do` what is to happen."""
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
    do = _DOINGS.get(request.POST.get("do", ""))
    if do is None:
        raise Http404
    return do(request, classroom, found)


def _page(
    classroom: Classroom,
    person: Person,
    name: str | None = None,
    error: str = "",
    way_back: ReturnLink | None = None,
    seat_error: str = "",
) -> PersonPage:
    tables = group_seatings(groups_of(classroom)) if person.kind == Person.Kind.STUDENT else ()
    game = selectors.game_now(person.group) if person.group else None
    seat = selectors.seat_of(person, game) if game else None
    typed = person.name if name is None else name[: 2 * NAME_LETTERS]
    seat_pk = seat.pk if seat else None
    return PersonPage(classroom, person, tables, seat_pk, way_back, typed, error, seat_error)


def _here(person: Person) -> HttpResponse:
    return SeeOther(reverse("person", args=[person.classroom_id, person.number]))


def _rename(request: HttpRequest, classroom: Classroom, person: Person) -> HttpResponse:
    typed = request.POST.get("name", "")
    try:
        with transaction.atomic():
            services.person_rename(person, typed)
            publishing.publish_names(person.group)
    except InvalidInput as unfit:
        fresh = selectors.people(classroom).get(pk=person.pk)
        page = _page(classroom, fresh, typed, str(unfit))
        return render_page(request, "web/classes/person.html", page, UNPROCESSABLE)
    return _here(person)


def _link(request: HttpRequest, classroom: Classroom, person: Person) -> HttpResponse:
    """Shown once, as the answer to the button: a reload asks for another."""
    way_back = return_link_of(request, person)
    return render_page(
        request, "web/classes/person.html", _page(classroom, person, way_back=way_back)
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
    return _here(person)


def _forget(request: HttpRequest, classroom: Classroom, person: Person) -> HttpResponse:
    with transaction.atomic():
        services.person_forget(person)
        publishing.publish_names(person.group)
    return _here(person)


def _remove(request: HttpRequest, classroom: Classroom, person: Person) -> HttpResponse:
    with publishing.revoking_lost_seats(person):
        services.person_remove(person)
        # Any of the class's consoles may have been opened as this person: a browser alone knows.
        publishing.revoke_consoles(*classroom.groups.values_list("pk", flat=True))
    return SeeOther(reverse("classroom", args=[classroom.pk]) + "#people")


_DOINGS: dict[str, Callable[[HttpRequest, Classroom, Person], HttpResponse]] = {
    "rename": _rename,
    "link": _link,
    "seat": _seat,
    "forget": _forget,
    "remove": _remove,
}
