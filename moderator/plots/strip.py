"""A strip: the results of one player in several groups, as circles above a scale.

Source: a strip plot (Tufte, The Visual Display of Quantitative Information), whose circles are
moved up or down where they would overlap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

WIDTH, RADIUS = 560, 11
ROW = 2 * RADIUS + 2  # from circle to circle where they are moved up or down
MARGIN = RADIUS + 3
TENS = 10


@dataclass(frozen=True, slots=True)
class Scale:
    """Points from `low` to `high`, both multiples of ten, over the width of a strip."""

    low: int
    high: int

    def x(self, points: float) -> float:
        """Where so many points are, in units of the SVG: from `MARGIN` to `WIDTH - MARGIN`."""
        share = (points - self.low) / (self.high - self.low)
        return round(MARGIN + share * (WIDTH - 2 * MARGIN), 1)

    @property
    def ticks(self) -> tuple[tuple[int, float], ...]:
        """Points and places of at most eight marks, at multiples of ten."""
        step = TENS * (1 + (self.high - self.low) // (8 * TENS))
        return tuple((points, self.x(points)) for points in range(self.low, self.high + 1, step))


@dataclass(frozen=True, slots=True)
class Strip:
    """Circles, the median of their points, and how high and low they reach around y = 0.

    A mark is a circle: its label, x and y of its middle, and whether it is filled (the first).
    """

    marks: tuple[tuple[str, float, float, bool], ...]
    median: float
    median_x: float
    low_x: float
    high_x: float
    top: float
    height: float

    @property
    def bottom(self) -> float:
        """The lowest y."""
        return self.top + self.height


def scale_of(points: Sequence[int]) -> Scale:
    """The scale for all these points.

    Raises:
        ValueError: there are none.
    """
    low = min(points) // TENS * TENS
    high = -(-max(points) // TENS) * TENS
    return Scale(low, max(high, low + TENS))


def strip_of(results: Sequence[tuple[str, int, bool]], scale: Scale) -> Strip:
    """The strip of results: label (at most three letters), points, whether it was the first place.

    Points must be within the scale.

    Raises:
        ValueError: there are no results.
    """
    taken: dict[int, list[float]] = {}
    rows = _rows(len(results))
    marks = []
    for label, points, is_first in sorted(results, key=lambda result: (result[1], result[0])):
        x = scale.x(points)
        row = next(row for row in rows if _is_free(taken.get(row, []), x))
        taken.setdefault(row, []).append(x)
        marks.append((label, x, row * ROW, is_first))
    values = [points for _, points, _ in results]
    middle = median(values)
    ys = [y for _, _, y, _ in marks]
    top, height = min(ys) - MARGIN, max(ys) - min(ys) + 2 * MARGIN
    ends = scale.x(min(values)), scale.x(max(values))
    return Strip(tuple(marks), middle, scale.x(middle), *ends, top, height)


def _rows(count: int) -> list[int]:
    """The rows in the order of trying: the middle, then one above, one below, two above…"""
    return sorted(range(-count, count + 1), key=lambda row: (abs(row), row))


def _is_free(taken: Sequence[float], x: float) -> bool:
    return all(abs(x - other) >= 2 * RADIUS + 1 for other in taken)
