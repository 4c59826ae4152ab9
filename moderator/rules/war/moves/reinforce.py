"""Reinforce: add one unit to one's own tile, in two rounds before turns begin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from moderator.rules.move import Description
from moderator.rules.offer import Choice
from moderator.rules.war import flow
from moderator.rules.war.moves.placing import Placing
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
    def choices(cls, state: State, player: Any) -> Iterator[Choice]:
        """A choice for each of the player's tiles."""
        for tile in state.tiles_of(player):
            yield cls(player, tile).choice(state, state.scenario.tiles[tile])
