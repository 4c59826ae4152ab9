"""The state of a game, its ids, its Victory Points, and the course of a Game-turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from moderator.rules import reading
from moderator.rules.age_of_iron.scenario import (
    CONTROL_RFS,
    PRESENCE,
    PRESENCE_RFS,
    Objective,
    Options,
    Scenario,
)
from moderator.rules.errors import Refused, number_of, number_text
from moderator.rules.kinds import Kind
from moderator.rules.move import with_item
from moderator.rules.seating import SeatLabel, highest

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
    hand: tuple[int, ...]
    chart: Grid
    crossed: tuple[tuple[tuple[int, ...], ...], ...]
    opening: Grid
    built: tuple[int, ...]
    opening_built: tuple[int, ...]
    for_trade: tuple[int, ...]
    acquired: Grid
    controlled: tuple[tuple[int, ...], ...]
    turn: int = 0
    phase: str | None = ACTION
    active: int | None = None
    attacked: frozenset[tuple[int, int]] = frozenset()
    fought: frozenset[Pair] = frozenset()
    traded: frozenset[Pair] = frozenset()

    @property
    def is_over(self) -> bool:
        """Whether the last Game-turn has ended."""
        return self.phase is None

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """The countries in the order of play."""
        return self.scenario.seats

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

    def has_set(self, player: int) -> bool:
        """Whether the player has one of every good; never in a scenario without goods."""
        goods = self.goods(player)
        return bool(goods) and all(goods.values())

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
        return number_of("unknown-player", id, self.scenario.player_numbers)

    def region(self, id: str) -> int:
        """The region's number; `Refused("unknown-region")`."""
        return number_of("unknown-region", id, self.scenario.region_numbers)

    def by_id(self, values: Iterable[Any]) -> dict[str, Any]:
        """The values of all players, by the players' ids."""
        return dict(zip(self.scenario.player_numbers, values, strict=True))

    # As JSON has them

    @property
    def chart_by_id(self) -> dict[str, dict[str, int]]:
        rows = map(self.by_id, self.chart)
        return dict(zip(self.scenario.region_numbers, rows, strict=True))

    @property
    def goods_by_id(self) -> dict[str, dict[str, dict[str, int]]]:
        return self.by_id(
            {"for_trade": self.goods_for_trade(one), "acquired": self.goods_acquired(one)}
            for one in range(len(self.hand))
        )

    @property
    def controlled_by_id(self) -> dict[str, list[str]]:
        rows = (list(map(self.player_id, owners)) for owners in self.controlled)
        return dict(zip(self.scenario.region_numbers, rows, strict=True))

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


def pair(one: int, other: int) -> Pair:
    """The two players as a pair, in either order."""
    return (one, other) if one < other else (other, one)


# Players and regions by their ids in moves.

REGION: Kind = Kind(reading.text, State.region, State.region_id)
"""A region's id, read as the region's number; `Refused("unknown-region")`."""


def players(check: reading.Check) -> Kind:
    """A list of players' ids, read as their numbers; `Refused("unknown-player")`."""
    return Kind(
        check,
        read=lambda state, ids: tuple(map(state.player, ids)),
        write=lambda state, numbers: list(map(state.player_id, numbers)),
    )


# Victory Points, at the end and at any time before.
#
# Source: docs/rules/age-of-iron.md, "Victory Points".


class Score(NamedTuple):
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


def totals(state: State) -> tuple[int, ...]:
    """Each player's Victory Points if the game ended now."""
    return tuple(score(state, player).total for player in range(len(state.hand)))


def leaders(state: State) -> tuple[int, ...]:
    """The players with the highest total now, in the order of play."""
    return highest(totals(state))


def leaders_of(totals: Sequence[int]) -> tuple[int, ...]:
    """The players with the highest total, by index; nobody if all have none."""
    return highest(totals) if any(totals) else ()


# The course of a Game-turn: filling hands, passing the turn, establishing control.
#
# Source: docs/rules/age-of-iron.md, "How a Game-turn runs" and "Control".


def begin(scenario: Scenario, effective: Mapping[str, Any]) -> State:
    """The state before the first move.

    Args:
        scenario: already checked.
        effective: every option's effective value, already checked.
    """
    options = Options(**effective)
    none = (0,) * len(scenario.players)
    blank = State(
        scenario=scenario,
        options=options,
        turns=options.turns,
        hand=none,
        chart=scenario.setup,
        crossed=(),
        opening=scenario.setup,
        built=none,
        opening_built=none,
        for_trade=tuple(scenario.trade_units if player.good else 0 for player in scenario.players),
        acquired=tuple((0,) * len(scenario.goods) for _ in scenario.players),
        controlled=tuple(() for _ in scenario.regions),
    )
    return settle(start_game_turn(blank))


def start_game_turn(state: State) -> State:
    """The state at the start of the next Game-turn: all hands are filled (simultaneous), or one."""
    scenario = state.scenario
    turn = state.turn + 1
    no_marks: tuple[tuple[int, ...], ...] = ((),) * len(scenario.players)
    state = state._replace(
        turn=turn,
        opening=state.chart,
        opening_built=state.built,
        crossed=(no_marks,) * len(scenario.regions),
        fought=frozenset(),
        traded=frozenset(),
    )
    if not state.options.is_simultaneous:
        return start_player_turn(state._replace(phase=ACTION), 0)
    hand = tuple(player.income_in(turn, is_simultaneous=True) for player in scenario.players)
    return state._replace(phase=DEPLOYMENT, active=None, hand=hand, attacked=frozenset())


def start_player_turn(state: State, player: int) -> State:
    """The state at the start of a player's turn; in sequential play the player's hand is filled."""
    hand = [0] * len(state.hand)
    if not state.options.is_simultaneous:
        hand[player] = state.scenario.players[player].income_in(state.turn, is_simultaneous=False)
    return state._replace(active=player, hand=tuple(hand), attacked=frozenset())


def pass_turn(state: State, player: int) -> State:
    """The state after a player's turn: the next player, the next Game-turn, or the end."""
    if player + 1 < len(state.hand):
        return start_player_turn(state, player + 1)
    if state.turn < state.turns:
        return start_game_turn(state)
    none = (0,) * len(state.hand)
    return state._replace(phase=None, active=None, hand=none, attacked=frozenset())


def settle(state: State) -> State:
    """The state after everything that happens automatically, at the start and after every move.

    Orders are revealed when no hand holds RFs that can be placed; outside the phase
    `deployment` control is established.
    """
    if state.phase == DEPLOYMENT:
        if any(state.must_place(player) for player in range(len(state.hand))):
            return state
        state = start_player_turn(state._replace(phase=ACTION), 0)
    return _establish_control(state) if state.options.control else state


def _establish_control(state: State) -> State:
    controlled = list(state.controlled)
    for region, row in enumerate(state.chart):
        if controlled[region] or state.scenario.is_country(region):
            continue
        here = [player for player, rfs in enumerate(row) if rfs]
        if len(here) == 1 and row[here[0]] >= CONTROL_RFS:
            controlled[region] = (here[0],)
    return state._replace(controlled=tuple(controlled))


def check_revealed(state: State, what: str) -> None:
    """Raise `Refused("wrong-phase")` while orders are being written."""
    if state.phase == DEPLOYMENT:
        message = "{what} only after all orders are in; still to place: {waiting}."
        raise Refused("wrong-phase", message, what=what, waiting=lambda: _still_to_place(state))


def _still_to_place(state: State) -> str:
    hands = enumerate(state.hand)
    return ", ".join(f"{state.player_name(i)} ({rfs})" for i, rfs in hands if state.must_place(i))


def check_hand(state: State, player: int, rfs: int) -> None:
    """Raise `Refused("not-enough-rfs")` if the hand holds fewer."""
    hand = state.hand[player]
    if not hand:
        name = state.player_name(player)
        raise Refused("not-enough-rfs", "{name} has nothing left to place.", name=name)
    if rfs > hand:
        raise Refused(
            "not-enough-rfs",
            "{name} has {has} in hand, so at most {hand} can be placed, not {rfs}.",
            name=state.player_name(player),
            has=rfs_text(hand),
            hand=hand,
            rfs=number_text(rfs),
        )


def check_hand_placed(state: State, player: int) -> None:
    """Raise `Refused("rfs-in-hand")` while the player has RFs that can be placed."""
    if state.must_place(player):
        rfs, name = rfs_text(state.hand[player]), state.player_name(player)
        message = "First place the {rfs} that {name} has in hand."
        raise Refused("rfs-in-hand", message, rfs=rfs, name=name)


def check_has_control(state: State) -> None:
    """Raise `Refused("bad-move")` in a game without the option `control`."""
    if not state.options.control:
        raise Refused("bad-move", "This game is played without the option “control”.")


def rfs_text(rfs: int) -> str:
    """RFs in words.

    >>> rfs_text(1), rfs_text(3)
    ('1 RF', '3 RFs')
    """
    return "1 RF" if rfs == 1 else f"{number_text(rfs)} RFs"
