"""The state of a game, its points, and the course of a turn: who may do what, when it ends.

Source: docs/rules/age-of-war.md, "A turn" and "The end".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from moderator.rules.age_of_war.castles import (
    CASTLES,
    CLAN_CASTLES,
    CLANS,
    DICE,
    SPECIAL,
)
from moderator.rules.seating import NamedPlayers, highest

# The state of a game, with basic queries. Players and castles are numbered from 0.

Placed = tuple[int, tuple[str, ...]]
"""A filled line of this turn's castle: its number, and the dice on it."""


@dataclass(frozen=True, slots=True)
class State(NamedPlayers):
    """The state that a log folds to. Immutable: moves return a new one.

    `holders` has for each castle the player who holds it, None for the center. `active` is None
    when the game is over. `roll` has the faces that must be used now; it is empty when the dice
    must be rolled. `castle` is the castle of this turn, None until a line is filled; `placed` are
    its filled lines in ascending order, `lost` the number of dice set aside.

    Source: docs/rules/age-of-war.md, "A turn".
    """

    holders: tuple[int | None, ...] = (None,) * len(CASTLES)
    active: int | None = 0
    roll: tuple[str, ...] = ()
    castle: int | None = None
    placed: tuple[Placed, ...] = ()
    lost: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the last castle has left the center."""
        return self.active is None

    @property
    def dice_left(self) -> int:
        """The number of dice neither lost nor on a line, 0 to 7; 0 when the game is over."""
        if self.is_over:
            return 0
        return DICE - self.lost - sum(len(dice) for _, dice in self.placed)

    @property
    def filled(self) -> tuple[int, ...]:
        """The numbers of this turn's filled lines, ascending."""
        return tuple(line for line, _ in self.placed)

    def needed_lines(self, castle: int) -> tuple[int, ...]:
        """All lines needed to conquer a castle, even filled ones; the special one if it is held."""
        first = 1 if self.holders[castle] is None else SPECIAL
        return tuple(range(first, len(CASTLES[castle].lines) + 1))

    def open_lines(self, castle: int) -> tuple[int, ...]:
        """The lines needed to conquer a castle that aren't filled yet."""
        filled = self.filled if castle == self.castle else ()
        return tuple(line for line in self.needed_lines(castle) if line not in filled)

    def conqueror(self, clan: int) -> int | None:
        """The player who holds every castle of the clan, if any; then they lie face down."""
        holders = {self.holders[castle] for castle in CLAN_CASTLES[clan]}
        return holders.pop() if len(holders) == 1 else None

    def is_face_down(self, castle: int) -> bool:
        """Whether the castle is part of a conquered clan."""
        return self.conqueror(CASTLES[castle].clan) is not None


# Points, and who leads (docs/rules/age-of-war.md, "The end").


class Score(NamedTuple):
    """A player's score, ordered by points, then castles held, then clans."""

    points: int
    castles: int
    clans: int


def castles_of(state: State, player: int) -> tuple[int, ...]:
    """The numbers of the player's castles that lie face up."""
    return tuple(
        castle
        for castle, holder in enumerate(state.holders)
        if holder == player and not state.is_face_down(castle)
    )


def clans_of(state: State, player: int) -> tuple[int, ...]:
    """The numbers of the clans that the player has conquered."""
    return tuple(clan for clan in range(len(CLANS)) if state.conqueror(clan) == player)


def score(state: State, player: int) -> Score:
    clans = clans_of(state, player)
    points = sum(CASTLES[castle].points for castle in castles_of(state, player))
    points += sum(CLANS[clan].points for clan in clans)
    return Score(points, state.holders.count(player), len(clans))


def leaders(state: State) -> tuple[int, ...]:
    """The players who lead now, after all tie-breaks, in the order of play."""
    return highest([score(state, player) for player in range(len(state.players))])


# The course of a turn: who may do what next, and when it ends.
#
# Source: docs/rules/age-of-war.md, "A turn".


def settle(state: State) -> State:
    """The state after a fill or a lost die: over, in the next turn, or still in this one."""
    if None not in state.holders:
        return replace(state, active=None, roll=(), castle=None, placed=(), lost=0)
    return state if state.dice_left else next_turn(state)


def next_turn(state: State) -> State:
    """The state at the start of the next player's turn, with seven dice."""
    following = ((state.active or 0) + 1) % len(state.players)
    return replace(state, active=following, roll=(), castle=None, placed=(), lost=0)


def dice_text(count: int) -> str:
    """A number of dice in words.

    >>> dice_text(1), dice_text(7)
    ('1 die', '7 dice')
    """
    return "1 die" if count == 1 else f"{count} dice"
