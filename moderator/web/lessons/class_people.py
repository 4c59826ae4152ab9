"""All students of a class on one page: rename, seat, move, mark and remove several at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from moderator.play import division_now, services
from moderator.play.errors import InvalidInput
from moderator.play.joining_now import Crowd, crowds
from moderator.play.models import Classroom, Person, Seat
from moderator.play.models.classroom import NAME_LETTERS
from moderator.play.selectors import groups_of
from moderator.play.services.people import PERSONAL_LINK_DAYS
from moderator.rules.seating import SeatLabel
from moderator.web.core.access import classroom_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, do_phones_reach, render_page
from moderator.web.core.seating import GroupSeating, group_seatings
from moderator.web.feed import publishing
from moderator.web.lessons.division_drafts import absent_people, keep_absent

SMALLEST, NO_SEAT = "smallest", "none"


@dataclass(frozen=True)
class ClassPersonRow:
    """A student, as typed if the name can't be used."""

    person: Person
    seat: SeatLabel | None
    is_absent: bool
    is_chosen: bool
    name: str
    error: str = ""


@dataclass(frozen=True)
class ClassPeoplePage:
    """The class's students, and where they can be seated.

    `is_reached`: whether phones reach the addresses on join cards.
    """

    classroom: Classroom
    rows: tuple[ClassPersonRow, ...]
    tables: tuple[GroupSeating, ...]
    crowds: tuple[Crowd, ...]
    is_reached: bool
    error: str = ""
    name_letters: int = NAME_LETTERS
    link_days: int = PERSONAL_LINK_DAYS


@dataclass(frozen=True)
class RemovePeoplePage:
    """The people who are about to be removed."""

    classroom: Classroom
    people: tuple[Person, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@classroom_for("manage-class")
def people(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The page; a POST names the action by `do`, and the students by `person`."""
    action = _ACTIONS.get(request.POST.get("do", "")) if request.method == "POST" else None
    if action is None:
        return _show(request, classroom)
    try:
        return action(request, classroom)
    except InvalidInput as invalid:
        return _show(request, classroom, str(invalid))


def _show(
    request: HttpRequest,
    classroom: Classroom,
    error: str = "",
    wrong: Mapping[int, tuple[str, str]] | None = None,
) -> HttpResponse:
    """The page.

    Args:
        wrong: by number, a typed name that can't be used, and why.
    """
    tables = tuple(sorted(group_seatings(groups_of(classroom)), key=lambda one: one.group.number))
    seats = {pk: status.seat for one in tables for status in one.seats for pk in status.persons}
    absent = absent_people(request, classroom)
    chosen = {whole_number(number) for number in request.POST.getlist("person")}
    rows = []
    for person in division_now.students_of(classroom):
        name, problem = (wrong or {}).get(person.number, (person.name, ""))
        is_absent, is_chosen = person.number in absent, person.number in chosen
        rows.append(
            ClassPersonRow(person, seats.get(person.pk), is_absent, is_chosen, name, problem)
        )
    page = ClassPeoplePage(
        classroom, tuple(rows), tables, crowds(classroom), do_phones_reach(request), error
    )
    status = UNPROCESSABLE if error or wrong else 200
    return render_page(request, "web/lessons/people.html", page, status)


def _back(classroom: Classroom) -> HttpResponse:
    return SeeOther(reverse("people", args=[classroom.pk]))


def _chosen(request: HttpRequest, classroom: Classroom) -> list[Person]:
    typed = {whole_number(number) for number in request.POST.getlist("person")}
    found = [one for one in division_now.students_of(classroom) if one.number in typed]
    if not found:
        raise InvalidInput(gettext("Choose somebody first."))
    return found


def _in_order(people: list[Person]) -> list[Person]:
    """In the order in which they are locked everywhere."""
    return sorted(people, key=lambda person: person.pk)


def _rename(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Save every name that has been changed; the others are saved even if some can't be used."""
    wrong: dict[int, tuple[str, str]] = {}
    for person in division_now.students_of(classroom):
        typed = request.POST.get(f"name-{person.number}", "")
        if typed == request.POST.get(f"was-{person.number}", ""):
            continue
        try:
            with transaction.atomic():
                services.person_rename(person, typed)
                publishing.publish_names(person.group)
        except InvalidInput as invalid:
            wrong[person.number] = (typed[: 2 * NAME_LETTERS], str(invalid))
    return _show(request, classroom, wrong=wrong) if wrong else _back(classroom)


def _seat(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    chosen, target = _chosen(request, classroom), request.POST.get("target", "")
    if target == SMALLEST:
        with transaction.atomic():
            groups = services.latecomers_seat(classroom, chosen)
            publishing.recheck_access(*_groups_of(chosen), *(group.pk for group in groups))
        return _back(classroom)
    seat = Seat.objects.filter(
        pk=whole_number(target) or 0, game__group__classroom=classroom
    ).first()
    if seat is None and target != NO_SEAT:
        raise InvalidInput(gettext("Choose what happens to them."))
    with transaction.atomic():
        for person in _in_order(chosen):
            with publishing.revoking_lost_seats(person):
                if seat is None:
                    services.seats_leave(person)
                else:
                    services.seat_give(person, seat)
        publishing.publish_charts(_groups_of(chosen))
    return _back(classroom)


def _groups_of(people: list[Person]) -> list[int]:
    return sorted({person.group_id for person in people if person.group_id is not None})


def _apply(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Seat or mark those who are chosen, as `target` says."""
    mark = _MARKS.get(request.POST.get("target", ""), _seat)
    return mark(request, classroom)


def _mark(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    chosen = {person.number for person in _chosen(request, classroom)}
    absent = absent_people(request, classroom)
    is_absent = request.POST["target"] == "absent"
    keep_absent(request, classroom, absent | chosen if is_absent else absent - chosen)
    return _back(classroom)


def _volunteer(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    for person in _chosen(request, classroom):
        services.person_volunteer(person, request.POST["target"] == "volunteer")
    return _back(classroom)


def _ask_removal(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    page = RemovePeoplePage(classroom, tuple(_chosen(request, classroom)))
    return render_page(request, "web/lessons/people_remove.html", page)


def _remove(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    with transaction.atomic():
        publishing.remove_people(classroom, _chosen(request, classroom))
    return _back(classroom)


_MARKS: dict[str, Callable[[HttpRequest, Classroom], HttpResponse]] = {
    "absent": _mark,
    "present": _mark,
    "volunteer": _volunteer,
    "no-volunteer": _volunteer,
}
_ACTIONS: dict[str, Callable[[HttpRequest, Classroom], HttpResponse]] = {
    "rename": _rename,
    "apply": _apply,
    "remove": _ask_removal,
    "removed": _remove,
}
