"""Refusals: the one exception that the rules raise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any


class Refused(Exception):
    """A record or a move is refused, with a code for programs and a sentence for people.

    The sentence, `str(refused)`, is the message with its facts filled in. It is built when it
    is read, for most refusals are never read.

    Args:
        code: an error code of the pages in docs/rules/ (`bad-move`, `not-your-turn`, ...).
        message: what was wrong and what would be right, with the facts' names in braces; a
            message without facts is the sentence itself, and may contain braces.
        move: the move's number in its record, from 1; None where the record itself is at fault.
        facts: safe to print anywhere; a function is called when the sentence is built.

    >>> str(Refused("not-legal", "Only {left} sticks are left.", left=2))
    'Only 2 sticks are left.'

    Source: docs/rules/record.md, "Error codes".
    """

    def __init__(self, code: str, message: str, move: int | None = None, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.move = move
        self.facts = facts

    def at(self, move: int) -> Refused:
        """The same refusal with the number of the refused move."""
        return Refused(self.code, self.message, move, **self.facts)

    def __str__(self) -> str:
        if not self.facts:
            return self.message
        built = {name: fact() if callable(fact) else fact for name, fact in self.facts.items()}
        return self.message.format_map(built)


def refusal(check: Callable[..., object], *args: Any) -> Refused | None:
    """Why a call with these arguments is refused; None if it isn't.

    It may be kept: it doesn't hold what was looked at in the calls that it went through.
    """
    try:
        check(*args)
    except Refused as refused:
        return refused.with_traceback(None)
    return None


SHOWN_LETTERS = 60


def printable(value: object, limit: int = SHOWN_LETTERS) -> str:
    """The value as text that can't fail to print and can't change the screen.

    Control and formatting characters, lone surrogates and unassigned letters become
    backslash escapes; a text longer than `limit` letters is cut with an ellipsis.

    >>> printable("Yurt\\x1b[2J")
    'Yurt\\\\x1b[2J'

    Source: docs/rules/record.md, "Printed text".
    """
    try:
        text = value if isinstance(value, str) else repr(value)
    except (RecursionError, ValueError):  # nested too deeply, or a number of too many digits
        text = f"a {type(value).__name__} too large to show"
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def unknown(code: str, id: object, known: Iterable[str]) -> Refused:
    """The refusal of an id that a game doesn't have.

    Args:
        code: such as "unknown-tile".

    >>> str(unknown("unknown-tile", "x9", ["a1", "a2"]))
    'There is no tile “x9”; the tiles are a1, a2.'
    """
    what = code.removeprefix("unknown-")
    message = f"There is no {what} “{{id}}”; the {what}s are {{known}}."
    return Refused(code, message, id=printable(id), known=lambda: ", ".join(known))


def number_of(code: str, id: str, numbers: Mapping[str, int]) -> int:
    """The number of an id; raises `unknown` if there is none."""
    if id not in numbers:
        raise unknown(code, id, numbers)
    return numbers[id]


def number_text(number: int) -> str:
    """A number for a message, shortened if it is very large."""
    return str(number) if abs(number) < 10**12 else "such a large number"
