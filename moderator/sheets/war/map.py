"""The map: tiles with their symbols, and who stands there with how many units."""

from __future__ import annotations

from moderator.plots import PAPER_LIGHT, seat_look
from moderator.rules.war.view import BoardView, TileView
from moderator.sheets.leaf import CAP_HEIGHT, Leaf
from moderator.sheets.marks import ACCENT, INK, LINE, SOFT, mix
from moderator.sheets.war.symbols import symbol

GREEN, BROWN = "#dfe8cf", "#eee2cf"
LARGEST = 74.0
EDGE = 16.0
"""Points beside the map for the numbers of its rows, and above for the letters of its columns."""


def side_of(view: BoardView, width: float, height: float) -> float:
    """How large a tile can be on a map of this width and height (points)."""
    across = (width - EDGE) / len(view.columns)
    down = (height - EDGE) / len(view.rows)
    return min(LARGEST, across, down)


def draw_map(leaf: Leaf, x: float, y: float, width: float, height: float, view: BoardView) -> None:
    """Draws the map as large as fits the rectangle, in the middle of its width."""
    side = side_of(view, width, height)
    left = x + EDGE + (width - EDGE - side * len(view.columns)) / 2
    top = y + EDGE
    for k, letter in enumerate(view.columns):
        leaf.text(left + (k + 0.5) * side, top - 5, letter, 9, side, "centre", colour=SOFT)
    for j, row in enumerate(view.rows):
        baseline = top + (j + 0.5) * side + 3
        leaf.text(left - 5, baseline, str(row.number), 9, EDGE - 5, "right", colour=SOFT)
        for k, tile in enumerate(row.tiles):
            if tile is not None:
                _tile(leaf, left + k * side, top + j * side, side, tile)


def _tile(leaf: Leaf, x: float, y: float, side: float, tile: TileView) -> None:
    """A tile: the symbol on its upper half, badge and number of units on the lower."""
    fill = BROWN if tile.symbol is None else GREEN
    edge, thickness = SOFT, 0.6
    if tile.is_source or tile.is_target:
        edge, thickness = ACCENT, 2.0
    elif tile.seat is not None:
        edge, thickness = seat_look(tile.seat.number).light, 1.5
    inset = thickness / 2 + 0.6
    leaf.box(
        x + inset, y + inset, side - 2 * inset, side - 2 * inset, fill, edge, thickness, side * 0.12
    )
    if tile.symbol is not None:
        part = side * 0.37
        symbol(leaf, x + side * 0.315, y + side * 0.12, part, tile.symbol, INK, fill)
    if tile.seat is not None:
        badge = side * 0.34
        top = y + side * 0.54
        leaf.badge(x + side * 0.13, top, badge, tile.seat)
        size = side * 0.36
        baseline = top + badge / 2 + size * CAP_HEIGHT / 2
        number = str(tile.units)
        leaf.text(x + side * 0.69, baseline, number, size, side * 0.4, "centre", is_bold=True)


def card(leaf: Leaf, x: float, y: float, side: float, name: str, value: int) -> None:
    """Draws a card, `side` wide and half as high again: its symbol, and its value below."""
    leaf.box(x, y, side, side * 1.4, PAPER_LIGHT, mix(INK, LINE, 0.6), 0.7, radius=side * 0.12)
    part = side * 0.56
    symbol(leaf, x + (side - part) / 2, y + side * 0.13, part, name, INK, PAPER_LIGHT)
    baseline = y + side * 1.25
    leaf.text(x + side / 2, baseline, str(value), side * 0.56, align="centre", is_bold=True)
