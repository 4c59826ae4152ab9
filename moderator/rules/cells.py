"""The interfaces of charts whose cells are pressed, and of corrections.

A cell is a player's id and a place: a row's id, or another id that the game gives to what is beside
its chart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from moderator.rules.errors import Refused
from moderator.rules.offer import Amounts, Choice
from moderator.rules.seating import SeatLabel

if TYPE_CHECKING:
    from moderator.rules.game import Rules
    from moderator.rules.move import Move

S_contra = TypeVar("S_contra", contravariant=True)


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
    """A kind of move at a cell. `question` asks for the other side; `otherwise`: why there is none.

    `amounts`: fields that are entered along with a pick, at least one. `is_target`: the other side
    makes the move, against this cell.
    """

    move: type[Move[Any]]
    question: str
    picks: tuple[CellPick, ...]
    otherwise: Refused | None
    amounts: tuple[Amounts, ...] = ()
    is_target: bool = False

    @property
    def refused(self) -> Refused | None:
        """Why none of the picks is open."""
        if any(pick.choice.refused is None for pick in self.picks):
            return None
        return self.picks[0].choice.refused if self.picks else self.otherwise

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


class CellRules(Protocol[S_contra]):
    """What can be done at the cells of a game's chart. Every function is pure."""

    def title(self, state: S_contra, player: str, place: str) -> str:
        """What the cell is called; `Refused` for an unknown id."""

    def tabs(
        self, rules: Rules[Any], state: S_contra, player: str, place: str
    ) -> tuple[CellTab, ...]:
        """The kinds of moves at the cell, without corrections; `Refused` for an unknown id."""

    def changes(self, before: S_contra, after: S_contra, place: str) -> tuple[CellChange, ...]:
        """Whose numbers at the place differ, in the order of play."""

    def order_place(self, place: str) -> str:
        """The place's id in written orders; empty if nothing is ordered there."""

    def correction(self, player: str, place: str) -> str:
        """The name of the cell's field in a correction; empty if it has none."""


# Corrections: for games in which a moderator can correct a recorded mistake.


@dataclass(frozen=True, slots=True)
class CorrectionField:
    """One thing that can be corrected.

    `name` is its path in the wire form, joined by dots; `value` is the current number. A
    checkbox sends `value` if it is ticked; `is_ticked` is its current state.
    """

    name: str
    label: str
    value: str
    is_ticked: bool | None = None


CorrectionLine = tuple[str, tuple[CorrectionField, ...]]
"""Fields under one heading."""


class CorrectionRules(Protocol[S_contra]):
    """How a moderator corrects a recorded mistake. Every function is pure."""

    verb: str
    """The `type` of the wire form. There is a page for it while the game offers that move."""

    def parts(self, state: S_contra) -> Mapping[str, tuple[CorrectionLine, ...]]:
        """All that can be corrected, by the part of the wire form that it belongs to."""

    def wire(self, state: S_contra, posted: Mapping[str, Any]) -> dict[str, Any]:
        """The wire form with only what differs from the state; it may still be illegal.

        Args:
            posted: a wire form with everything that was posted, changed or not.

        Raises:
            Refused: `bad-move` if nothing was changed, or if no reason is given.
        """


def changes(posted: Mapping[str, Any], current: Mapping[str, Any]) -> dict[str, Any]:
    """A correction's wire form with only what differs.

    Numbers are compared one by one; lists, and objects of objects, as a whole.

    Args:
        posted: the `type`, the `reason`, and each part as an object.
        current: the same parts as they are now.

    Returns:
        The type, the reason, and those parts in which something differs, without the rest.

    Raises:
        Refused: `bad-move` if nothing differs, or if the reason is missing or blank.

    >>> changes(
    ...     {"type": "correct", "reason": "Miscounted.", "taken": {"ann": 3, "bob": 2}},
    ...     {"taken": {"ann": 1, "bob": 2}},
    ... )
    {'type': 'correct', 'reason': 'Miscounted.', 'taken': {'ann': 3}}
    """
    wire = {}
    for name, value in posted.items():
        if not isinstance(value, dict):
            wire[name] = value
        elif part := _part(value, current.get(name, {})):
            wire[name] = part
    if set(wire) <= {"type", "reason"}:
        raise Refused("bad-move", "Nothing has been changed: correct the number that is wrong.")
    if not str(wire.get("reason", "")).strip():
        raise Refused("bad-move", "Give the reason in a sentence: the log shows it.")
    return wire


def _part(posted: Mapping[str, Any], current: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: _new(value, current.get(key)) for key, value in posted.items()}
    return {key: value for key, value in found.items() if value is not None}


def _new(posted: Any, current: Any) -> Any:
    """The part of a posted value that differs; None if nothing does."""
    are_objects = isinstance(posted, dict) and isinstance(current, dict)
    if are_objects and not any(isinstance(one, dict) for one in posted.values()):
        return {key: one for key, one in posted.items() if one != current.get(key)} or None
    return None if posted == current else posted
