"""Erasing names: logs hold only numbers, and still verify."""

from __future__ import annotations

import re

from django.db import transaction

from moderator.play.models import (
    Classroom,
    Comment,
    Contact,
    Entrant,
    JoinRequest,
    LateEntry,
    Message,
    MessageReport,
    Person,
    Promise,
    RosterName,
)
from moderator.play.models.lesson import TEXT_LETTERS
from moderator.play.names import name_key
from moderator.play.services.packs import packs_forget


@transaction.atomic
def person_forget(person: Person) -> Person:
    """Erase the person's name, the line on the roster with it, notes about the person, the
    person's answers in the debrief, and packs.

    In comments on moves a number is put in its place.

    The same name typed for a player of a tournament, or in a request to join, is erased too, unless
    somebody else in the class has it now. What the person wrote for a seat stays, without the
    person.
    """
    classroom = Classroom.objects.select_for_update().get(pk=person.classroom_id)
    name, key = person.name, person.name_key
    person.name = person.name_key = ""
    person.save(update_fields=["name", "name_key"])
    # Removing the person has set the line on the roster free.
    lines = RosterName.objects.filter(classroom=classroom, person=None)
    lines.filter(name_key=key).exclude(name_key="").delete()
    person.notes.all().delete()
    for written in (Message, Contact, Promise, MessageReport):  # they stay as the seat's
        written.objects.filter(person=person).update(person=None)
    Promise.objects.filter(answered_by=person).update(answered_by=None)
    person.answers.all().delete()
    packs_forget(classroom)
    if key and not classroom.people.filter(name_key=key, is_removed=False).exists():
        _forget_typed(classroom, key, person)
        _forget_in_texts(classroom, name, person)
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


def _forget_in_texts(classroom: Classroom, name: str, person: Person) -> None:
    """Put the person's number in the place of the name, where somebody has typed it."""
    typed = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    in_class = {"game__group__classroom": classroom}
    for comment in Comment.objects.filter(**in_class):
        text = typed.sub(lambda _found: person.display_name, comment.text)
        if text != comment.text:
            comment.text = text[:TEXT_LETTERS]
            comment.save(update_fields=["text"])
    for late in LateEntry.objects.filter(**in_class).exclude(reason=""):
        reason = typed.sub(lambda _found: person.display_name, late.reason)
        if reason != late.reason:
            late.reason = reason[:TEXT_LETTERS]
            late.save(update_fields=["reason"])
