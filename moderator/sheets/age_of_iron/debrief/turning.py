"""The turning points: what was done, what that changed, and the points before and after it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.past import GameHistory, PointsChange, TurningPoint
from moderator.sheets.age_of_iron.debrief.parts import GUTTER, LEAST, text_block
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import beside, column_width
from moderator.sheets.layout.sheet import Block, stacked
from moderator.sheets.layout.wording import span, without_arrows

MOST = 3
HEAD, ROW, SEAL = 36.0, 18.0, 16.0
NUMBER = 21.0
MOST_LINES, MOST_EFFECTS = 5, 9
NUMBERS = 84.0
"""The room for the points before and after, and the change."""


def turning_blocks(past: GameHistory, width: float) -> list[Block]:
    """The turning points in columns, in the order in which they were made."""
    if not past.turning_points:
        return []
    each = column_width(width, MOST, GUTTER)
    return [beside([_column(past, one, each) for one in past.turning_points], each + GUTTER)]


def _column(past: GameHistory, one: TurningPoint, width: float) -> Block:
    def head(page: Page, x: float, y: float) -> None:
        page.line(x, y, x + width, y, 1.2)
        number = span(one.first, one.number)
        with page.element("H3"):
            used = page.text(x, y + 26, number, NUMBER, width * 0.5, is_serif=True, least=LEAST)
        room = width - used - 8
        kind = _("orders revealed") if one.is_reveal else _("move")
        page.text(x + used + 8, y + 15, _("Game-turn %d") % one.turn, 9, room, least=LEAST)
        page.text(x + used + 8, y + 26, kind, 9, room, least=LEAST)

    effects = text_block(" ".join(one.effects), width, 9.0, MOST_EFFECTS)
    rows = [_change(past, change, width) for change in one.changes]
    sentence = text_block(f"{without_arrows(one.sentence)}.", width, 9.5, MOST_LINES, "bold")
    return stacked([Block(HEAD, head), sentence, *([effects] if one.effects else []), *rows])


def _change(past: GameHistory, change: PointsChange, width: float) -> Block:
    seat = past.seats[change.player]

    def draw(page: Page, x: float, y: float) -> None:
        base, right = y + 12.5, x + width
        after = str(change.after)
        end = right - 36 - min(fonts.width(after, 10, "bold"), 24)
        sign = "+" if change.change > 0 else "–"
        with page.element("P"):
            page.badge(x, y + 1, SEAL, seat)
            page.text(x + SEAL + 5, base, seat.name, 9, width - SEAL - 9 - NUMBERS, least=LEAST)
            page.text(end - 16, base, str(change.before), 9.5, 24, "right", least=LEAST)
            _arrow(page, end - 12, end, base - 3.4)
            page.text(right - 32, base, after, 10, 24, "right", is_bold=True, least=LEAST)
            change_text = f"{sign}{abs(change.change)}"
            page.text(right, base, change_text, 9.5, 26, "right", least=LEAST)

    return Block(ROW, draw)


def _arrow(page: Page, left: float, right: float, y: float) -> None:
    page.line(left, y, right - 1, y, 0.8)
    page.path([(right - 4, y - 2.4), (right, y), (right - 4, y + 2.4)], 0.8, INK)
