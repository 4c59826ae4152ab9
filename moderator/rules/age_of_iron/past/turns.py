"""A game at the end of each Game-turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from moderator.rules.age_of_iron.past.points import CountryPoints, points_of
from moderator.rules.age_of_iron.past.steps import GameStep
from moderator.rules.age_of_iron.state import Grid, State


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of a Game-turn; `turn` 0 is the start. Countries are in the order of play.

    `number` is the entry that ended it. `chart` has the RFs by region, then country; `on_chart`,
    `civilization` the RFs of each country on the Game Chart and in civilization.
    """

    turn: int
    number: int
    chart: Grid
    civilization: tuple[int, ...]
    points: tuple[CountryPoints, ...]

    @property
    def on_chart(self) -> tuple[int, ...]:
        """The RFs of each country in all regions together."""
        return tuple(map(sum, zip(*self.chart, strict=True)))

    @property
    def totals(self) -> tuple[int, ...]:
        """The Victory Points of each country."""
        return tuple(points.total for points in self.points)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The countries with the most points, by index; nobody if all have none."""
        most = max(self.totals)
        return tuple(i for i, total in enumerate(self.totals) if total == most) if most else ()


def turns_of(start: State, steps: Iterable[GameStep], open_to: Sequence[bool]) -> Iterator[TurnEnd]:
    """The start and the end of each complete Game-turn; one that was reopened counts once.

    Args:
        open_to: for each country whether its objectives may be seen.

    Source: docs/rules/age-of-iron.md, "How a Game-turn runs".
    """
    ends = {0: (0, start)}
    for step in steps:
        if step.after.turn > step.before.turn or step.after.is_over:
            ends[step.before.turn] = (step.number, step.after)
    for turn, (number, state) in sorted(ends.items()):
        yield TurnEnd(turn, number, state.chart, state.built, points_of(state, open_to))
