"""Lose: set one die aside, and roll the others again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.age_of_war import flow
from moderator.rules.age_of_war.state import State
from moderator.rules.game import Wire
from moderator.rules.reading import fields


@dataclass(frozen=True, slots=True)
class Lose:
    """A player loses one die of the roll; after the last one the turn is over."""

    player: str

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text})
        return cls(wire["player"])

    def check(self, state: State) -> None:
        """Raise `unknown-player`, `not-your-turn` or `must-roll`."""
        flow.check_rolled(state, self.player)

    def apply(self, state: State) -> State:
        """The state with one die fewer; the next player's turn if it was the last."""
        return flow.settle(replace(state, roll=(), lost=state.lost + 1))

    def say(self, state: State) -> str:
        """The lost die as a sentence, with how many are left."""
        name, left = state.player_name(state.player(self.player)), state.dice_left - 1
        if left > 0:
            return f"{name} loses a die and has {left} left"
        return f"{name} loses the last die, and the turn ends"
