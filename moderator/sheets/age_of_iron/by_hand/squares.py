"""The Civilization Chart with squares to tick, and the Trade Chart with letters to cross off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import Box, ChartView, Country, Good
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Section
from moderator.sheets.layout.writing import LEAST, write

LABEL, BADGE = 24.0, 17.0
HIGHEST, WIDEST, NARROWEST = 11.0, 13.0, 7.0
"""The sides of a square, in points."""
BOX_GAP, HEAD, LINE_GAP = 5.0, 11.0, 4.0
TILE, TILE_STEP, TILE_SIZE = 16.0, 19.0, 10.0
MOST_SHOWN = 12
"""The most acquired goods that are shown as letters one by one."""


Draw = Callable[[Page, float, float], None]


@dataclass(frozen=True, slots=True)
class BoxShape:
    """How a box is divided: squares across and down, and their sides in points."""

    across: int
    down: int
    wide: float
    high: float

    @property
    def width(self) -> float:
        return self.across * self.wide

    @property
    def height(self) -> float:
        return self.down * self.high


def _shape(boxes: Sequence[Box], room: float, high: float) -> tuple[BoxShape, int]:
    """The shape of each box, and how many there are on a line."""
    size = boxes[0].size
    down = 1 if size <= 3 else 2 if size <= 20 else 5
    across = -(-size // down)
    heads = (fonts.width(box.level, LEAST, "serif") + _points_width(box) + 6 for box in boxes)
    least = max(across * NARROWEST, *heads)
    per_line = max(1, min(len(boxes), int((room + BOX_GAP) // (least + BOX_GAP))))
    per_line = -(-len(boxes) // -(-len(boxes) // per_line))
    width = (room + BOX_GAP) / per_line - BOX_GAP
    width = max(least, min(width, across * WIDEST))
    return BoxShape(across, down, width / across, high), per_line


def _points_width(box: Box) -> float:
    return fonts.width(_("%d VP") % box.victory_points, LEAST)


def civilization(view: ChartView, width: float, high: float = HIGHEST) -> Section:
    """A square for each RF that a box takes; those of RFs that have been placed are ticked.

    Args:
        high: the height of a square, in points.
    """
    boxes = view.countries[0].boxes
    shape, per_line = _shape(boxes, width - LABEL, high)
    rows = []
    for country in view.countries:
        for start in range(0, len(boxes), per_line):
            part = country.boxes[start : start + per_line]
            rows.append(_boxes(country if not start else None, part, shape, len(boxes) > per_line))
    head = None if len(boxes) > per_line else Block(HEAD, _heads(boxes, shape))
    return Section(_("Civilization: tick one square for each RF"), rows, head)


def _heads(boxes: Sequence[Box], shape: BoxShape) -> Draw:
    def draw(page: Page, x: float, y: float) -> None:
        for k, box in enumerate(boxes):
            left = x + LABEL + k * (shape.width + BOX_GAP)
            page.text(left, y + 8, box.level, LEAST, is_serif=True)
            points = _("%d VP") % box.victory_points
            page.text(left + shape.width, y + 8, points, LEAST, align="right")

    return draw


def _boxes(
    country: Country | None, boxes: Sequence[Box], shape: BoxShape, is_labelled: bool
) -> Block:
    """A line of boxes, with the country's badge if it is its first one."""
    used = HEAD if is_labelled else 0.0
    heads = _heads(boxes, shape)

    def draw(page: Page, x: float, y: float) -> None:
        if is_labelled:
            heads(page, x, y)
        if country is not None:
            page.badge(x, y + used + (shape.height - BADGE) / 2, BADGE, country.seat)
        for k, box in enumerate(boxes):
            _squares(page, x + LABEL + k * (shape.width + BOX_GAP), y + used, box, shape)

    height = max(shape.height, BADGE if not used else 0.0)
    return Block(used + height + LINE_GAP + (2 if used else 0), draw)


def _squares(page: Page, x: float, y: float, box: Box, shape: BoxShape) -> None:
    """Draws a box; its last line has fewer squares if they don't fill it."""
    for row in range(shape.down):
        count = min(shape.across, box.size - row * shape.across)
        top = y + row * shape.high
        for k in range(count):
            left = x + k * shape.wide
            if k:
                page.line(left, top, left, top + shape.high, 0.45, INK)
            if row * shape.across + k < box.rfs:
                page.line(
                    left + 1.5, top + shape.high - 1.5, left + shape.wide - 1.5, top + 1.5, 1.3, INK
                )
        if count < shape.across:
            end = x + count * shape.wide
            page.line(end, top, end, top + shape.high, 1.1, INK)
        if row:
            page.line(x, top, x + shape.width, top, 0.45, INK)
    page.box(x, y, shape.width, shape.height, None, INK, 1.1)


def trade(view: ChartView, width: float, high: float = TILE_STEP + 4) -> Section:
    """Goods for trade as letters, and room to write down those acquired.

    Args:
        high: the height of a line, in points.
    """
    most = max(len(country.for_trade) for country in view.countries)
    half = min(max(most, 4) * TILE_STEP + 8, (width - LABEL) * 0.65)
    per_line = max(1, int(half // TILE_STEP))
    rows = [_goods(country, width, half, per_line, high) for country in view.countries]
    names = " · ".join(f"{letter} {name}" for letter, name in view.goods)
    key = fonts.wrap(names, LEAST, width, 8)

    def head(page: Page, x: float, y: float) -> None:
        write(page, x + LABEL, y + 8, _("For trade: cross off"), LEAST, half - 4)
        right = _("Acquired: write in")
        write(page, x + LABEL + half, y + 8, right, LEAST, width - LABEL - half)

    def tail(page: Page, x: float, y: float) -> None:
        page.lines(x, y + 9, key, 11, LEAST)

    title = _("Trade")
    if view.set_points:
        title = _("Trade: a complete set is worth %d VP") % view.set_points
    return Section(title, rows, Block(HEAD, head), Block(11.0 * len(key) + 3, tail))


def _goods(country: Country, width: float, half: float, per_line: int, high: float) -> Block:
    lines = max(1, -(-len(country.for_trade) // per_line))
    side = min(TILE, high - 3)

    def draw(page: Page, x: float, y: float) -> None:
        page.badge(x, y + (side - BADGE) / 2 + 1, BADGE, country.seat)
        for k, good in enumerate(country.for_trade):
            left = x + LABEL + (k % per_line) * TILE_STEP
            _tile(page, left, y + 1 + (k // per_line) * high, side, good)
        left = x + LABEL + half
        room = width - LABEL - half
        page.box(left, y + 1, room, side + high * (lines - 1), None, INK, 0.7)
        write(page, left + 4, y + side - 3, _acquired(country), TILE_SIZE, room - 8, is_bold=True)

    return Block(high * lines, draw)


def _tile(page: Page, x: float, y: float, side: float, good: Good) -> None:
    page.box(x, y, TILE, side, None, INK, 0.7, radius=2.5)
    size, middle = TILE_SIZE, x + TILE / 2
    if fonts.width(good.letter, size, "bold") > TILE - 2:
        size = LEAST
    page.text(
        middle, y + side / 2 + size * 0.36, good.letter, size, TILE - 1, "centre", is_bold=True
    )
    if good.is_gone:
        page.line(x - 1, y + side + 1, x + TILE + 1, y - 1, 1.2, INK)


def _acquired(country: Country) -> str:
    """The letters of the goods acquired; of many, each letter with its number."""
    letters = [good.letter for good in country.acquired]
    if len(letters) <= MOST_SHOWN:
        return " ".join(letters)
    return " ".join(f"{letters.count(one)}{one}" for one in dict.fromkeys(letters))
