"""Blocks side by side: in rows of two, or in columns that are read one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import GAP, SLACK, TITLE_HEIGHT, Block, Section, Sheet, stacked

GUTTER = 18.0
LEAST = 110.0
"""The height of columns, in points, below which they rather begin on a new page."""
STEP = 6.0
"""The step, in points, in which column heights are balanced."""


def side_by_side(blocks: Sequence[Block], step: float) -> list[Block]:
    """Blocks in rows of two, the second `step` points to the right of the first."""
    pairs = [blocks[i : i + 2] for i in range(0, len(blocks), 2)]
    return [beside(pair, step) for pair in pairs]


def beside(blocks: Sequence[Block], step: float) -> Block:
    """The blocks beside each other, each `step` points to the right of the one before."""

    def draw(page: Page, x: float, y: float) -> None:
        for k, block in enumerate(blocks):
            block.draw(page, x + k * step, y)

    return Block(max(block.height for block in blocks), draw)


def column_width(width: float, count: int, gutter: float = GUTTER) -> float:
    """The width of each of `count` columns, in points."""
    return (width - gutter * (count - 1)) / count


def flow_in_columns(sheet: Sheet, title: str, blocks: Sequence[Block], count: int) -> None:
    """Adds blocks column by column, over as many pages as necessary.

    On the last page the columns have about the same height.

    Args:
        blocks: none higher than a page, each `column_width` wide.
        count: how many columns, 1 or more.
    """
    step = column_width(sheet.right - sheet.left, count) + GUTTER
    is_first = True
    while blocks:
        y = sheet.y + (GAP if sheet.y > sheet.top else 0)
        room = sheet.bottom - y - TITLE_HEIGHT
        height = sum(block.height for block in blocks) / count
        if room < max(blocks[0].height + SLACK, min(height, LEAST)) and sheet.y > sheet.top:
            sheet.new_page()
            continue
        columns, blocks = _fill(blocks, room, count)
        row = beside([stacked(column) for column in columns], step)
        sheet.y = sheet.place(Section(title, [row]), sheet.left, y, is_first)
        is_first = False


def _fill(
    blocks: Sequence[Block], room: float, count: int
) -> tuple[list[list[Block]], Sequence[Block]]:
    """The columns of one page, and the blocks that are left over."""
    height = sum(block.height for block in blocks) / count
    while height < room:  # perhaps everything fits in less than the room
        columns, rest = _split_into_columns(blocks, height, count)
        if not rest:
            return columns, rest
        height += STEP
    return _split_into_columns(blocks, room, count)


def _split_into_columns(
    blocks: Sequence[Block], room: float, count: int
) -> tuple[list[list[Block]], Sequence[Block]]:
    """Columns of at most this height, and the rest; a higher block gets its own column."""
    columns: list[list[Block]] = [[]]
    left = room
    for k, block in enumerate(blocks):
        if block.height > left + SLACK and columns[-1]:
            if len(columns) == count:
                return columns, blocks[k:]
            columns.append([])
            left = room
        columns[-1].append(block)
        left -= block.height
    return columns, ()
