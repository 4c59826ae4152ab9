"""Erasing a name in diplomatic records."""

from __future__ import annotations

from moderator.core.erasing import ErasedName
from moderator.core.models import TEXT_LETTERS, Classroom, Person
from moderator.core.written import count_rewritten
from moderator.features.deals.models import Contact, Promise


def forget_person(person: Person) -> None:
    """What was written stays as the seat's."""
    for written in (Contact, Promise):
        written.objects.filter(person=person).update(person=None)
    Promise.objects.filter(answered_by=person).update(answered_by=None)


def forget_name(classroom: Classroom, erased: ErasedName) -> None:
    contacts = Contact.objects.filter(game__group__classroom=classroom)
    for contact in erased.erase_in(contacts, "text", TEXT_LETTERS):
        count_rewritten(contact.game_id)
