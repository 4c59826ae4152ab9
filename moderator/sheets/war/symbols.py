"""Drawings of the six symbols of tiles and cards."""

from __future__ import annotations

from moderator.sheets.drawing.icons import Icon, IconPath, circle
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page

SYMBOLS: dict[str, Icon] = {
    "drop": (
        IconPath(
            "M12 1.5 C15 7.5 19.5 11.5 19.5 15.6 C19.5 19.6 16.2 22.5 12 22.5"
            " C7.8 22.5 4.5 19.6 4.5 15.6 C4.5 11.5 9 7.5 12 1.5Z"
        ),
    ),
    "hammers": (
        IconPath("M6.5 6.5 L20.5 21.5", 2.6),
        IconPath("M17.5 6.5 L3.5 21.5", 2.6),
        IconPath("M2 8.5 L8.5 2 L11.5 5 L5 11.5Z"),
        IconPath("M22 8.5 L15.5 2 L12.5 5 L19 11.5Z"),
    ),
    "circles": (
        IconPath(circle(12, 7.5, 5), 2.4),
        IconPath(circle(7.2, 16, 5), 2.4),
        IconPath(circle(16.8, 16, 5), 2.4),
    ),
    "bricks": (
        IconPath("M2 4.5 L10.6 4.5 L10.6 9.1 L2 9.1Z"),
        IconPath("M12.4 4.5 L22 4.5 L22 9.1 L12.4 9.1Z"),
        IconPath("M2 10.9 L5.6 10.9 L5.6 15.5 L2 15.5Z"),
        IconPath("M7.4 10.9 L16.6 10.9 L16.6 15.5 L7.4 15.5Z"),
        IconPath("M18.4 10.9 L22 10.9 L22 15.5 L18.4 15.5Z"),
        IconPath("M2 17.3 L10.6 17.3 L10.6 21.9 L2 21.9Z"),
        IconPath("M12.4 17.3 L22 17.3 L22 21.9 L12.4 21.9Z"),
    ),
    "arrow": (IconPath("M12 1.5 L21.5 12 L15.6 12 L15.6 22.5 L8.4 22.5 L8.4 12 L2.5 12Z"),),
    "crown": (
        IconPath("M2 6 L7.4 11.4 L12 3 L16.6 11.4 L22 6 L20.2 18 L3.8 18Z"),
        IconPath("M3.8 19.6 L20.2 19.6 L20.2 22.4 L3.8 22.4Z"),
    ),
}


def symbol(
    page: Page, x: float, y: float, side: float, name: str, colour: str = INK, ground: str = PAPER
) -> None:
    """Draws a symbol in a square with its upper left corner at (x, y)."""
    page.glyph(x, y, side, SYMBOLS[name], colour, ground)
