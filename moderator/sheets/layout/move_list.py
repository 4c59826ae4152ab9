"""The moves of a game: every move in effect as a sentence, with its number in the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import SOFT
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import column_width, flow_in_columns
from moderator.sheets.layout.sheet import Block, Sheet

NumberedMove = tuple[int, str]
"""A move: its number in the log, and its sentence."""


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves that were recorded together, such as a reveal, and what they are together."""

    label: str
    moves: Sequence[NumberedMove]


MoveLine = NumberedMove | MoveGroup

SIZE, LEADING, NUMBER, INDENT = 8.0, 10.5, 22.0, 9.0
MOST_LINES = 8


def move_list(sheet: Sheet, lines: Sequence[MoveLine], count: int = 2) -> None:
    """Adds the moves in `count` columns, over as many pages as necessary; without moves nothing.

    The moves of a group are indented below its label.

    Args:
        lines: numbers of up to four digits, in any order.
    """
    width = column_width(sheet.right - sheet.left, count)
    blocks = [block for line in lines for block in _blocks(line, width)]
    flow_in_columns(sheet, _("How it went"), blocks, count)


def each_move(lines: Sequence[MoveLine]) -> Iterator[NumberedMove]:
    """The single moves, those of groups too."""
    for line in lines:
        yield from line.moves if isinstance(line, MoveGroup) else (line,)


def _blocks(line: MoveLine, width: float) -> Iterator[Block]:
    if not isinstance(line, MoveGroup):
        yield _block(str(line[0]), line[1], width)
        return
    yield _block("", line.label, width)
    for number, text in line.moves:
        block = _block(str(number), text, width - INDENT)
        yield Block(block.height, partial(_draw_indented, block=block))


def _draw_indented(page: Page, x: float, y: float, *, block: Block) -> None:
    block.draw(page, x + INDENT, y)


def _block(number: str, text: str, width: float) -> Block:
    text = text.replace("→", _("to"))  # the font has no arrow
    lines = fonts.wrap(text, SIZE, width - NUMBER, MOST_LINES)
    draw = partial(_draw, number=number, lines=lines)
    return Block(LEADING * len(lines) + 1, draw)


def _draw(page: Page, x: float, y: float, *, number: str, lines: Sequence[str]) -> None:
    if number:
        page.text(x + NUMBER - 5, y + 8, number, SIZE, NUMBER - 5, "right", colour=SOFT)
    for k, line in enumerate(lines):
        page.text(x + NUMBER, y + 8 + LEADING * k, line, SIZE)
