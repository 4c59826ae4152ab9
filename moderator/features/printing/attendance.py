"""The attendance of a class as a sheet: who joined, where they sit, lines for the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from moderator.core.models import Classroom, Person
from moderator.core.whole_class import WholeClass, whole_class
from moderator.features.people.roster.pages import plain, roster_rows
from moderator.features.printing.game_sheets import SheetRequest
from moderator.features.printing.of_class.part import (
    AttendanceData,
    AttendanceRow,
    add_sentence,
    class_part,
)
from moderator.features.printing.people import Site, stamp_of_class
from moderator.sheets.drawing.page import Paper
from moderator.sheets.layout.kind import SheetPart
from moderator.sheets.layout.sheet import Section, Sheet
from moderator.sheets.layout.table import Cell, Column, table_head, table_row
from moderator.sheets.snapshot import Stamp

# The attendance of a class: who joined, where they sit, and lines for those who haven't.

NAME, GROUP, ROLE, TIME, NUMBER = 150.0, 92.0, 92.0, 80.0, 66.0
PAD = 4.0
BLANKS = 4
"""Empty lines for those who are on no list."""


def attendance_part(data: AttendanceData, stamp: Stamp, paper: Paper = "a4") -> SheetPart:
    """The attendance, in alphabetical order.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    with override(stamp.language):
        name, people = _("Attendance"), len(data.rows)
        where = ngettext("%d person", "%d people", people) % people
        warning = _("Instructor only: with student numbers.") if data.has_numbers else ""
    fill = partial(_fill, data=data)
    return class_part(stamp.class_name, name, where, stamp, paper, "", fill, warning)


def _fill(sheet: Sheet, data: AttendanceData) -> None:
    here = sum(row.is_here for row in data.rows)
    facts = {"here": here, "all": len(data.rows)}
    add_sentence(sheet, _("%(here)d of %(all)d have joined.") % facts)
    own = [
        Column(_("Name"), NAME, size=10, lines=2),
        *([Column(_("Student no."), NUMBER, lines=2)] if data.has_numbers else []),
        Column(_("Group"), GROUP, lines=2),
        Column(_("Role"), ROLE, lines=2),
        Column(_("Joined"), TIME, lines=2),
        Column(_("Last seen"), TIME, lines=2),
    ]
    factor = (sheet.right - sheet.left) / sum(one.width for one in own)
    columns = [replace(one, width=one.width * factor) for one in own]
    rows = [*data.rows, *[AttendanceRow("", is_here=False)] * BLANKS]
    drawn = [table_row(columns, _cells(row, data.has_numbers), PAD) for row in rows]
    sheet.flow(Section(_("Names"), drawn, table_head(columns)))


def _cells(row: AttendanceRow, has_number: bool) -> list[Cell | str]:
    """Somebody's row, with a place to sign for those who haven't joined."""
    number = [row.number] if has_number else []
    if not row.is_here:
        return [row.name, *number, _("signature"), "", "", ""]
    return [Cell(row.name), *number, row.group, row.role, row.joined, row.seen]


# The sheet's contents, from the database.


def attendance_parts(classroom: Classroom, _site: Site, asked: SheetRequest) -> list[SheetPart]:
    """Everybody on the roster or in the class; on request with student numbers.

    Without names in the class there is nothing to print.
    """
    with override(asked.language):
        whole = whole_class(classroom)
        rows = sorted(_rows(whole, asked.is_for_moderator), key=lambda row: plain(row.name))
        if not rows:
            return []
        data = AttendanceData(tuple(rows), has_numbers=asked.is_for_moderator)
        count = len(rows)
        origin = ngettext("Attendance of %d person", "Attendance of %d people", count) % count
        times = [t for one in whole.people.values() for t in (one.joined, _seen(one)) if t]
        stamp = stamp_of_class(classroom, origin, repr(data), asked.language, times)
        return [attendance_part(data, stamp, asked.paper)]


def _rows(whole: WholeClass, has_numbers: bool) -> Iterator[AttendanceRow]:
    """Those on the roster, then the others who joined; without simulated students."""
    known = set()
    groups = {group.pk: group.name for group in whole.groups}
    for line in roster_rows(whole.classroom):
        number = line.student_number if has_numbers else ""
        person = whole.people.get(line.person.pk) if line.person else None
        if person is None:
            yield AttendanceRow(line.name, is_here=False, number=number)
            continue
        known.add(person.pk)
        yield _attendance_row(whole, groups, person, line.name, number)
    for person in whole.people.values():
        is_other = person.kind == Person.Kind.INSTRUCTOR or person.is_simulated
        if person.pk not in known and not is_other:
            yield _attendance_row(whole, groups, person, person.display_name, "")


def _attendance_row(
    whole: WholeClass, groups: dict[int, str], person: Person, name: str, number: str
) -> AttendanceRow:
    group, role = _place(whole, person)
    zone = ZoneInfo(whole.classroom.time_zone)
    return AttendanceRow(
        name=name,
        is_here=True,
        group=groups.get(group or 0, ""),
        role=role,
        joined=_time(person.joined, zone),
        seen=_time(_seen(person), zone),
        number=number,
    )


def _place(whole: WholeClass, person: Person) -> tuple[int | None, str]:
    """The primary key of somebody's group, and what they do there."""
    moderates = person.moderates_id
    if person.kind == Person.Kind.MODERATOR:
        moderates = moderates or person.group_id
    if moderates:
        return moderates, _("Moderator")
    for group, seats in whole.seats.items():
        for seat in seats:
            if person.pk in seat.people:
                return group, _seat_name(whole, group, seat.player)
    return person.group_id, _("Observer") if person.group_id else _("No group")


def _seat_name(whole: WholeClass, group: int, player: str) -> str:
    now = whole.folds[whole.games[group].pk].timeline
    labels = now.rules.seats_of(now.state)
    return next((seat.name for seat in labels if seat.id == player), "")


def _seen(person: Person) -> datetime | None:
    """When the person's page was connected last, if that is known."""
    seen: datetime | None = getattr(person, "seen", None)
    return seen


def _time(at: datetime | None, zone: ZoneInfo) -> str:
    return date_format(at.astimezone(zone), "j M, H:i") if at else ""
