"""A game's messages and who may read them, kept in memory; and that in words for players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext

from moderator.core.look import Book, Look
from moderator.core.models import Game
from moderator.core.written import (
    Diplomacy,
    SaidOnTable,
    has_messages,
    on_table,
    settings_of,
    written_rows,
)
from moderator.features.messages.models import Mailbox, Message, MessageReport
from moderator.rules.deals import MESSAGE
from moderator.rules.seating import Viewer

# Written messages between players. Only those who write or get one see it, and teachers where the
# game's settings say so.


@dataclass(frozen=True, slots=True)
class Conversation:
    """One player's messages with the same others, the oldest first; `read`: so many are read."""

    id: str
    others: tuple[str, ...]
    messages: tuple[SaidOnTable, ...]
    read: int

    def unread(self, player: str) -> int:
        """How many of the others' messages the player has not read."""
        return sum(one.player != player for one in self.messages[self.read :])


@dataclass(frozen=True, slots=True)
class MessageBook:
    """All messages of a game, in the order in which they were written.

    `is_on`: the players of this game talk through written messages. `numbers`: how many concern
    each player.
    """

    is_on: bool = False
    settings: Diplomacy = field(default_factory=Diplomacy)
    messages: tuple[SaidOnTable, ...] = ()
    mailboxes: Mapping[str, Mailbox] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)

    def version(self, viewer: Viewer) -> int:
        """How much has happened that the viewer gets to see; it only grows."""
        if not self.is_on or viewer.is_public:
            return 0
        if viewer.is_moderator:
            return self.settings.changes + len(self.seen_by(viewer))
        seat = viewer.seat or ""
        return self.settings.changes + self.numbers.get(seat, 0) + self.mailbox(seat).changes

    def seen_by(self, viewer: Viewer) -> tuple[SaidOnTable, ...]:
        reads_along = self.settings.do_teachers_read
        return tuple(one for one in self.messages if one.is_seen_by(viewer, reads_along))

    def mailbox(self, player: str) -> Mailbox:
        """What the player's people share."""
        return self.mailboxes.get(player) or Mailbox(player=player)

    def conversations(self, player: str) -> tuple[Conversation, ...]:
        """The player's conversations, the one with the newest message first."""
        read = self.mailbox(player).read
        found: dict[str, list[SaidOnTable]] = {}
        for one in self.seen_by(Viewer(seat=player)):
            id = conversation_of(one.players - {player})
            found.setdefault(id, []).append(one)
        by_newest = sorted(found.items(), key=lambda pair: -pair[1][-1].number)
        return tuple(
            Conversation(id, others_in(id), tuple(messages), read.get(id, 0))
            for id, messages in by_newest
        )


def conversation_of(others: frozenset[str]) -> str:
    """A conversation's name: the other players' ids, sorted and joined by commas."""
    return ",".join(sorted(others))


def others_in(conversation: str) -> tuple[str, ...]:
    return tuple(conversation.split(","))


def messages_of(look: Look) -> MessageBook:
    """The game's messages, as they are stored now. Cost: no query in games without them."""
    if not has_messages(look.fold):
        return MessageBook()
    settings = settings_of(look.game)
    if not look.game.changes:
        return MessageBook(True, settings)
    messages = written_rows(Message, look.game, settings.rewritten, message_on_table)
    numbers: Counter[str] = Counter()
    for one in messages:
        numbers.update(one.players)
    return MessageBook(True, settings, messages, _mailboxes(look.game), numbers)


MESSAGES = Book(messages_of, depends=lambda look: has_messages(look.fold), is_private=True)


def message_on_table(row: Message) -> SaidOnTable:
    return on_table(row, MESSAGE, row.sender, row.recipients, text=row.text)


def _mailboxes(game: Game) -> dict[str, Mailbox]:
    found = {row.player: row for row in Mailbox.objects.filter(game=game)}
    rows = MessageReport.objects.filter(message__game=game)
    for player, number in rows.values_list("player", "message__number"):
        found[player].reported |= {number}
    return found


# Who can read what players write, in words: on the settings and before the first message.


def privacy_of(settings: Diplomacy) -> tuple[str, ...]:
    """Sentences for those who write, before they do."""
    return (_now(settings), _debrief(settings), _reported(settings))


def _now(settings: Diplomacy) -> str:
    if settings.do_teachers_read:
        return gettext(
            "Your moderator and your instructor can read what you write; of the players only "
            "those you write to."
        )
    return gettext(
        "Only those you write to can read it during the game: your moderator and your instructor "
        "can’t, except what a moderator enters for somebody or opens for players without a phone."
    )


def _debrief(settings: Diplomacy) -> str:
    if settings.does_everybody_read:
        return gettext("At the debrief your instructor can show it to everybody.")
    return gettext("It is not shown at the debrief.")


def _reported(settings: Diplomacy) -> str:
    if settings.do_teachers_read:
        return gettext("If somebody reports a message, your instructor is told.")
    return gettext(
        "If somebody reports a message, your instructor sees it with at most nine before it in "
        "the same conversation, and nothing else."
    )
