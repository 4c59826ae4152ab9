"""The offers and the objections on a game's table, as they are stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from moderator.core.log import Fold, LoggedMove, begun_with
from moderator.core.look import Book, Look, rows_of
from moderator.core.models import MODERATORS
from moderator.features.deals.models import Answer, Objection, PlayerOffer
from moderator.rules.deals import AgreementRules
from moderator.rules.errors import Refused
from moderator.rules.reading import Wire
from moderator.rules.seating import Viewer

# Offers between two players. Their contents are secret from all others until one is recorded.

WORDS = ("ok", "agreed")
"""What a moderator types to record the first agreed offer that is possible."""


OFFER_BYTES = 1_500


@dataclass(frozen=True, slots=True)
class OfferOnTable:
    """An offer of the present period, as it is now.

    `refused` says why the rules would not allow it, `waits` why not yet; both are None once it is
    no longer on the table. `is_undone`: it was recorded, and that has been taken back.
    """

    number: int
    maker: str
    partner: str
    move: Wire
    answer: str = ""
    settled: str = ""
    entry_number: int | None = None
    refused: Refused | None = None
    waits: Refused | None = None
    is_undone: bool = False
    answered_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it has not been answered yet."""
        return not self.answer

    @property
    def is_accepted(self) -> bool:
        """Whether it has been accepted, recorded or not."""
        return self.answer == Answer.ACCEPTED

    @property
    def is_agreed(self) -> bool:
        """Whether it has been accepted and waits to be recorded."""
        return self.is_accepted and not self.settled

    @property
    def obstacle(self) -> Refused | None:
        """Why it can't be accepted or recorded now; None if it can."""
        return self.refused or self.waits

    def other(self, player: str) -> str:
        return self.partner if player == self.maker else self.maker


@dataclass(frozen=True, slots=True)
class OfferBook:
    """All offers of a game's present period, in the order in which they were made.

    `numbers` counts for each player what has happened to offers that concern the player in the
    whole game, `total` for everybody together: they only grow. `recorded`: the entries of the log
    that came from an offer.
    """

    opened_by: int = 0
    offers: tuple[OfferOnTable, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    total: int = 0
    recorded: frozenset[int] = frozenset()

    @property
    def agreed(self) -> tuple[OfferOnTable, ...]:
        """The offers that wait to be recorded, in the order in which they were accepted."""
        found = [(one.answered_at, one.number, one) for one in self.offers if one.is_agreed]
        return tuple(offer for *_, offer in sorted(found, key=lambda each: each[:2]))

    @property
    def open(self) -> tuple[OfferOnTable, ...]:
        return tuple(offer for offer in self.offers if offer.is_open)

    def of(self, number: int) -> OfferOnTable | None:
        """The offer with that number; None if it is none of this period."""
        return next((offer for offer in self.offers if offer.number == number), None)

    def typed(self, text: str) -> OfferOnTable | None:
        """The agreed offer that one of `WORDS` records; None for other texts, or without one."""
        open_ = (one for one in self.agreed if one.obstacle is None)
        return next(open_, None) if text.strip().lower() in WORDS else None

    def has_recorded(self, text: str, entry: LoggedMove) -> bool:
        """Whether one of `WORDS` recorded this entry, perhaps in an earlier period."""
        return text.strip().lower() in WORDS and entry.number in self.recorded

    def version(self, viewer: Viewer) -> int:
        """How much has happened to offers that the viewer may know of."""
        return self.total if viewer.is_moderator else self.numbers.get(viewer.seat or "", 0)


def offers_of(look: Look) -> OfferBook:
    agreed = look.rules.agreed
    if agreed is None or not look.game.changes:
        return OfferBook()
    rows = rows_of(look.game, "offers", lambda: tuple(look.game.player_offers.order_by("pk")))
    if not rows:
        return OfferBook()
    numbers: Counter[str] = Counter()
    for row in rows:
        numbers.update(dict.fromkeys((row.maker, row.partner, ""), row.happened))
    total = numbers.pop("")
    opened_by = opening_of(look.fold, agreed)
    now = (row for row in rows if row.opened_by == opened_by)
    standing = {step.number for step in look.timeline.steps()}
    offers = tuple(_on_table(row, agreed, look.fold, standing) for row in now)
    recorded = frozenset(row.entry_number for row in rows if row.entry_number is not None)
    return OfferBook(opened_by or 0, offers, numbers, total, recorded)


OFFERS = Book(offers_of, size_of=lambda book: OFFER_BYTES * len(book.offers), is_private=True)


def opening_of(fold: Fold, agreed: AgreementRules[Any]) -> int | None:
    """The number of the entry that opened the present period; None if no offers are made now."""
    now = fold.timeline
    if agreed.period(now.state) is None:
        return None
    return begun_with(agreed.period, now.state, now.standing)


def sentence_of(fold: Fold, move: Wire) -> str:
    rules, state = fold.timeline.rules, fold.timeline.state
    return str(rules.read_move(state, move).describe(state))


def refusals(
    agreed: AgreementRules[Any], state: Any, wire: Wire
) -> tuple[Refused | None, Refused | None]:
    """Why the rules don't allow an offered move, and why not yet."""
    try:
        agreed.check_terms(state, wire)
    except Refused as refused:
        return refused, None
    try:
        agreed.check_now(state, wire)
    except Refused as refused:
        return None, refused
    return None, None


def _on_table(
    row: PlayerOffer, agreed: AgreementRules[Any], fold: Fold, standing: set[int]
) -> OfferOnTable:
    is_there = not row.answer or (row.answer == Answer.ACCEPTED and not row.settled)
    refused, waits = refusals(agreed, fold.timeline.state, row.move) if is_there else (None, None)
    return OfferOnTable(
        number=row.number,
        maker=row.maker,
        partner=row.partner,
        move=row.move,
        answer=row.answer,
        settled=row.settled,
        entry_number=row.entry_number,
        refused=refused,
        waits=waits,
        is_undone=row.entry_number is not None and row.entry_number not in standing,
        answered_at=row.answered_at,
    )


# Objections of players to what a moderator has recorded for them.

SHOWN = timedelta(seconds=30)
"""How long players are asked whether an entry is right."""
ACCEPTED = timedelta(seconds=60)
"""How long an objection is accepted: a press may be late."""


@dataclass(frozen=True, slots=True)
class ObjectionBook:
    """All objections of a game, in the order in which they were made."""

    objections: tuple[Objection, ...] = ()

    @property
    def alerts(self) -> tuple[Objection, ...]:
        """Those that the moderator has not dismissed, which need attention."""
        return tuple(one for one in self.objections if not one.is_dismissed)

    def by(self, player: str) -> frozenset[int]:
        """The numbers of the entries to which the player has objected."""
        return frozenset(one.entry_number for one in self.objections if one.player == player)

    def version(self, viewer: Viewer) -> int:
        """How often somebody objected or dismissed it; a player sees the own objections alone."""
        if not viewer.is_moderator:
            return len(self.by(viewer.seat or ""))
        return sum(1 + one.is_dismissed for one in self.objections)


def objections_of(look: Look) -> ObjectionBook:
    if look.rules.agreed is None or not look.game.changes:
        return ObjectionBook()
    objections = look.game.objections.order_by("pk")
    return ObjectionBook(rows_of(look.game, "objections", lambda: tuple(objections)))


OBJECTIONS = Book(objections_of, is_private=True)


def to_confirm(
    look: Look, offers: OfferBook, player: str, at: datetime, within: timedelta = SHOWN
) -> tuple[LoggedMove, ...]:
    """The entries that the player can still object to at that time, newest first.

    They are attacks and the like that a moderator recorded, are in effect, and did not come from
    an offer that both accepted.
    """
    agreed = look.rules.agreed
    if agreed is None or not look.game.is_confirmed:
        return ()
    standing = {step.number for step in look.timeline.steps()}
    found = []
    for entry in reversed(look.fold.entries):
        if entry.at + within <= at:
            break
        if entry.verb not in agreed.confirmed or entry.number not in standing:
            continue
        if entry.role in MODERATORS and player in agreed.players(entry.move):
            found.append(entry)
    return tuple(one for one in found if one.number not in offers.recorded)
