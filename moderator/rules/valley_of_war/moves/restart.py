"""Restart: both Emperors start again."""

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
    """A restart with its reason, a sentence that is not blank."""

    reason: str

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"reason": fields.sentence})
        return cls(wire["reason"])

    def check(self, state: State) -> None:
        """Always legal while the game is being played."""

    def apply(self, state: State) -> State:
        """The initial state, with the restart counted."""
        return State(restarts=state.restarts + 1, reason=self.reason)

    def say(self, state: State) -> str:
        """The restart as a sentence, with its reason."""
        return f"The Emperors start again: {printable(self.reason, SHOWN_LETTERS)}"
