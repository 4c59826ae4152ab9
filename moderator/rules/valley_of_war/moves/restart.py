"""Restart: the Emperors start again from nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from moderator.rules.errors import printable
from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.valley_of_war.state import State
from moderator.rules.valley_of_war.wording import SHOWN_LETTERS


@dataclass(frozen=True, slots=True)
class Restart:
    """A new start, with the reason for it: a sentence that is not blank."""

    reason: str

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"reason": fields.sentence})
        return cls(wire["reason"])

    def check(self, state: State) -> None:
        """Nothing: a game that is on can always start again."""

    def apply(self, state: State) -> State:
        """Every count from the beginning, but that of restarts."""
        return State(restarts=state.restarts + 1, reason=self.reason)

    def say(self, state: State) -> str:
        """The restart in words, with its reason."""
        return f"The Emperors start again: {printable(self.reason, SHOWN_LETTERS)}"
