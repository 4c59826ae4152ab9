"""The roster of a class: importing names, removing them, and who joined under which."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from moderator.core.class_models import RosterName
from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput
from moderator.core.models import Classroom, Person
from moderator.core.people import roster_link
from moderator.core.text import name_key
from moderator.features.people.roster.reading import MOST_NAMES, ReadName


@transaction.atomic
def roster_import(classroom: Classroom, names: Sequence[ReadName], is_replacing: bool) -> None:
    """Add names to the roster, or replace it by them; a known name gets the new spelling.

    Whoever has joined under a new name is linked to it. Nobody who has joined is removed from the
    class with a name.

    Raises:
        InvalidInput: the roster would get too long.
    """
    _lock(classroom)
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
    for person in _joined(classroom, wanted):
        roster_link(person)


@transaction.atomic
def roster_remove(classroom: Classroom, pks: Collection[int]) -> None:
    """Remove names from the roster; who joined under them stays in the class."""
    _lock(classroom)
    _delete(classroom.roster.filter(pk__in=pks))


def _delete(rows: QuerySet[RosterName]) -> None:
    if rows.delete()[0]:
        compaction_request()


def _joined(classroom: Classroom, keys: Collection[str]) -> list[Person]:
    students = classroom.people.filter(
        is_removed=False, is_simulated=False, kind=Person.Kind.STUDENT, roster_name=None
    )
    return [person for person in students if person.name_key in keys]


def _lock(classroom: Classroom) -> None:
    Classroom.objects.select_for_update().get(pk=classroom.pk)
