"""Tables whose cells are wrapped: a head, and rows of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Align, Page
from moderator.sheets.layout.sheet import Block

SIZE, LEADING = 8.5, 11.5
SPACE, GUTTER = 3.0, 8.0
MOST_LINES = 30
"""Of a cell: more are cut, so that a row always fits on a page."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, its width in points with the gutter on its right."""

    name: str
    width: float
    align: Align = "left"

    @property
    def room(self) -> float:
        """The width of its text."""
        return self.width - GUTTER

    def x(self, left: float) -> float:
        """Where text begins, or ends if it is aligned to the right."""
        return left + self.room if self.align == "right" else left


@dataclass(frozen=True, slots=True)
class TableCell:
    """Paragraphs, those in `bold` first."""

    bold: str = ""
    texts: tuple[str, ...] = ()


def table_head(columns: Sequence[Column]) -> Block:
    """The names of the columns; it begins the table."""
    wrapped = [fonts.wrap(column.name, SIZE, column.room, 2, "bold") for column in columns]
    height = LEADING * max(map(len, wrapped)) + SPACE

    def draw(page: Page, x: float, y: float) -> None:
        left = x
        with page.row(is_first=True):
            for column, lines in zip(columns, wrapped, strict=True):
                with page.element("TH"):
                    for k, line in enumerate(lines):
                        at, base = column.x(left), y + SIZE + LEADING * k
                        page.text(at, base, line, SIZE, align=column.align, is_bold=True)
                left += column.width
        page.line(x, y + height, x + sum(one.width for one in columns), y + height, 0.8)

    return Block(height, draw)


def table_row(columns: Sequence[Column], cells: Sequence[TableCell | str]) -> Block:
    """A row; its first cell is the head of the row."""
    wrapped = [_wrapped(one, column.room) for column, one in zip(columns, cells, strict=True)]
    height = LEADING * max(map(len, wrapped)) + 2 * SPACE

    def draw(page: Page, x: float, y: float) -> None:
        left = x
        with page.row():
            for number, (column, lines) in enumerate(zip(columns, wrapped, strict=True)):
                tag, scope = ("TD", "") if number else ("TH", "Row")
                with page.element(tag, scope=scope):
                    for k, (line, is_bold) in enumerate(lines):
                        at, base = column.x(left), y + SPACE + SIZE + LEADING * k
                        page.text(at, base, line, SIZE, align=column.align, is_bold=is_bold)
                left += column.width
        page.line(x, y + height, x + sum(one.width for one in columns), y + height, 0.4)

    return Block(height, draw)


def _wrapped(cell: TableCell | str, room: float) -> list[tuple[str, bool]]:
    """The lines of a cell, and which of them are bold."""
    one = TableCell(texts=(cell,)) if isinstance(cell, str) else cell
    bold = fonts.wrap(one.bold, SIZE, room, MOST_LINES // 2, "bold") if one.bold else []
    plain = [line for text in one.texts for line in fonts.wrap(text, SIZE, room, MOST_LINES)]
    return [*((line, True) for line in bold), *((line, False) for line in plain)][:MOST_LINES]
