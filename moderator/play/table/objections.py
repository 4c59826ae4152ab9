"""Objections of players to what a moderator has recorded for them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from moderator.play.log.folds import Fold, LoggedMove
from moderator.play.models import MODERATORS, Game
from moderator.play.table.offers import OfferBook
from moderator.rules.viewer import Viewer

SHOWN = timedelta(seconds=30)
"""How long players are asked whether an entry is right."""
ACCEPTED = timedelta(seconds=60)
"""How long an objection is accepted: a press may be late."""


@dataclass(frozen=True, slots=True)
class StoredObjection:
    """An objection of a player to an entry; only those not dismissed yet need attention."""

    id: int
    entry_number: int
    player: str
    person_id: int
    is_dismissed: bool


@dataclass(frozen=True, slots=True)
class ObjectionBook:
    """All objections of a game, in the order in which they were made."""

    objections: tuple[StoredObjection, ...] = ()

    @property
    def alerts(self) -> tuple[StoredObjection, ...]:
        """Those that the moderator has not dismissed."""
        return tuple(one for one in self.objections if not one.is_dismissed)

    def by(self, player: str) -> frozenset[int]:
        """The numbers of the entries to which the player has objected."""
        return frozenset(one.entry_number for one in self.objections if one.player == player)

    def version(self, viewer: Viewer) -> int:
        """How often somebody objected or dismissed it; only the moderator sees that."""
        if not viewer.is_moderator:
            return 0
        return sum(1 + one.is_dismissed for one in self.objections)


def objections_of(game: Game, fold: Fold) -> ObjectionBook:
    """The game's objections, as they are stored now."""
    if fold.timeline.game.agreed is None or not game.changes:
        return ObjectionBook()
    return ObjectionBook(
        tuple(
            StoredObjection(
                row.pk, row.entry_number, row.player, row.person_id, row.dismissed_by_id is not None
            )
            for row in game.objections.order_by("pk")
        )
    )


def to_confirm(
    game: Game, fold: Fold, offers: OfferBook, player: str, at: datetime, within: timedelta = SHOWN
) -> tuple[LoggedMove, ...]:
    """The entries that the player can still object to at that time, newest first.

    They are attacks and the like that a moderator recorded, are in effect, and did not come from
    an offer that both accepted.
    """
    agreed = fold.timeline.game.agreed
    if agreed is None or not game.is_confirmed:
        return ()
    standing = {step.number for step in fold.timeline.steps()}
    found = []
    for entry in reversed(fold.entries):
        if entry.at + within <= at:
            break
        if entry.verb not in agreed.confirmed or entry.number not in standing:
            continue
        if entry.role in MODERATORS and player in agreed.players(entry.move):
            found.append(entry)
    return tuple(one for one in found if one.number not in offers.recorded)
