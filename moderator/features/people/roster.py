"""The roster of a class: its names, importing a list with a preview, and removing them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext

from moderator.core.access import own_class
from moderator.core.class_models import RosterName
from moderator.core.class_page import Step, step_url
from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput
from moderator.core.forms import ActionForm, PostedNumbers, PostedText, Typed
from moderator.core.models import Classroom, Person
from moderator.core.people import name_order, roster_link
from moderator.core.responses import SeeOther, render_page
from moderator.core.text import name_key, order_key
from moderator.core.whole_class import WholeClass
from moderator.features.people.joining import joining_change, joining_of
from moderator.features.people.roster_reading import (
    MOST_NAMES,
    ReadName,
    ReadRoster,
    names_of_form,
    read_roster,
)
from moderator.features.people.roster_rows import MOST_BYTES, file_rows, text_rows

# The names of a roster: as people who join see them, and as the instructor does.

MOST_LETTERS = 30  # of an alphabet; scripts with more get no index


@dataclass(frozen=True, slots=True)
class ListedName:
    """A name as everybody with the code sees it: whether somebody has joined under it."""

    pk: int
    name: str
    is_taken: bool
    order: tuple[str, str]


@dataclass(frozen=True, slots=True)
class LetterPart:
    """The names that begin with a letter; `anchor` is a number, so that it fits any URL."""

    anchor: int
    letter: str
    names: tuple[ListedName, ...]


def listed_names(classroom: Classroom) -> tuple[ListedName, ...]:
    """The roster for those who join, in alphabetical order."""
    names = ("pk", "name", "last_name", "name_key", "person__is_removed")
    present = set(classroom.people.filter(is_removed=False).values_list("name_key", flat=True))
    found = [
        ListedName(pk, name, gone is False or key in present, order_key(name, last or ""))
        for pk, name, last, key, gone in classroom.roster.values_list(*names)
    ]
    return tuple(sorted(found, key=lambda one: one.order))


def roster_rows(classroom: Classroom) -> tuple[RosterName, ...]:
    """The roster for the instructor, in alphabetical order."""
    rows = classroom.roster.select_related("person__group")
    return tuple(sorted(rows, key=lambda one: order_key(one.name, one.last_name or "")))


InClass = tuple[str, RosterName | None, Person | None]
"""A name, its row of the roster, and who has joined under it; one of the two may be missing."""


def class_list(whole: WholeClass) -> list[InClass]:
    """Everybody on the roster, and the others who have joined, in alphabetical order; without
    simulated students."""
    found: list[tuple[tuple[str, str], InClass]] = []
    known = set()
    for row in whole.classroom.roster.all():
        person = whole.people.get(row.person_id or 0)
        known.add(row.person_id)
        found.append((order_key(row.name, row.last_name or ""), (row.name, row, person)))
    for person in whole.people.values():
        is_other = person.kind == Person.Kind.INSTRUCTOR or person.is_simulated
        if person.pk not in known and not is_other:
            found.append((name_order(person), (person.display_name, None, person)))
    return [one for _order, one in sorted(found, key=lambda each: each[0])]


def by_letter(names: tuple[ListedName, ...]) -> tuple[LetterPart, ...]:
    """The names under their first letters; in one part, if there are very many letters."""
    grouped = groupby(names, key=lambda one: one.order[0][:1].upper())
    parts = tuple(LetterPart(k, letter, tuple(of)) for k, (letter, of) in enumerate(grouped, 1))
    return parts if len(parts) <= MOST_LETTERS else (LetterPart(1, "", names),)


# What importing a list would do to a roster.


def show_preview(
    request: HttpRequest, classroom: Classroom, read: ReadRoster, pasted: str
) -> HttpResponse:
    """What importing the list would add, change (with what is on the roster) and leave.

    `joined`: new names under which somebody is in the class already. `missing`: names of the
    roster that the list doesn't have, which only replacing removes. `names`: what the form sends.
    """
    rows = {row.name_key: row for row in classroom.roster.select_related("person")}
    students = classroom.people.filter(is_removed=False, kind=Person.Kind.STUDENT)
    asked = [way for line in read.asked for way in line.ways]
    keys = {one.key for one in (*read.names, *asked)}
    known = [(one, rows[one.key]) for one in read.names if one.key in rows]
    changed = [both for both in known if _is_changed(*both)]
    return render_page(
        request,
        "people/roster_preview.html",
        classroom=classroom,
        read=read,
        list=pasted,
        names="\n".join(one.sent for one in read.names),
        added=[one for one in read.names if one.key not in rows],
        joined=frozenset(students.values_list("name_key", flat=True)),
        changed=changed,
        same=[one for one, row in known if (one, row) not in changed],
        missing=[row for key, row in rows.items() if key not in keys],
    )


def _is_changed(read: ReadName, row: RosterName) -> bool:
    number = read.student_number
    return read.name != row.name or bool(number and number != row.student_number)


# The page of the roster.

BACK = "back"  # from the preview: what was pasted is kept


class RosterForm(ActionForm):
    list, names = PostedText(MOST_BYTES), PostedText()
    how, sure, others = PostedText(), PostedText(), PostedText()
    name = PostedNumbers()


@own_class("GET", "POST")
def roster(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The roster; a POST names the action by `do`."""
    form = RosterForm.of(request)
    if form.is_bound and form.typed["do"] != BACK:
        action = form.action(_ACTIONS)
        with form.errors_at():
            return action(request, classroom, form.typed)
    rows = roster_rows(classroom)
    return render_page(
        request,
        "people/roster.html",
        status=form.status,
        classroom=classroom,
        joining=joining_of(classroom),
        rows=rows,
        has_numbers=any(row.student_number for row in rows),
        form=form,
        most=MOST_NAMES,
    )


def _redirect(classroom: Classroom) -> HttpResponse:
    return SeeOther(reverse("roster", args=[classroom.pk]))


def _preview(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    """Show what importing the file, or what was pasted, would do. Nothing is stored: the form has
    the names."""
    file: UploadedFile[Any] | None = request.FILES.get("file")
    rows = file_rows(file.read(MOST_BYTES + 1)) if file else text_rows(typed["list"])
    return show_preview(request, classroom, read_roster(rows), typed["list"])


def _import(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    """Import the names of the preview, with the ways that were chosen for the lines it asked of;
    who is here says how many there were."""
    ways = [str(way) for name, way in request.POST.items() if name.startswith("way-")]
    names = names_of_form("\n".join(filter(None, (typed["names"], *ways))))
    roster_import(classroom, names, typed["how"] == "replace")
    return SeeOther(f"{step_url(classroom, Step.HERE)}&imported={len(names)}")


def _remove(request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    """Ask which names are meant; with `sure`, remove them."""
    rows = tuple(row for row in roster_rows(classroom) if row.pk in typed["name"])
    if rows and not typed["sure"]:
        return render_page(request, "people/roster_remove.html", classroom=classroom, rows=rows)
    roster_remove(classroom, [row.pk for row in rows])
    return _redirect(classroom)


def _others(_request: HttpRequest, classroom: Classroom, typed: Typed) -> HttpResponse:
    joining_change(classroom, are_others_welcome=bool(typed["others"]))
    return _redirect(classroom)


_ACTIONS: dict[str, Callable[[HttpRequest, Classroom, Typed], HttpResponse]] = {
    "preview": _preview,
    "import": _import,
    "remove": _remove,
    "others": _others,
}


@transaction.atomic
def roster_import(classroom: Classroom, names: Sequence[ReadName], is_replacing: bool) -> None:
    """Add names to the roster, or replace it by them; a known name gets the new spelling.

    Whoever has joined under a new name is linked to it. Nobody who has joined is removed from the
    class with a name.

    Raises:
        InvalidInput: the roster would get too long.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    wanted = {name_key(one.name): one for one in names}
    if is_replacing:
        _delete(classroom.roster.exclude(name_key__in=wanted))
    known = {row.name_key: row for row in classroom.roster.all()}
    if len(known.keys() | wanted.keys()) > MOST_NAMES:
        raise InvalidInput(gettext("A roster has at most %(most)d names.") % {"most": MOST_NAMES})
    for key, row in known.items():
        if key in wanted:
            row.name = wanted[key].name
            row.student_number = wanted[key].student_number or row.student_number
            row.last_name = wanted[key].last_name or row.last_name
    changed = [row for key, row in known.items() if key in wanted]
    RosterName.objects.bulk_update(changed, ["name", "student_number", "last_name"])
    RosterName.objects.bulk_create(
        RosterName(
            classroom=classroom,
            name=one.name,
            name_key=key,
            student_number=one.student_number,
            last_name=one.last_name or None,
        )
        for key, one in wanted.items()
        if key not in known
    )
    students = classroom.people.filter(is_removed=False, is_simulated=False, roster_name=None)
    for person in students.filter(kind=Person.Kind.STUDENT, name_key__in=wanted):
        roster_link(person)


@transaction.atomic
def roster_remove(classroom: Classroom, pks: Collection[int]) -> None:
    """Remove names from the roster; who joined under them stays in the class."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    _delete(classroom.roster.filter(pk__in=pks))


def _delete(rows: QuerySet[RosterName]) -> None:
    if rows.delete()[0]:
        compaction_request()
