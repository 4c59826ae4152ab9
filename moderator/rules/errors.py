"""Refusals: the one exception that the rules raise."""

from __future__ import annotations


class Refused(Exception):
    """A record or a move is refused, with a code for programs and a sentence for people.

    Args:
        code: one of the spec's error codes (`bad-move`, `not-your-turn`, ...).
        message: what was wrong and what would be right; safe to print anywhere.
        move: the move's number in its record, from 1; None where the record itself is at fault.

    Source: spec/record.md, "replay".
    """

    def __init__(self, code: str, message: str, move: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.move = move

    def at(self, move: int) -> Refused:
        """The same refusal with the number of the refused move."""
        return Refused(self.code, self.message, move)

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


SHOWN_LETTERS = 60


def printable(value: object, limit: int = SHOWN_LETTERS) -> str:
    """The value as text that can't fail to print and can't change the screen.

    Control and formatting characters, lone surrogates and unassigned letters become
    backslash escapes; a text longer than `limit` letters is cut with an ellipsis.

    >>> printable("Yurt\\x1b[2J")
    'Yurt\\\\x1b[2J'

    Source: spec/record.md, "Whatever is echoed".
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
