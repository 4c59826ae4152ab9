"""The interface of charts whose cells are pressed: what can be done at one of them.

A cell is a player's id and a place: a row's id, or another id that the game gives to what is beside
its chart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from moderator.rules.errors import Refused
from moderator.rules.offer import Amounts, Choice
from moderator.rules.seating import SeatLabel

if TYPE_CHECKING:
    from moderator.rules.game import Rules
    from moderator.rules.move import Move


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class CellPick:
    """One way to make a move at a cell, open or refused as its `choice` says.

    `seat` is the other side, if there is one, and `has` what it has there. `initial` is the number
    to begin with; None if somebody has to say it. `usual` are numbers that are often said, each
    with the label of a button that chooses it.
    """

    choice: Choice
    seat: SeatLabel | None = None
    has: str = ""
    initial: int | None = None
    usual: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CellTab:
    """A kind of move at a cell. `question` asks for the other side; `refused`: why nothing is open.

    `amounts`: fields that are entered along with a pick, at least one. `is_target`: the other side
    makes the move, against this cell.
    """

    move: type[Move[Any]]
    question: str
    picks: tuple[CellPick, ...]
    refused: Refused | None
    amounts: tuple[Amounts, ...] = ()
    is_target: bool = False

    @property
    def verb(self) -> str:
        return self.move.verb

    @property
    def label(self) -> str:
        return self.move.button if self.move.is_players() else self.move.label


@dataclass(frozen=True, slots=True)
class CellChange:
    """A player's number at a place before and after a move, and what that means in a few words."""

    seat: SeatLabel
    before: int
    after: int
    note: str = ""


class CellRules(ABC, Generic[S]):
    """What can be done at the cells of a game's chart. Every function is pure."""

    @abstractmethod
    def title(self, state: S, player: str, place: str) -> str:
        """What the cell is called; `Refused` for an unknown id."""

    @abstractmethod
    def tabs(self, rules: Rules[Any], state: S, player: str, place: str) -> tuple[CellTab, ...]:
        """The kinds of moves at the cell, without corrections; `Refused` for an unknown id."""

    @abstractmethod
    def changes(self, before: S, after: S, place: str) -> tuple[CellChange, ...]:
        """Whose numbers at the place differ, in the order of play."""

    @abstractmethod
    def order_place(self, place: str) -> str:
        """The place's id in written orders; empty if nothing is ordered there."""

    @abstractmethod
    def correction(self, player: str, place: str) -> str:
        """The name of the cell's field in a correction; empty if it has none."""
