"""Civilization and goods on the score sheet: black where complete or held, with their points."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import ChartView, Country
from moderator.sheets.drawing.marks import INK, PAPER
from moderator.sheets.drawing.page import Page

BOX, TILE, HEIGHT = 18.0, 12.0, 12.0
MOST_BOXES, MOST_GOODS = 5, 6
POINTS = 22.0


def draw_civilization(page: Page, x: float, y: float, country: Country, right: float) -> None:
    """Draws the boxes from x, and their points at the right."""
    boxes = country.boxes
    if len(boxes) > MOST_BOXES:
        _count(page, x, y, sum(box.is_complete for box in boxes), len(boxes), right)
    else:
        for k, box in enumerate(boxes):
            text = str(box.rfs) if box.rfs and not box.is_complete else box.level
            _tile(page, x + BOX * k, y, BOX - 2, text, box.is_complete)
    _points(page, right, y, country.civilization)


def draw_goods(
    page: Page, x: float, y: float, view: ChartView, country: Country, right: float
) -> None:
    """Draws the letters of all goods from x, and the points of a set at the right."""
    held = {good.letter for good in (*country.for_trade, *country.acquired) if not good.is_gone}
    if len(view.goods) > MOST_GOODS:
        _count(page, x, y, len(held), len(view.goods), right)
    else:
        for k, (letter, _name) in enumerate(view.goods):
            _tile(page, x + (TILE + 2) * k, y, TILE, letter, letter in held)
    _points(page, right, y, country.trade)


def _count(page: Page, x: float, y: float, full: int, every: int, right: float) -> None:
    text = _("%(full)d of %(all)d") % {"full": full, "all": every}
    page.text(x, y + 10, text, 9, right - x - POINTS)


def _points(page: Page, right: float, y: float, points: int) -> None:
    """Writes points in bold; none of them plain."""
    page.text(right, y + 10, str(points), 9.5, POINTS, "right", is_bold=points > 0)


def _tile(page: Page, x: float, y: float, width: float, text: str, is_full: bool) -> None:
    fill = INK if is_full else None
    page.box(x, y, width, HEIGHT, fill, INK, 0.7, radius=1.5)
    colour = PAPER if is_full else INK
    page.text(x + width / 2, y + 9, text, 8.5, width - 2, "centre", colour, is_bold=is_full)
