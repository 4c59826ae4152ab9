"""Place: put one unit on an empty brown tile, in four rounds at the start of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.war import flow
from moderator.rules.war.state import State, with_units


@dataclass(frozen=True, slots=True)
class Place:
    """A player puts a unit on a tile."""

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
        flow.check_turn(state, player, "place")
        tile = state.tile(self.tile)
        if state.board[tile] is not None or state.scenario.symbols[tile] is not None:
            why = "is already taken" if state.board[tile] else "has a symbol"
            raise Refused(
                "bad-tile",
                f"{state.tile_name(tile)} {why}; a unit goes on an empty brown tile.",
            )
        if is_next_to_own(state, player, tile) and tile not in open_tiles(state, player):
            raise Refused(
                "bad-tile",
                f"{self.tile} is next to one of {state.player_name(player)}’s own tiles; other "
                "tiles are free.",
            )

    def apply(self, state: State) -> State:
        """The state with the unit on the tile, and the next player active."""
        player, tile = state.player(self.player), state.tile(self.tile)
        return flow.pass_placing(replace(state, board=with_units(state.board, tile, player, 1)))

    def say(self, state: State) -> str:
        """The move as a sentence."""
        return f"{state.player_name(state.player(self.player))} takes {self.tile}"


def is_next_to_own(state: State, player: int, tile: int) -> bool:
    """Whether the player controls a tile next to this one."""
    return any(state.is_controlled_by(player, other) for other in state.scenario.neighbours[tile])


def open_tiles(state: State, player: int) -> tuple[int, ...]:
    """Where the player may place: empty brown tiles not next to their own; if none, all of them.

    Source: spec/war.md, the ruling under `place`.
    """
    symbols = state.scenario.symbols
    empty = [t for t, stack in enumerate(state.board) if stack is None and symbols[t] is None]
    apart = [tile for tile in empty if not is_next_to_own(state, player, tile)]
    return tuple(apart or empty)
