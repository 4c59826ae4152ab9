"""Move: move units to a neighbouring tile; if another player holds it, this is an attack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.command import example, need, not_understood, number
from moderator.rules.errors import Refused, number_text
from moderator.rules.kinds import PLAYER, field, whole
from moderator.rules.move import Description
from moderator.rules.offer import Choice, Choices
from moderator.rules.war.state import TILE, Attack, State, WarMove, check_own, with_units


@dataclass(frozen=True, slots=True)
class MoveUnits(WarMove):
    """A player moves `units` (at least 1) from their own tile to a neighbouring one."""

    verb = "move"
    words = ("move", "m")
    label = "moves"

    player: int = field(PLAYER)
    source: int = field(TILE, "from")
    target: int = field(TILE, "to")
    units: int = field(whole(1))

    def check(self, state: State) -> None:
        """Raise the first refusal that applies, in the order of docs/rules/war.md, "move"."""
        source, tiles = self.source, state.scenario.tiles
        check_own(state, self.player, source)
        if self.target not in state.scenario.neighbours[source]:
            raise Refused(
                "bad-tile",
                "{source} and {target} do not share an edge.",
                source=tiles[source],
                target=tiles[self.target],
            )
        if source != state.moved_from and state.moves_left == 0:
            raise Refused(
                "too-many",
                "{name} has begun {moves} moves in this turn, which is the maximum; units may "
                "still leave {last}.",
                name=state.player_name(self.player),
                moves=state.moves,
                last="" if state.moved_from is None else tiles[state.moved_from],
            )
        here = state.units_of(self.player, source)
        if self.units > here:
            raise Refused(
                "too-many",
                "{name} has {here} in {source}, so at most {here} can leave it, not {units}.",
                name=state.player_name(self.player),
                here=here,
                source=tiles[source],
                units=number_text(self.units),
            )

    def apply(self, state: State) -> State:
        """The state with the units on the other tile, or with an attack on it under way."""
        begun = 0 if self.source == state.moved_from else 1
        state = replace(state, moves=state.moves + begun, moved_from=self.source, fought=None)
        stack = state.board[self.target]
        if stack is not None and stack.player != self.player:
            return replace(state, attack=Attack(self.source, self.target, self.units))
        return move_in(state, self.player, self.source, self.target, self.units)

    def describe(self, before: State) -> Description:
        """The move in words; for an attack with the units on both sides."""
        name, units = before.player_name(self.player), number_text(self.units)
        source, target = before.scenario.tiles[self.source], before.tile_name(self.target)
        stack = before.board[self.target]
        if stack is not None and stack.player != self.player:
            theirs = f"{before.player_name(stack.player)}’s {stack.units}"
            return Description(f"{name} attacks {theirs} in {target} from {source} with {units}")
        old, here = (before.units_of(self.player, tile) for tile in (self.source, self.target))
        left, there = number_text(old - self.units), number_text(here + self.units)
        return Description(
            f"{name} moves {units} from {source} to {target}",
            f" ({old} → {left}, {here} → {there})",
        )

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each of the player's tiles and each of its neighbours."""
        mine, neighbours = state.tiles_of(player), state.scenario.neighbours
        least = [cls(player, source, target, 1) for source in mine for target in neighbours[source]]
        return Choices(least, lambda move: move._with_any_number(state))

    def _with_any_number(self, state: State) -> Choice:
        label = f"{state.scenario.tiles[self.source]} to {state.tile_name(self.target)}"
        stack = state.board[self.target]
        if stack and stack.player != self.player:
            label += f", attacking {state.player_name(stack.player)}"
        most = state.units_of(self.player, self.source)
        return self.choice(state, label, "units", high=most)

    @classmethod
    def no_choice(cls, state: State, player: int) -> Refused:
        """There are choices as long as the player has units."""
        name = state.player_name(player)
        return Refused("bad-tile", "{name} has no units on the board.", name=name)

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `a1 a2 3`, `a1 a2 all`, or with `move` in front."""
        if len(words) == 2 and all(word in state.scenario.numbers for word in words):
            question = "How many units move from {one} to {other}? Type a number, or “all”."
            not_understood(question, one=words[0], other=words[1])
        need(len(words) == 3, lambda: example(state, cls, player) or "a1 a2 3” or “a1 a2 all")
        source = state.scenario.numbers.get(words[0])
        if words[2] == "all" and source is not None:
            units = max(1, state.units_of(player, source))
        else:
            units = number(words[2], "units", 1)
        return {"from": words[0], "to": words[1], "units": units}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """Both tiles; the units have to be said."""
        return (f"{choice.values['from']} {choice.values['to']} #",)


def move_in(state: State, player: int, source: int, target: int, units: int) -> State:
    """The state with the player's units moved; the target is empty or the player's own."""
    left = state.units_of(player, source) - units
    board = with_units(state.board, source, player, left)
    board = with_units(board, target, player, state.units_of(player, target) + units)
    return replace(state, board=board)
