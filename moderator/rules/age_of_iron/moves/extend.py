"""Extend: the game gets more Game-turns, even after it has ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from moderator.rules.age_of_iron.scenario import MOST_TURNS_EXTENDED
from moderator.rules.age_of_iron.state import State, start_game_turn
from moderator.rules.age_of_iron.typed_words import example, missing
from moderator.rules.command import number
from moderator.rules.errors import Refused
from moderator.rules.kinds import field, whole
from moderator.rules.move import Description, Move
from moderator.rules.offer import Choice


@dataclass(frozen=True, slots=True)
class Extend(Move[State]):
    """`turns` is the new number of Game-turns, above the current number and at most 60."""

    verb = "extend"
    words = ("extend",)
    label = "Extend the game"
    button = "Extend"
    unit = "Game-turns"
    is_moderators = True
    is_legal_when_over = True

    turns: int = field(whole(1, MOST_TURNS_EXTENDED))

    def check(self, state: State) -> None:
        """Raise `bad-move` unless the game gets longer."""
        if self.turns <= state.turns:
            message = (
                "The game has {turns} Game-turns; it can be extended to {next} or more, up to "
                "{most}."
                if state.turns < MOST_TURNS_EXTENDED
                else "The game has {turns} Game-turns, which is the maximum."
            )
            turns, most = state.turns, MOST_TURNS_EXTENDED
            raise Refused("bad-move", message, turns=turns, next=turns + 1, most=most)

    def apply(self, state: State) -> State:
        """The state with more Game-turns; a game that was over continues with the next one."""
        longer = state._replace(turns=self.turns)
        return start_game_turn(longer) if state.is_over else longer

    def describe(self, before: State) -> Description:
        on = ", and goes on" if before.is_over else ""
        return Description(
            f"The game is extended from {before.turns} to {self.turns} Game-turns{on}"
        )

    @classmethod
    def choices(cls, state: State, player: None) -> Iterator[Choice]:
        """Any higher number."""
        least = min(state.turns + 1, MOST_TURNS_EXTENDED)
        yield cls(least).choice(state, "Game-turns", number="turns", low=least)

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """The new number of Game-turns."""
        if len(words) == 1:
            return {"turns": number(words[0], "Game-turns", 1, MOST_TURNS_EXTENDED)}
        question = "To how many Game-turns is the game extended?"
        raise missing(question if not words else "Type one number.", example(state, cls, None))

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """The number has to be said."""
        return ("extend #",)

    @classmethod
    def typed_examples(cls, state: State, player: int) -> Iterator[tuple[str, Self, str]]:
        """One Game-turn more, unless there is the most."""
        if state.turns < MOST_TURNS_EXTENDED:
            yield f"extend {state.turns + 1}", cls(state.turns + 1), ""
