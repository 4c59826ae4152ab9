"""What everybody may read of a game's messages and records: what the instructor has released.

It is only shown while the game is over or stopped. Where the settings say that others never read
what was written, nothing can be released. The secrets of the rules are released by themselves
(`moderator/core/ended.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from moderator.core.ended import has_ended_for_good, is_ended
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.features.deals.records.read import (
    ContactOnTable,
    DiplomaticRecords,
    PromiseOnTable,
    has_records,
)
from moderator.features.debrief.models import DebriefRelease
from moderator.features.messages.read import MessageBook, MessageOnTable, has_messages, settings_of


@dataclass(frozen=True, slots=True)
class ReleaseOnTable:
    """A release that has not been withdrawn; `players` and `turn` as in `DebriefRelease`."""

    pk: int
    players: frozenset[str] = frozenset()
    turn: int | None = None

    @property
    def is_all(self) -> bool:
        return not self.players and self.turn is None

    def is_like(self, other: ReleaseOnTable) -> bool:
        """Whether both release the same."""
        return (self.players, self.turn) == (other.players, other.turn)

    def covers_message(self, one: MessageOnTable) -> bool:
        """Whether everybody may read the message."""
        return self._covers(one.sender, one.recipients, one.turn)

    def covers_contact(self, one: ContactOnTable) -> bool:
        """Whether everybody may read the contact; a single player's are those in its own record."""
        is_own = len(self.players) != 1 or one.player in self.players
        return is_own and self._covers(one.player, one.partners, one.turn)

    def covers_promise(self, one: PromiseOnTable) -> bool:
        """Whether everybody may read the promise."""
        return self._covers(one.maker, (one.partner,), one.turn)

    def _covers(self, writer: str, others: Collection[str], turn: int) -> bool:
        """Of a pair only what one of them wrote to the other, or about their talks."""
        is_theirs = self.players <= {writer, *others}
        is_between = len(self.players) < 2 or writer in self.players
        return is_theirs and is_between and self.turn in (None, turn)


@dataclass(frozen=True, slots=True)
class Releases:
    """The releases of a game. `can_be`: whether anything may be released to everybody at all;
    `changes`: how many acts of the instructor there were."""

    can_be: bool = False
    standing: tuple[ReleaseOnTable, ...] = ()
    changes: int = 0

    @property
    def has_all(self) -> bool:
        return any(one.is_all for one in self.standing)


@dataclass(frozen=True, slots=True)
class Released:
    """The messages, contacts and promises that somebody may read at the debrief.

    `has_all`: nothing of the game is missing.
    """

    messages: tuple[MessageOnTable, ...] = ()
    records: DiplomaticRecords = field(default_factory=DiplomaticRecords)
    has_all: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.messages or self.records.contacts or self.records.promises)


def has_debrief(fold: Fold) -> bool:
    """Whether anything can be written in the game that a debrief could release."""
    return has_messages(fold) or has_records(fold)


def releases_of(look: Look) -> Releases:
    """The game's releases, as they are stored now. Cost: no query where nothing is written."""
    if not has_debrief(look.fold):
        return Releases()
    can_be = settings_of(look.game).does_everybody_read
    if not look.game.changes:
        return Releases(can_be)
    rows = tuple(DebriefRelease.objects.filter(game=look.game))
    standing = tuple(
        ReleaseOnTable(row.pk, frozenset(row.players), row.turn)
        for row in rows
        if row.withdrawn_at is None
    )
    withdrawn = len(rows) - len(standing)
    return Releases(can_be, standing if can_be else (), len(rows) + withdrawn)


def released(
    look: Look, releases: Releases, messages: MessageBook, records: DiplomaticRecords
) -> Released:
    """What everybody may read now; nothing unless the game is over or stopped."""
    if not releases.standing or not is_ended(look):
        return Released(records=_none_of(records))
    standing = releases.standing
    return Released(
        tuple(one for one in messages.messages if any(it.covers_message(one) for it in standing)),
        replace(
            records,
            contacts=tuple(
                one for one in records.contacts if any(it.covers_contact(one) for it in standing)
            ),
            promises=tuple(
                one for one in records.promises if any(it.covers_promise(one) for it in standing)
            ),
        ),
        releases.has_all,
    )


def released_to_teachers(
    look: Look, releases: Releases, messages: MessageBook, records: DiplomaticRecords
) -> Released:
    """What the group's moderators and the instructor may read: everything that the settings let
    them, and what everybody may."""
    settings = messages.settings if messages.is_on else records.settings
    at_end = settings.does_everybody_read and has_ended_for_good(look)
    if settings.do_teachers_read or at_end:
        return Released(messages.messages, records, has_all=True)
    return released(look, releases, messages, records)


def _none_of(records: DiplomaticRecords) -> DiplomaticRecords:
    return replace(records, contacts=(), promises=())
