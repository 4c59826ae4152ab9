"""Draws plots and QR codes on a page."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.plots.plot import (
    Plot,
    PlotArrow,
    PlotBar,
    PlotDot,
    PlotLine,
    PlotSeal,
    PlotShape,
    PlotText,
    PlotTile,
)
from moderator.plots.qr import qr_rows
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import CAP_HEIGHT, Align, Page

# Draws the plots of `moderator.plots` on a page.

THICKNESS = {"heavy": 2.2, "thin": 0.45, "axis": 0.8, "grid": 0.4}
GRID = (0.5, 2.0)
LEAST = 8.5
"""The smallest size of text that had to be shrunk, in points."""
ALIGN: dict[str, Align] = {"start": "left", "middle": "centre", "end": "right"}


def draw_plot(page: Page, x: float, y: float, plot: Plot, scale: float = 1.0) -> None:
    """Draws a plot with its upper left corner at (x, y), as a figure with `plot.label` as its text.

    Args:
        scale: points for each unit; text under 8.5 points is too small to be read.
    """
    with page.element("Figure", alt=plot.label) if plot.label else page.element("Artifact"):
        for shape in plot.shapes:
            _draw(page, x, y, shape, scale)


def _draw(page: Page, x: float, y: float, shape: PlotShape, k: float) -> None:
    match shape:
        case PlotLine():
            points = [(x + a * k, y + b * k) for a, b in shape.points]
            dash = GRID if shape.weight == "grid" else ()
            page.path(points, THICKNESS[shape.weight] * k, INK, dash=dash)
        case PlotDot():
            at = x + shape.x * k, y + shape.y * k
            page.circle(*at, shape.radius * k, PAPER, INK, 1.3 * k)
        case PlotBar():
            _bar(page, x + shape.x * k, y + shape.y * k, shape, k)
        case PlotText():
            _text(page, x + shape.x * k, y + shape.y * k, shape, k)
        case PlotSeal():
            page.badge(x + shape.x * k, y + shape.y * k, shape.side * k, shape.seat)
        case PlotArrow():
            points = [(x + a * k, y + b * k) for a, b in shape.points]
            page.path(points, 0.8 * k, PAPER, fill=INK)
        case PlotTile():
            side, left, top = shape.side * k, x + shape.x * k, y + shape.y * k
            page.box(left, top, side, side, outline=INK, thickness=0.7 * k, radius=side * 0.18)
            size = side * 0.7
            middle = top + side / 2 + size * CAP_HEIGHT / 2
            page.text(left + side / 2, middle, shape.letter, size, side - 2, "centre", is_bold=True)


def _bar(page: Page, left: float, top: float, shape: PlotBar, k: float) -> None:
    width, height = shape.width * k, shape.height * k
    if shape.seat is None:
        page.box(left, top, width, height, PAPER, INK, 0.6 * k)
    else:
        page.bar(left, top, width, height, shape.seat)


def _text(page: Page, left: float, base: float, shape: PlotText, k: float) -> None:
    size, align = shape.size * k, ALIGN[shape.anchor]
    room = None if shape.room is None else shape.room * k
    if shape.is_apart:
        width = fonts.width(shape.text, size, "bold" if shape.is_bold else "plain") + 2
        start = left - {"left": 1, "centre": width / 2, "right": width - 1}[align]
        page.box(start, base - size * CAP_HEIGHT - 1, width, size * CAP_HEIGHT + 2, PAPER)
    page.text(left, base, shape.text, size, room, align, is_bold=shape.is_bold, least=LEAST)


# QR codes as marks.


def draw_qr(page: Page, x: float, y: float, side: float, url: str) -> None:
    """Draws the QR code of a URL in a square with its upper left corner at (x, y)."""
    count, parts = qr_rows(url)
    unit = side / count
    with page.element("Figure", alt=_("QR code: %s") % url):
        for column, row, length in parts:
            height = unit * 1.02 if row + 1 < count else unit  # no gaps between rows
            page.box(x + column * unit, y + row * unit, length * unit, height, fill=INK)
