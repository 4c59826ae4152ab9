"""Erasing a name in messages, drafts and reports."""

from __future__ import annotations

from moderator.core.erasing import ErasedName
from moderator.core.models import MESSAGE_LETTERS, TEXT_LETTERS, Classroom, Person
from moderator.core.written import count_changed, count_rewritten
from moderator.features.messages.models import Mailbox, Message, MessageReport


def forget_person(person: Person) -> None:
    """What was written stays as the seat's."""
    for written in (Message, MessageReport):
        written.objects.filter(person=person).update(person=None)


def forget_name(classroom: Classroom, erased: ErasedName) -> None:
    messages = Message.objects.filter(game__group__classroom=classroom)
    for message in erased.erase_in(messages, "text", MESSAGE_LETTERS):
        count_rewritten(message.game_id)
    reports = MessageReport.objects.filter(message__game__group__classroom=classroom)
    list(erased.erase_in(reports, "reason", TEXT_LETTERS))
    for mailbox in Mailbox.objects.filter(game__group__classroom=classroom):
        texts = {id: erased.without(draft["text"]) for id, draft in mailbox.drafts.items()}
        if any(texts[id] != draft["text"] for id, draft in mailbox.drafts.items()):
            for id, draft in mailbox.drafts.items():
                draft["text"] = texts[id][:MESSAGE_LETTERS]
            mailbox.changes += 1
            mailbox.save(update_fields=["drafts", "changes"])
            count_changed(mailbox.game_id)
