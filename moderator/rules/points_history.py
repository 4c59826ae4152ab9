"""The points of a game after its moves: the history of games without rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from moderator.rules.game import Rules
from moderator.rules.log import Step
from moderator.rules.seating import SeatLabel, Viewer


@dataclass(frozen=True, slots=True)
class PointsHistory:
    """Each seat's points at the start, after each move that changed points, and now.

    `numbers` are the entries of the log, 0 for the start; `points` has a row for each seat with as
    many numbers.
    """

    seats: tuple[SeatLabel, ...]
    numbers: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]
    is_over: bool

    @property
    def rows(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Each of these entries, and every seat's points after it."""
        return tuple(zip(self.numbers, zip(*self.points, strict=True), strict=True))

    @property
    def labels(self) -> tuple[str, ...]:
        """The numbers as text; empty for the start."""
        return tuple(str(number) if number else "" for number in self.numbers)


def points_history(
    rules: Rules[Any], start: Any, steps: Sequence[Step], viewer: Viewer
) -> PointsHistory:
    """The points of a game whose rules count any (`Rules.points`).

    Args:
        steps: the moves in effect that the viewer may know, oldest first.

    Cost: proportional to the number of moves.
    """
    places = [(0, rules.points(start, viewer))]
    last = len(steps) - 1
    for i, step in enumerate(steps):
        points = rules.points(step.after, viewer)
        if points != places[-1][1] or i == last:
            places.append((step.number, points))
    now = steps[-1].after if steps else start
    return PointsHistory(
        seats=rules.seats_of(now),
        numbers=tuple(number for number, _ in places),
        points=tuple(zip(*(points for _, points in places), strict=True)),
        is_over=rules.is_over(now),
    )
