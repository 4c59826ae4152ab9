"""QR codes as marks."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.plots import qr_rows
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page


def draw_qr(page: Page, x: float, y: float, side: float, url: str) -> None:
    """Draws the QR code of a URL in a square with its upper left corner at (x, y)."""
    count, parts = qr_rows(url)
    unit = side / count
    with page.element("Figure", alt=_("QR code: %s") % url):
        for column, row, length in parts:
            height = unit * 1.02 if row + 1 < count else unit  # no gaps between rows
            page.box(x + column * unit, y + row * unit, length * unit, height, fill=INK)
