"""What lies on a game's table beside its log, cached; and the state as people see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from moderator.core.cache import MB, LruCache
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.features.deals.offers.read import ObjectionBook, OfferBook, objections_of, offers_of
from moderator.features.deals.records.read import DiplomaticRecords, has_records, records_of
from moderator.features.debrief.releases.read import (
    Released,
    Releases,
    released,
    released_to_teachers,
    releases_of,
)
from moderator.features.messages.read import MessageBook, has_messages, messages_of
from moderator.features.slips.read import Reminders, SlipBook, book_of, reminders_of
from moderator.rules.seating import Viewer

SNAPSHOT_BYTES = 4_000  # measured for five slips with all their orders
OFFER_BYTES = 1_500
WRITTEN_BYTES = 16  # of each message, contact and promise, which is in memory only once

Written = tuple[MessageBook, DiplomaticRecords]


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on a game's table beside the log."""

    slips: SlipBook
    offers: OfferBook = field(default_factory=OfferBook)
    objections: ObjectionBook = field(default_factory=ObjectionBook)
    reminders: Reminders = field(default_factory=Reminders)
    messages: MessageBook = field(default_factory=MessageBook)
    records: DiplomaticRecords = field(default_factory=DiplomaticRecords)
    releases: Releases = field(default_factory=Releases)

    def version(self, viewer: Viewer) -> int:
        """A number that grows with everything beside the log that the viewer gets to see.

        It is added to the log's number, so what others may not know must not count.
        """
        parts = (self.slips, self.offers, self.objections, self.messages, self.records)
        reminded = self.reminders.numbers.get(viewer.seat or "", 0)
        return sum(part.version(viewer) for part in parts) + reminded + self.releases.changes

    def concerns(self, player: str) -> bool:
        """Whether the player has got or written a message, a contact or a promise."""
        own = self.records.of(player)
        return bool(self.messages.numbers.get(player) or own.contacts or own.promises)

    def released(self, look: Look) -> Released:
        """What everybody may read now of messages and records, of the same game and log."""
        return released(look, self.releases, self.messages, self.records)

    def released_to_teachers(self, look: Look) -> Released:
        """What the group's moderators and the instructor may read now, likewise."""
        return released_to_teachers(look, self.releases, self.messages, self.records)

    @property
    def rewritten(self) -> int:
        """How often erasing a name has changed what was written."""
        return max(self.messages.settings.rewritten, self.records.settings.rewritten)


def _bytes(table: Table) -> int:
    return SNAPSHOT_BYTES + OFFER_BYTES * len(table.offers.offers)


def _written_bytes(written: Written) -> int:
    book, records = written
    rows = len(book.messages) + len(records.contacts) + len(records.promises)
    return SNAPSHOT_BYTES + WRITTEN_BYTES * rows


_tables: LruCache[Table] = LruCache(4 * MB, _bytes)
_written: LruCache[Written] = LruCache(2 * MB, _written_bytes)


def table_of(look: Look) -> Table:
    """What lies on the game's table; `game` must be as it is in the database now."""
    key = (look.game.uid, look.game.changes, look.fold.hash)

    def make() -> Table:
        slips = book_of(look)
        offers, objections = offers_of(look), objections_of(look)
        reminders = reminders_of(look.game, slips)
        messages, records = _written_in(look)
        releases = releases_of(look)
        return Table(slips, offers, objections, reminders, messages, records, releases)

    return _tables.get_or_make(key, make)


def _written_in(look: Look) -> Written:
    """What is written doesn't depend on the log: moves read nothing of it again."""
    is_on = has_messages(look.fold), has_records(look.fold)
    if not any(is_on):
        return MessageBook(), DiplomaticRecords()
    key = (look.game.uid, look.game.changes, *is_on)
    return _written.get_or_make(key, lambda: (messages_of(look), records_of(look)))


def shown_state(fold: Fold, table: Table, state: Any = None) -> Any:
    """The present state as people see it: whoever has sealed a slip has placed everything.

    Args:
        state: another state of the same turn; the present one if left out.
    """
    orders = fold.timeline.rules.orders
    state = fold.timeline.state if state is None else state
    return orders.as_sealed(state, table.slips.sealed) if orders and table.slips.sealed else state
