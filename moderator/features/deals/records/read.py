"""Diplomatic records: a player's notes of its contacts, and the promises between players.

Everything is sealed until the end of the game: a player sees its own, and the group's moderators
and the instructor what the game's settings allow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from django.db.models import Q

from moderator.core.look import Book, Look
from moderator.core.models import MODERATORS
from moderator.core.written import (
    Diplomacy,
    SaidOnTable,
    has_records,
    on_table,
    settings_of,
    written_rows,
)
from moderator.features.deals.models import Contact, Promise
from moderator.rules.deals import CONTACT, PROMISE
from moderator.rules.seating import Viewer


@dataclass(frozen=True, slots=True)
class DiplomaticRecords:
    """All contacts and promises of a game, in the order in which they were written.

    `is_on`: the players of this game keep diplomatic records.
    """

    is_on: bool = False
    settings: Diplomacy = field(default_factory=Diplomacy)
    contacts: tuple[SaidOnTable, ...] = ()
    promises: tuple[SaidOnTable, ...] = ()

    def version(self, viewer: Viewer) -> int:
        """How much has happened that the viewer gets to see while the game lasts; it only grows."""
        seen = self.seen_by(viewer)
        noted = sum(one.happened for one in seen.contacts)
        return noted + sum(one.happened for one in seen.promises)

    def seen_by(self, viewer: Viewer, do_teachers_read: bool | None = None) -> DiplomaticRecords:
        """What of it the viewer may read.

        Args:
            do_teachers_read: everything; if left out, as the settings say for during the game.
        """
        if do_teachers_read is None:
            do_teachers_read = self.settings.do_teachers_read
        return self.only(lambda one: one.is_seen_by(viewer, do_teachers_read))

    def of(self, player: str) -> DiplomaticRecords:
        """One player's record."""
        return self.seen_by(Viewer(seat=player))

    def only(self, is_wanted: Callable[[SaidOnTable], bool]) -> DiplomaticRecords:
        """A part of it."""
        contacts, promises = filter(is_wanted, self.contacts), filter(is_wanted, self.promises)
        return replace(self, contacts=tuple(contacts), promises=tuple(promises))


def records_of(look: Look) -> DiplomaticRecords:
    """The game's records, as they are stored now. Cost: no query in games without them."""
    if not has_records(look.fold):
        return DiplomaticRecords()
    settings = settings_of(look.game)
    if not look.game.changes:
        return DiplomaticRecords(True, settings)
    of = (look.game, settings.rewritten)
    contacts = written_rows(Contact, *of, contact_on_table, _changed_contacts)
    promises = written_rows(Promise, *of, promise_on_table, _changed_promises)
    return DiplomaticRecords(True, settings, contacts, promises)


RECORDS = Book(records_of, depends=lambda look: has_records(look.fold), is_private=True)


def said(look: Look) -> tuple[SaidOnTable, ...]:
    """All contacts and promises on the table."""
    records = RECORDS.of(look)
    return *records.contacts, *records.promises


def contact_on_table(row: Contact) -> SaidOnTable:
    is_struck = row.withdrawn_at is not None
    return on_table(row, CONTACT, row.player, row.partners, text=row.text, is_struck=is_struck)


def promise_on_table(row: Promise) -> SaidOnTable:
    return on_table(
        row,
        PROMISE,
        row.maker,
        [row.partner],
        terms=row.terms,
        exchange=row.exchange,
        answer=row.answer,
        accepted_after=row.accepted_after,
        is_answer_entered=row.answer_role in MODERATORS,
    )


def _changed_contacts(known: tuple[SaidOnTable, ...]) -> Q:
    """Those that have been struck out since."""
    struck = [one.number for one in known if one.is_struck]
    return Q(withdrawn_at__isnull=False) & ~Q(number__in=struck)


def _changed_promises(known: tuple[SaidOnTable, ...]) -> Q | None:
    """Those that may have been answered since."""
    numbers = [one.number for one in known if not one.answer]
    return Q(number__in=numbers) & ~Q(answer="") if numbers else None
