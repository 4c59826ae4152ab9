"""What reading a text of lines gives: what each line means, and the entries that it would add."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moderator.rules.orders import Orders
from moderator.rules.wire import Wire

MOST_LINES = 200
MOST_BYTES = 20_000
MOST_LETTERS = 200
"""Of one line, as on the console's command line."""


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line of the text: the moves that it means in words and the state after it, or a problem.

    `advice` says what to do about the problem; `instead` are lines that could stand here.
    """

    number: int
    text: str
    sentences: tuple[str, ...] = ()
    then: str = ""
    problem: str = ""
    advice: str = ""
    instead: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """An entry to add: `ending` ends its key; moves of one `round` are stored together."""

    wire: Wire
    ending: str
    round: object


@dataclass(frozen=True, slots=True)
class PlannedReveal:
    """Written orders to reveal, by player, in the turn that the entry `opened_by` opened.

    `log_number`: the log's last entry before them.
    """

    opened_by: int
    log_number: int
    orders: Mapping[str, Orders]


@dataclass(frozen=True, slots=True)
class PaperText:
    """A text that was read against a log.

    `unfinished`: whose written orders are missing; `state`: the one after all lines.
    """

    lines: tuple[PaperLine, ...] = ()
    moves: Sequence[PlannedMove] = ()
    reveals: Sequence[PlannedReveal] = ()
    unfinished: str = ""
    too_long: str = ""
    state: Any = None

    @property
    def problems(self) -> tuple[PaperLine, ...]:
        """The lines that can't be recorded."""
        return tuple(line for line in self.lines if line.problem)

    @property
    def can_be_recorded(self) -> bool:
        """Whether every line is a legal move, and there is one at least."""
        return bool(self.moves) and not (self.problems or self.unfinished or self.too_long)


def with_line_breaks(text: str) -> str:
    """The text with line feeds alone, as it is read and compared."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def digest(text: str) -> str:
    """Sixteen hexadecimal digits, which differ for different texts."""
    return hashlib.sha256(with_line_breaks(text).encode("utf-8", "replace")).hexdigest()[:16]


def replaced(text: str, number: int, lines: Sequence[str]) -> str:
    """The text with these lines in the place of the line `number`, counted from 1."""
    typed = with_line_breaks(text).split("\n")
    typed[number - 1 : number] = lines
    return "\n".join(typed)
