"""Tables whose cells are wrapped, and how promises were kept, by player and by pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from moderator.plots.matrix import HEAD, trust_plot
from moderator.rules.promises import PromiseCount, Trust
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Align, Page
from moderator.sheets.drawing.plots import draw_plot
from moderator.sheets.layout.sheet import Block, beside, paragraph, space, stacked

# Tables whose cells are wrapped: a head, and rows of text.

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


# How promises were kept: per player, and as a matrix of who promised whom.

NAME, NUMBER = 120.0, 42.0
TOTALS = NAME + 6 * NUMBER
TOTALS_GUTTER, GAP = 26.0, 6.0
BESIDE = 2 * TOTALS
"""The width from which the matrix stands beside the totals, in points."""
ROW = 36.0
"""The height of a row of the matrix, if it has room: a number, a bar and a line of moves."""
TITLE, SMALL = 17.0, 8.5


def trust_block(trust: Trust, width: float, room: float) -> Block:
    """The promises of each player with the verdicts, and who kept them to whom; on one page.

    Args:
        width, room: in points; the rows of the matrix are as high as the room allows.
    """
    if width < BESIDE:
        totals = _totals(trust, width)
        left = room - totals.height - GAP
        return stacked([totals, space(GAP), _matrix(trust, width, left)])
    matrix = _matrix(trust, width - TOTALS - TOTALS_GUTTER, room)
    return beside([_totals(trust, TOTALS), matrix], TOTALS + TOTALS_GUTTER)


def _totals(trust: Trust, width: float) -> Block:
    heads = (_("Made"), _("Kept"), _("Broken"), _("Not done"), _("Void"), _("Not decided"))
    name = max(NAME, width - NUMBER * len(heads))
    columns = [Column(_("Promised by"), name), *(Column(one, NUMBER, "right") for one in heads)]
    rows = [
        table_row(columns, [TableCell(seat.name, seat=seat), *_numbers(count)])
        for seat, count in zip(trust.seats, trust.by_maker, strict=True)
    ]
    return stacked([table_head(columns), *rows])


def _numbers(count: PromiseCount) -> list[str]:
    numbers = (count.made, count.kept, count.broken, count.not_done, count.void, count.pending)
    return [str(number) for number in numbers]


def _matrix(trust: Trust, width: float, room: float) -> Block:
    note = _("None of them has been kept or broken.")
    if trust.has_decided:
        note = _("Kept promises of those that were kept or broken; below them the moves that broke "
                 "some.")  # fmt: skip
    blocks = [_title(_("Who kept promises to whom"), width), *paragraph(note, width, SMALL)]
    if trust.has_decided:
        left = room - sum(block.height for block in blocks) - GAP
        blocks += [space(GAP), _plot(trust, width, left)]
    return stacked(blocks)


def _plot(trust: Trust, width: float, room: float) -> Block:
    height = min(HEAD + ROW * len(trust.seats), room)
    plot = trust_plot(trust, width, height, _("row to column"))
    plot = replace(plot, label=" ".join(_sentences(trust)))
    return Block(height, lambda page, x, y: draw_plot(page, x, y, plot))


def _sentences(trust: Trust) -> Iterator[str]:
    """The matrix in words."""
    for maker, row in zip(trust.seats, trust.cells, strict=True):
        for partner, count in zip(trust.seats, row, strict=True):
            if not count.decided:
                continue
            facts = {
                "maker": maker.name,
                "partner": partner.name,
                "kept": count.kept,
                "decided": count.decided,
                "moves": ", ".join(map(str, count.broken_by)),
            }
            if count.broken_by:
                yield _("%(maker)s kept %(kept)d of %(decided)d promises to %(partner)s; broken "
                        "with moves %(moves)s.") % facts  # fmt: skip
            else:
                yield _("%(maker)s kept %(kept)d of %(decided)d promises to %(partner)s.") % facts


def _title(text: str, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 12, text, 9.5, width, is_bold=True, tag="H3")

    return Block(TITLE, draw)
