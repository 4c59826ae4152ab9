"""Victory Points during a game: as if it had ended after each step, and who leads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from moderator.rules.age_of_iron import scoring
from moderator.rules.age_of_iron.past.steps import GameStep
from moderator.rules.age_of_iron.state import State


@dataclass(frozen=True, slots=True)
class CountryPoints:
    """A country's Victory Points; `presence` and `prevent` are None where they are secret."""

    total: int
    civilization: int
    trade: int
    presence: int | None
    prevent: int | None

    @property
    def objectives(self) -> int:
        """The points of both kinds of objectives together, which the total tells everybody."""
        return self.total - self.civilization - self.trade


@dataclass(frozen=True, slots=True)
class CoursePoint:
    """The total of each country, in the order of play, after the entry `number`; 0 is the start."""

    number: int
    turn: int
    totals: tuple[int, ...]

    @property
    def leaders(self) -> tuple[int, ...]:
        """The countries with the highest total, by index; nobody if all have none."""
        most = max(self.totals, default=0)
        return tuple(i for i, total in enumerate(self.totals) if total == most) if most else ()


@dataclass(frozen=True, slots=True)
class Lead:
    """Who leads from an entry on, by index in the order of play; nobody if all have 0 points."""

    number: int
    turn: int
    players: tuple[int, ...]


def points_of(state: State, open_to: Sequence[bool]) -> tuple[CountryPoints, ...]:
    """Each country's points if the game had ended there, in the order of play.

    Args:
        open_to: for each country whether its objectives may be seen.

    Source: docs/rules/age-of-iron.md, "Victory Points".
    """
    scores = (scoring.score(state, player) for player in range(len(state.hand)))
    return tuple(
        CountryPoints(
            total=one.total,
            civilization=one.civilization,
            trade=one.trade,
            presence=one.presence if is_open else None,
            prevent=one.prevent if is_open else None,
        )
        for one, is_open in zip(scores, open_to, strict=True)
    )


def course_of(start: State, steps: Iterable[GameStep]) -> Iterator[CoursePoint]:
    """The totals at the start and after each step.

    Cost: proportional to the number of steps, of countries and of objectives.
    """
    counted, totals = start, _totals(start)
    yield CoursePoint(0, start.turn, totals)
    for step in steps:
        if _counts(step.after) != _counts(counted):
            counted, totals = step.after, _totals(step.after)
        yield CoursePoint(step.number, step.turn, totals)


def leads_of(course: Iterable[CoursePoint]) -> Iterator[Lead]:
    """Who leads, a line for each change of those who do."""
    last: tuple[int, ...] | None = None
    for point in course:
        if point.leaders != last:
            last = point.leaders
            yield Lead(point.number, point.turn, last)


def lead_changes_of(leads: Iterable[Lead]) -> Iterator[Lead]:
    """Where a country took the lead alone from another one that last had it alone."""
    last: tuple[int, ...] = ()
    for lead in leads:
        if len(lead.players) == 1:
            if last and lead.players != last:
                yield lead
            last = lead.players


def _counts(state: State) -> tuple[object, ...]:
    """All that the points depend on."""
    return state.chart, state.built, state.for_trade, state.acquired


def _totals(state: State) -> tuple[int, ...]:
    return tuple(scoring.score(state, player).total for player in range(len(state.hand)))
