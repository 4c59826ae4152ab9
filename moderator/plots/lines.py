"""Lines and stacked bars over the rounds of a game, and strips of results: all on one scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from moderator.plots import (
    Plot,
    PlotBar,
    PlotDot,
    PlotLine,
    PlotSeal,
    PlotShape,
    PlotText,
    text_width,
)
from moderator.rules.seating import SeatLabel

# Scales of plots: from numbers to places, with round numbers beside the grid.

STEPS, MOST_TICKS = (1, 2, 5), 5


class ValueScale:
    """The scale for some numbers and 0, from `bottom` up to `top` (units).

    It has at most `MOST_TICKS` round numbers above the lowest.

    >>> ValueScale([3, 58], 0, 100).ticks
    (0, 20, 40, 60)
    """

    def __init__(self, values: Iterable[int], top: float, bottom: float) -> None:
        found = [0, *values]
        low, high = min(found), max(found)
        self.step = round_step(high - low, MOST_TICKS)
        self.low = low // self.step * self.step
        self.high = max(-(-high // self.step) * self.step, self.low + self.step)
        self.top, self.bottom = top, bottom

    def y(self, value: float) -> float:
        """The place of a number."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.bottom - share * (self.bottom - self.top), 2)

    @property
    def ticks(self) -> tuple[int, ...]:
        """The round numbers on it, from the lowest."""
        return tuple(range(self.low, self.high + 1, self.step))


def round_step(distance: int, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … by which at most `most` steps reach that far.

    >>> [round_step(58, 5), round_step(0, 5), round_step(203, 4)]
    [20, 1, 100]
    """
    power = 1
    while True:
        for step in STEPS:
            if step * power * most >= distance:
                return step * power
        power *= 10


def shown_every(count: int, gap: float, width: float) -> int:
    """At every how many of `count` places `gap` apart a text of this width can stand.

    >>> [shown_every(6, 20, 12), shown_every(60, 2, 12)]
    [1, 6]
    """
    return max(1, min(count, int(-(-width // gap)) if gap > 0 else count) or 1)


# Lines over the rounds of a game, as small multiples: one plot a seat, all on one scale.
#
# Source: small multiples (Tufte, Envisioning Information).

FOOT, HEAD = 14.0, 8.0
DOT = 2.3
LAST = 11.0
"""The size of the last number."""
MOST_DOTS = 20


def line_plots(
    series: Sequence[Sequence[int]],
    seats: Sequence[SeatLabel],
    rounds: Sequence[str],
    width: float,
    height: float,
) -> tuple[Plot, ...]:
    """A plot for each seat: its own line heavy, those of the others thin.

    Args:
        series: for each seat its numbers at the start and after each round, all equally many.
        rounds: the label of each of these places; empty for the start.
        width, height: of each plot, in units.

    Raises:
        ValueError: there are no numbers.

    Cost: proportional to the square of the number of seats.
    """
    scale = ValueScale([n for row in series for n in row], HEAD, height - FOOT)
    xs = _places(series, scale, width)
    return tuple(
        Plot(
            width=width,
            height=height,
            shapes=(
                *_grid(scale, xs, rounds, width),
                *(
                    PlotLine(_points(row, xs, scale), "thin", seats[i])
                    for i, row in enumerate(series)
                    if i != own
                ),
                *_own(series[own], seat, xs, scale),
            ),
            seats=(seat,),
        )
        for own, seat in enumerate(seats)
    )


def _places(series: Sequence[Sequence[int]], scale: ValueScale, width: float) -> list[float]:
    """From left to right, with room for the numbers of the scale and for the last number."""
    left = max(text_width(str(tick)) for tick in scale.ticks) + 5
    right = width - max(text_width(str(row[-1]), LAST) for row in series) - 6
    count = len(series[0])
    step = (right - left) / max(count - 1, 1)
    return [round(left + i * step, 2) for i in range(count)]


def _grid(
    scale: ValueScale, xs: Sequence[float], rounds: Sequence[str], width: float
) -> Iterator[PlotShape]:
    for tick in scale.ticks:
        y = scale.y(tick)
        if tick == scale.low:
            yield PlotLine(((0, y), (width, y)), "axis")
        else:
            yield PlotLine(((xs[0], y), (width, y)), "grid")
            yield PlotText(0, y + 3, str(tick))
    gap = xs[1] - xs[0] if len(xs) > 1 else width
    every = shown_every(len(xs), gap, max(map(text_width, rounds)) + 3)
    labelled = [i for i, label in enumerate(rounds) if label]
    for place, i in enumerate(reversed(labelled)):
        if place % every == 0:
            yield PlotText(xs[i], scale.bottom + 11, rounds[i], anchor="middle")


def _points(
    row: Sequence[int], xs: Sequence[float], scale: ValueScale
) -> tuple[tuple[float, float], ...]:
    return tuple((x, scale.y(number)) for x, number in zip(xs, row, strict=True))


def _own(
    row: Sequence[int], seat: SeatLabel, xs: Sequence[float], scale: ValueScale
) -> Iterator[PlotShape]:
    points = _points(row, xs, scale)
    yield PlotLine(points, "heavy", seat)
    dots = points[1:] if len(points) <= MOST_DOTS else points[-1:]
    for x, y in dots or points:
        yield PlotDot(x, y, DOT, seat)
    x, y = points[-1]
    yield PlotText(x + 6, y + 4, str(row[-1]), LAST, is_bold=True, is_apart=True)


# Stacked bars over the rounds of a game: one plot a seat, all on one scale.

BARS_FOOT, BARS_HEAD = 14.0, 13.0
MARGIN = 4.0

Stack = Sequence[tuple[int, SeatLabel | None]]
"""From below: numbers, 0 or more, each in a seat's pattern or, for nobody's, in white."""


def bar_plots(
    series: Sequence[Sequence[tuple[int, int]]],
    seats: Sequence[SeatLabel],
    rounds: Sequence[str],
    width: float,
    height: float,
) -> tuple[Plot, ...]:
    """A plot for each seat: a bar for each round, with the sum of both numbers on it.

    Args:
        series: for each seat two numbers in each round, all equally many, at least one: the one
            below in the seat's pattern, the one on top of it in white.
        rounds: the label of each round.
        width, height: of each plot, in units.
    """
    stacks = [
        [((low, seat), (high, None)) for low, high in row]
        for row, seat in zip(series, seats, strict=True)
    ]
    plots = stacked_plots(stacks, rounds, width, height)
    return tuple(replace(plot, seats=(seat,)) for plot, seat in zip(plots, seats, strict=True))


def stacked_plots(
    rows: Sequence[Sequence[Stack]], rounds: Sequence[str], width: float, height: float
) -> tuple[Plot, ...]:
    """A plot for each row, all on one scale: a bar of any seats' numbers for each round."""
    sums = [sum(number for number, _ in stack) for row in rows for stack in row]
    most = max(sums, default=0) or 1
    return tuple(
        Plot(width, height, tuple(_bars(row, rounds, width, height, most))) for row in rows
    )


def _bars(
    row: Sequence[Stack],
    rounds: Sequence[str],
    width: float,
    height: float,
    most: int,
) -> Iterator[PlotShape]:
    bottom = height - BARS_FOOT
    unit, step = (bottom - BARS_HEAD) / most, (width - 2 * MARGIN) / len(row)
    thick = round(step * 0.86, 2)
    widest = max(text_width(str(most)), *map(text_width, rounds))
    # The last number may be moved to the left, if it is wider than its bar.
    every = shown_every(len(row), step, widest + 2 if widest < step else widest * 1.5)
    for i, stack in enumerate(row):
        x = round(MARGIN + i * step + (step - thick) / 2, 2)
        middle, top = round(x + thick / 2, 2), bottom
        for number, of in stack:
            if number:
                size = round(number * unit, 2)
                top = round(top - size, 2)
                yield PlotBar(x, top, thick, size, of)
        total = str(sum(number for number, _ in stack))
        if (len(row) - 1 - i) % every == 0 and middle >= widest / 2:
            number_x = min(middle, width - text_width(total) / 2)
            yield PlotText(number_x, top - 3, total, anchor="middle")
            yield PlotText(middle, bottom + 11, rounds[i], anchor="middle")
    yield PlotLine(((0, bottom), (width, bottom)), "axis")


# Shares with their intervals, a line for each, above one scale.

SHARE_ROW, SHARE_NAME, SHARE_TEXT, SHARE_DOT = 17.0, 96.0, 42.0, 3.2
"""The height of a row, the most room for its name, the room for its number; a dot's radius."""
SHARE_SEAL, SHARE_TICKS = 15.0, 3

ShareRow = tuple[str | SeatLabel, float, tuple[float, float]]
"""A name or a seat, its share, from 0 to 1, and the ends of its interval."""


def share_plot(rows: Sequence[ShareRow], even: float, width: float) -> Plot:
    """A circle on a line for each interval, and an upright line where all would be even.

    Args:
        rows: at least one.
        even: from 0 to 1.
        width: in units; the height follows.
    """
    most = round(100 * max(even, *(high for _, _, (_, high) in rows)))
    step = round_step(most, SHARE_TICKS)
    end = max(-(-most // step) * step, step)
    named = [(one, 0.0) if isinstance(one, str) else (one.name, SHARE_SEAL + 4) for one, *_ in rows]
    left = min(max(text_width(name) + room for name, room in named) + 10, SHARE_NAME)
    bottom, unit = SHARE_ROW * len(rows), (width - left - SHARE_TEXT) / end
    shapes: list[PlotShape] = []
    for tick in range(0, end + 1, step):
        x = round(left + unit * tick, 2)
        shapes.append(PlotLine(((x, 0), (x, bottom)), "grid"))
        shapes.append(PlotText(x, bottom + 11, f"{tick} %", anchor="middle"))
    x = round(left + unit * 100 * even, 2)
    shapes.append(PlotLine(((x, 0), (x, bottom)), "axis"))
    for number, (one, share, ends) in enumerate(rows):
        y, seat = SHARE_ROW * (number + 0.5), one if isinstance(one, SeatLabel) else None
        name, before = named[number]
        if seat:
            shapes.append(PlotSeal(0, y - SHARE_SEAL / 2, SHARE_SEAL, seat))
        low, at, high = (round(left + unit * 100 * part, 2) for part in (ends[0], share, ends[1]))
        shapes += [
            PlotText(before, y + 3, _shortened(name, left - before - 6)),
            PlotLine(((low, y), (high, y)), "heavy", seat),
            PlotDot(at, y, SHARE_DOT, seat),
            PlotText(width, y + 3, f"{100 * share:.1f} %", anchor="end", is_bold=True),
        ]
    seats = tuple(one for one, *_ in rows if isinstance(one, SeatLabel))
    return Plot(width, bottom + FOOT, tuple(shapes), seats=seats)


def _shortened(text: str, room: float) -> str:
    """As much of the text as has room."""
    while text_width(text) > room:
        text = text.removesuffix("…")[:-1] + "…"
    return text


# A strip: the results of one player in several groups, as circles above a scale.
#
# Source: a strip plot (Tufte, The Visual Display of Quantitative Information), whose circles are
# moved up or down where they would overlap.

WIDTH, RADIUS = 560, 11
ROW = 2 * RADIUS + 2  # from circle to circle where they are moved up or down
STRIP_MARGIN = RADIUS + 3
TENS = 10


@dataclass(frozen=True, slots=True)
class Scale:
    """Points from `low` to `high`, both multiples of ten, over the width of a strip."""

    low: int
    high: int

    def x(self, points: float) -> float:
        """Where so many points are, in units of the SVG, with `STRIP_MARGIN` at both ends."""
        share = (points - self.low) / (self.high - self.low)
        return round(STRIP_MARGIN + share * (WIDTH - 2 * STRIP_MARGIN), 1)

    @property
    def ticks(self) -> tuple[tuple[int, float], ...]:
        """Points and places of at most eight marks, at multiples of ten."""
        step = TENS * (1 + (self.high - self.low) // (8 * TENS))
        return tuple((points, self.x(points)) for points in range(self.low, self.high + 1, step))


def scale_of(points: Sequence[int]) -> Scale:
    """The scale for all these points.

    Raises:
        ValueError: there are none.
    """
    low = min(points) // TENS * TENS
    high = -(-max(points) // TENS) * TENS
    return Scale(low, max(high, low + TENS))


class Strip:
    """Circles for results: label (at most three letters), points, whether it was the first place.

    Points must be within the scale. A mark is a circle: its label, x and y of its middle, and
    whether it is filled (the first). They reach from `top` to `bottom` around y = 0; `low_x` and
    `high_x` are those of the least and the most points, `median_x` is that of their `median`.

    Raises:
        ValueError: there are no results.
    """

    def __init__(self, results: Sequence[tuple[str, int, bool]], scale: Scale) -> None:
        taken: dict[int, list[float]] = {}
        rows = _strip_rows(len(results))
        self.marks: list[tuple[str, float, float, bool]] = []
        for label, points, is_first in sorted(results, key=lambda result: (result[1], result[0])):
            x = scale.x(points)
            row = next(row for row in rows if _is_free(taken.get(row, []), x))
            taken.setdefault(row, []).append(x)
            self.marks.append((label, x, row * ROW, is_first))
        values = [points for _, points, _ in results]
        self.median = median(values)
        self.median_x = scale.x(self.median)
        self.low_x, self.high_x = scale.x(min(values)), scale.x(max(values))
        ys = [y for _, _, y, _ in self.marks]
        self.top, self.height = min(ys) - STRIP_MARGIN, max(ys) - min(ys) + 2 * STRIP_MARGIN
        self.bottom = self.top + self.height


def _strip_rows(count: int) -> list[int]:
    """The rows in the order of trying: the middle, then one above, one below, two above…"""
    return sorted(range(-count, count + 1), key=lambda row: (abs(row), row))


def _is_free(taken: Sequence[float], x: float) -> bool:
    return all(abs(x - other) >= 2 * RADIUS + 1 for other in taken)
