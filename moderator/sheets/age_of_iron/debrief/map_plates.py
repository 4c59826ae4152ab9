"""The plates of a printed map: a region's name above the RFs there, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.plots.map.placing import placed
from moderator.plots.map.projection import WIDTH, Point, Projection, fitted
from moderator.rules.age_of_iron.views.view import Cell, Row
from moderator.sheets.drawing import fonts

SIZE = 8.5
NAME, BOX, GAP, EDGE = 12.0, 12.5, 2.0, 3.0
"""The heights of the name's line and of a box; between boxes; around everything, in points."""
LETTER, SIDE = 3.0, 3.0
"""Between a country's letter and its number, and left and right of both."""
MOST_NAME = 110.0


@dataclass(frozen=True, slots=True)
class PlateBox:
    """A country's RFs in a region, with the left upper corner in its plate and the width."""

    cell: Cell
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class MapPlate:
    """A region with the boxes of those who are there; `x` and `y` are its middle, in points.

    `at` is the region's own place on the map.
    """

    row: Row
    width: float
    height: float
    boxes: tuple[PlateBox, ...]
    x: float = 0.0
    y: float = 0.0
    at: Point = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PlacedMap:
    """A map of so many points with its plates in their places."""

    width: float
    height: float
    projection: Projection
    plates: tuple[MapPlate, ...]


def placed_map(rows: Sequence[Row], width: float) -> PlacedMap | None:
    """The map of these regions.

    Returns:
        None if a region has no position, or if not all plates have room.
    """
    if not rows or not all(row.position for row in rows):
        return None
    projection = fitted([point for row in rows for point in row.position])
    unit = width / WIDTH
    plates = [_plate(row) for row in rows]
    sizes = tuple((round(one.width / unit, 1), round(one.height / unit, 1)) for one in plates)
    spots = placed(projection, tuple(row.position for row in rows), sizes)
    if spots is None:
        return None
    found = []
    for one, (x, y) in zip(plates, spots, strict=True):
        place_x, place_y = projection.point(one.row.position[0])
        at = (place_x * unit, place_y * unit)
        found.append(MapPlate(one.row, one.width, one.height, one.boxes, x * unit, y * unit, at))
    return PlacedMap(width, projection.height * unit, projection, tuple(found))


def _plate(row: Row) -> MapPlate:
    cells = [cell for cell in row.cells if cell.rfs]
    across = 2 if len(cells) <= 4 else 3 if len(cells) <= 6 else 5
    lines = [cells[k : k + across] for k in range(0, len(cells), across)]
    spans = [sum(map(box_width, line)) + GAP * (len(line) - 1) for line in lines]
    name = min(fonts.width(fonts.clean(row.name), SIZE, "serif"), MOST_NAME)
    width = max([name, *spans]) + 2 * EDGE + 0.5
    boxes = []
    y = EDGE + NAME
    for line, span in zip(lines, spans, strict=True):
        x = (width - span) / 2
        for cell in line:
            boxes.append(PlateBox(cell, x, y, box_width(cell)))
            x += box_width(cell) + GAP
        y += BOX + GAP
    height = y - GAP + EDGE if lines else NAME + 2 * EDGE
    return MapPlate(row, width, height, tuple(boxes))


def box_width(cell: Cell) -> float:
    """The width of a country's box."""
    return letter_width(cell) + LETTER + fonts.width(str(cell.rfs), SIZE, "bold") + 2 * SIDE


def letter_width(cell: Cell) -> float:
    """The width of a country's letters in its box."""
    return min(fonts.width(fonts.clean(cell.seat.letter), SIZE, "plain"), 2 * SIZE)
