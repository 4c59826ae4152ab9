"""A network: seats on a circle, and arrows between them as thick as what went that way."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from moderator.plots.plot import Plot, PlotArrow, PlotSeal, PlotShape, PlotText
from moderator.rules.seating import SeatLabel

SEAL = 18.0
THICKEST, THINNEST = 9.0, 1.2
FOR_ONE = 1.8
"""The thickness for one unit, if that isn’t too much for the largest number."""
ASIDE = 5.5
"""How far from the line between two seats an arrow runs, so that both directions have room."""
MOST_NUMBERS = 14
"""Arrows that still carry their number; with more of them the table has to say it."""


def network_plot(
    flows: Sequence[Sequence[int]], seats: Sequence[SeatLabel], width: float, height: float
) -> Plot:
    """The seats in the order of play, the first at the top, clockwise.

    Args:
        flows: from each seat (row) to each (column), 0 or more; the diagonal is not drawn.
        width, height: in units.

    Cost: proportional to the square of the number of seats.
    """
    places = _places(len(seats), width, height)
    pairs = [
        (flows[i][j], i, j)
        for i in range(len(seats))
        for j in range(len(seats))
        if i != j and flows[i][j]
    ]
    unit = min(FOR_ONE, THICKEST / max((number for number, *_ in pairs), default=1))
    has_numbers = len(pairs) <= MOST_NUMBERS
    shapes: list[PlotShape] = []
    numbers: list[PlotShape] = []
    # The thickest first, so that thin ones stay visible.
    for number, i, j in sorted(pairs, reverse=True):
        thickness = max(THINNEST, unit * number)
        points, label = _arrow(places[i], places[j], thickness)
        shapes.append(PlotArrow(points, seats[i]))
        if has_numbers:
            numbers.extend(_number(label, str(number)))
    shapes += numbers
    for (x, y), seat in zip(places, seats, strict=True):
        shapes.append(PlotSeal(round(x - SEAL / 2, 2), round(y - SEAL / 2, 2), SEAL, seat))
    return Plot(width, height, tuple(shapes), seats=tuple(seats))


def _places(count: int, width: float, height: float) -> list[tuple[float, float]]:
    radius_x, radius_y = (width - SEAL) / 2 - 2, (height - SEAL) / 2 - 2
    turns = [2 * math.pi * k / count - math.pi / 2 for k in range(count)]
    return [
        (width / 2 + radius_x * math.cos(turn), height / 2 + radius_y * math.sin(turn))
        for turn in turns
    ]


def _arrow(
    start: tuple[float, float], end: tuple[float, float], thickness: float
) -> tuple[tuple[tuple[float, float], ...], tuple[float, float]]:
    """The outline of an arrow, and where its number stands."""
    length = math.dist(start, end) or 1.0
    ahead = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    side = (-ahead[1], ahead[0])
    head, half = max(7.0, thickness * 1.5), max(4.0, thickness * 1.1)
    reach = length - SEAL * 0.8
    neck = max(reach - head, SEAL * 0.8)

    def place(along: float, aside: float) -> tuple[float, float]:
        aside += ASIDE
        x = start[0] + ahead[0] * along + side[0] * aside
        return round(x, 2), round(start[1] + ahead[1] * along + side[1] * aside, 2)

    first, wide = SEAL * 0.75, thickness / 2
    outline = (
        *(place(first, -wide), place(neck, -wide), place(neck, -half), place(reach, 0)),
        *(place(neck, half), place(neck, wide), place(first, wide)),
    )
    return outline, place(first + (neck - first) * 0.3, 0)


def _number(at: tuple[float, float], text: str) -> Iterator[PlotShape]:
    yield PlotText(at[0], at[1] + 3.2, text, 9, "middle", is_bold=True, is_apart=True)
