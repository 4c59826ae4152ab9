"""Place and reinforce: before turns begin, units go on empty brown tiles, then on one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.command import need
from moderator.rules.errors import Refused
from moderator.rules.kinds import PLAYER, field
from moderator.rules.move import Description
from moderator.rules.offer import Choice, Choices
from moderator.rules.war.state import (
    PLACE,
    REINFORCE,
    TILE,
    State,
    WarMove,
    check_own,
    pass_placing,
    with_units,
)

# What placing and reinforcing have in common: a unit on a tile, which can be typed alone.


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
        return state.part == cls.verb

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `place a4`, or only `a4`."""
        need(len(words) == 1, state.scenario.tiles[0])
        return {"tile": words[0]}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return (choice.values["tile"],)


# Place: put one unit on an empty brown tile, in four rounds at the start of the game.


@dataclass(frozen=True, slots=True)
class Place(Placing):
    verb = PLACE
    words = ("place",)
    label = "places a unit"

    def check(self, state: State) -> None:
        """Raise `bad-tile`."""
        if state.board[self.tile] is not None or state.scenario.symbols[self.tile] is not None:
            raise Refused(
                "bad-tile",
                "{tile} {why}; a unit goes on an empty brown tile.",
                tile=lambda: state.tile_name(self.tile),
                why="is already taken" if state.board[self.tile] else "has a symbol",
            )
        is_next = is_next_to_own(state, self.player, self.tile)
        if is_next and self.tile not in open_tiles(state, self.player):
            raise Refused(
                "bad-tile",
                "{tile} is next to one of {name}’s own tiles; other tiles are free.",
                tile=state.scenario.tiles[self.tile],
                name=state.player_name(self.player),
            )

    def describe(self, before: State) -> Description:
        tile = before.scenario.tiles[self.tile]
        return Description(f"{before.player_name(self.player)} takes {tile}")

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each brown tile."""
        tiles, symbols = state.scenario.tiles, state.scenario.symbols
        brown = [tile for tile, symbol in enumerate(symbols) if symbol is None]
        return Choices(brown, lambda tile: cls(player, tile).choice(state, tiles[tile]))


def is_next_to_own(state: State, player: int, tile: int) -> bool:
    """Whether the player controls a tile next to this one."""
    return any(state.is_controlled_by(player, other) for other in state.scenario.neighbours[tile])


def open_tiles(state: State, player: int) -> tuple[int, ...]:
    """Where the player may place: empty brown tiles not next to their own; if none, all of them.

    Source: docs/rules/war.md, "place".
    """
    symbols = state.scenario.symbols
    empty = [t for t, stack in enumerate(state.board) if stack is None and symbols[t] is None]
    apart = [tile for tile in empty if not is_next_to_own(state, player, tile)]
    return tuple(apart or empty)


# Reinforce: add one unit to one's own tile, in two rounds before turns begin.


@dataclass(frozen=True, slots=True)
class Reinforce(Placing):
    """A player adds a unit to their own tile."""

    verb = REINFORCE
    words = ("reinforce",)
    label = "reinforces a tile"

    def check(self, state: State) -> None:
        """Raise `bad-tile`."""
        check_own(state, self.player, self.tile)

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
