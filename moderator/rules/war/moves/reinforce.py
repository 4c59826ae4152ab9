"""Reinforce: add one unit to one's own tile, in two rounds before turns begin."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.move import Description
from moderator.rules.offer import Choices
from moderator.rules.war import flow
from moderator.rules.war.moves.place import Placing
from moderator.rules.war.state import REINFORCE, State


@dataclass(frozen=True, slots=True)
class Reinforce(Placing):
    """A player adds a unit to their own tile."""

    verb = REINFORCE
    words = ("reinforce",)
    label = "reinforces a tile"

    def check(self, state: State) -> None:
        """Raise `bad-tile`."""
        flow.check_own(state, self.player, self.tile)

    def describe(self, before: State) -> Description:
        """The move in words, with the number before and after."""
        units, tile = before.units_of(self.player, self.tile), before.scenario.tiles[self.tile]
        action = f"{before.player_name(self.player)} reinforces {tile}"
        return Description(action, f" ({units} → {units + 1})")

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each of the player's tiles."""
        mine, tiles = state.tiles_of(player), state.scenario.tiles
        return Choices(mine, lambda tile: cls(player, tile).choice(state, tiles[tile]))
