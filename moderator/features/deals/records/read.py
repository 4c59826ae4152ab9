"""Diplomatic records: a player's notes of its contacts, and the promises between players.

Everything is sealed until the end of the game: a player sees its own, and the group's moderators
and the instructor what the game's settings allow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q

from moderator.core.cache import MB
from moderator.core.log import Fold
from moderator.core.look import Look
from moderator.core.models import MODERATORS
from moderator.features.deals.models import Contact, Promise
from moderator.features.messages.read import MessageSettings, WrittenRows, settings_of
from moderator.rules.promises import AcceptedPromise
from moderator.rules.seating import Viewer
from moderator.rules.wire import Wire

CONTACT_BYTES, PROMISE_BYTES = 450, 2_000  # without the letters of texts

Answer = Promise.Answer
_Test = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class ContactOnTable:
    """A line of a player's record. `is_entered`: a moderator has entered it for the player."""

    number: int
    player: str
    partners: tuple[str, ...]
    text: str
    turn: int
    log_number: int
    at: datetime
    is_entered: bool = False
    is_struck: bool = False

    @property
    def happened(self) -> int:
        """How often it has changed, being written included."""
        return 1 + self.is_struck


@dataclass(frozen=True, slots=True)
class PromiseOnTable:
    """A promise, in exchange for another one (`exchange`) or for nothing.

    `is_answer_entered`: a moderator has entered the answer, as `is_entered` for the promise.
    """

    number: int
    maker: str
    partner: str
    terms: Wire
    exchange: Wire | None
    turn: int
    log_number: int
    at: datetime
    answer: str = ""
    accepted_after: int | None = None
    is_entered: bool = False
    is_answer_entered: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it has not been answered yet."""
        return not self.answer

    @property
    def is_accepted(self) -> bool:
        """Whether it holds."""
        return self.answer == Answer.ACCEPTED

    @property
    def happened(self) -> int:
        """How often it has changed, being made included."""
        return 1 + bool(self.answer)

    @property
    def players(self) -> tuple[str, str]:
        return self.maker, self.partner

    @property
    def judged(self) -> tuple[AcceptedPromise, ...]:
        """What is judged of it, once it is accepted: it, and what was promised in exchange."""
        after = self.accepted_after or 0
        made = AcceptedPromise(self.maker, self.partner, self.terms, after)
        if self.exchange is None:
            return (made,)
        return made, AcceptedPromise(self.partner, self.maker, self.exchange, after)

    def other(self, player: str) -> str:
        return self.partner if player == self.maker else self.maker


@dataclass(frozen=True, slots=True)
class DiplomaticRecords:
    """All contacts and promises of a game, in the order in which they were written.

    `is_on`: the players of this game keep diplomatic records.
    """

    is_on: bool = False
    settings: MessageSettings = field(default_factory=MessageSettings)
    contacts: tuple[ContactOnTable, ...] = ()
    promises: tuple[PromiseOnTable, ...] = ()

    def version(self, viewer: Viewer) -> int:
        """How much has happened that the viewer gets to see while the game lasts; it only grows."""
        seen = self.seen_by(viewer)
        noted = sum(one.happened for one in seen.contacts)
        return noted + sum(one.happened for one in seen.promises)

    def seen_by(self, viewer: Viewer, has_ended_for_good: bool = False) -> DiplomaticRecords:
        """What of it the viewer may read.

        Args:
            has_ended_for_good: as in `has_ended_for_good`.
        """
        if viewer.is_moderator and self.do_teachers_read(has_ended_for_good):
            return self
        if viewer.is_moderator:  # who know what they entered themselves
            return self._only(lambda one: one.is_entered, lambda one: one.is_entered)
        return self.of(viewer.seat or "")

    def of(self, player: str) -> DiplomaticRecords:
        """One player's record."""
        return self._only(lambda one: one.player == player, lambda one: player in one.players)

    def do_teachers_read(self, has_ended_for_good: bool = False) -> bool:
        """Whether the group's moderators and the instructor may read everything."""
        at_end = has_ended_for_good and self.settings.does_everybody_read
        return self.settings.do_teachers_read or at_end

    def _only(self, is_contact: _Test, is_promise: _Test) -> DiplomaticRecords:
        return DiplomaticRecords(
            self.is_on,
            self.settings,
            tuple(one for one in self.contacts if is_contact(one)),
            tuple(one for one in self.promises if is_promise(one)),
        )


def has_records(fold: Fold) -> bool:
    now = fold.timeline
    return now.rules.has_diplomatic_records(now.state)


def records_of(look: Look) -> DiplomaticRecords:
    """The game's records, as they are stored now. Cost: no query in games without them."""
    if not has_records(look.fold):
        return DiplomaticRecords()
    settings = settings_of(look.game)
    if not look.game.changes:
        return DiplomaticRecords(True, settings)
    contacts = _contacts.read(look.game, settings.rewritten, Contact.objects.filter(game=look.game))
    promises = _promises.read(look.game, settings.rewritten, Promise.objects.filter(game=look.game))
    return DiplomaticRecords(True, settings, contacts, promises)


def _contact(row: Contact) -> ContactOnTable:
    return ContactOnTable(
        row.number,
        row.player,
        tuple(row.partners),
        row.text,
        row.turn,
        row.log_number,
        row.at,
        row.role in MODERATORS,
        row.withdrawn_at is not None,
    )


def _promise(row: Promise) -> PromiseOnTable:
    return PromiseOnTable(
        row.number,
        row.maker,
        row.partner,
        row.terms,
        row.exchange,
        row.turn,
        row.log_number,
        row.at,
        row.answer,
        row.accepted_after,
        row.role in MODERATORS,
        row.answer_role in MODERATORS,
    )


def _changed_contacts(known: tuple[ContactOnTable, ...]) -> Q:
    """Those that have been struck out since."""
    struck = [one.number for one in known if one.is_struck]
    return Q(withdrawn_at__isnull=False) & ~Q(number__in=struck)


def _changed_promises(known: tuple[PromiseOnTable, ...]) -> Q | None:
    """Those that may have been answered since."""
    numbers = [one.number for one in known if one.is_open]
    return Q(number__in=numbers) & ~Q(answer="") if numbers else None


_contacts: WrittenRows[Contact, ContactOnTable] = WrittenRows(
    _contact,
    _changed_contacts,
    size_of=lambda one: CONTACT_BYTES + 2 * len(one.text),
    most_bytes=4 * MB,
)
_promises: WrittenRows[Promise, PromiseOnTable] = WrittenRows(
    _promise, _changed_promises, size_of=lambda one: PROMISE_BYTES, most_bytes=4 * MB
)
