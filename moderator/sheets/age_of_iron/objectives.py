"""Objectives in two columns, each with a tick or a cross, or without marks before play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import ObjectiveView
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK, SOFT
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import GUTTER, side_by_side
from moderator.sheets.layout.sheet import Block

SIZE, LEAST_SIZE = 8.8, 7.6
LEADING = 11.0
MARK = 13.0
POINTS = 68.0
MOST_LINES = 12


def objective_rows(
    objectives: Sequence[ObjectiveView], width: float, is_marked: bool = True
) -> list[Block]:
    """The objectives in rows of two, in the scenario's order.

    Args:
        width: of both columns together, in points.
        is_marked: whether to mark which ones are met.
    """
    each = (width - GUTTER) / 2
    blocks = [_objective(one, each, is_marked) for one in objectives]
    return side_by_side(blocks, each + GUTTER)


def _objective(one: ObjectiveView, width: float, is_marked: bool) -> Block:
    indent = MARK if is_marked else 0.0
    room = width - indent - (POINTS if is_marked else 40.0)
    _text, size = fonts.fit(fonts.clean(one.sentence), SIZE, room, least=LEAST_SIZE)
    lines = fonts.wrap(one.sentence, size, room, MOST_LINES)
    return Block(
        LEADING * len(lines) + 4,
        partial(_draw, one=one, lines=lines, size=size, width=width, is_marked=is_marked),
    )


def _draw(
    page: Page,
    x: float,
    y: float,
    *,
    one: ObjectiveView,
    lines: Sequence[str],
    size: float,
    width: float,
    is_marked: bool,
) -> None:
    is_soft = is_marked and not one.is_met
    text = _("%d VP") % one.victory_points
    if is_marked:
        _tick(page, x, y + 10) if one.is_met else _cross(page, x, y + 10)
        points = {"points": one.victory_points}
        text = _("met, %(points)d VP") if one.is_met else _("not met, 0 of %(points)d")
        text %= points
    left = x + (MARK if is_marked else 0)
    for k, line in enumerate(lines):
        page.text(left, y + 10 + LEADING * k, line, size, colour=SOFT if is_soft else INK)
    page.text(
        x + width,
        y + 10,
        text,
        SIZE,
        POINTS - 8,
        "right",
        SOFT if is_soft else INK,
        is_bold=not is_soft,
    )


def _tick(page: Page, x: float, baseline: float) -> None:
    page.line(x + 0.5, baseline - 3, x + 3.2, baseline, 1.5, INK)
    page.line(x + 3.0, baseline, x + 8.2, baseline - 7, 1.5, INK)


def _cross(page: Page, x: float, baseline: float) -> None:
    page.line(x + 1.5, baseline - 5.6, x + 7, baseline - 0.4, 0.9, SOFT)
    page.line(x + 1.5, baseline - 0.4, x + 7, baseline - 5.6, 0.9, SOFT)
