"""Objectives in two columns before play, and the marks for those met and not met."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import ObjectiveView
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER, side_by_side
from moderator.sheets.layout.sheet import Block

SIZE, LEAST_SIZE = 8.8, 7.6
LEADING = 11.0
POINTS = 40.0
MOST_LINES = 12


def objective_rows(objectives: Sequence[ObjectiveView], width: float) -> list[Block]:
    """The objectives before play, in rows of two, in the scenario's order.

    Args:
        width: of both columns together, in points.
    """
    each = (width - GUTTER) / 2
    blocks = [_objective(one, each) for one in objectives]
    return side_by_side(blocks, each + GUTTER)


def _objective(one: ObjectiveView, width: float) -> Block:
    room = width - POINTS
    _text, size = fonts.fit(fonts.clean(one.sentence), SIZE, room, least=LEAST_SIZE)
    lines = fonts.wrap(one.sentence, size, room, MOST_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        page.lines(x, y + 10, lines, LEADING, size)
        text = _("%d VP") % one.victory_points
        page.text(x + width, y + 10, text, SIZE, POINTS - 8, "right", is_bold=True)

    return Block(LEADING * len(lines) + 4, draw)


def tick(page: Page, x: float, baseline: float) -> None:
    """Draws a tick on a baseline."""
    page.line(x + 0.5, baseline - 3, x + 3.2, baseline, 1.5, INK)
    page.line(x + 3.0, baseline, x + 8.2, baseline - 7, 1.5, INK)


def cross(page: Page, x: float, baseline: float) -> None:
    """Draws a cross on a baseline."""
    page.line(x + 1.5, baseline - 5.6, x + 7, baseline - 0.4, 0.9)
    page.line(x + 1.5, baseline - 0.4, x + 7, baseline - 5.6, 0.9)
