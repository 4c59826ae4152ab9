"""Where a country's points come from: objectives met or not, and why; civilization; trade."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.views.view import Country, ObjectiveView
from moderator.sheets.age_of_iron.debrief.parts import GUTTER, LEAST, text_block
from moderator.sheets.age_of_iron.objectives import cross, tick
from moderator.sheets.age_of_iron.student.view import StudentView
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import beside, column_width
from moderator.sheets.layout.sheet import Block

SIZE, LEADING = 9.0, 11.5
MARK, POINTS, REASON = 13.0, 42.0, 80.0
MOST_LINES = 8


def points_blocks(view: StudentView, width: float) -> list[Block]:
    """Rows of two: the objectives, then civilization and goods."""
    country, past = view.country, view.past
    blocks = []
    each = column_width(width, 2, GUTTER)
    if country.objectives is None and view.game.debrief.chart.has_objectives:
        blocks.append(text_block(_("Objectives are secret until the game is over."), width, 9.5))
    parts = [_objective(one, each) for one in country.objectives or ()]
    if past.has_civilization:
        parts.append(_part(_civilization(country), country.civilization, each))
    if past.has_goods:
        parts.append(_part(_goods(view, country), country.trade, each))
    pairs = [parts[k : k + 2] for k in range(0, len(parts), 2)]
    return [*blocks, *(beside(pair, each + GUTTER) for pair in pairs)]


def _civilization(country: Country) -> str:
    full = sum(box.is_complete for box in country.boxes)
    facts = {"full": full, "all": len(country.boxes)}
    return _("Civilization: %(full)d of %(all)d levels complete") % facts


def _goods(view: StudentView, country: Country) -> str:
    marks = (*country.for_trade, *country.acquired)
    held = {good.letter for good in marks if not good.is_gone}
    names = [name for letter, name in view.past.goods if letter in held]
    facts = {"held": len(names), "all": len(view.past.goods)}
    text = _("Goods: %(held)d of %(all)d") % facts
    return f"{text} ({', '.join(names)})" if names else text


def _objective(one: ObjectiveView, width: float) -> Block:
    reason = f" ({one.reason})" if one.reason else ""
    points = str(one.victory_points) if one.is_met else _("0 of %d") % one.victory_points
    return _row(f"{one.sentence}{reason}", points, width, one.is_met, has_mark=True)


def _part(text: str, points: int, width: float) -> Block:
    return _row(text, str(points), width, points > 0, has_mark=False)


def _row(text: str, points: str, width: float, is_met: bool, has_mark: bool) -> Block:
    lines = fonts.wrap(text, SIZE, width - MARK - POINTS, MOST_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        base = y + 10
        if has_mark:
            tick(page, x, base) if is_met else cross(page, x, base)
        with page.element("P"):
            page.lines(x + MARK, base, lines, LEADING, SIZE)
            right = x + width
            page.text(right, base, points, SIZE, POINTS - 4, "right", is_bold=is_met, least=LEAST)

    return Block(LEADING * len(lines) + 3, draw)
