"""Move: move units to a neighbouring tile; if another player holds it, this is an attack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.war import flow
from moderator.rules.war.state import Attack, State, with_units


@dataclass(frozen=True, slots=True)
class MoveUnits:
    """A player moves `units` (at least 1) from their own tile to a neighbouring one."""

    player: str
    source: str
    target: str
    units: int

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(
            wire,
            {
                "player": fields.text,
                "from": fields.text,
                "to": fields.text,
                "units": fields.whole(1),
            },
        )
        return cls(wire["player"], wire["from"], wire["to"], wire["units"])

    def check(self, state: State) -> None:
        """Raise the first refusal that applies, in the order of the spec's list."""
        player = state.player(self.player)
        flow.check_turn(state, player, "move")
        source, target = state.tile(self.source), state.tile(self.target)
        flow.check_own(state, player, source)
        if target not in state.scenario.neighbours[source]:
            raise Refused("bad-tile", f"{self.source} and {self.target} do not share an edge.")
        if source != state.moved_from and state.moves_left == 0:
            last = "" if state.moved_from is None else state.scenario.tiles[state.moved_from]
            raise Refused(
                "too-many",
                f"{state.player_name(player)} has begun {state.moves} moves in this turn, which "
                f"is the maximum; units may still leave {last}.",
            )
        here = state.units_of(player, source)
        if self.units > here:
            raise Refused(
                "too-many",
                f"{state.player_name(player)} has {here} in {self.source}, so at most {here} can "
                f"leave it, not {flow.number(self.units)}.",
            )

    def apply(self, state: State) -> State:
        """The state with the units on the other tile, or with an attack on it under way."""
        player = state.player(self.player)
        source, target = state.tile(self.source), state.tile(self.target)
        begun = 0 if source == state.moved_from else 1
        state = replace(state, moves=state.moves + begun, moved_from=source, fought=None)
        if state.board[target] is not None and not state.is_controlled_by(player, target):
            return replace(state, attack=Attack(source, target, self.units))
        return move_in(state, player, source, target, self.units)

    def say(self, state: State) -> str:
        """The move as a sentence; for an attack with the units on both sides."""
        player = state.player(self.player)
        name, units = state.player_name(player), flow.number(self.units)
        source, target = state.tile(self.source), state.tile(self.target)
        stack = state.board[target]
        if stack is not None and stack.player != player:
            return (
                f"{name} attacks {state.player_name(stack.player)}’s {stack.units} in "
                f"{state.tile_name(target)} from {self.source} with {units}"
            )
        left = state.units_of(player, source) - self.units
        here = state.units_of(player, target)
        return (
            f"{name} moves {units} from {self.source} to {state.tile_name(target)} "
            f"({left + self.units} → {flow.number(left)}, {here} → "
            f"{flow.number(here + self.units)})"
        )


def move_in(state: State, player: int, source: int, target: int, units: int) -> State:
    """The state with the player's units moved; the target is empty or the player's own."""
    left = state.units_of(player, source) - units
    board = with_units(state.board, source, player, left)
    board = with_units(board, target, player, state.units_of(player, target) + units)
    return replace(state, board=board)
