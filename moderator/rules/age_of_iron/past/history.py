"""The history of a game, from its moves, for one viewer: for pages, sheets, and research."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules import shown
from moderator.rules.age_of_iron import past
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.past import (
    AttackFact,
    AttackMatrix,
    CoursePoint,
    Facts,
    GameStep,
    TradeFact,
    TradeMatrix,
    TurnEnd,
    attacks_of,
    steps_of,
    trades_of,
    turns_of,
)
from moderator.rules.age_of_iron.past.path import WinnersPath, winners_path
from moderator.rules.age_of_iron.past.questions import TurningPoint, questions_of, turning_points_of
from moderator.rules.age_of_iron.scenario import PRESENCE_RFS, Scenario
from moderator.rules.age_of_iron.state import State, can_score, is_met, score
from moderator.rules.age_of_iron.views import Row, for_viewer
from moderator.rules.deals import DebriefQuestion
from moderator.rules.game import Rules
from moderator.rules.log import Step
from moderator.rules.seating import PUBLIC, SeatLabel, Viewer
from moderator.rules.shown import ENTRY, ROUND, SEAT, Column, Table, by_round

# The history of a game as pages and sheets get it.

MOST_REGION_TURNS = 12
Stack = tuple[tuple[int, SeatLabel], ...]

START, TURN, END, NOW = "start", "turn", "end", "now"


@dataclass(frozen=True, slots=True)
class Moment:
    """The chart after an entry, for a map. `kind` is one of the constants above.

    `turn` is the Game-turn that the entry belongs to; 0 for the start.
    """

    kind: str
    turn: int
    number: int
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class GameHistory:
    """What happened in a game, as far as the viewer may know; countries are indices of `seats`.

    `turns` begins with the start; `course` has the points after each step. `is_scored` says whether
    there are points that may be compared, `has_goods` and `has_civilization` which parts the
    scenario has. `turn` of `turns_planned` is the present Game-turn, `last` the last entry.
    `swings` are the turning points and perhaps more of their kind. `path` is None without points.
    """

    seats: tuple[SeatLabel, ...]
    regions: tuple[str, ...]
    goods: tuple[tuple[str, str], ...]
    turn: int
    turns_planned: int
    last: int
    is_over: bool
    is_scored: bool
    has_goods: bool
    has_civilization: bool
    turns: tuple[TurnEnd, ...]
    course: tuple[CoursePoint, ...]
    leads: tuple[CoursePoint, ...]
    lead_changes: tuple[CoursePoint, ...]
    attacks: tuple[AttackFact, ...]
    attack_matrix: AttackMatrix
    trades: tuple[TradeFact, ...]
    trade_matrix: TradeMatrix
    turning_points: tuple[TurningPoint, ...]
    swings: tuple[TurningPoint, ...]
    path: WinnersPath | None
    questions: tuple[DebriefQuestion, ...]
    moments: tuple[Moment, ...]

    @property
    def complete_turns(self) -> int:
        return len(self.turns) - 1

    @property
    def labels(self) -> tuple[str, ...]:
        """The Game-turns of `turns` as text; empty for the start."""
        return tuple(str(one.turn) if one.turn else "" for one in self.turns)

    @property
    def points(self) -> tuple[tuple[int, ...], ...]:
        """Each country's Victory Points at each of `turns`."""
        return tuple(zip(*(one.totals for one in self.turns), strict=True))

    @property
    def rfs(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Each country's RFs on the chart and in civilization at each of `turns` but the start."""
        ends = [zip(one.on_chart, one.civilization, strict=True) for one in self.turns[1:]]
        return tuple(zip(*ends, strict=True)) or ((),) * len(self.seats)

    @property
    def region_labels(self) -> tuple[str, ...]:
        """The Game-turns of `by_region`: of a long game every second, every third …, and the last.

        Their number is at most `MOST_REGION_TURNS`.
        """
        return tuple(str(one.turn) for one in self._region_ends)

    @property
    def _region_ends(self) -> tuple[TurnEnd, ...]:
        ends = self.turns[1:]
        return ends[:: -max(1, -(-len(ends) // MOST_REGION_TURNS))][::-1]

    @property
    def by_region(self) -> tuple[tuple[str, tuple[tuple[int, ...], ...]], ...]:
        """Each region that was held, and its row of the chart at each of `region_labels`."""
        rows = zip(*(one.chart for one in self._region_ends), strict=True)
        named = zip(self.regions, rows, strict=False)
        return tuple((name, ends) for name, ends in named if any(map(any, ends)))

    @property
    def region_stacks(self) -> tuple[tuple[str, tuple[Stack, ...]], ...]:
        """The same for a plot: the RFs with the country that has them."""
        return tuple(
            (name, tuple(tuple(zip(row, self.seats, strict=True)) for row in ends))
            for name, ends in self.by_region
        )

    @property
    def attack_flows(self) -> tuple[tuple[int, ...], ...]:
        """The RFs that both sides lost in the attacks of each country on each."""
        return tuple(
            tuple(cell.attacker_lost + cell.defender_lost for cell in row)
            for row in self.attack_matrix
        )

    @property
    def attack_texts(self) -> tuple[tuple[str, ...], ...]:
        """What each side lost in them."""
        return tuple(
            tuple(f"{cell.attacker_lost} : {cell.defender_lost}" for cell in row)
            for row in self.attack_matrix
        )

    @property
    def trade_flows(self) -> tuple[tuple[int, ...], ...]:
        """The units of goods that each country gave to each."""
        return tuple(tuple(cell.units for cell in row) for row in self.trade_matrix)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who leads now or has won; nobody if all have 0 points."""
        return self.leads[-1].leaders if self.leads else ()

    @property
    def leading(self) -> tuple[SeatLabel, ...]:
        """The same as seats."""
        return self._seats(self.winners)

    @property
    def most_points(self) -> int:
        """The points of those who lead now."""
        return max(self.course[-1].totals)

    @property
    def leading_by_turn(self) -> tuple[tuple[int, tuple[SeatLabel, ...]], ...]:
        """Who had the most points after each complete Game-turn."""
        return tuple((one.turn, self._seats(one.leaders)) for one in self.turns[1:])

    def _seats(self, players: Sequence[int]) -> tuple[SeatLabel, ...]:
        return tuple(self.seats[player] for player in players)


# The history of a game, from its moves, for one viewer.

MOST_SWINGS = 5
"""Turning points before which a debrief looks up what was said."""


def history(start: State, steps: Sequence[Step], viewer: Viewer = PUBLIC) -> GameHistory:
    """The history of a game.

    Args:
        start: the state before the first move.
        steps: those in effect, oldest first, without what the viewer may not know yet.
        viewer: before the end only the moderator learns about objectives. Nobody sees orders here
            before they are revealed.

    Source: docs/rules/age-of-iron.md, "Victory Points".
    Cost: proportional to the number of steps, of countries and of objectives.
    """
    now = steps[-1].after if steps else start
    made = tuple(steps_of(start, steps))
    first = for_viewer.visible(start, PUBLIC)
    last = made[-1].after if made else first
    scenario, players = now.scenario, len(now.hand)
    has_goals = bool(scenario.objectives)
    open_to = [
        not has_goals or viewer.sees_goals_of(seat.id, now.is_over) for seat in scenario.seats
    ]
    turns = tuple(turns_of(first, made, open_to))
    course = tuple(past.course_of(first, made))
    if not viewer.sees_all_points:
        turns, course = tuple(replace(one, points=()) for one in turns), ()
    attacks, trades = tuple(past.attacks_of(made)), tuple(past.trades_of(made))
    leads = tuple(past.leads_of(course))
    turning_points = turning_points_of(made, course)
    points = past.points_of(last, open_to)
    every = Facts(last, made, course, turns, leads, points, attacks, trades, all(open_to))
    return GameHistory(
        **_setting(now, scenario),
        last=steps[-1].number if steps else 0,
        is_scored=can_score(scenario) and viewer.sees_all_points,
        turns=turns,
        course=course,
        leads=leads,
        lead_changes=tuple(past.lead_changes_of(leads)),
        attacks=attacks,
        attack_matrix=past.attack_matrix(attacks, players),
        trades=trades,
        trade_matrix=past.trade_matrix(trades, players, scenario.letters),
        turning_points=turning_points,
        swings=turning_points_of(made, course, MOST_SWINGS),
        path=winners_path(every),
        questions=tuple(questions_of(every)) if course else (),
        moments=tuple(_moments(first, made, turns)),
    )


def _setting(now: State, scenario: Scenario) -> dict[str, Any]:
    return {
        "seats": scenario.seats,
        "regions": scenario.region_names,
        "goods": tuple(scenario.good_names.items()),
        "turn": now.turn,
        "turns_planned": now.turns,
        "is_over": now.is_over,
        "has_goods": bool(scenario.goods),
        "has_civilization": bool(scenario.box_points),
    }


def _moments(start: State, steps: Sequence[GameStep], turns: Sequence[TurnEnd]) -> Iterator[Moment]:
    """The end of the first Game-turn and of the one in the middle; and the end, or now."""
    if not steps:
        yield Moment(START, 0, 0, for_viewer.view_for(start, PUBLIC).rows)
        return
    after = {step.number: step for step in steps}
    last = steps[-1]
    complete = turns[1:]
    middle = (len(complete) - 1) // 2
    wanted = {one.number: TURN for one in (*complete[:1], *complete[middle : middle + 1])}
    wanted[last.number] = END if last.after.is_over else NOW
    for number, kind in sorted(wanted.items()):
        step = after[number]
        yield Moment(kind, step.turn, number, for_viewer.view_for(step.after, PUBLIC).rows)


# What single countries did besides attacks and trades: RFs placed, and what was decided.


@dataclass(frozen=True, slots=True)
class Placement:
    """RFs that a country placed in a region, by index, or (None) in its civilization."""

    number: int
    turn: int
    player: int
    region: int | None
    rfs: int


@dataclass(frozen=True, slots=True)
class Decision:
    """A correction or a split of control, and the countries that it concerned.

    `sentence` is without a full stop.
    """

    number: int
    turn: int
    players: tuple[int, ...]
    sentence: str


def placements_of(moves: Iterable[Step]) -> Iterator[Placement]:
    """The RFs placed by these moves, in their order."""
    for step in moves:
        move, turn = step.move, step.before.turn
        if isinstance(move, Deploy):
            yield Placement(step.number, turn, move.player, move.region, move.rfs)
        elif isinstance(move, Build):
            yield Placement(step.number, turn, move.player, None, move.rfs)


def decisions_of(moves: Iterable[Step]) -> Iterator[Decision]:
    """The corrections that changed something of a country, and the splits of control."""
    for step in moves:
        players: tuple[int, ...] = ()
        if isinstance(step.move, SplitControl):
            players = step.move.players
        elif isinstance(step.move, Correct):
            players = _changed(step.before, step.after)
        if players:
            sentence = str(step.move.describe(step.before))
            yield Decision(step.number, step.before.turn, players, sentence)


def _changed(before: State, after: State) -> tuple[int, ...]:
    """The countries of which a number or control differs."""
    players = range(len(before.hand))
    return tuple(player for player in players if _own(before, player) != _own(after, player))


def _own(state: State, player: int) -> tuple[object, ...]:
    column = tuple(row[player] for row in state.chart)
    control = tuple(player in owners for owners in state.controlled)
    goods = (state.for_trade[player], state.acquired[player])
    return column, state.built[player], goods, control


# The tables of a game for research: countries by Game-turn, objectives, trades, attacks.


def _points(name: str, what: str) -> Column:
    return Column(name, f"Victory Points for {what} if the game ended now", "points", "from 0")


def _rfs(name: str, meaning: str) -> Column:
    return Column(name, meaning, "RFs", "from 0")


def _counted(state: State, player: int) -> tuple[int, ...]:
    now, regions = score(state, player), range(len(state.chart))
    return (
        now.total,
        now.presence,
        now.prevent,
        now.civilization,
        now.trade,
        sum(state.has_presence(player, region) for region in regions),
        sum(player in owners for owners in state.controlled),
        sum(row[player] for row in state.chart),
        state.built[player],
        state.for_trade[player],
        sum(state.acquired[player]),
    )


_SEATS = by_round(
    _counted,
    _points("points", "everything"),
    _points("presence_points", "objectives of Presence"),
    _points("prevent_points", "objectives to prevent others’ Presence"),
    _points("civilization_points", "civilization"),
    _points("trade_points", "a complete set of goods"),
    Column("territories", f"Regions with {PRESENCE_RFS} or more RFs", "regions", "from 0"),
    Column("controlled", "Regions that it controls, alone or with others", "regions", "from 0"),
    _rfs("rfs_on_chart", "RFs in all regions"),
    _rfs("civilization_rfs", "RFs in civilization"),
    Column("goods_for_trade", "Own goods that are left for trade", "units", "from 0"),
    Column("goods_acquired", "Goods got by trade", "units", "from 0"),
    rank=lambda state, player: score(state, player).total,
)


def _objectives(rules: Rules[Any], start: State, steps: Sequence[Step]) -> Iterator[shown.Row]:
    end = steps[-1].after if steps else start
    for number, one in enumerate(end.scenario.objectives, start=1):
        region, points = end.region_id(one.region), one.victory_points
        by = " ".join(map(end.player_id, one.by))
        yield one.player, number, one.kind, region, by, points, int(is_met(end, one))


_OBJECTIVES = Table(
    "objectives",
    (
        SEAT,
        Column("objective", "The number of the objective in the scenario", "number", "from 1"),
        Column("kind", "What is asked for", "", "presence (of one’s own) or prevent (others’)"),
        Column("region", "Where", "", "an id of the scenario"),
        Column("prevented", "Who may have no Presence there", "", "seats, with spaces between"),
        Column("points", "What it is worth", "points", "from 0"),
        Column("is_met", "Whether it is met at the end, or when the game stopped", "", "0 or 1"),
    ),
    _objectives,
)


def _trades(rules: Rules[Any], start: State, steps: Sequence[Step]) -> Iterator[shown.Row]:
    for one in trades_of(steps_of(start, steps)):
        sides = (one.player, one.partner, one.give), (one.partner, one.player, one.get)
        for giver, taker, goods in sides:
            for good, units in goods:
                yield one.number, one.turn, giver, taker, good, units


_TRADES = Table(
    "trades",
    (
        ENTRY,
        ROUND,
        Column("giver", "Who gives", "", SEAT.values, is_seat=True),
        Column("taker", "Who gets it", "", SEAT.values, is_seat=True),
        Column(
            "good", "What is given; a trade has a row for each good and direction", "", "letter"
        ),
        Column("units", "How much of it", "units", "from 1"),
    ),
    _trades,
)


def _attacks(rules: Rules[Any], start: State, steps: Sequence[Step]) -> Iterator[shown.Row]:
    for one in attacks_of(steps_of(start, steps)):
        region, lost = start.region_id(one.region), (one.attacker_lost, one.defender_lost)
        yield one.number, one.turn, one.attacker, one.defender, region, *lost


_ATTACKS = Table(
    "attacks",
    (
        ENTRY,
        ROUND,
        Column("attacker", "Who attacks", "", SEAT.values, is_seat=True),
        Column("defender", "Who is attacked", "", SEAT.values, is_seat=True),
        Column("region", "Where", "", "an id of the scenario"),
        _rfs("attacker_lost", "RFs that the attacker lost"),
        _rfs("defender_lost", "RFs that the defender lost"),
    ),
    _attacks,
)

TABLES = (_SEATS, _OBJECTIVES, _TRADES, _ATTACKS)
