"""The order slips of the present turn. Their contents are secret until the reveal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count

from moderator.play.log.folds import Fold
from moderator.play.models import Game, SlipVersion
from moderator.play.table.turns import begun_with
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.log import Step
from moderator.rules.orders import OrderRules, Orders
from moderator.rules.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Slip:
    """A player's slip as it is now. `version` is 0 if nothing has been written.

    `left`: what is still to place; None if the rules no longer accept the orders, and `refused`
    says why.
    """

    player: str
    version: int = 0
    orders: Orders = ()
    is_sealed: bool = False
    person_id: int | None = None
    role: str = ""
    at: datetime | None = None
    left: int | None = None
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class SlipBook:
    """All slips of a game's present turn, in the order of play; none while none are written.

    `public_number` counts how often any slip of the game was sealed or opened, `own_numbers` each
    player's other changes: they only grow.
    """

    opened_by: int = 0
    slips: tuple[Slip, ...] = ()
    public_number: int = 0
    own_numbers: Mapping[str, int] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether orders are being written on slips now."""
        return bool(self.slips)

    @property
    def sealed(self) -> frozenset[str]:
        """The players whose slips are sealed."""
        return frozenset(slip.player for slip in self.slips if slip.is_sealed)

    @property
    def is_complete(self) -> bool:
        """Whether all slips are sealed."""
        return self.is_open and all(slip.is_sealed for slip in self.slips)

    def of(self, player: str) -> Slip | None:
        """The player's slip; None if the player writes no orders now."""
        return next((slip for slip in self.slips if slip.player == player), None)

    def version(self, viewer: Viewer) -> int:
        """How many changes of the game's slips the viewer may know of."""
        return self.public_number + self.own_numbers.get(viewer.seat or "", 0)


def book_of(game: Game, fold: Fold) -> SlipBook:
    """The game's slips, as they are stored now."""
    rules = fold.timeline.game
    if rules.orders is None:
        return SlipBook()
    is_open = rules.orders.is_open(fold.timeline.state)
    opened_by = opened_by_of(fold) if is_open else 0
    public_number, own_numbers = _numbers(game) if game.changes else (0, {})
    if not is_open:
        return SlipBook(opened_by, (), public_number, own_numbers)
    latest = _latest(game, opened_by) if game.changes else {}
    state = fold.timeline.state
    slips = tuple(
        slip_of(rules.orders, state, player, latest.get(player))
        for player in rules.orders.writers(state)
    )
    return SlipBook(opened_by, slips, public_number, own_numbers)


def opened_by_of(fold: Fold) -> int:
    """The number of the entry that opened the present turn; 0: the start of the game."""
    now = fold.timeline
    return opening_entry(now.game, now.state, now.standing)


def opening_entry(rules: Rules[Any], state: Any, step: Step | None) -> int:
    """The same for a state that follows `step`."""
    return begun_with(rules.turn_of, state, step)


def slip_of(orders: OrderRules[Any], state: Any, player: str, version: SlipVersion | None) -> Slip:
    """The slip of a stored version, checked against the state."""
    if version is None:
        return Slip(player, left=orders.left(state, player, ()))
    left, refused = None, None
    try:
        left = orders.left(state, player, orders.read(state, player, version.orders))
    except Refused as error:
        refused = error
    return Slip(
        player,
        version.number,
        tuple(version.orders),
        version.is_sealed,
        version.person_id,
        version.role,
        version.at,
        left,
        refused,
    )


def is_redo_cleared(game: Game, fold: Fold) -> bool:
    """Whether a slip has been changed since the move that `redo` would restore was undone."""
    step = fold.timeline.undone
    if step is None or not game.changes:
        return False
    undone_at = next(
        entry.number
        for entry in reversed(fold.entries)
        if entry.step.number == step.number and entry.number != step.number
    )
    return game.slip_versions.filter(log_number__gte=undone_at).exists()


def _numbers(game: Game) -> tuple[int, dict[str, int]]:
    rows = game.slip_versions.order_by().values_list("player", "is_public")
    found = list(rows.annotate(count=Count("pk")))
    own = {player: count for player, is_public, count in found if not is_public}
    return sum(count for _, is_public, count in found if is_public), own


def _latest(game: Game, opened_by: int) -> dict[str, SlipVersion]:
    rows = game.slip_versions.filter(opened_by=opened_by).order_by("number")
    return {row.player: row for row in rows}
