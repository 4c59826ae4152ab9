"""Seats by seats: a matrix of moves, a network of arrows, and a matrix of kept promises."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from moderator.plots import (
    Plot,
    PlotArrow,
    PlotBar,
    PlotLine,
    PlotSeal,
    PlotShape,
    PlotText,
    PlotTile,
    text_width,
)
from moderator.rules.deals import PromiseCount, Trust
from moderator.rules.seating import SeatLabel

# A matrix of seats by seats: who did what to whom, with the moves in each cell.

SEAL, HEAD = 16.0, 24.0
LARGE, TILE = 13.0, 14.0
LEADING = 10.0
BELOW = 2.0
"""Between a tile and the moves below it."""
NAMES = 46.0
MOST_TILES = 3
SHARE, MOST_SHARE = 7.0, 36.0
"""The height of a bar of shares, and its width at most."""


@dataclass(frozen=True, slots=True)
class PlotCell:
    """What stands in a cell: a number, or letters of what was given, and the moves below it.

    `units` are letters with their number. `share` is a part and its whole: a bar below the number
    that is filled so far, with the row's pattern. Empty: nothing happened.
    """

    number: str = ""
    units: tuple[tuple[str, int], ...] = ()
    moves: tuple[int, ...] = ()
    share: tuple[int, int] | None = None


def matrix_plot(
    cells: Sequence[Sequence[PlotCell]],
    seats: Sequence[SeatLabel],
    width: float,
    height: float,
    corner: str = "",
) -> Plot:
    """The rows are those who act; the diagonal is struck out.

    Args:
        cells: as many rows and columns as seats.
        corner: what stands beside the column heads, such as "row attacks column".
        width, height: in units; moves that don't fit are counted.
    """
    shapes: list[PlotShape] = []
    left = SEAL + 5 + (NAMES if width / len(seats) > NAMES else 0)
    across, down = (width - left) / len(seats), (height - HEAD) / len(seats)
    if left > NAMES:
        shapes.append(PlotText(0, SEAL - 4, corner, room=left + across / 2 - SEAL / 2 - 3))
    for j, seat in enumerate(seats):
        shapes.append(PlotSeal(round(left + across * (j + 0.5) - SEAL / 2, 2), 0, SEAL, seat))
        x = round(left + across * j, 2)
        shapes.append(PlotLine(((x, HEAD), (x, height)), "thin"))
    shapes.append(PlotLine(((0, HEAD), (width, HEAD)), "axis"))
    for i, seat in enumerate(seats):
        top = HEAD + down * i
        middle = round(top + down / 2, 2)
        shapes.append(PlotSeal(0, middle - SEAL / 2, SEAL, seat))
        if left > NAMES:
            shapes.append(PlotText(SEAL + 5, middle + 3, seat.name, room=left - SEAL - 8))
        for j, cell in enumerate(cells[i]):
            x = left + across * (j + 0.5)
            if i == j:
                shapes.append(PlotLine(((x - 7, middle + 7), (x + 7, middle - 7)), "thin"))
            else:
                shapes += _cell(cell, seat, x, middle, across - 4, down - 4)
        bottom = round(top + down, 2)
        shapes.append(PlotLine(((0, bottom), (width, bottom)), "thin"))
    return Plot(width, height, tuple(shapes), seats=tuple(seats))


def _cell(
    cell: PlotCell, seat: SeatLabel, x: float, middle: float, width: float, height: float
) -> Iterator[PlotShape]:
    if not cell.moves and not cell.share:
        yield PlotText(x, middle + 3, "–", anchor="middle")
        return
    head = TILE + BELOW if cell.units else LARGE
    bar = SHARE + BELOW if cell.share else 0
    lines = wrapped(cell.moves, width, int((height - head - bar) / LEADING)) if cell.moves else []
    y = middle - (head + bar + LEADING * len(lines)) / 2
    if cell.units:
        yield from _tiles(cell.units, x, y, width)
    else:
        yield PlotText(x, y + LARGE * 0.8, cell.number, LARGE, "middle", True, width)
    if cell.share:
        yield from _share(cell.share, seat, x, y + head, min(width, MOST_SHARE))
    for k, line in enumerate(lines, start=1):
        yield PlotText(x, y + head + bar + LEADING * k - 2, line, anchor="middle", room=width)


def _share(
    share: tuple[int, int], seat: SeatLabel, x: float, y: float, width: float
) -> Iterator[PlotShape]:
    """The whole with an outline, and the part in the seat's pattern."""
    part, whole = share
    left = round(x - width / 2, 2)
    yield PlotBar(left, y, width, SHARE)
    if part:
        yield PlotBar(left, y, round(width * part / whole, 2), SHARE, seat)


def _tiles(
    units: Sequence[tuple[str, int]], x: float, y: float, width: float
) -> Iterator[PlotShape]:
    letters = [letter for letter, count in units for _ in range(count)]
    if len(letters) > MOST_TILES or len(letters) * (TILE + 2) > width:
        text = " ".join(f"{count}{letter}" for letter, count in units)
        yield PlotText(x, y + TILE * 0.8, text, 10, "middle", True, width)
        return
    start = x - (len(letters) * (TILE + 2) - 2) / 2
    for k, letter in enumerate(letters):
        yield PlotTile(round(start + k * (TILE + 2), 2), y, TILE, letter)


def wrapped(moves: Sequence[int], width: float, most: int) -> list[str]:
    """Numbers as at most so many lines; those that don't fit are counted at the end.

    >>> wrapped([21, 35, 63, 64, 83], 45, 2), wrapped([21, 35, 63, 64], 32, 1), wrapped([7], 40, 0)
    (['21, 35, 63,', '64, 83'], ['21, +3'], [])
    """
    for shown in range(len(moves), 0, -1) if most > 0 else ():
        words = [str(move) for move in moves[:shown]]
        if shown < len(moves):
            words.append(f"+{len(moves) - shown}")
        lines = _lines(words, width)
        if len(lines) <= most:
            return lines
    return [f"+{len(moves)}"] if most > 0 else []


def _lines(words: Sequence[str], width: float) -> list[str]:
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]}, {word}"
        if text_width(longer) > width:
            lines[-1] += ","
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


# A network: seats on a circle, and arrows between them as thick as what went that way.

NETWORK_SEAL = 18.0
THICKEST, THINNEST = 9.0, 1.2
FOR_ONE = 1.8
"""The thickness for one unit, if that isn’t too much for the largest number."""
ASIDE = 5.5
"""How far from the line between two seats an arrow runs, so that both directions have room."""
MOST_NUMBERS = 14
"""Arrows that still carry their number; with more of them the table has to say it."""


def network_plot(
    flows: Sequence[Sequence[int]],
    seats: Sequence[SeatLabel],
    width: float,
    height: float,
    texts: Sequence[Sequence[str]] = (),
) -> Plot:
    """The seats in the order of play, the first at the top, clockwise.

    Args:
        flows: from each seat (row) to each (column), 0 or more; the diagonal is not drawn.
        texts: what stands at each arrow, if that isn't its flow.
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
            text, (x, y) = texts[i][j] if texts else str(number), label
            numbers.append(PlotText(x, y + 3.2, text, 9, "middle", is_bold=True, is_apart=True))
    shapes += numbers
    for (x, y), seat in zip(places, seats, strict=True):
        shapes.append(
            PlotSeal(
                round(x - NETWORK_SEAL / 2, 2), round(y - NETWORK_SEAL / 2, 2), NETWORK_SEAL, seat
            )
        )
    return Plot(width, height, tuple(shapes), seats=tuple(seats))


def _places(count: int, width: float, height: float) -> list[tuple[float, float]]:
    radius_x, radius_y = (width - NETWORK_SEAL) / 2 - 2, (height - NETWORK_SEAL) / 2 - 2
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
    reach = length - NETWORK_SEAL * 0.8
    neck = max(reach - head, NETWORK_SEAL * 0.8)

    def place(along: float, aside: float) -> tuple[float, float]:
        aside += ASIDE
        x = start[0] + ahead[0] * along + side[0] * aside
        return round(x, 2), round(start[1] + ahead[1] * along + side[1] * aside, 2)

    first, wide = NETWORK_SEAL * 0.75, thickness / 2
    outline = (
        *(place(first, -wide), place(neck, -wide), place(neck, -half), place(reach, 0)),
        *(place(neck, half), place(neck, wide), place(first, wide)),
    )
    return outline, place(first + (neck - first) * 0.3, 0)


# A matrix of promises: for each player and each other one how many of them were kept.


def trust_plot(trust: Trust, width: float, height: float, corner: str = "") -> Plot:
    """The makers are the rows: kept promises of those decided, as a number and as a bar.

    The moves are those that broke a promise.

    Args:
        corner, width, height: as in `matrix_plot`.
    """
    cells = tuple(tuple(map(_trust_cell, row)) for row in trust.cells)
    return matrix_plot(cells, trust.seats, width, height, corner)


def _trust_cell(count: PromiseCount) -> PlotCell:
    if not count.decided:
        return PlotCell()
    return PlotCell(
        number=f"{count.kept}/{count.decided}",
        moves=count.broken_by,
        share=(count.kept, count.decided),
    )
