"""Erasing names: logs hold only numbers, and still verify."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db import transaction

from moderator.core import publishing
from moderator.core.databases.compaction import compaction_request
from moderator.core.feature import FEATURES, ErasedName
from moderator.core.models import Classroom, Game, Person, RosterName, Written
from moderator.core.text import name_key
from moderator.core.written import count_rewritten
from moderator.features.people.models import JoinRequest


@transaction.atomic
def person_forget(person: Person) -> Person:
    """Erase the person's name, the line on the roster with it, notes about the person, the
    person's answers in the debrief, and packs.

    In comments on moves and everything else that people have typed, a number is put in its place.

    The same name typed for a player of a tournament, or in a request to join, is erased too, unless
    somebody else in the class has it now. What the person wrote for a seat stays, without the
    person.
    """
    _forget(person.classroom, [person])
    return person


@transaction.atomic
def people_forget(classroom: Classroom) -> None:
    """Erase the names of everybody who was removed from the class."""
    _forget(classroom, classroom.people.filter(is_removed=True).exclude(name=""))


def _forget(classroom: Classroom, people: Iterable[Person]) -> None:
    classroom = Classroom.objects.select_for_update().get(pk=classroom.pk)
    _lock_games(classroom)
    for person in people:
        _forget_person(classroom, person)
    publishing.publish_class(classroom.pk, list(classroom.groups.values_list("pk", flat=True)))


def _forget_person(classroom: Classroom, person: Person) -> None:
    name, key = person.name, person.name_key
    person.name = person.name_key = ""
    person.joined_from = None
    person.save(update_fields=["name", "name_key", "joined_from"])
    # Removing the person has set the line on the roster free.
    lines = RosterName.objects.filter(classroom=classroom, person=None)
    lines.filter(name_key=key).exclude(name_key="").delete()
    person.notes.all().delete()
    for feature in FEATURES:
        feature.forget_person(person)
    compaction_request()
    if key and not classroom.people.filter(name_key=key, is_removed=False).exists():
        _forget_asked(classroom, key)
        _forget_typed(classroom, name, key, person)


def _lock_games(classroom: Classroom) -> None:
    """Lock the class's games: what is written in them is changed below, and meanwhile answered."""
    games = Game.objects.select_for_update(of=("self",)).filter(group__classroom=classroom)
    list(games.order_by("pk").values_list("pk"))


def _forget_asked(classroom: Classroom, key: str) -> None:
    requests = classroom.requests.values_list("pk", "name")
    same = [pk for pk, name in requests if name_key(name) == key]
    JoinRequest.objects.filter(pk__in=same).delete()


def _forget_typed(classroom: Classroom, name: str, key: str, person: Person) -> None:
    """Put the person's number in the place of the name, where somebody has typed it."""
    typed = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)

    def without(text: str) -> str:
        return typed.sub(lambda _found: person.display_name, text)

    for feature in FEATURES:
        for one in feature.typed:
            # SQLite knows the two cases of ASCII letters only.
            has_name = {f"{one.column}__icontains": name} if name.isascii() else {}
            rows = one.model._default_manager.filter(**{one.of_class: classroom}, **has_name)
            for row in rows.exclude(**{one.column: ""}):
                old = getattr(row, one.column)
                if (new := without(old)) != old:
                    setattr(row, one.column, new[: one.letters])
                    row.save(update_fields=[one.column])
                    if isinstance(row, Written):  # which is not read again otherwise
                        count_rewritten(row.game_id)
        feature.forget_name(classroom, ErasedName(person, key, without))
