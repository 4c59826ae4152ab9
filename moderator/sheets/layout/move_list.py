"""The moves of a game: every move in effect as a sentence, with its number in the log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import SOFT
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import column_width, flow_in_columns
from moderator.sheets.layout.sheet import Block, Sheet

NumberedMove = tuple[int, str]
"""A move: its number in the log, and its sentence."""

SIZE, LEADING, NUMBER = 8.0, 10.5, 22.0
MOST_LINES = 8


def move_list(sheet: Sheet, lines: Sequence[NumberedMove], count: int = 2) -> None:
    """Adds the moves in `count` columns, over as many pages as necessary; without moves nothing.

    Args:
        lines: numbers of up to four digits, in any order.
    """
    width = column_width(sheet.right - sheet.left, count)
    blocks = [_block(number, text, width) for number, text in lines]
    flow_in_columns(sheet, _("How it went"), blocks, count)


def _block(number: int, text: str, width: float) -> Block:
    text = text.replace("→", _("to"))  # the font has no arrow
    lines = fonts.wrap(text, SIZE, width - NUMBER, MOST_LINES)
    draw = partial(_draw, number=number, lines=lines)
    return Block(LEADING * len(lines) + 1, draw)


def _draw(page: Page, x: float, y: float, *, number: int, lines: Sequence[str]) -> None:
    page.text(x + NUMBER - 5, y + 8, str(number), SIZE, NUMBER - 5, "right", colour=SOFT)
    for k, line in enumerate(lines):
        page.text(x + NUMBER, y + 8 + LEADING * k, line, SIZE)
