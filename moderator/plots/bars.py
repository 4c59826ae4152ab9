"""Stacked bars over the rounds of a game: one plot a seat, all on one scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moderator.plots.plot import Plot, PlotBar, PlotLine, PlotShape, PlotText, text_width
from moderator.plots.scale import shown_every
from moderator.rules.seating import SeatLabel

FOOT, HEAD = 14.0, 13.0
MARGIN = 4.0

Stack = tuple[int, int]
"""The number below, in the seat's pattern, and the one on top of it, in white; 0 or more."""


def bar_plots(
    series: Sequence[Sequence[Stack]],
    seats: Sequence[SeatLabel],
    rounds: Sequence[str],
    width: float,
    height: float,
) -> tuple[Plot, ...]:
    """A plot for each seat: a bar for each round, with the sum of both numbers on it.

    Args:
        series: for each seat its numbers in each round, all equally many, at least one.
        rounds: the label of each round.
        width, height: of each plot, in units.
    """
    most = max((sum(stack) for row in series for stack in row), default=0) or 1
    return tuple(
        Plot(width, height, tuple(_bars(row, seat, rounds, width, height, most)), seats=(seat,))
        for row, seat in zip(series, seats, strict=True)
    )


def _bars(
    row: Sequence[Stack],
    seat: SeatLabel,
    rounds: Sequence[str],
    width: float,
    height: float,
    most: int,
) -> Iterator[PlotShape]:
    bottom = height - FOOT
    unit, step = (bottom - HEAD) / most, (width - 2 * MARGIN) / len(row)
    thick = round(step * 0.86, 2)
    widest = max(text_width(str(most)), *map(text_width, rounds))
    # The last number may be moved to the left, if it is wider than its bar.
    every = shown_every(len(row), step, widest + 2 if widest < step else widest * 1.5)
    for i, (low, high) in enumerate(row):
        x = round(MARGIN + i * step + (step - thick) / 2, 2)
        middle, top = round(x + thick / 2, 2), bottom
        for number, of in ((low, seat), (high, None)):
            if number:
                size = round(number * unit, 2)
                top = round(top - size, 2)
                yield PlotBar(x, top, thick, size, of)
        if (len(row) - 1 - i) % every == 0 and middle >= widest / 2:
            number_x = min(middle, width - text_width(str(low + high)) / 2)
            yield PlotText(number_x, top - 3, str(low + high), anchor="middle")
            yield PlotText(middle, bottom + 11, rounds[i], anchor="middle")
    yield PlotLine(((0, bottom), (width, bottom)), "axis")
