"""A game as it stands, and small questions about it. Players and regions go by number, from 0."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.age_of_iron.setup.options import Options
from moderator.rules.age_of_iron.setup.scenario import PRESENCE_RFS, Scenario
from moderator.rules.errors import Refused, printable

DEPLOYMENT, ACTION = "deployment", "action"

Grid = tuple[tuple[int, ...], ...]
"""RFs by region, then player."""
MOST_CROSSED = 20
"""Earlier numbers that a cell keeps: more than a chart has room for."""
Pair = tuple[int, int]
"""Two players, the lower number first."""


@dataclass(frozen=True, slots=True)
class State:
    """What a log folds to; immutable, effects give a new one.

    `phase` is None when the game is over, `active` also in the phase `deployment`. `built`
    counts a player's RFs in all boxes together. `opening` and `opening_built` are the charts
    as this Game-turn began; `crossed` holds each cell's newest earlier numbers in this Game-turn.
    `attacked` has (defender, region) of this player-turn, `fought` and `traded` the pairs of
    this Game-turn. `controlled` has for each region the players who closed it, in order.

    Source: spec/age-of-iron.md, "How a Game-turn runs".
    """

    scenario: Scenario
    options: Options
    turns: int
    turn: int
    phase: str | None
    active: int | None
    hand: tuple[int, ...]
    chart: Grid
    crossed: tuple[tuple[tuple[int, ...], ...], ...]
    opening: Grid
    built: tuple[int, ...]
    opening_built: tuple[int, ...]
    for_trade: tuple[int, ...]
    acquired: Grid
    controlled: tuple[tuple[int, ...], ...]
    attacked: frozenset[tuple[int, int]]
    fought: frozenset[Pair]
    traded: frozenset[Pair]

    @property
    def is_over(self) -> bool:
        """Whether the last Game-turn has ended."""
        return self.phase is None

    def has_presence(self, player: int, region: int) -> bool:
        """5 or more RFs of the player in the region."""
        return self.chart[region][player] >= PRESENCE_RFS

    def room(self, player: int) -> int:
        """RFs that the player's boxes still take."""
        return self.scenario.box_capacity - self.built[player]

    def is_stuck(self, player: int) -> bool:
        """Whether RFs in the hand can't be placed: all regions closed, all boxes full."""
        return all(self.controlled) and self.room(player) <= 0

    def must_place(self, player: int) -> bool:
        """Whether the player has RFs in hand that can be placed, and so must be."""
        return self.hand[player] > 0 and not self.is_stuck(player)

    def has_goods(self, player: int, letter: int) -> int:
        """Units of a good (by its place in the scenario), in both rows of the Trade Chart."""
        own = self.scenario.players[player].good == self.scenario.letters[letter]
        return self.acquired[player][letter] + (self.for_trade[player] if own else 0)

    def player_name(self, player: int) -> str:
        """The player's name, safe to print."""
        return printable(self.scenario.players[player].name)

    def region_name(self, region: int) -> str:
        """The region's name, safe to print."""
        return printable(self.scenario.regions[region].name)

    def player(self, id: str) -> int:
        """The player's number; `Refused("unknown-player")`."""
        number = self.scenario.player_numbers.get(id)
        if number is None:
            known = ", ".join(self.scenario.player_numbers)
            raise Refused(
                "unknown-player", f"There is no player “{printable(id)}”; there are {known}."
            )
        return number

    def region(self, id: str) -> int:
        """The region's number; `Refused("unknown-region")`."""
        number = self.scenario.region_numbers.get(id)
        if number is None:
            known = ", ".join(self.scenario.region_numbers)
            raise Refused(
                "unknown-region", f"There is no region “{printable(id)}”; there are {known}."
            )
        return number

    def with_cells(self, cells: dict[tuple[int, int], int], **changes: Any) -> State:
        """New numbers in cells (region, player); a number that changes is crossed out.

        `changes` are other fields' new values, taken over at once since each copy costs.
        """
        chart, crossed = list(self.chart), list(self.crossed)
        for (region, player), rfs in cells.items():
            here = chart[region][player]
            if here != rfs:
                marks = (*crossed[region][player][1 - MOST_CROSSED :], here)
                crossed[region] = with_item(crossed[region], player, marks)
                chart[region] = with_item(chart[region], player, rfs)
        return replace(self, chart=tuple(chart), crossed=tuple(crossed), **changes)


def with_item(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def pair(one: int, other: int) -> Pair:
    """Two players whichever way round."""
    return (one, other) if one < other else (other, one)
