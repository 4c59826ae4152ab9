"""Lines over the rounds of a game, as small multiples: one plot a seat, all on one scale.

Source: small multiples (Tufte, Envisioning Information).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moderator.plots.plot import (
    Plot,
    PlotDot,
    PlotLine,
    PlotShape,
    PlotText,
    text_width,
)
from moderator.plots.scale import ValueScale, shown_every, value_scale
from moderator.rules.seating import SeatLabel

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
    scale = value_scale([n for row in series for n in row], HEAD, height - FOOT)
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
