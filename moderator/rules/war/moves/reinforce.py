"""Reinforce: add one unit to one's own tile, in two rounds before turns begin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.war import flow
from moderator.rules.war.state import State, with_units


@dataclass(frozen=True, slots=True)
class Reinforce:
    """A player adds a unit to their own tile."""

    player: str
    tile: str

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text, "tile": fields.text})
        return cls(wire["player"], wire["tile"])

    def check(self, state: State) -> None:
        """Raise `wrong-step`, `not-your-turn`, `unknown-tile` or `bad-tile`."""
        player = state.player(self.player)
        flow.check_turn(state, player, "reinforce")
        flow.check_own(state, player, state.tile(self.tile))

    def apply(self, state: State) -> State:
        """The state with one more unit on the tile, and the next player active."""
        player, tile = state.player(self.player), state.tile(self.tile)
        units = state.units_of(player, tile) + 1
        return flow.pass_placing(replace(state, board=with_units(state.board, tile, player, units)))

    def say(self, state: State) -> str:
        """The move as a sentence, with the number before and after."""
        player = state.player(self.player)
        units = state.units_of(player, state.tile(self.tile))
        return f"{state.player_name(player)} reinforces {self.tile} ({units} → {units + 1})"
