"""The attendance of a class as a sheet: who joined, where they sit, lines for the others."""

from __future__ import annotations

from collections.abc import Iterator
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
    SMALL,
    AttendanceData,
    AttendanceRow,
    add_sentence,
    cell,
    class_part,
    flow_table,
)
from moderator.features.printing.people import Site, stamp_of_class
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page, Paper
from moderator.sheets.layout.kind import SheetPart
from moderator.sheets.layout.sheet import Block, Sheet
from moderator.sheets.snapshot import Stamp

# The attendance of a class: who joined, where they sit, and lines for those who haven't.

NAME, GROUP, ROLE, TIME, NUMBER = 150.0, 92.0, 92.0, 80.0, 66.0
ROW, LEADING = 21.0, 10.5
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
    columns = _columns(data, sheet.right - sheet.left)
    head = Block(16, partial(_head, columns=columns, right=sheet.right))
    rows = [_row(row, columns, sheet.right) for row in data.rows]
    blank = AttendanceRow("", is_here=False)
    rows += [_row(blank, columns, sheet.right) for _k in range(BLANKS)]
    flow_table(sheet, _("Names"), head, rows)


Columns = tuple[tuple[str, str, float, float], ...]
"""Of each column: the field, its heading, where it begins, and its width, in points."""


def _columns(data: AttendanceData, width: float) -> Columns:
    fields = [
        ("name", _("Name"), NAME),
        *([("number", _("Student no."), NUMBER)] if data.has_numbers else []),
        ("group", _("Group"), GROUP),
        ("role", _("Role"), ROLE),
        ("joined", _("Joined"), TIME),
        ("seen", _("Last seen"), TIME),
    ]
    factor = width / sum(own for _field, _head, own in fields)
    columns, start = [], 0.0
    for field, head, own in fields:
        columns.append((field, head, start, own * factor))
        start += own * factor
    return tuple(columns)


def _head(page: Page, x: float, y: float, *, columns: Columns, right: float) -> None:
    with page.element("TR"):
        for _field, head, start, width in columns:
            cell(page, x + start, y + 10, head, width - 6, head="Column")
    page.line(x, y + 15, right, y + 15, 1.1, INK)


def _row(row: AttendanceRow, columns: Columns, right: float) -> Block:
    """Somebody's row, with the role as a place to sign for those who haven't joined."""
    shown = [
        (start, fonts.wrap(str(getattr(row, field)), 10 if field == "name" else SMALL, width - 8,
                           2, "bold" if field == "name" else "plain"), field == "name")
        for field, _head, start, width in columns
    ]  # fmt: skip
    height = max(ROW, LEADING * max(len(lines) for _start, lines, _name in shown) + 9)
    line = next(start for field, _head, start, _width in columns if field == "group")

    def draw(page: Page, x: float, y: float) -> None:
        base = y + 14
        with page.element("TR"):
            for start, lines, is_name in shown:
                with page.element("TH" if is_name else "TD", scope="Row" if is_name else ""):
                    for k, text in enumerate(lines):
                        size = 10 if is_name else SMALL
                        at = base + LEADING * k
                        page.text(x + start, at, text, size, is_bold=is_name and row.is_here)
        if not row.is_here:
            page.text(x + line, base, _("signature"), SMALL)
        page.line(x, y + height, right, y + height, 0.4, INK)

    return Block(height, draw)


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
