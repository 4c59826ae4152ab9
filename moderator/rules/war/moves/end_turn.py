"""End turn: ends a final turn, in which no card is left to draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.war import flow
from moderator.rules.war.state import State


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player ends the final turn."""

    player: str

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text})
        return cls(wire["player"])

    def check(self, state: State) -> None:
        """Raise `wrong-step` or `not-your-turn`."""
        flow.check_turn(state, state.player(self.player), "end-turn")

    def apply(self, state: State) -> State:
        """The state at the next player's final turn, or at the end of the game."""
        return flow.pass_turn(state)

    def say(self, state: State) -> str:
        """The end of the turn as a sentence."""
        ends = "; the game is over" if state.turn == state.last_turn else ""
        return f"{state.player_name(state.player(self.player))} ends the final turn{ends}"
