"""The map: tiles with their symbols, and the units on them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.rules.war.views.view import BoardView, TileView
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import CAP_HEIGHT, Page
from moderator.sheets.war.symbols import symbol

LARGEST, LEAST_WITH_BADGE = 74.0, 37.0
FIGHTING = 3.0
"""The thickness in points of the edges of the two tiles of an attack."""
EDGE = 16.0
"""Points beside the map for the row numbers, and above it for the column letters."""


def side_of(view: BoardView, width: float, height: float) -> float:
    """The side of a tile on a map of this width and height (all in points)."""
    across = (width - EDGE) / len(view.columns)
    down = (height - EDGE) / len(view.rows)
    return min(LARGEST, across, down)


def draw_map(page: Page, x: float, y: float, width: float, height: float, view: BoardView) -> None:
    """Draws the map as large as fits into the rectangle, centred horizontally."""
    side = side_of(view, width, height)
    left = x + EDGE + (width - EDGE - side * len(view.columns)) / 2
    top = y + EDGE
    with page.row(is_first=True):
        page.text(left, top, "", 9, tag="TD")
        for k, letter in enumerate(view.columns):
            middle = left + (k + 0.5) * side
            page.text(middle, top - 5, letter, 9, side, "centre", tag="TH")
    for j, row in enumerate(view.rows):
        baseline, number = top + (j + 0.5) * side + 3, str(row.number)
        with page.row():
            page.text(left - 5, baseline, number, 9, EDGE - 5, "right", tag="TH", scope="Row")
            for k, tile in enumerate(row.tiles):
                with page.element("TD", alt=_words(tile) if tile else ""):
                    if tile is not None:
                        _tile(page, left + k * side, top + j * side, side, tile)


def _words(tile: TileView) -> str:
    """What a tile shows, to be read out."""
    parts = [tile.symbol] if tile.symbol else [_("no symbol")]
    if tile.seat is not None:
        parts += [tile.seat.name, str(tile.units)]
    return ", ".join(parts)


def _tile(page: Page, x: float, y: float, side: float, tile: TileView) -> None:
    """Draws a tile: the symbol in its upper half, badge and number of units in the lower."""
    thickness = 0.6 if tile.seat is None else 1.2
    if tile.is_source or tile.is_target:
        thickness = FIGHTING
    inset = thickness / 2 + 0.6
    page.box(
        x + inset, y + inset, side - 2 * inset, side - 2 * inset, None, INK, thickness, side * 0.12
    )
    if tile.symbol is not None:
        part, top = (0.37, 0.12) if side >= LEAST_WITH_BADGE else (0.35, 0.09)
        left = x + side * (1 - part) / 2
        symbol(page, left, y + side * top, side * part, tile.symbol)
    if tile.seat is not None:
        draw = _units if side >= LEAST_WITH_BADGE else _small_units
        draw(page, x, y, side, tile.seat, tile.units)


def _units(page: Page, x: float, y: float, side: float, seat: SeatLabel, units: int) -> None:
    """Draws the badge and the number side by side."""
    badge = side * 0.34
    top = y + side * 0.54
    page.badge(x + side * 0.13, top, badge, seat)
    size = side * 0.36
    baseline = top + badge / 2 + size * CAP_HEIGHT / 2
    page.text(x + side * 0.71, baseline, str(units), size, side * 0.38, "centre", is_bold=True)


def _small_units(page: Page, x: float, y: float, side: float, seat: SeatLabel, units: int) -> None:
    """Draws letter and number as one word over a strip of the pattern: no room for a badge."""
    strip, inset = side * 0.14, side * 0.12
    bottom = y + side - side * 0.08
    page.bar(x + inset, bottom - strip, side - 2 * inset, strip, seat)
    text, room = f"{seat.letter}{units}", side * 0.86
    page.text(x + side / 2, bottom - strip - 1.2, text, side * 0.36, room, "centre", is_bold=True)


def card(page: Page, x: float, y: float, side: float, name: str, value: int) -> None:
    """Draws a card, `side` wide and 1.4 times as high: its symbol, and its value below."""
    with page.element("Figure", alt=f"{name} {value}"):
        page.box(x, y, side, side * 1.4, PAPER, INK, 0.7, radius=side * 0.12)
        part = side * 0.56
        symbol(page, x + (side - part) / 2, y + side * 0.13, part, name)
        baseline = y + side * 1.25
        page.text(x + side / 2, baseline, str(value), side * 0.56, align="centre", is_bold=True)
