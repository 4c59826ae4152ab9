"""Four questions derived from what happened, each with lines to write on."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.past import DebriefQuestion
from moderator.sheets.age_of_iron.debrief.parts import (
    GAP,
    GUTTER,
    HEADING_HEIGHT,
    RULE,
    add_section,
    rules_to_write_on,
    text_block,
)
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import beside, column_width
from moderator.sheets.layout.sheet import Block, Sheet, space, stacked

MOST = 4
INDENT, SIZE = 20.0, 9.5
MOST_TEXT = 10
LEAST_RULES, MOST_RULES = 2, 8


def add_questions(sheet: Sheet, questions: Sequence[DebriefQuestion]) -> None:
    """Adds the first four, two in a row; on what is left of the page they share the lines."""
    width = sheet.right - sheet.left
    asked = questions[:MOST]
    if not asked:
        return
    texts = [
        _question(k, one.text, column_width(width, 2, GUTTER))
        for k, one in enumerate(asked, start=1)
    ]
    rows = [texts[k : k + 2] for k in range(0, len(texts), 2)]
    taken = sum(max(one.height for one in row) + 12 for row in rows) + HEADING_HEIGHT + GAP
    room = sheet.bottom - sheet.y - taken
    least = RULE * LEAST_RULES * len(rows)
    if room < least:  # they begin on a new page
        room = sheet.bottom - sheet.top - taken
    count = int(room / RULE / len(rows))
    count = max(LEAST_RULES, min(MOST_RULES, count))
    blocks = [_row(row, count, column_width(width, 2, GUTTER)) for row in rows]
    if sheet.y + GAP + HEADING_HEIGHT + sum(block.height for block in blocks) > sheet.bottom:
        sheet.new_page()
    add_section(sheet, _("Questions"), _("look the moves up before you answer"), blocks)


def _row(texts: Sequence[Block], count: int, each: float) -> Block:
    lines = rules_to_write_on(count, each - INDENT)

    def draw(page: Page, x: float, y: float) -> None:
        lines.draw(page, x + INDENT, y)

    height = max(one.height for one in texts)
    even = [Block(height, one.draw) for one in texts]
    rules = Block(lines.height, draw)
    return stacked([beside([stacked([one, rules]) for one in even], each + GUTTER), space(6)])


def _question(number: int, text: str, width: float) -> Block:
    body = text_block(text, width - INDENT, SIZE, MOST_TEXT)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 12, str(number), 15, INDENT - 4, is_serif=True)
        body.draw(page, x + INDENT, y)

    return Block(max(body.height, 16.0), draw)
