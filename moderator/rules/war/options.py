"""The options of a game, and its players (spec/war.md, "Setup in a record")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moderator.rules.game import Option, OptionValue
from moderator.rules.reading import fields
from moderator.rules.rulebook import check_options

LEAST_PLAYERS, MOST_PLAYERS = 2, 4

OPTIONS: tuple[Option, ...] = (
    Option(
        "gifts",
        "Starting cards",
        "Compensation for later players, since going first is an advantage.",
        (
            OptionValue(False, "Off", "Nobody has cards at the start; the youngest goes first."),
            OptionValue(
                True,
                "On",
                "The second player starts with a 1, the third with a 2, the fourth with both.",
            ),
        ),
    ),
)


def check(value: object) -> None:
    """Raise `Refused("bad-record")` for options that are unknown, invalid, or missing."""
    players = fields.slugs(LEAST_PLAYERS, MOST_PLAYERS)
    check_options(value, {"players": players}, {"gifts": fields.truth})


def effective_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option's effective value: given, else the default."""
    return {"gifts": False, **given}
