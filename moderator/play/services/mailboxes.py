"""What a seat's people share beside their messages: how far they have read, and drafts."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext

from moderator.play.models import Entry, Game, Person
from moderator.play.services.recording import check_person, locked, own_player
from moderator.play.services.written import (
    clean_text,
    conversation_in,
    mailbox_of,
    no_messages,
    own_message,
    recipients_of,
    save_mailbox,
)
from moderator.play.table.messages import conversation_of, has_messages
from moderator.rules.errors import Refused

MOST_DRAFTS = 20


def message_read(game: Game, conversation: str, read: int, by: Person) -> str:
    """The person's seat has read so many messages of that conversation.

    Returns:
        The player whose people see something else now; empty if nothing has changed.

    Raises:
        Stale: the game has been deleted.
        NotAllowed: the person has no seat.
    """
    check_person(game, by, Entry.Role.STUDENT)
    with transaction.atomic(durable=True):
        fold = locked(game)
        player = own_player(game, by, own_message())
        found = conversation_in(game, fold, player, conversation)
        read = min(read, len(found.messages)) if found else 0
        if found is None or read <= found.read:
            return ""
        mailbox = mailbox_of(game, player)
        mailbox.read[conversation] = read
        save_mailbox(game, mailbox)
    return player


def draft_save(game: Game, recipients: Collection[str], text: str, by: Person) -> tuple[str, int]:
    """Keep what the person has begun to write; all who share the seat see it.

    The last one who writes wins. An empty text removes the draft.

    Returns:
        The player, and the draft's version, which grows.

    Raises:
        Refused: it is too long, or there are too many drafts.
        Stale: the game has been deleted.
        NotAllowed: the person has no seat.
    """
    check_person(game, by, Entry.Role.STUDENT)
    text = clean_text(text)
    with transaction.atomic(durable=True):
        fold = locked(game)
        player = own_player(game, by, own_message())
        if not has_messages(fold):
            raise no_messages()
        id = conversation_of(frozenset(recipients_of(fold, player, recipients)))
        mailbox = mailbox_of(game, player)
        if mailbox.drafts.get(id, {}).get("text", "") == text:
            return player, mailbox.changes
        mailbox.drafts.pop(id, None)
        if text:
            if len(mailbox.drafts) >= MOST_DRAFTS:
                raise Refused("bad-message", gettext("There are too many drafts. Send one first."))
            version = mailbox.changes + 1
            mailbox.drafts[id] = {"text": text, "version": version, "by": by.pk}
        save_mailbox(game, mailbox)
    return player, mailbox.changes
