"""The map at the beginning, in the middle and at the end of a game: after a Game-turn each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from moderator.plots.map.geometry import WIDTH, Projection, fitted, land_lines
from moderator.plots.map.placing import placed
from moderator.rules.age_of_iron.past.history import (
    END,
    NOW,
    TURN,
    GameHistory,
    Moment,
)
from moderator.rules.age_of_iron.views import Cell, Row
from moderator.sheets.age_of_iron.debrief_parts import GUTTER
from moderator.sheets.drawing import CAP_HEIGHT, LEAST, Page, fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.layout import Block, beside, column_width

# The plates of a printed map: a region's name above the RFs there, and where they stand.

SIZE = 8.5
NAME, BOX, GAP, EDGE = 12.0, 12.5, 2.0, 3.0
"""The heights of the name's line and of a box; between boxes; around everything, in points."""
LETTER, SIDE = 3.0, 3.0
"""Between a country's letter and its number, and left and right of both."""
MOST_NAME = 110.0


class MapPlate:
    """A region with the boxes of those who are there: `boxes` with the left upper corner of each in
    the plate.

    `x` and `y`, where its middle is placed, and `at`, the region's own place, are in points.
    """

    def __init__(self, row: Row) -> None:
        self.row = row
        self.x, self.y = self.at = (0.0, 0.0)
        cells = [cell for cell in row.cells if cell.rfs]
        across = 2 if len(cells) <= 4 else 3 if len(cells) <= 6 else 5
        lines = [cells[k : k + across] for k in range(0, len(cells), across)]
        spans = [sum(map(box_width, line)) + GAP * (len(line) - 1) for line in lines]
        name = min(fonts.width(fonts.clean(row.name), SIZE, "serif"), MOST_NAME)
        self.width = max([name, *spans]) + 2 * EDGE + 0.5
        self.boxes: list[tuple[Cell, float, float]] = []
        y = EDGE + NAME
        for line, span in zip(lines, spans, strict=True):
            x = (self.width - span) / 2
            for cell in line:
                self.boxes.append((cell, x, y))
                x += box_width(cell) + GAP
            y += BOX + GAP
        self.height = y - GAP + EDGE if lines else NAME + 2 * EDGE


@dataclass(frozen=True, slots=True)
class PlacedMap:
    """A map of so many points with its plates in their places."""

    width: float
    height: float
    projection: Projection
    plates: list[MapPlate]


def placed_map(rows: Sequence[Row], width: float) -> PlacedMap | None:
    """The map of these regions.

    Returns:
        None if a region has no position, or if not all plates have room.
    """
    if not rows or not all(row.position for row in rows):
        return None
    projection = fitted([point for row in rows for point in row.position])
    unit = width / WIDTH
    plates = [MapPlate(row) for row in rows]
    sizes = tuple((round(one.width / unit, 1), round(one.height / unit, 1)) for one in plates)
    spots = placed(projection, tuple(row.position for row in rows), sizes)
    if spots is None:
        return None
    for one, (x, y) in zip(plates, spots, strict=True):
        place_x, place_y = projection.point(one.row.position[0])
        one.x, one.y, one.at = x * unit, y * unit, (place_x * unit, place_y * unit)
    return PlacedMap(width, projection.height * unit, projection, plates)


def box_width(cell: Cell) -> float:
    return letter_width(cell) + LETTER + fonts.width(str(cell.rfs), SIZE, "bold") + 2 * SIDE


def letter_width(cell: Cell) -> float:
    """The width of a country's letters in its box."""
    return min(fonts.width(fonts.clean(cell.seat.letter), SIZE, "plain"), 2 * SIZE)


# The three moments.

CAPTION = 32.0
SEA = 4.6
"""Between the lines of the sea, in points."""
TOTALS, SEAL = 86.0, 17.0
"""The least room beside a map for the points, and the side of the seals there."""
LEAD_FROM = 6.0
"""From which distance on a line leads from a plate to its place, in points."""


def moments_blocks(past: GameHistory, width: float, room: float) -> list[Block]:
    """The maps with captions: the earlier ones beside each other, then the end.

    Of the earlier ones those are left out whose plates have no room on half the width.

    Args:
        room: the height of a page in points.

    Returns:
        nothing for scenarios whose regions have no positions, or that have too many for a map.
    """
    *early, last = past.moments
    half = column_width(width, 2, GUTTER)
    found = [(one, placed) for one in early if (placed := placed_map(one.rows, half))]
    taken = max((placed.height + CAPTION + 8 for _one, placed in found), default=0.0)
    large = _largest(last, width, room - taken)
    if large is None:
        return []
    end = _with_totals(past, last, large, width)
    blocks = [_captioned(past, moment, placed, half) for moment, placed in found]
    return [beside(blocks, half + GUTTER), end] if blocks else [end]


def _largest(moment: Moment, width: float, room: float) -> PlacedMap | None:
    """The map as wide as the page, or narrower so that it fits the room."""
    full = placed_map(moment.rows, width)
    if full is None or full.height + CAPTION + 8 <= room:
        return full
    narrow = placed_map(moment.rows, width * (room - CAPTION - 8) / full.height)
    return narrow or full


def _captioned(past: GameHistory, moment: Moment, drawn: PlacedMap, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 12, _caption(moment), 10, width, least=LEAST, is_bold=True, tag="H3")
        if past.is_scored:
            page.text(x, y + 25, _points(past, moment), 9, drawn.width, least=LEAST)
        with page.element("Figure", alt=_alt(moment)):
            draw_map(page, x, y + CAPTION - 2, drawn)

    return Block(drawn.height + CAPTION + 8, draw)


def _with_totals(past: GameHistory, moment: Moment, drawn: PlacedMap, width: float) -> Block:
    """The map, and in the room that it leaves at its right who has how many points."""
    block = _captioned(past, moment, drawn, width)
    left, room = drawn.width + GUTTER, width - drawn.width - GUTTER
    if room < TOTALS or not past.is_scored:
        return block
    totals = past.course[-1].totals
    order = sorted(range(len(totals)), key=lambda player: -totals[player])

    def draw(page: Page, x: float, y: float) -> None:
        block.draw(page, x, y)
        for k, player in enumerate(order):
            base = y + CAPTION + 13 + 24 * k
            seat, points = past.seats[player], str(totals[player])
            start, used = left + SEAL + 5, min(fonts.width(points, 14, "serif"), 40)
            with page.element("P"):
                page.badge(x + left, base - 13, SEAL, seat)
                page.text(x + start, base, seat.name, 9.5, width - start - used - 5, least=LEAST)
                page.text(x + width, base, points, 14, 40, "right", is_serif=True)

    return Block(block.height, draw)


def _caption(moment: Moment) -> str:
    facts = {"turn": moment.turn, "number": moment.number}
    if moment.kind == TURN:
        return _("After Game-turn %(turn)d (move %(number)d)") % facts
    if moment.kind == END:
        return _("At the end (move %(number)d)") % facts
    return _("Now (move %(number)d)") % facts if moment.kind == NOW else _("At the start")


def _points(past: GameHistory, moment: Moment) -> str:
    totals = next(one.totals for one in past.course if one.number == moment.number)
    pairs = zip(past.seats, totals, strict=True)
    return " · ".join(f"{seat.letter} {total}" for seat, total in pairs)


def _alt(moment: Moment) -> str:
    held = [(row.name, [cell for cell in row.cells if cell.rfs]) for row in moment.rows]
    texts = [
        f"{name}: " + ", ".join(f"{cell.seat.name} {cell.rfs}" for cell in cells)
        for name, cells in held
        if cells
    ]
    return _("Map with the RFs in each region. %s.") % "; ".join(texts)


def draw_map(page: Page, x: float, y: float, drawn: PlacedMap) -> None:
    """Draws a map: the sea is ruled, the land white; RFs in boxes, black for a Presence."""
    unit = drawn.width / WIDTH
    lines = land_lines(drawn.projection, round(SEA / unit, 1))
    page.box(x, y, drawn.width, drawn.height, PAPER, INK, 0.8)
    if lines is not None:
        sea, coast, rivers = lines
        for left, right, level in sea:
            page.line(x + left * unit, y + level * unit, x + right * unit, y + level * unit, 0.35)
        for line, thickness in (
            *((one, 0.7) for one in coast),
            *((one, 0.5) for one in rivers),
        ):
            page.path([(x + a * unit, y + b * unit) for a, b in line], thickness)
    for draw in (_lead, _plate):
        for plate in drawn.plates:
            draw(page, x, y, plate)


def _lead(page: Page, x: float, y: float, plate: MapPlate) -> None:
    """A line from the plate to its place, if that is not below it."""
    left, top = plate.x - plate.width / 2, plate.y - plate.height / 2
    near = (
        min(max(plate.at[0], left), left + plate.width),
        min(max(plate.at[1], top), top + plate.height),
    )
    if abs(near[0] - plate.at[0]) + abs(near[1] - plate.at[1]) < LEAD_FROM:
        return
    page.path([(x + plate.at[0], y + plate.at[1]), (x + near[0], y + near[1])], 0.7)
    page.circle(x + plate.at[0], y + plate.at[1], 1.8, INK)


def _plate(page: Page, x: float, y: float, plate: MapPlate) -> None:
    left, top = x + plate.x - plate.width / 2, y + plate.y - plate.height / 2
    page.box(left, top, plate.width, plate.height, PAPER, INK, 0.7, radius=2.5)
    if plate.row.controlled_by:
        inner = plate.width - 2.4, plate.height - 2.4
        page.box(left + 1.2, top + 1.2, *inner, None, INK, 0.5, radius=1.8)
    room = plate.width - 2 * EDGE
    base = top + EDGE + SIZE * CAP_HEIGHT + 1
    middle = left + plate.width / 2
    page.text(middle, base, plate.row.name, SIZE, room, "centre", is_serif=True, least=LEAST)
    for cell, across, down in plate.boxes:
        corner = left + across, top + down
        fill = INK if cell.has_presence else PAPER
        tone = PAPER if cell.has_presence else INK
        page.box(*corner, box_width(cell), BOX, fill, INK, 0.6, radius=2)
        line = corner[1] + (BOX + SIZE * CAP_HEIGHT) / 2
        wide = letter_width(cell)
        page.text(corner[0] + SIDE, line, cell.seat.letter, SIZE, wide + 0.1, "left", tone)
        number = corner[0] + SIDE + wide + LETTER
        page.text(number, line, str(cell.rfs), SIZE, None, "left", tone, is_bold=True)
