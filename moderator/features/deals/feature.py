"""What offers and diplomatic records add to what all features share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import path

from moderator.core.erasing import ErasedName
from moderator.core.feature import Feature, Part
from moderator.core.models import TEXT_LETTERS, Classroom, Entry, Game, Person
from moderator.core.written import count_rewritten
from moderator.features.deals.models import Contact, Promise
from moderator.features.deals.offers.pages import answer, objection, objections, offer, offers
from moderator.features.deals.offers.part import shown_offers
from moderator.features.deals.offers.read import OBJECTIONS, OFFERS
from moderator.features.deals.records import console as records_console
from moderator.features.deals.records import student as records_student
from moderator.features.deals.records.part import shown_records
from moderator.features.deals.records.read import RECORDS, said
from moderator.features.deals.records.student import contact, promise, records
from moderator.features.deals.records.write import contact_note, promise_answer, promise_make


def _forget_person(person: Person) -> None:
    """What was written stays as the seat's."""
    for written in (Contact, Promise):
        written.objects.filter(person=person).update(person=None)
    Promise.objects.filter(answered_by=person).update(answered_by=None)


def _forget_name(classroom: Classroom, erased: ErasedName) -> None:
    contacts = Contact.objects.filter(game__group__classroom=classroom)
    for changed in erased.erase_in(contacts, "text", TEXT_LETTERS):
        count_rewritten(changed.game_id)


def _write_note(game: Game, note: Mapping[str, Any], key: str, person: Person, role: str) -> None:
    player = note["by"]
    if "contact" in note:
        contact_note(game, note["to"], note["contact"], key, person, role, player)
    elif "promise" in note:
        (partner,) = note["to"]
        entered = None if role == Entry.Role.STUDENT else player
        terms, exchange = note["promise"], note["exchange"]
        promise_make(game, partner, terms, exchange, key, person, role, entered)
    else:
        promise_answer(game, note["number"], note["answer"], key, person, role)


FEATURE = Feature(
    urls=(
        path("play/<code:code>/offer/", offer, name="play-offer"),
        path("play/<code:code>/answer/", answer, name="play-answer"),
        path("play/<code:code>/object/", objection, name="play-object"),
        path("play/<code:code>/contact/", contact, name="play-contact"),
        path("play/<code:code>/records/", records, name="play-records"),
        path("play/<code:code>/promise/", promise, name="play-promise"),
        path(
            "play/<code:code>/promise/answer/", records_student.answer, name="play-promise-answer"
        ),
        path("g/<code:code>/offers/", offers, name="offers"),
        path("g/<code:code>/objections/", objections, name="objections"),
        path("g/<code:code>/records/", records_console.records, name="console-records"),
        path("g/<code:code>/promise/", records_console.promise, name="console-promise"),
    ),
    books=(OFFERS, OBJECTIONS, RECORDS),
    parts=(Part("offers", shown_offers), Part("records", shown_records, "below")),
    said=said,
    forget_person=_forget_person,
    forget_name=_forget_name,
    demo_writes=dict.fromkeys(("contact", "promise", "answer"), _write_note),
)
