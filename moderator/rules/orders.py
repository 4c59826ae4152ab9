"""The interface of written orders, which all players write down and a moderator reveals at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeVar

from moderator.rules.errors import Refused
from moderator.rules.reading import Wire
from moderator.rules.seating import Viewer

S = TypeVar("S")

Orders = tuple[Wire, ...]
"""What a player has written: the wire forms of the player's own moves, in normal form."""

Amounts = tuple[tuple[str, int], ...]
"""How much a player orders for each named place; 0 takes an order back."""

WRITE, CLEAR, SEAL, OPEN, REVEAL = "write", "clear", "seal", "open", "reveal"


@dataclass(frozen=True, slots=True)
class SlipCommand:
    """A typed command about order slips: one of the five verbs, whose slip, and what to write."""

    verb: str
    player: str = ""
    amounts: Amounts = ()


@dataclass(frozen=True, slots=True)
class OrderLine:
    """One order for people to read: `rfs` for a place, which has `before` now and then `after`."""

    place: str
    rfs: int
    before: int
    after: int


class OrderRules(Protocol[S]):
    """How the players of a game write their orders. Every function is pure.

    Until the reveal the orders are no part of the state: each is checked as if it were the first.
    """

    verbs: ClassVar[frozenset[str]]
    """The kinds of moves that are written."""

    def is_open(self, state: S) -> bool:
        """Whether orders are being written and none has been recorded yet."""

    def writers(self, state: S) -> tuple[str, ...]:
        """The players who have orders to write, in the order of play."""

    def read(self, state: S, player: str, orders: Sequence[object]) -> Orders:
        """The orders in normal form, complete or not.

        Raises:
            Refused: `bad-move`, or why the rules don't accept them together.
        """

    def left(self, state: S, player: str, orders: Orders) -> int:
        """How much the player still has to place, at least 0; the orders are legal."""

    def filled(self, state: S, player: str, orders: Orders) -> Orders:
        """The orders with what is missing filled in by default; they are legal and stay."""

    def reveal_label(self, before: S) -> str:
        """What a reveal of the orders is called; `before` is the state before one of them."""

    def as_sealed(self, state: S, players: Collection[str]) -> S:
        """The state as everybody sees it once these players have sealed their orders."""

    def are_written(self, state: S) -> bool:
        """Whether orders are written in this game at all, now or in another turn."""

    def lines(self, state: S, player: str, amounts: Amounts) -> tuple[OrderLine, ...]:
        """The amounts in words and numbers."""

    def with_amounts(self, state: S, player: str, orders: Orders, amounts: Amounts) -> Orders:
        """The orders with these amounts instead of those for the same places; others stay.

        Raises:
            Refused: why the rules don't accept them together.
        """

    def command(self, state: S, text: str) -> SlipCommand | None:
        """A typed command about order slips while they are written; None if it is another one.

        Raises:
            Refused: `not-understood` or `ambiguous`, saying what would be right.
        """

    def complete(self, state: S, text: str) -> Sequence[str]:
        """Completions of the last typed word of such a command, without numbers."""

    # For a page on which a slip is written, place by place

    def place_of(self, order: Wire) -> str:
        """The id of the place of an order, of which the number may be missing."""

    def placed(self, orders: Orders) -> Mapping[str, int]:
        """How much the orders place, by the places' ids (`view` names them); none with 0."""

    def changed(self, state: S, player: str, orders: Orders, changes: Mapping[str, int]) -> Orders:
        """Legal orders with so much more, or less, in these places.

        Raises:
            Refused: a place would have less than nothing (`bad-move`), or as in `read`.
        """
        placed = self.placed(orders)
        wanted = {place: placed.get(place, 0) + more for place, more in changes.items()}
        if min(wanted.values(), default=0) < 0:
            raise Refused("bad-move", "There is nothing on the slip there to take back.")
        return self.with_amounts(state, player, orders, tuple(wanted.items()))

    def legal(self, state: S, player: str, orders: Orders) -> Orders:
        """The orders without those that the rules don't accept any more; the first ones stay."""
        kept: Orders = ()
        for order in orders:
            with suppress(Refused):
                kept = self.read(state, player, [*kept, order])
        return kept

    def view(self, state: S, viewer: Viewer, orders: Orders, promised: Iterable[Wire] = ()) -> Any:
        """The slip of the viewer's seat with these legal orders, for the template `slip.html`.

        It holds nothing that the viewer may not see. It has `left` and `total`, and `rows`, each
        with its `place` and how much is `placed`.

        Args:
            promised: the terms of the seat's own promises, of which a row may remind.
        """
