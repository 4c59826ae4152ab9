"""A castle card: its points, its holder, and its battle lines."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.rules.age_of_war.views.view import CastleView, LineView
from moderator.sheets.age_of_war.dice import dice, swords, tick
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page

HEAD = 19.0
HIGHEST_LINE = 23.0
DIE = 17.0
PAD = 5.0
TARGET = 3.0
"""The thickness in points of the border of the castle of this turn."""


def card(page: Page, x: float, y: float, width: float, height: float, castle: CastleView) -> None:
    """Draws a castle card in a rectangle; a face-down one is without lines."""
    _frame(page, x, y, width, height, castle)
    page.text(x + PAD, y + 13, castle.name, 10.5, width - 3 * PAD - 14, is_bold=True)
    page.box(x + width - 19, y + 3, 15, 13, INK, radius=2)
    page.text(x + width - 11.5, y + 13, str(castle.points), 10, 13, "centre", PAPER, is_bold=True)
    bottom = y + height
    if castle.holder is not None:
        bottom -= 20
        page.badge(x + PAD, bottom + 1, 16, castle.holder)
        page.text(x + PAD + 20, bottom + 12, castle.holder.name, 8.5, width - 2 * PAD - 20)
    if castle.is_face_down:
        page.text(x + PAD, y + HEAD + 12, _("face down"), 8.5, width - 2 * PAD)
        return
    lines = [line for line in castle.lines if line.is_needed]
    step = min(HIGHEST_LINE, (bottom - y - HEAD) / len(lines))
    for k, line in enumerate(lines):
        _line(page, x + PAD, y + HEAD + k * step, width - 2 * PAD, step, line)


def _frame(page: Page, x: float, y: float, width: float, height: float, castle: CastleView) -> None:
    """Draws the border: thicker for a castle with a holder, thickest for that of this turn."""
    thickness = TARGET if castle.is_target else 0.6 if castle.holder is None else 1.4
    page.box(x, y, width, height, None, INK, thickness, radius=4)


def _line(page: Page, x: float, y: float, width: float, height: float, line: LineView) -> None:
    """Draws a battle line as symbols and words, or with the dark dice that fill it."""
    side = min(DIE, height - 2)
    top = y + (height - side) / 2
    if line.dice:
        with page.element("Figure", alt=_("%s: filled") % line.words):
            used = dice(page, x, top, side, line.dice, is_placed=True)
            tick(page, x + used + 1, top + 2, side - 4)
        return
    if line.infantry:
        used = swords(page, x - 1.5, top, side, line.infantry)
    else:
        used = dice(page, x, top, side, line.symbols)
    page.text(x + used + 3, y + height / 2 + 2.6, line.words, 7, width - used - 3)
