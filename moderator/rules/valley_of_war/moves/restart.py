"""Restart: both Emperors start again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from moderator.rules.command import not_understood
from moderator.rules.errors import printable
from moderator.rules.kinds import SENTENCE, field
from moderator.rules.move import Description, Move
from moderator.rules.offer import Choice
from moderator.rules.valley_of_war.state import SHOWN_LETTERS, State


@dataclass(frozen=True, slots=True)
class Restart(Move[State]):
    verb = "restart"
    words = ("restart",)
    label = "Start again"

    reason: str = field(SENTENCE)

    def apply(self, state: State) -> State:
        return State(restarts=state.restarts + 1, reason=self.reason)

    def describe(self, before: State) -> Description:
        reason = printable(self.reason, SHOWN_LETTERS)
        return Description(f"The Emperors start again: {reason}")

    @classmethod
    def choices(cls, state: State, player: None) -> Iterator[Choice]:
        yield Choice(cls.label, {})

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        reason = text.split(maxsplit=1)[1:]
        if not reason:
            not_understood("Add the reason, like “restart a sleeve over the edge”.")
        return {"reason": reason[0].strip()}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return ("restart #",)  # the reason has to be said
