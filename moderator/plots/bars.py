"""Stacked bars over the rounds of a game: one plot a seat, all on one scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from moderator.plots.plot import Plot, PlotBar, PlotLine, PlotShape, PlotText, text_width
from moderator.plots.scale import shown_every
from moderator.rules.seating import SeatLabel

FOOT, HEAD = 14.0, 13.0
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
    bottom = height - FOOT
    unit, step = (bottom - HEAD) / most, (width - 2 * MARGIN) / len(row)
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
