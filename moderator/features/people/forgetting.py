"""Erasing names: logs hold only numbers, and still verify."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from moderator.core import publishing
from moderator.core.databases.compaction import compaction_request
from moderator.core.erasing import ErasedName
from moderator.core.feature import FEATURES
from moderator.core.models import Classroom, Game, Person, RosterName
from moderator.core.text import name_key
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
        erased = ErasedName(person, name, key)
        for feature in FEATURES:
            feature.forget_name(classroom, erased)


def _lock_games(classroom: Classroom) -> None:
    """Lock the class's games: what is written in them is changed below, and meanwhile answered."""
    games = Game.objects.select_for_update(of=("self",)).filter(group__classroom=classroom)
    list(games.order_by("pk").values_list("pk"))


def forget_asked(classroom: Classroom, erased: ErasedName) -> None:
    """Erase requests to join by this name."""
    requests = classroom.requests.values_list("pk", "name")
    same = [pk for pk, name in requests if name_key(name) == erased.key]
    JoinRequest.objects.filter(pk__in=same).delete()
