"""Rows of pieces, filled up to a count: Ninjas, Samurai, Empire Dice, Eyes."""

from __future__ import annotations

from moderator.sheets.drawing.icons import Icon, IconPath, circle
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page

STEP = 1.25
"""The distance between pieces, relative to their side."""

EYE: Icon = (
    IconPath("M1.5 12 C6 4.5 18 4.5 22.5 12 C18 19.5 6 19.5 1.5 12Z", 2),
    IconPath(circle(12, 12, 3.6)),
)
SAMURAI: Icon = (IconPath(circle(12, 12, 11)), IconPath(circle(12, 12, 4), is_hole=True))
SAMURAI_PLACE: Icon = (IconPath(circle(12, 12, 10.4), 1.2),)


def samurai(page: Page, x: float, y: float, side: float, number: int, of: int) -> None:
    """Draws `number` of `of` Samurai filled, the others as empty places."""
    for k in range(of):
        page.glyph(x + k * side * STEP, y, side, SAMURAI if k < number else SAMURAI_PLACE)


def dice(page: Page, x: float, y: float, side: float, number: int, of: int) -> None:
    """Draws `number` of `of` dice filled, the others as empty places."""
    for k in range(of):
        fill = INK if k < number else None
        page.box(x + k * side * STEP, y, side, side, fill, INK, 0.7, radius=side * 0.2)


def eyes(page: Page, x: float, y: float, side: float, number: int, of: int) -> None:
    """Draws `number` of `of` Eyes as taken, the others as empty places."""
    for k in range(of):
        left = x + k * side * STEP
        is_taken = k < number
        page.box(left, y, side, side, INK if is_taken else None, INK, 0.7, radius=side * 0.2)
        inset = side * 0.12
        colour, ground = (PAPER, INK) if is_taken else (INK, PAPER)
        page.glyph(left + inset, y + inset, side - 2 * inset, EYE, colour, ground)


def stones(page: Page, x: float, y: float, side: float, phase: int) -> None:
    """Draws the three War Phases, the current one filled."""
    for k, numeral in enumerate(("I", "II", "III"), start=1):
        left = x + (k - 1) * side * 1.3
        is_now = k == phase
        page.box(
            left, y, side, side, INK if is_now else None, INK,
            1.4 if k <= phase else 0.7, radius=side / 2,
        )  # fmt: skip
        page.text(
            left + side / 2, y + side * 0.67, numeral, side * 0.48, side, "centre",
            PAPER if is_now else INK, is_bold=k <= phase,
        )  # fmt: skip
