"""A scenario's countries, regions and objectives, and the options of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from moderator.rules import seating
from moderator.rules.errors import printable
from moderator.rules.kinds import OptionValue, declared, option, switch
from moderator.rules.seating import SeatLabel

# A scenario: countries, regions, objectives and recommended options.

FORMAT = "age-of-iron/1"
PRESENCE, PREVENT = "presence", "prevent"
PRESENCE_RFS = 5
CONTROL_RFS = 10

Point = tuple[float, float]

COUNTRY_NUMBERS = {
    "egypt": 1,
    "babylon": 2,
    "assyria": 3,
    "hatti": 4,
    "urartu": 5,
    "phoenicia": 6,
    "mitanni": 7,
    "elam": 8,
    "israel": 9,
    "media": 10,
}
"""The colour and pattern (`SeatLabel.number`) that a country with this id has in all scenarios."""


@dataclass(frozen=True, slots=True)
class Player:
    """A country; `income` has one entry per Game-turn, in RFs."""

    id: str
    name: str
    income: tuple[int, ...]
    income_simultaneous: tuple[int, ...]
    home: str | None
    good: str | None
    briefing: str

    def income_in(self, turn: int, is_simultaneous: bool) -> int:
        """RFs received in a Game-turn (from 1); the last entry is repeated for all later ones."""
        income = self.income_simultaneous if is_simultaneous else self.income
        return income[min(turn, len(income)) - 1]


@dataclass(frozen=True, slots=True)
class Region:
    """A row of the Game Chart.

    `position` has the points along which the region lies, the first its centre, each a longitude
    (-180 to 180) and a latitude (-90 to 90) in degrees; it is empty if the scenario has none.
    """

    id: str
    name: str
    note: str
    position: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Objective:
    """What earns Victory Points at the end; players and regions are given by index, from 0.

    `by` lists the players whose Presence must be prevented; it is empty for `presence`.
    """

    player: int
    kind: str
    region: int
    by: tuple[int, ...]
    victory_points: int


@dataclass(frozen=True)
class Scenario:
    """A checked scenario. `wire` is the JSON object that it was read from.

    `chronology` has years as they are written, and what happened then.

    Source: docs/rules/age-of-iron.md, "A scenario".
    """

    id: str
    title: str
    description: str
    credits: str
    turn_name: str
    turns: int
    options: Mapping[str, Any]
    goods: tuple[tuple[str, str], ...]
    box: int
    box_points: tuple[int, ...]
    trade_units: int
    trade_points: int
    players: tuple[Player, ...]
    regions: tuple[Region, ...]
    objectives: tuple[Objective, ...]
    setup: tuple[tuple[int, ...], ...]
    chronology: tuple[tuple[str, str], ...]
    wire: Mapping[str, Any] = field(repr=False, compare=False)

    @cached_property
    def player_numbers(self) -> dict[str, int]:
        """Each player's place in the order of play, from 0, by id."""
        return {player.id: i for i, player in enumerate(self.players)}

    @cached_property
    def region_numbers(self) -> dict[str, int]:
        """Each region's row, from 0, by id."""
        return {region.id: i for i, region in enumerate(self.regions)}

    @cached_property
    def seats(self) -> tuple[SeatLabel, ...]:
        """The countries in the order of play, with names that are safe to print."""
        players = [(player.id, printable(player.name)) for player in self.players]
        return seating.seats(players, COUNTRY_NUMBERS)

    @cached_property
    def region_names(self) -> tuple[str, ...]:
        """The regions' names, safe to print."""
        return tuple(printable(region.name) for region in self.regions)

    @cached_property
    def has_positions(self) -> bool:
        """Whether a map can be drawn: every region has its position."""
        return all(region.position for region in self.regions)

    @cached_property
    def good_names(self) -> dict[str, str]:
        """The goods' names by their letters, safe to print."""
        return {letter: printable(name) for letter, name in self.goods}

    @cached_property
    def homes(self) -> tuple[int | None, ...]:
        """Each player's home as a region's number."""
        return tuple(self.region_numbers.get(player.home or "") for player in self.players)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The goods' letters, in the scenario's order."""
        return tuple(letter for letter, _ in self.goods)

    @cached_property
    def home_owner(self) -> tuple[int | None, ...]:
        """For each region the player whose home it is; None for a territory."""
        owners = {home: player for player, home in enumerate(self.homes)}
        return tuple(map(owners.get, range(len(self.regions))))

    @cached_property
    def box_capacity(self) -> int:
        """The number of RFs that all boxes of a player hold together."""
        return self.box * len(self.box_points)

    @cached_property
    def known_by(self) -> tuple[Scenario, ...]:
        """The scenario as each player knows it: without the others' objectives and briefings."""
        return tuple(
            replace(
                self,
                players=tuple(
                    player if i == number else replace(player, briefing="")
                    for i, player in enumerate(self.players)
                ),
                objectives=tuple(one for one in self.objectives if one.player == number),
                wire={},
            )
            for number in range(len(self.players))
        )

    def is_country(self, region: int) -> bool:
        """Whether the region is some player's home."""
        return self.home_owner[region] is not None


# The options of a game (docs/rules/age-of-iron.md, "Options").

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
