"""The history of a game as pages and sheets get it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.rules.age_of_iron.past.contacts import (
    AttackFact,
    AttackMatrix,
    TradeFact,
    TradeMatrix,
)
from moderator.rules.age_of_iron.past.facts import DebriefQuestion
from moderator.rules.age_of_iron.past.path import WinnersPath
from moderator.rules.age_of_iron.past.points import CoursePoint, Lead
from moderator.rules.age_of_iron.past.turning import TurningPoint
from moderator.rules.age_of_iron.past.turns import TurnEnd
from moderator.rules.age_of_iron.views.view import Row
from moderator.rules.seating import SeatLabel

MOST_REGION_TURNS = 12
Stack = tuple[tuple[int, SeatLabel], ...]

START, FIRST_TURN, TURNING_POINT, END, NOW = "start", "first-turn", "turning-point", "end", "now"


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

    `turns` begins with the start; `course` has the points after each step. `is_open` says whether
    all objectives may be seen. `is_scored`, `has_goods` and `has_civilization` say which parts the
    scenario has. `turn` of `turns_planned` is the present Game-turn, `last` the last entry.
    `swings` are the turning points and perhaps more of their kind. `path` is None without points.
    """

    title: str
    seats: tuple[SeatLabel, ...]
    regions: tuple[str, ...]
    goods: tuple[tuple[str, str], ...]
    turn: int
    turns_planned: int
    last: int
    is_over: bool
    is_open: bool
    is_scored: bool
    has_goods: bool
    has_civilization: bool
    turns: tuple[TurnEnd, ...]
    course: tuple[CoursePoint, ...]
    leads: tuple[Lead, ...]
    lead_changes: tuple[Lead, ...]
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
        """How many Game-turns are complete."""
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
    def trade_flows(self) -> tuple[tuple[int, ...], ...]:
        """The units of goods that each country gave to each."""
        return tuple(tuple(cell.units for cell in row) for row in self.trade_matrix)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who leads now or has won; nobody if all have 0 points."""
        return self.leads[-1].players

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
