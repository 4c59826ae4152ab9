"""What a player has to do now, as a heading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """What one seat has to do now, or whom it waits for.

    `is_own`: it is for this seat to do something. `progress` says how far the game is, `hint` what
    else is possible; both may be empty.
    """

    sentence: str
    is_own: bool
    progress: str = ""
    hint: str = ""

    @property
    def lead(self) -> str:
        """The first words, up to a colon, if it is this seat's task; otherwise all of it.

        >>> Task("Your turn: roll the dice", is_own=True).lead
        'Your turn:'
        """
        first, colon, _ = self.sentence.partition(":")
        return first + colon if self.is_own else self.sentence

    @property
    def rest(self) -> str:
        """What follows the lead; may be empty."""
        return self.sentence.removeprefix(self.lead).strip()


def waiting_for(names: Sequence[str]) -> str:
    """Whom a player waits for, as a sentence without a full stop.

    >>> waiting_for(["Egypt", "Hatti"])
    'Waiting for Egypt and Hatti'
    """
    return f"Waiting for {listed(names, 'and')}" if names else "Waiting"


def listed(words: Sequence[str], joined_by: str) -> str:
    """Words as a list in a sentence.

    >>> listed(["roll", "stop", "wait"], "or")
    'roll, stop or wait'
    """
    *first, last = words
    return f"{', '.join(first)} {joined_by} {last}" if first else last
