"""The keys of a scenario's tables, each with its check.

Source: docs/rules/age-of-iron.md, "A scenario".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from moderator.rules.age_of_iron.setup import options
from moderator.rules.age_of_iron.setup.scenario import FORMAT, PRESENCE, PREVENT
from moderator.rules.reading import fields

Checks = Mapping[str, fields.Check]
EVENT_LETTERS = 200

_LETTER = re.compile(r"[A-Z]{1,2}")
_MOST_INCOMES = 60


def table(value: object) -> str | None:
    """An object."""
    return None if isinstance(value, dict) else "a table of keys and values"


def list_of(low: int, high: int) -> fields.Check:
    """A list with `low` to `high` members."""

    def check(value: object) -> str | None:
        is_valid = isinstance(value, list) and low <= len(value) <= high
        return None if is_valid else f"a list of {low} to {high}"

    return check


def income(value: object) -> str | None:
    """RFs per Game-turn, or a list of them."""
    rfs = fields.whole(0, 100)
    if isinstance(value, list):
        is_valid = 1 <= len(value) <= _MOST_INCOMES and all(rfs(item) is None for item in value)
    else:
        is_valid = rfs(value) is None
    return None if is_valid else "a whole number from 0 to 100, or a list of 1 to 60 of them"


def letter(value: object) -> str | None:
    """A good's letter."""
    is_valid = isinstance(value, str) and _LETTER.fullmatch(value)
    return None if is_valid else "one or two capital letters"


def _is_point(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(number) in (int, float) for number in value)
        and -180 <= value[0] <= 180
        and -90 <= value[1] <= 90
    )


def position(value: object) -> str | None:
    """A point (longitude and latitude in degrees), or a list of 1 to 12 points."""
    is_line = isinstance(value, list) and 1 <= len(value) <= 12 and all(map(_is_point, value))
    if is_line or _is_point(value):
        return None
    return "[longitude, latitude] in degrees, or a list of 1 to 12 such points"


def year(value: object) -> str | None:
    """A year of the chronology; those B.C. are negative."""
    is_valid = fields.whole(-10_000, 2_100)(value) is None and value != 0
    return None if is_valid else "a whole number from -10000 to 2100, and not 0"


def event(value: object) -> str | None:
    """What happened in a year."""
    is_valid = fields.name(value) is None and len(str(value)) <= EVENT_LETTERS
    wanted = f"a text of one line, not blank, with at most {EVENT_LETTERS} letters"
    return None if is_valid else wanted


REQUIRED: Checks = {
    "format": fields.one_of(FORMAT),
    "id": fields.slug,
    "title": fields.name,
    "turns": fields.whole(1, options.MOST_TURNS_AT_START),
    "goods": table,
    "players": list_of(2, 10),
    "regions": list_of(1, 40),
}
OPTIONAL: Checks = {
    "description": fields.text,
    "credits": fields.text,
    "turn_name": fields.line,
    "options": table,
    "civilization": table,
    "trade": table,
    "objectives": list_of(0, 1_000_000),
    "chronology": list_of(0, 100),
    "setup": table,
}
PLAYER: tuple[Checks, Checks] = (
    {"id": fields.slug, "name": fields.name, "income": income},
    {
        "income_simultaneous": income,
        "home": fields.text,
        "good": letter,
        "briefing": fields.text,
    },
)
REGION: tuple[Checks, Checks] = (
    {"id": fields.slug, "name": fields.name},
    {"note": fields.line, "position": position},
)
EVENT: Checks = {"year": year, "text": event}
OBJECTIVE: tuple[Checks, Checks] = (
    {
        "player": fields.text,
        "kind": fields.one_of(PRESENCE, PREVENT),
        "region": fields.text,
        "victory_points": fields.whole(1, 100),
    },
    {"by": list_of(1, 9)},
)
