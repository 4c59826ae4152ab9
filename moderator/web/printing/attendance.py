"""The attendance of a class as a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, override

from moderator import sheets
from moderator.play.models import Classroom, Person
from moderator.play.roster.names_shown import plain, roster_rows
from moderator.play.whole_class import WholeClass, whole_class
from moderator.sheets.of_class.attendance import attendance_part
from moderator.sheets.of_class.data import AttendanceData, AttendanceRow
from moderator.web.printing.class_stamp import stamp_of_class
from moderator.web.printing.game_sheets import SheetRequest
from moderator.web.printing.people import Site


def attendance_parts(
    classroom: Classroom, _site: Site, asked: SheetRequest
) -> list[sheets.SheetPart]:
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
        yield _row(whole, groups, person, line.name, number)
    for person in whole.people.values():
        is_other = person.kind == Person.Kind.INSTRUCTOR or person.is_simulated
        if person.pk not in known and not is_other:
            yield _row(whole, groups, person, person.display_name, "")


def _row(
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
        return moderates, gettext("Moderator")
    for group, seats in whole.seats.items():
        for seat in seats:
            if person.pk in seat.people:
                return group, _seat_name(whole, group, seat.player)
    return person.group_id, gettext("Observer") if person.group_id else gettext("No group")


def _seat_name(whole: WholeClass, group: int, player: str) -> str:
    now = whole.folds[whole.games[group].pk].timeline
    labels = now.game.seats_of(now.state)
    return next((seat.name for seat in labels if seat.id == player), "")


def _seen(person: Person) -> datetime | None:
    """When the person's page was connected last, if that is known."""
    seen: datetime | None = getattr(person, "seen", None)
    return seen


def _time(at: datetime | None, zone: ZoneInfo) -> str:
    return date_format(at.astimezone(zone), "j M, H:i") if at else ""
