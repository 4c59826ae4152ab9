"""Erasing names: logs hold only numbers, and still verify."""

from __future__ import annotations

from django.db import transaction

from moderator.play.models import Classroom, Entrant, JoinRequest, Person, RosterName
from moderator.play.names import name_key
from moderator.play.services.packs import packs_forget


@transaction.atomic
def person_forget(person: Person) -> Person:
    """Erase the person's name, the line on the roster with it, notes about the person, the
    person's answers in the debrief, and packs.

    The same name typed for a player of a tournament, or in a request to join, is erased too, unless
    somebody else in the class has it now.
    """
    classroom = Classroom.objects.select_for_update().get(pk=person.classroom_id)
    key = person.name_key
    person.name = person.name_key = ""
    person.save(update_fields=["name", "name_key"])
    # Removing the person has set the line on the roster free.
    lines = RosterName.objects.filter(classroom=classroom, person=None)
    lines.filter(name_key=key).exclude(name_key="").delete()
    person.notes.all().delete()
    person.answers.all().delete()
    packs_forget(classroom)
    if key and not classroom.people.filter(name_key=key, is_removed=False).exists():
        _forget_typed(classroom, key, person)
    return person


@transaction.atomic
def people_forget(classroom: Classroom) -> None:
    """Erase the names of everybody who was removed from the class."""
    for person in classroom.people.filter(is_removed=True).exclude(name=""):
        person_forget(person)


def _forget_typed(classroom: Classroom, key: str, person: Person) -> None:
    # Where the person plays, too, another player with the same name is somebody else.
    tournaments = classroom.tournaments.exclude(entrants__person=person)
    typed = Entrant.objects.filter(tournament__in=tournaments, person=None, name_key=key)
    typed.update(name="", name_key="")
    requests = classroom.requests.values_list("pk", "name")
    same = [pk for pk, name in requests if name_key(name) == key]
    JoinRequest.objects.filter(pk__in=same).delete()
