"""Extend: the game gets more Game-turns, even after it has ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.age_of_iron import flow
from moderator.rules.age_of_iron.setup.options import MOST_TURNS_EXTENDED
from moderator.rules.age_of_iron.state import State
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields


@dataclass(frozen=True, slots=True)
class Extend:
    """`turns` is the new number of Game-turns, above the current number and at most 60."""

    turns: int

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"turns": fields.whole(1, MOST_TURNS_EXTENDED)})
        if wire["turns"] <= state.turns:
            raise Refused(
                "bad-move",
                f"The game has {state.turns} Game-turns; it can be extended to "
                f"{state.turns + 1} or more, up to {MOST_TURNS_EXTENDED}."
                if state.turns < MOST_TURNS_EXTENDED
                else f"The game has {state.turns} Game-turns, which is the maximum.",
            )
        return cls(wire["turns"])

    def players(self) -> tuple[str, ...]:
        """Nobody."""
        return ()

    def check(self, state: State) -> None:
        """Always legal, since `from_wire` has checked the number."""

    def apply(self, state: State) -> State:
        """The state with more Game-turns; a game that was over continues with the next one."""
        longer = replace(state, turns=self.turns)
        return flow.start_game_turn(longer) if state.is_over else longer

    def say(self, state: State) -> str:
        """The extension as a sentence."""
        on = ", and goes on" if state.is_over else ""
        return f"The game is extended from {state.turns} to {self.turns} Game-turns{on}"
