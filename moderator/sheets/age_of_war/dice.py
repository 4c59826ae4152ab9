"""Drawings of dice: swords, bow, horse and helmet."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.age_of_war.views.view import DieView
from moderator.sheets.drawing.icons import HELMET, TICK, Icon, IconPath
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page

SWORD: Icon = (
    IconPath("M12 1 L14.2 5 L14.2 15 L9.8 15 L9.8 5Z"),
    IconPath("M6.5 16 L17.5 16", 2.4),
    IconPath("M12 17 L12 22.4", 2.6),
)
BOW: Icon = (
    IconPath("M7 1.5 C21 5 21 19 7 22.5", 2.2),
    IconPath("M7 1.5 L7 22.5", 1.1),
    IconPath("M2 12 L19 12", 1.8),
    IconPath("M23.5 12 L17.5 8.6 L17.5 15.4Z"),
)
HORSE: Icon = (
    IconPath(
        "M6 22.5 C6 17 10.5 15.5 10.5 12 C8.5 13.4 6 14.6 4.4 14 C2.6 13.4 2.8 11.4 4 10 L9 4.2"
        " L10 1 L12.6 4 C18.6 5.5 20.6 13 19.8 22.5Z"
    ),
    IconPath("M10 7.4 L10.4 7.4", 1.7, is_hole=True),
)
SYMBOLS = {"archery": BOW, "cavalry": HORSE, "daimyo": HELMET}
GAP = 2.0


def die(page: Page, x: float, y: float, side: float, face: DieView, is_placed: bool) -> None:
    """Draws a die; a placed one is dark."""
    tone, ground = (PAPER, INK) if is_placed else (INK, PAPER)
    page.box(x, y, side, side, ground, INK, 0.7, radius=side * 0.2)
    if not face.swords:
        inset = side * 0.15
        page.glyph(x + inset, y + inset, side - 2 * inset, SYMBOLS[face.face], tone, ground)
        return
    each = side * 0.66
    step = side * 0.27
    start = x + side / 2 - each / 2 - step * (face.swords - 1) / 2
    for k in range(face.swords):
        page.glyph(start + k * step, y + (side - each) / 2, each, SWORD, tone, ground)


def dice(
    page: Page, x: float, y: float, side: float, faces: Sequence[DieView], is_placed: bool = False
) -> float:
    """Draws dice in a row and returns its width in points."""
    for k, face in enumerate(faces):
        die(page, x + k * (side + GAP), y, side, face, is_placed)
    return len(faces) * (side + GAP)


def swords(page: Page, x: float, y: float, side: float, number: int) -> float:
    """Draws a sword and the number that a line requires; returns the width in points."""
    page.glyph(x, y, side, SWORD)
    width = page.text(x + side, y + side * 0.82, str(number), side * 0.85, is_bold=True)
    return side + width + GAP


def tick(page: Page, x: float, y: float, side: float) -> None:
    """Draws a tick."""
    page.glyph(x, y, side, TICK, INK)
