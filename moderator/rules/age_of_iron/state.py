"""The state of a game, names and ids in it, and the Victory Points that it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from moderator.rules.age_of_iron.scenario import (
    PRESENCE,
    PRESENCE_RFS,
    Objective,
    Options,
    Scenario,
)
from moderator.rules.errors import unknown
from moderator.rules.kinds import Kind
from moderator.rules.reading import fields
from moderator.rules.seating import highest

# The state of a game, with basic queries. Players and regions are numbered from 0.

DEPLOYMENT, ACTION = "deployment", "action"

Grid = tuple[tuple[int, ...], ...]
"""RFs by region, then player."""
MOST_CROSSED = 20
"""The most earlier numbers that a cell keeps: more than a chart has room for."""
Pair = tuple[int, int]
"""Two players, the lower number first."""


class State(NamedTuple):
    """The state that a log folds to. Immutable: moves return a new one.

    `phase` is None when the game is over, `active` also in the phase `deployment`. `built`
    counts a player's RFs in all boxes together. `opening` and `opening_built` are the charts
    at the start of this Game-turn; `crossed` has each cell's latest earlier numbers in it.
    `attacked` has (defender, region) of this player-turn, `fought` and `traded` the pairs of
    this Game-turn. `controlled` lists for each region the players who control it, in order.

    Source: docs/rules/age-of-iron.md, "How a Game-turn runs".
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
        """Whether the player has 5 or more RFs in the region."""
        return self.chart[region][player] >= PRESENCE_RFS

    def room(self, player: int) -> int:
        """The number of RFs that still fit into the player's boxes."""
        return self.scenario.box_capacity - self.built[player]

    def is_stuck(self, player: int) -> bool:
        """Whether RFs can't be placed anywhere: all regions are closed and all boxes full."""
        return all(self.controlled) and self.room(player) <= 0

    def must_place(self, player: int) -> bool:
        """Whether the player has RFs in hand that can, and so must, be placed."""
        return self.hand[player] > 0 and not self.is_stuck(player)

    def has_goods(self, player: int, good: int) -> int:
        """Units of a good, given by its index, in both rows of the Trade Chart together."""
        is_own = self.scenario.players[player].good == self.scenario.letters[good]
        return self.acquired[player][good] + (self.for_trade[player] if is_own else 0)

    def has_set(self, player: int) -> bool:
        """Whether the player has one of every good; never in a scenario without goods."""
        goods = range(len(self.scenario.goods))
        return bool(goods) and all(self.has_goods(player, good) for good in goods)

    def goods(self, player: int) -> dict[str, int]:
        """Units of each good by its letter, in both rows of the Trade Chart together."""
        goods = dict(zip(self.scenario.letters, self.acquired[player], strict=True))
        own = self.scenario.players[player].good
        if own is not None:
            goods[own] += self.for_trade[player]
        return goods

    def goods_acquired(self, player: int) -> dict[str, int]:
        """The player's row *Acquired*: letters with at least one unit."""
        row = zip(self.scenario.letters, self.acquired[player], strict=True)
        return {letter: units for letter, units in row if units}

    def goods_for_trade(self, player: int) -> dict[str, int]:
        """The player's row *For trade*: the player's own letter, if a unit is left."""
        good, units = self.scenario.players[player].good, self.for_trade[player]
        return {good: units} if good and units else {}

    def player_name(self, player: int) -> str:
        """The player's name, safe to print."""
        return self.scenario.seats[player].name

    def region_name(self, region: int) -> str:
        """The region's name, safe to print."""
        return self.scenario.region_names[region]

    def player_id(self, player: int) -> str:
        return self.scenario.players[player].id

    def region_id(self, region: int) -> str:
        return self.scenario.regions[region].id

    def player(self, id: str) -> int:
        """The player's number; `Refused("unknown-player")`."""
        number = self.scenario.player_numbers.get(id)
        if number is None:
            raise unknown("unknown-player", id, self.scenario.player_numbers)
        return number

    def region(self, id: str) -> int:
        """The region's number; `Refused("unknown-region")`."""
        number = self.scenario.region_numbers.get(id)
        if number is None:
            raise unknown("unknown-region", id, self.scenario.region_numbers)
        return number

    def with_cells(self, cells: dict[tuple[int, int], int], **changes: Any) -> State:
        """The state with new numbers in cells (region, player); changed numbers are crossed out.

        `changes` are new values of other fields, to avoid a second copy of the state.
        """
        chart, crossed = list(self.chart), list(self.crossed)
        for (region, player), rfs in cells.items():
            here = chart[region][player]
            if here != rfs:
                marks = (*crossed[region][player][1 - MOST_CROSSED :], here)
                crossed[region] = with_item(crossed[region], player, marks)
                chart[region] = with_item(chart[region], player, rfs)
        return self._replace(chart=tuple(chart), crossed=tuple(crossed), **changes)


def with_item(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def pair(one: int, other: int) -> Pair:
    """The two players as a pair, in either order."""
    return (one, other) if one < other else (other, one)


# Players and regions by their ids in moves.

REGION: Kind = Kind(fields.text, State.region, State.region_id)
"""A region's id, read as the region's number; `Refused("unknown-region")`."""


def players(check: fields.Check) -> Kind:
    """A list of players' ids, read as their numbers; `Refused("unknown-player")`."""
    return Kind(
        check,
        read=lambda state, ids: tuple(map(state.player, ids)),
        write=lambda state, numbers: list(map(state.player_id, numbers)),
    )


# Victory Points, at the end and at any time before.
#
# Source: docs/rules/age-of-iron.md, "Victory Points".


@dataclass(frozen=True, slots=True)
class Score:
    """A player's Victory Points; `objectives` says which are met, in the scenario's order."""

    objectives: tuple[bool, ...]
    presence: int
    prevent: int
    civilization: int
    trade: int

    @property
    def total(self) -> int:
        return self.presence + self.prevent + self.civilization + self.trade


def is_met(state: State, objective: Objective) -> bool:
    if objective.kind == PRESENCE:
        return state.has_presence(objective.player, objective.region)
    return not any(state.has_presence(player, objective.region) for player in objective.by)


def objectives_of(state: State, player: int) -> tuple[Objective, ...]:
    """The player's objectives, in the scenario's order."""
    return tuple(one for one in state.scenario.objectives if one.player == player)


def score(state: State, player: int) -> Score:
    """The player's Victory Points if the game ended now."""
    own = objectives_of(state, player)
    met = tuple(is_met(state, objective) for objective in own)
    points = {PRESENCE: 0, "prevent": 0}
    for objective, is_met_now in zip(own, met, strict=True):
        points[objective.kind] += objective.victory_points if is_met_now else 0
    scenario = state.scenario
    boxes = scenario.box_points[: state.built[player] // scenario.box]
    return Score(
        objectives=met,
        presence=points[PRESENCE],
        prevent=points["prevent"],
        civilization=sum(boxes),
        trade=scenario.trade_points if state.has_set(player) else 0,
    )


def can_score(scenario: Scenario) -> bool:
    """Whether anything in the scenario earns Victory Points."""
    return bool(scenario.objectives or any(scenario.box_points) or scenario.trade_points)


def leaders(state: State) -> tuple[int, ...]:
    """The players with the highest total now, in the order of play."""
    return highest([score(state, player).total for player in range(len(state.hand))])
