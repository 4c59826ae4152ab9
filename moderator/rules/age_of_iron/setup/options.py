"""The options of a game (spec/age-of-iron.md, "Options")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moderator.rules.game import Option, OptionValue
from moderator.rules.reading import fields

SEQUENTIAL, SIMULTANEOUS = "sequential", "simultaneous"
EQUAL, ATTACKER_ADVANTAGE, ODDS_TABLE = "equal", "attacker-advantage", "odds-table"
OPEN, WRITTEN = "open", "written"

MOST_TURNS_AT_START = 30
MOST_TURNS_EXTENDED = 60


@dataclass(frozen=True, slots=True)
class Options:
    """The effective options; `turns` is the number of Game-turns at the start of the game."""

    turns: int
    deployment: str = SEQUENTIAL
    combat: str = EQUAL
    home_first: bool = False
    control: bool = False
    communication: str = OPEN
    diplomatic_records: bool = False
    extended_trading: bool = False

    @property
    def is_simultaneous(self) -> bool:
        """Whether orders are written and revealed all at once."""
        return self.deployment == SIMULTANEOUS


CHECKS: Mapping[str, fields.Check] = {
    "turns": fields.whole(1, MOST_TURNS_AT_START),
    "deployment": fields.one_of(SEQUENTIAL, SIMULTANEOUS),
    "combat": fields.one_of(EQUAL, ATTACKER_ADVANTAGE, ODDS_TABLE),
    "home_first": fields.truth,
    "control": fields.truth,
    "communication": fields.one_of(OPEN, WRITTEN),
    "diplomatic_records": fields.truth,
    "extended_trading": fields.truth,
}


def effective_options(
    turns: int, recommended: Mapping[str, Any], given: Mapping[str, Any]
) -> Options:
    """The effective options of a game: given ones override those that the scenario recommends.

    Args:
        turns: the scenario's number of Game-turns.
        recommended, given: checked by `CHECKS`.
    """
    return Options(**{"turns": turns, **recommended, **given})


def clashes(
    goods: int, territories: int, homes: int, effective: Mapping[str, Any]
) -> tuple[str, ...]:
    """A sentence for each combination of options that makes no sense; empty if all do.

    Args:
        goods, territories, homes: how many the scenario has.
        effective: every option's effective value.
    """
    out = []
    if effective["extended_trading"] and not goods:
        out.append("Extended trading needs goods, and this scenario has none.")
    if effective["control"] and not territories:
        out.append("Control closes territories, and this scenario has countries only.")
    if effective["home_first"] and not homes:
        out.append("Home first needs home countries, and this scenario has none.")
    return tuple(out)


def _switch(off: str, on: str) -> tuple[OptionValue, ...]:
    return (OptionValue(False, "Off", off), OptionValue(True, "On", on))


OPTIONS: tuple[Option, ...] = (
    Option(
        "turns",
        "Game-turns",
        "How many Game-turns are played. A game can be extended at any time.",
        limits=(1, MOST_TURNS_AT_START),
    ),
    Option(
        "deployment",
        "Deployment",
        "How RFs are placed on the chart.",
        (
            OptionValue(
                SEQUENTIAL,
                "One after the other",
                "Each country places in its own turn and sees what the ones before it did; "
                "the last one has a large advantage.",
            ),
            OptionValue(
                SIMULTANEOUS,
                "Written, all at once",
                "All write their orders; nobody sees them until the last one is in. Attacks and "
                "trades then follow in the order of play.",
            ),
        ),
    ),
    Option(
        "combat",
        "Attacks",
        "What an attack costs.",
        (
            OptionValue(
                EQUAL, "Equal losses", "Attacker and defender remove the same number of RFs."
            ),
            OptionValue(
                ATTACKER_ADVANTAGE,
                "Attacker’s advantage",
                "The attacker loses one RF less than the defender, so attacking pays.",
            ),
            OptionValue(
                ODDS_TABLE,
                "Odds table",
                "A die decides between all RFs of both sides in the region; have a die ready.",
            ),
        ),
    ),
    Option(
        "home_first",
        "Home first",
        "An enemy Presence in a home country.",
        _switch(
            "A country may attack anybody anywhere.",
            "A country must remove an enemy’s Presence at home before attacking elsewhere.",
        ),
    ),
    Option(
        "control",
        "Control",
        "10 RFs alone in a territory.",
        _switch(
            "Territories stay open to everybody.",
            "10 RFs alone in a territory close it for the rest of the game; two countries can "
            "agree to split it.",
        ),
    ),
    Option(
        "communication",
        "Communication",
        "How the players talk.",
        (
            OptionValue(OPEN, "Open", "Players talk as they like."),
            OptionValue(
                WRITTEN,
                "Written messages only",
                "Players pass written messages and do not speak; allow more time.",
            ),
        ),
    ),
    Option(
        "diplomatic_records",
        "Diplomatic records",
        "Notes of every contact, for the debriefing.",
        _switch(
            "Nobody keeps notes.",
            "Players note their contacts with the others; you collect the notes at the end.",
        ),
    ),
    Option(
        "extended_trading",
        "Extended trading",
        "When countries may trade. This option is not in the original rules.",
        _switch(
            "Only the country whose turn it is trades.",
            "Any two countries may trade at any time in a Game-turn.",
        ),
    ),
)
