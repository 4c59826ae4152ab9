"""The options of a game (docs/rules/age-of-iron.md, "Options")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moderator.rules.age_of_iron.setup.scenario import Scenario
from moderator.rules.option import OptionValue, declared, option, switch

SEQUENTIAL, SIMULTANEOUS = "sequential", "simultaneous"
EQUAL, ATTACKER_ADVANTAGE, ODDS_TABLE = "equal", "attacker-advantage", "odds-table"
OPEN, WRITTEN = "open", "written"

MOST_TURNS_AT_START = 30
MOST_TURNS_EXTENDED = 60


@dataclass(frozen=True, slots=True)
class Options:
    """The effective options; `turns` is the number of Game-turns at the start of the game."""

    turns: int = option(
        "Game-turns",
        "How many Game-turns are played. A game can be extended at any time.",
        limits=(1, MOST_TURNS_AT_START),
    )
    deployment: str = option(
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
    )
    combat: str = option(
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
    )
    home_first: bool = option(
        "Home first",
        "An enemy Presence in a home country.",
        switch(
            "A country may attack anybody anywhere.",
            "A country must remove an enemy’s Presence at home before attacking elsewhere.",
        ),
    )
    control: bool = option(
        "Control",
        "10 RFs alone in a territory.",
        switch(
            "Territories stay open to everybody.",
            "10 RFs alone in a territory close it for the rest of the game; two countries can "
            "agree to split it.",
        ),
    )
    communication: str = option(
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
    )
    diplomatic_records: bool = option(
        "Diplomatic records",
        "Notes of every contact, for the debriefing.",
        switch(
            "Nobody keeps notes.",
            "Players note their contacts with the others; you collect the notes at the end.",
        ),
    )
    extended_trading: bool = option(
        "Extended trading",
        "When countries may trade. This option is not in the original rules.",
        switch(
            "Only the country whose turn it is trades.",
            "Any two countries may trade at any time in a Game-turn.",
        ),
    )

    @property
    def is_simultaneous(self) -> bool:
        """Whether orders are written and revealed all at once."""
        return self.deployment == SIMULTANEOUS


OPTIONS = declared(Options)


def clashes(scenario: Scenario, effective: Mapping[str, Any]) -> tuple[str, ...]:
    """A sentence for each option that makes no sense with the scenario; empty if all do.

    Args:
        effective: every option's effective value.
    """
    out = []
    if effective["extended_trading"] and not scenario.goods:
        out.append("Extended trading needs goods, and this scenario has none.")
    if effective["control"] and None not in scenario.home_owner:
        out.append("Control closes territories, and this scenario has countries only.")
    if effective["home_first"] and not any(player.home for player in scenario.players):
        out.append("Home first needs home countries, and this scenario has none.")
    return tuple(out)
