"""What placing and reinforcing have in common: a unit on a tile, which can be typed alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.command import need
from moderator.rules.kinds import PLAYER, field
from moderator.rules.offer import Choice
from moderator.rules.war.flow import WarMove, pass_placing
from moderator.rules.war.kinds import TILE
from moderator.rules.war.state import State, with_units


@dataclass(frozen=True, slots=True)
class Placing(WarMove):
    """A player puts a unit on a tile; the verb is the name of the part of the game."""

    player: int = field(PLAYER)
    tile: int = field(TILE)

    def apply(self, state: State) -> State:
        """The state with one more unit on the tile, and the next player active."""
        units = state.units_of(self.player, self.tile) + 1
        board = with_units(state.board, self.tile, self.player, units)
        return pass_placing(replace(state, board=board))

    @classmethod
    def is_in(cls, state: State) -> bool:
        """Whether this is its part of the game."""
        return state.part == cls.verb

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `place a4`, or only `a4`."""
        need(len(words) == 1, state.scenario.tiles[0])
        return {"tile": words[0]}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """The tile alone."""
        return (choice.values["tile"],)
