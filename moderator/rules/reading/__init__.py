"""The wire form, and checks for JSON input: a failed one says what a field should have been."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard, TypeVar

from moderator.rules.errors import Refused, printable

# The wire form: a move as plain JSON.

Wire = Mapping[str, Any]
"""A move as plain JSON: an object with a `type` (docs/rules/record.md, "Moves")."""

UNDO, REDO = "undo", "redo"
"""The types that every game has (docs/rules/record.md, "Undo and redo")."""


def wire_text(wire: Wire) -> str:
    """The move as one line of JSON, for the value of a button on a page.

    >>> wire_text({"type": "fill", "player": "red", "dice": [1, 4]})
    '{"type":"fill","player":"red","dice":[1,4]}'
    """
    return json.dumps(dict(wire), ensure_ascii=False, separators=(",", ":"), default=dict)


# Checks.

V = TypeVar("V")

Check = Callable[[object], str | None]
"""Takes a value; returns what it should have been, or None if it is valid."""

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SLUG_LETTERS = 40


def is_whole(value: object) -> TypeGuard[int]:
    """Whether it is a whole number; `true`, `1.0` and `"1"` are not."""
    return type(value) is int


def is_slug(value: object) -> TypeGuard[str]:
    """Whether it is a slug of at most 40 characters (docs/rules/record.md, "Ids")."""
    return isinstance(value, str) and len(value) <= SLUG_LETTERS and bool(SLUG.fullmatch(value))


def fits(is_valid: Callable[[Any], bool], expected: str) -> Check:
    """A check that says what the value should have been unless it is valid."""
    return lambda value: None if is_valid(value) else expected


def is_line(value: object) -> bool:
    """Whether it is a string without line breaks."""
    return isinstance(value, str) and (value + "x").splitlines() == [value + "x"]


def is_sentence(value: object) -> bool:
    """Whether it is a string that is not blank."""
    return isinstance(value, str) and bool(value.strip())


SLUGS = "lower-case letters and digits with single hyphens between, at most 40"

text = fits(lambda value: isinstance(value, str), "a text in quotes")
truth = fits(lambda value: isinstance(value, bool), "true or false")
sentence = fits(is_sentence, "a text that is not blank")
line = fits(is_line, "a text without line breaks")
name = fits(
    lambda value: is_sentence(value) and is_line(value),
    "a text that is not blank and has no line breaks",
)
slug = fits(is_slug, SLUGS)


def whole(low: int, high: int | None = None) -> Check:
    """A whole number of at least `low`, and at most `high` if that is given."""
    limits = f", at least {low}" if high is None else f" from {low} to {high}"
    return fits(
        lambda value: is_whole(value) and value >= low and (high is None or value <= high),
        f"a whole number{limits}",
    )


def one_of(*values: str) -> Check:
    expected = "one of " + ", ".join(f"“{value}”" for value in values)
    return fits(lambda value: isinstance(value, str) and value in values, expected)


def slugs(low: int, high: int) -> Check:
    """A list of `low` to `high` different slugs, such as the players of a game.

    Source: docs/rules/record.md, "Ids".
    """
    return fits(
        lambda value: (
            isinstance(value, list)
            and low <= len(value) <= high
            and all(map(is_slug, value))
            and len(set(value)) == len(value)
        ),
        f"a list of {low} to {high} ids, no two alike; an id is {SLUGS}",
    )


def problem(
    value: object,
    required: Mapping[str, Check],
    optional: Mapping[str, Check] | None = None,
) -> tuple[str | None, str] | None:
    """What is wrong with a JSON object: the key (None: the object itself) and a sentence.

    Args:
        value: the input.
        required, optional: its keys, each with its check. No other key is allowed.

    Returns: the first problem, None if there is none.
    """
    optional = optional or {}
    if not isinstance(value, dict):
        return None, f"should be an object, not {printable(value)}"
    for key in value:
        if key not in required and key not in optional:
            known = ", ".join([*required, *optional]) or "none"
            return key, f"is unknown; the keys are: {known}"
    for key in required:
        if key not in value:
            return key, "is missing"
    for key, item in value.items():
        expected = (required.get(key) or optional[key])(item)
        if expected is not None:
            return key, f"should be {expected}, not {printable(item)}"
    return None


def verb(wire: object, verbs: Mapping[str, V]) -> tuple[V, Wire]:
    """The value in `verbs` for the move's `type`, and the move.

    Args:
        wire: the input.
        verbs: a value for each `type` that the game knows.

    Raises:
        Refused: `bad-move` if it isn't an object, or has an unknown type.
    """
    if not isinstance(wire, dict):
        raise Refused("bad-move", f"A move is an object, not {printable(wire)}.")
    kind = wire.get("type")
    if not isinstance(kind, str) or kind not in verbs:
        known = ", ".join([*verbs, UNDO, REDO])
        raise Refused(
            "bad-move", f"There is no move of type {printable(kind)}; the types are {known}."
        )
    return verbs[kind], wire
