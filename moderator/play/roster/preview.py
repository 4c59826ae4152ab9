"""What importing a list would do to a roster."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.play.models import Classroom, Person, RosterName
from moderator.play.roster.reading import ReadName, ReadRoster


@dataclass(frozen=True, slots=True)
class ChangedName:
    """A name that is on the roster, and what the list says of it."""

    read: ReadName
    row: RosterName


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The list, and what it would add, change and leave.

    `joined`: new names under which somebody is in the class already. `missing`: names of the
    roster that the list doesn't have, which only replacing removes.
    """

    read: ReadRoster
    added: tuple[ReadName, ...]
    joined: frozenset[str]
    changed: tuple[ChangedName, ...]
    same: tuple[ReadName, ...]
    missing: tuple[RosterName, ...]


def preview_of(classroom: Classroom, read: ReadRoster) -> ImportPreview:
    """What importing the list would do. Cost: two queries."""
    rows = {row.name_key: row for row in classroom.roster.select_related("person")}
    students = classroom.people.filter(is_removed=False, kind=Person.Kind.STUDENT)
    keys = {one.key for one in read.names}
    known = [ChangedName(one, rows[one.key]) for one in read.names if one.key in rows]
    changed = tuple(one for one in known if _is_changed(one))
    return ImportPreview(
        read=read,
        added=tuple(one for one in read.names if one.key not in rows),
        joined=frozenset(students.values_list("name_key", flat=True)),
        changed=changed,
        same=tuple(one.read for one in known if one not in changed),
        missing=tuple(row for key, row in rows.items() if key not in keys),
    )


def _is_changed(one: ChangedName) -> bool:
    number = one.read.student_number
    return one.read.name != one.row.name or bool(number and number != one.row.student_number)
