"""What messages add to what all features share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import path

from moderator.core.erasing import ErasedName
from moderator.core.feature import Feature, Part
from moderator.core.look import look_at
from moderator.core.models import MESSAGE_LETTERS, TEXT_LETTERS, Classroom, Game, Person
from moderator.core.written import count_changed, count_rewritten
from moderator.features.messages import console, student
from moderator.features.messages.models import Mailbox, Message, MessageReport
from moderator.features.messages.part import REPORTS, reports_html, shown_messages
from moderator.features.messages.read import MESSAGES, messages_of
from moderator.features.messages.reports import reports
from moderator.features.messages.write import message_read, message_send
from moderator.features.messages.writing import section_of


def _forget_person(person: Person) -> None:
    """What was written stays as the seat's."""
    for written in (Message, MessageReport):
        written.objects.filter(person=person).update(person=None)


def _forget_name(classroom: Classroom, erased: ErasedName) -> None:
    messages = Message.objects.filter(game__group__classroom=classroom)
    for message in erased.erase_in(messages, "text", MESSAGE_LETTERS):
        count_rewritten(message.game_id)
    reported = MessageReport.objects.filter(message__game__group__classroom=classroom)
    list(erased.erase_in(reported, "reason", TEXT_LETTERS))
    for mailbox in Mailbox.objects.filter(game__group__classroom=classroom):
        texts = {id: erased.without(draft["text"]) for id, draft in mailbox.drafts.items()}
        if any(texts[id] != draft["text"] for id, draft in mailbox.drafts.items()):
            for id, draft in mailbox.drafts.items():
                draft["text"] = texts[id][:MESSAGE_LETTERS]
            mailbox.changes += 1
            mailbox.save(update_fields=["drafts", "changes"])
            count_changed(mailbox.game_id)


def _write_note(game: Game, note: Mapping[str, Any], key: str, person: Person, role: str) -> None:
    message_send(game, note["by"], note["to"], note["message"], key, person, role)


def _read_all(game: Game) -> None:
    """The students have read all their messages."""
    book = messages_of(look_at(game))
    for seat in game.seats.exclude(persons=None):
        for one in book.conversations(seat.player):
            message_read(game, one.id, len(one.messages), seat.persons.earliest("pk"))


FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/reports/", reports, name="message-reports"),
        path("play/<code:code>/message/", student.message, name="play-message"),
        path("play/<code:code>/messages/", student.messages, name="play-messages"),
        path("play/<code:code>/report/", student.report, name="play-report"),
        path("g/<code:code>/messages/", console.messages, name="messages"),
    ),
    books=(MESSAGES,),
    parts=(Part("messages", shown_messages),),
    said=lambda look: MESSAGES.of(look).messages,
    section=section_of,
    class_lines={REPORTS: reports_html},
    forget_person=_forget_person,
    forget_name=_forget_name,
    demo_writes={"message": _write_note},
    demo_end=_read_all,
)
