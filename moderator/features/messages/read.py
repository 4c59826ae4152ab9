"""A game's messages and who may read them, kept in memory; and that in words for players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from moderator.core.cache import MB, LruCache
from moderator.core.databases import pubsub
from moderator.core.ended import has_ended_for_good
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import MODERATORS, Game, Written
from moderator.features.messages.models import Diplomacy, Mailbox, Message, MessageReport
from moderator.rules.promises import AcceptedPromise
from moderator.rules.said import CONTACT, MESSAGE
from moderator.rules.seating import MODERATOR, Viewer
from moderator.rules.wire import Wire

# What players have written in a game, kept in memory: only what is new is read again.


@dataclass(frozen=True, slots=True)
class SaidOnTable:
    """A message, a contact or a promise as it is stored, whose `kind` that is, as of `SaidLine`.

    Args:
        number: of its kind in the game, from 1.
        player, others: who wrote or promised it, and to or about whom.
        is_entered, is_answer_entered: a moderator has entered it, or the answer, for the player.
        is_struck: of a contact. terms and what follows: of a promise, as in the model `Promise`.
    """

    kind: str
    number: int
    player: str
    others: tuple[str, ...]
    turn: int
    log_number: int
    at: datetime
    is_entered: bool = False
    text: str = ""
    is_struck: bool = False
    terms: Wire = field(default_factory=dict)
    exchange: Wire | None = None
    answer: str = ""
    accepted_after: int | None = None
    is_answer_entered: bool = False

    @property
    def players(self) -> frozenset[str]:
        return frozenset((self.player, *self.others))

    @property
    def readers(self) -> frozenset[str]:
        """The players who may read it during the game: a contact is in the record of one."""
        return frozenset((self.player,)) if self.kind == CONTACT else self.players

    def is_seen_by(self, viewer: Viewer, do_teachers_read: bool) -> bool:
        """Whether the viewer may read it during the game; moderators know what they entered."""
        if viewer.is_moderator:
            return self.is_entered or do_teachers_read
        return viewer.seat in self.readers

    def audiences(self, settings: MessageSettings) -> tuple[str, ...]:
        """Those who may read it during the game."""
        seats = map(pubsub.seat_audience, sorted(self.readers))
        is_read_along = self.is_seen_by(MODERATOR, settings.do_teachers_read)
        return (*seats, pubsub.MODERATOR) if is_read_along else tuple(seats)

    @property
    def happened(self) -> int:
        """How often it has changed, being written included."""
        return 1 + self.is_struck + bool(self.answer)

    @property
    def is_accepted(self) -> bool:
        """Whether it is a promise that holds."""
        return self.accepted_after is not None

    @property
    def judged(self) -> tuple[AcceptedPromise, ...]:
        """What is judged of it, once it is accepted: it, and what was promised in exchange."""
        after, (partner, *_none) = self.accepted_after or 0, self.others
        made = AcceptedPromise(self.player, partner, self.terms, after)
        if self.exchange is None:
            return (made,)
        return made, AcceptedPromise(partner, self.player, self.exchange, after)


R = TypeVar("R", bound=Written)


class WrittenRows(Generic[R]):
    """All rows of a kind of each game, in the order in which they were written.

    Args:
        make: what a row is on the table.
        changed: which of the rows that were read before may have changed since.
        size_of: bytes in memory, estimated; `most_bytes` of all games together.
    """

    def __init__(
        self,
        make: Callable[[R], SaidOnTable],
        changed: Callable[[tuple[SaidOnTable, ...]], Q | None],
        size_of: Callable[[SaidOnTable], int],
        most_bytes: int,
    ) -> None:
        self._make = make
        self._changed = changed
        self._kept: LruCache[tuple[SaidOnTable, ...]] = LruCache(
            most_bytes, lambda found: sum(map(size_of, found))
        )

    def read(self, game: Game, rewritten: int, rows: QuerySet[R]) -> tuple[SaidOnTable, ...]:
        """The game's rows as they are stored now.

        Args:
            rewritten: as in `Diplomacy`, read before.
        """
        key = (game.uid, rewritten)
        known = self._kept.get(key) or ()
        last = known[-1].number if known else 0
        changed = self._changed(known) if known else None
        wanted = Q(number__gt=last) if changed is None else Q(number__gt=last) | changed
        read = {row.number: self._make(row) for row in rows.filter(wanted).order_by("number")}
        if not read:
            return known
        again = tuple(read.pop(one.number, one) for one in known)
        found = (*again, *read.values())
        # What a transaction reads may be rolled back.
        if found != known and not connection.in_atomic_block:
            self._kept.put(key, found)
        return found


# Written messages between players. Only those who write or get one see it, and teachers where the
# game's settings say so.

MESSAGE_BYTES = 450  # without its letters


@dataclass(frozen=True, slots=True)
class MessageSettings:
    """Who reads what is written, and who may not write now; as in `Diplomacy`."""

    readers: str = Diplomacy.Readers.TEACHERS
    afterwards: str = Diplomacy.Afterwards.EVERYBODY
    verdicts: str = Diplomacy.Verdicts.DEBRIEF
    is_closed: bool = False
    closed_to: frozenset[str] = frozenset()
    changes: int = 0
    rewritten: int = 0

    @property
    def do_teachers_read(self) -> bool:
        """Whether the group's moderators and the instructor read along."""
        return self.readers == Diplomacy.Readers.TEACHERS

    @property
    def does_everybody_read(self) -> bool:
        """Whether everybody may read everything at the debrief."""
        return self.afterwards == Diplomacy.Afterwards.EVERYBODY

    def teachers_read(self, look: Look) -> bool:
        """Whether they may read everything now: also at the debrief, if everybody may then."""
        at_end = self.does_everybody_read and has_ended_for_good(look)
        return self.do_teachers_read or at_end

    def is_closed_to(self, player: str) -> bool:
        """Whether the player may not write now."""
        return self.is_closed or player in self.closed_to


@dataclass(frozen=True, slots=True)
class MessageDraft:
    """What a player's people have begun to write, in a conversation; `by`: a person's pk."""

    text: str
    version: int
    by: int


@dataclass(frozen=True, slots=True)
class MailboxOnTable:
    """What a player's people share: as in `Mailbox`; `reported`: numbers of messages."""

    read: Mapping[str, int] = field(default_factory=dict)
    drafts: Mapping[str, MessageDraft] = field(default_factory=dict)
    shown: tuple[datetime, ...] = ()
    reported: frozenset[int] = frozenset()
    changes: int = 0


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
    settings: MessageSettings = MessageSettings()
    messages: tuple[SaidOnTable, ...] = ()
    mailboxes: Mapping[str, MailboxOnTable] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)

    def version(self, viewer: Viewer) -> int:
        """How much has happened that the viewer gets to see; it only grows."""
        if not self.is_on or not (viewer.seat or viewer.is_moderator):
            return 0
        if viewer.is_moderator:
            return self.settings.changes + len(self.seen_by(viewer))
        seat = viewer.seat or ""
        return self.settings.changes + self.numbers.get(seat, 0) + self.mailbox(seat).changes

    def seen_by(self, viewer: Viewer) -> tuple[SaidOnTable, ...]:
        reads_along = self.settings.do_teachers_read
        return tuple(one for one in self.messages if one.is_seen_by(viewer, reads_along))

    def mailbox(self, player: str) -> MailboxOnTable:
        """What the player's people share."""
        return self.mailboxes.get(player, _EMPTY)

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


_EMPTY = MailboxOnTable()


def conversation_of(others: frozenset[str]) -> str:
    """A conversation's name: the other players' ids, sorted and joined by commas."""
    return ",".join(sorted(others))


def others_in(conversation: str) -> tuple[str, ...]:
    return tuple(conversation.split(","))


def has_messages(fold: Fold) -> bool:
    now = fold.timeline
    return now.rules.has_messages(now.state)


def settings_of(game: Game) -> MessageSettings:
    """The game's settings of messages and records; the defaults if none were chosen."""
    row = Diplomacy.objects.filter(game=game).first()
    if row is None:
        return MessageSettings()
    return MessageSettings(
        row.readers,
        row.afterwards,
        row.verdicts,
        row.is_closed,
        frozenset(row.closed_to),
        row.changes,
        row.rewritten,
    )


def messages_of(look: Look) -> MessageBook:
    """The game's messages, as they are stored now. Cost: no query in games without them."""
    if not has_messages(look.fold):
        return MessageBook()
    settings = settings_of(look.game)
    if not look.game.changes:
        return MessageBook(True, settings)
    messages = _written.read(look.game, settings.rewritten, Message.objects.filter(game=look.game))
    numbers: Counter[str] = Counter()
    for one in messages:
        numbers.update(one.players)
    return MessageBook(True, settings, messages, _mailboxes(look.game), numbers)


def on_table(
    row: Written, kind: str, player: str, others: Iterable[str], **facts: Any
) -> SaidOnTable:
    """A stored row; `facts`: what only that kind has."""
    when = (row.turn, row.log_number, row.at)
    is_entered = row.role in MODERATORS
    return SaidOnTable(kind, row.number, player, tuple(others), *when, is_entered, **facts)


def message_on_table(row: Message) -> SaidOnTable:
    return on_table(row, MESSAGE, row.sender, row.recipients, text=row.text)


_written: WrittenRows[Message] = WrittenRows(
    message_on_table,
    changed=lambda known: None,
    size_of=lambda one: MESSAGE_BYTES + 2 * len(one.text),
    most_bytes=8 * MB,  # some 10,000
)


def _mailboxes(game: Game) -> dict[str, MailboxOnTable]:
    rows = MessageReport.objects.filter(message__game=game)
    reported: dict[str, list[int]] = {}
    for player, number in rows.values_list("player", "message__number"):
        reported.setdefault(player, []).append(number)
    return {
        row.player: _mailbox(row, reported.get(row.player, []))
        for row in Mailbox.objects.filter(game=game)
    }


def _mailbox(row: Mailbox, reported: list[int]) -> MailboxOnTable:
    drafts: dict[str, Any] = row.drafts
    return MailboxOnTable(
        read=row.read,
        drafts={id: MessageDraft(**draft) for id, draft in drafts.items()},
        shown=tuple(datetime.fromisoformat(each["at"]) for each in row.shown),
        reported=frozenset(reported),
        changes=row.changes,
    )


# Who can read what players write, in words: on the settings and before the first message.


def privacy_of(settings: MessageSettings) -> tuple[str, ...]:
    """Sentences for those who write, before they do."""
    return (_now(settings), _debrief(settings), _reported(settings))


def _now(settings: MessageSettings) -> str:
    if settings.do_teachers_read:
        return gettext(
            "Your moderator and your instructor can read what you write; of the players only "
            "those you write to."
        )
    return gettext(
        "Only those you write to can read it during the game: your moderator and your instructor "
        "can’t, except what a moderator enters for somebody or opens for players without a phone."
    )


def _debrief(settings: MessageSettings) -> str:
    if settings.afterwards == Diplomacy.Afterwards.EVERYBODY:
        return gettext("At the debrief your instructor can show it to everybody.")
    return gettext("It is not shown at the debrief.")


def _reported(settings: MessageSettings) -> str:
    if settings.do_teachers_read:
        return gettext("If somebody reports a message, your instructor is told.")
    return gettext(
        "If somebody reports a message, your instructor sees it with at most nine before it in "
        "the same conversation, and nothing else."
    )
