"""Tables whose cells are wrapped: a head, and rows of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Align, Page
from moderator.sheets.layout.sheet import Block

SIZE, LEADING = 8.5, 11.5
SPACE, GUTTER, BADGE = 3.0, 8.0, 16.0
NARROW = 50.0
"""The width of a column, in points, below which a badge stands for its name."""
MOST_LINES = 30
"""Of a cell: more are cut, so that a row always fits on a page."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, its width in points with the gutter on its right.

    `seat`: its badge is drawn above the name, or in its place if the column is narrow.
    """

    name: str
    width: float
    align: Align = "left"
    seat: SeatLabel | None = None

    @property
    def room(self) -> float:
        """The width of its text."""
        return self.width - GUTTER

    def x(self, left: float) -> float:
        """Where text begins, or ends if it is aligned to the right."""
        return left + self.room if self.align == "right" else left


@dataclass(frozen=True, slots=True)
class TableCell:
    """Paragraphs, those in `bold` first. `seat`: its badge is drawn before them."""

    bold: str = ""
    texts: tuple[str, ...] = ()
    seat: SeatLabel | None = None

    @property
    def indent(self) -> float:
        """The room for the badge."""
        return BADGE + 5 if self.seat else 0


def table_head(columns: Sequence[Column]) -> Block:
    """The names of the columns; it begins the table."""
    wrapped = [_head_lines(column) for column in columns]
    top = BADGE + 1 if any(column.seat for column in columns) else 0
    height = top + LEADING * max(map(len, wrapped)) + SPACE

    def draw(page: Page, x: float, y: float) -> None:
        left = x
        with page.row(is_first=True):
            for column, lines in zip(columns, wrapped, strict=True):
                with page.element("TH"):
                    if column.seat:
                        start = column.x(left) - (BADGE if column.align == "right" else 0)
                        page.badge(start, y, BADGE, column.seat)
                    for k, line in enumerate(lines):
                        at, base = column.x(left), y + top + SIZE + LEADING * k
                        page.text(at, base, line, SIZE, align=column.align, is_bold=True)
                left += column.width
        page.line(x, y + height, x + sum(one.width for one in columns), y + height, 0.8)

    return Block(height, draw)


def _head_lines(column: Column) -> list[str]:
    if column.seat and column.width < NARROW:
        return []
    return fonts.wrap(column.name, SIZE, column.room, 2, "bold")


def table_row(columns: Sequence[Column], cells: Sequence[TableCell | str]) -> Block:
    """A row; its first cell is the head of the row."""
    found = [TableCell(texts=(one,)) if isinstance(one, str) else one for one in cells]
    wrapped = [_wrapped(one, column.room) for column, one in zip(columns, found, strict=True)]
    height = LEADING * max(map(len, wrapped)) + 2 * SPACE

    def draw(page: Page, x: float, y: float) -> None:
        left = x
        with page.row():
            for number, (column, cell) in enumerate(zip(columns, found, strict=True)):
                tag, scope = ("TD", "") if number else ("TH", "Row")
                with page.element(tag, scope=scope):
                    if cell.seat:
                        page.badge(left, y + (LEADING + 2 * SPACE - BADGE) / 2, BADGE, cell.seat)
                    for k, (line, is_bold) in enumerate(wrapped[number]):
                        at, base = column.x(left) + cell.indent, y + SPACE + SIZE + LEADING * k
                        page.text(at, base, line, SIZE, align=column.align, is_bold=is_bold)
                left += column.width
        page.line(x, y + height, x + sum(one.width for one in columns), y + height, 0.4)

    return Block(height, draw)


def _wrapped(cell: TableCell, room: float) -> list[tuple[str, bool]]:
    """The lines of a cell, and which of them are bold."""
    room -= cell.indent
    bold = fonts.wrap(cell.bold, SIZE, room, MOST_LINES // 2, "bold") if cell.bold else []
    plain = [line for text in cell.texts for line in fonts.wrap(text, SIZE, room, MOST_LINES)]
    return [*((line, True) for line in bold), *((line, False) for line in plain)][:MOST_LINES]
