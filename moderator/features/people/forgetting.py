"""Erasing names: logs hold only numbers, and still verify."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from moderator.core import publishing
from moderator.core.databases.compaction import compaction_request
from moderator.core.models import (
    MESSAGE_LETTERS,
    TEXT_LETTERS,
    Classroom,
    Game,
    Person,
)
from moderator.core.text import name_key
from moderator.features.deals.models import Contact, Promise
from moderator.features.debrief.models import Answer, Comment, Question
from moderator.features.from_paper.models import LateEntry
from moderator.features.messages.models import Diplomacy, Mailbox, Message, MessageReport
from moderator.features.people.models import JoinRequest, RosterName
from moderator.features.printing.write import packs_forget
from moderator.features.tournaments.models import Entrant


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
    for written in (Message, Contact, Promise, MessageReport):  # they stay as the seat's
        written.objects.filter(person=person).update(person=None)
    Promise.objects.filter(answered_by=person).update(answered_by=None)
    person.answers.all().delete()
    packs_forget(classroom)
    compaction_request()
    if key and not classroom.people.filter(name_key=key, is_removed=False).exists():
        _forget_typed(classroom, key, person)
        _forget_in_texts(classroom, name, person)


def _lock_games(classroom: Classroom) -> None:
    """Lock the class's games: what is written in them is changed below, and meanwhile answered."""
    games = Game.objects.select_for_update(of=("self",)).filter(group__classroom=classroom)
    list(games.order_by("pk").values_list("pk"))


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

    def without(text: str) -> str:
        return typed.sub(lambda _found: person.display_name, text)

    for rows, column, letters in _typed_texts(classroom):
        # SQLite knows the two cases of ASCII letters only.
        has_name = {f"{column}__icontains": name} if name.isascii() else {}
        for row in rows.filter(**has_name).exclude(**{column: ""}):
            old = getattr(row, column)
            if (new := without(old)) != old:
                setattr(row, column, new[:letters])
                row.save(update_fields=[column])
                _count_changed(row)
    for mailbox in Mailbox.objects.filter(game__group__classroom=classroom):
        if any(without(draft["text"]) != draft["text"] for draft in mailbox.drafts.values()):
            for draft in mailbox.drafts.values():
                draft["text"] = without(draft["text"])[:MESSAGE_LETTERS]
            mailbox.changes += 1
            mailbox.save(update_fields=["drafts", "changes"])
            _count_changed(mailbox)


def _typed_texts(classroom: Classroom) -> list[tuple[QuerySet[Any], str, int]]:
    """All texts that people of the class have typed, each with its column and most letters."""
    games = {"game__group__classroom": classroom}
    reports = MessageReport.objects.filter(message__game__group__classroom=classroom)
    of_class = Q(classroom=classroom) | Q(**games)
    return [
        (Comment.objects.filter(**games), "text", TEXT_LETTERS),
        (LateEntry.objects.filter(**games), "reason", TEXT_LETTERS),
        (Message.objects.filter(**games), "text", MESSAGE_LETTERS),
        (Contact.objects.filter(**games), "text", TEXT_LETTERS),
        (reports, "reason", TEXT_LETTERS),
        (Question.objects.filter(of_class), "text", TEXT_LETTERS),
        (Answer.objects.filter(person__classroom=classroom), "text", MESSAGE_LETTERS),
    ]


def _count_changed(row: Any) -> None:
    """What lies beside a log is cached by the game's number of changes."""
    if isinstance(row, Message | Contact):  # which are not read again otherwise
        Diplomacy.objects.get_or_create(game_id=row.game_id)
        Diplomacy.objects.filter(game=row.game_id).update(rewritten=F("rewritten") + 1)
    if isinstance(row, Message | Contact | Mailbox):
        Game.objects.filter(pk=row.game_id).update(changes=F("changes") + 1)
