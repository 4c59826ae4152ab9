"""The table of all sheets, with a head that is repeated; rankings; and the list of moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import CAP_HEIGHT, Align, Page, fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import (
    Block,
    Section,
    Sheet,
    column_width,
    flow_in_columns,
    span,
    stacked,
    text_block,
    without_arrows,
)

# Columns, a head, and rows of text.

SIZE, MORE = 8.5, 2.0
"""The size of text, and how much more the distance of its lines is."""
PAD, GUTTER = 3.0, 8.0
BADGE = 16.2  # whose letter has the least size of text, too
NARROW = 50.0
"""The width of a column, in points, below which a badge stands for its name."""
MOST_LINES = 30
"""Of a cell: more are cut, so that a row always fits on a page."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, its width in points with the gutter on its right.

    Only text that is aligned to the left is wrapped; other text is shrunk.

    Args:
        seat: its badge is drawn above the name, or in its place if the column is narrow.
        size: of the text in its cells, in points; of a cell at most so many `lines`.
    """

    name: str
    width: float
    align: Align = "left"
    seat: SeatLabel | None = None
    size: float = SIZE
    is_bold: bool = False
    lines: int = MOST_LINES
    gutter: float = GUTTER

    @property
    def room(self) -> float:
        """The width of its text."""
        return self.width - self.gutter

    def x(self, left: float) -> float:
        """Where text begins, or its middle or end, as it is aligned."""
        return left + {"left": 0.0, "centre": self.room / 2, "right": self.room}[self.align]


@dataclass(frozen=True, slots=True)
class Cell:
    """Paragraphs, those in `bold` first.

    Args:
        seat: its badge is drawn before them.
        draw: draws more, from the cell's left edge and its baseline, for its column.
        alt: what is read out in place of what is drawn.
    """

    bold: str = ""
    texts: tuple[str, ...] = ()
    seat: SeatLabel | None = None
    draw: Callable[[Page, float, float, Column], Any] | None = None
    alt: str = ""

    def lines(self, column: Column) -> list[tuple[str, bool]]:
        """Its lines, and which of them are bold."""
        found = []
        bold = (self.bold, True) if self.bold else ("", False)
        for text, is_bold in (bold, *((text, column.is_bold) for text in self.texts)):
            face: fonts.Face = "bold" if is_bold else "plain"
            room = column.room - self.indent
            one = [text]
            if column.align == "left" and column.lines > 1:
                one = fonts.wrap_whole(text, column.size, room, column.lines, face)
            found += [(line, is_bold) for line in one if text]
        return found[: column.lines]

    @property
    def indent(self) -> float:
        """The room for the badge."""
        return BADGE + 5 if self.seat else 0


def table_head(columns: Sequence[Column], above: Sequence[Block] = ()) -> Block:
    """The names of the columns below what is `above` them; it begins the table."""
    wrapped = [_head_lines(column) for column in columns]
    has_badges = any(column.seat for column in columns)
    is_beside = all(_has_room_beside(column) for column in columns if column.seat)
    top, below = (0, 2.5 * has_badges) if is_beside else (BADGE + 1, 0)
    high = SIZE + MORE
    height = max(top + high * max(len(lines) for lines, _size in wrapped), BADGE * has_badges + 1)
    height += PAD

    def draw(page: Page, x: float, y: float) -> None:
        left = x
        with page.row(is_first=True):
            for column, (lines, size) in zip(columns, wrapped, strict=True):
                at, align = column.x(left), column.align
                with page.element("TH" if column.name or column.seat else "TD"):
                    if column.seat:
                        used = BADGE
                        if is_beside and lines:
                            used += 5 + fonts.width(fonts.clean(column.name), SIZE, "bold")
                        start = at - {"left": 0, "centre": used / 2, "right": used}[align]
                        page.badge(start, y, BADGE, column.seat)
                        if is_beside:
                            at, align = start + BADGE + 5, "left"
                    base = y + height - PAD - below - high * len(lines) + SIZE
                    for k, line in enumerate(lines):
                        page.text(at, base + high * k, line, size, align=align, is_bold=True)
                left += column.width
        page.line(x, y + height, left, y + height, 0.8)

    head = Block(height, draw)
    return stacked([*above, head]) if above else head


def _has_room_beside(column: Column) -> bool:
    """Whether the badge and the name are on one line, or it has none."""
    used = fonts.width(fonts.clean(column.name), SIZE, "bold")
    return column.width < NARROW or BADGE + 5 + used <= column.room


def _head_lines(column: Column) -> tuple[list[str], float]:
    """The lines of a column's name, and the size at which no word of it is broken."""
    if column.seat and column.width < NARROW:
        return [], SIZE
    longest = max(column.name.split() or [""], key=lambda word: fonts.width(word, SIZE, "bold"))
    _word, size = fonts.fit(fonts.clean(longest), SIZE, column.room, "bold", 7)
    return fonts.wrap(column.name, size, column.room, 2, "bold") if column.name else [""], size


def table_row(
    columns: Sequence[Column],
    cells: Sequence[Cell | str],
    pad: float = PAD,
    *,
    head: int = 0,
    thickness: float = 0.4,
) -> Block:
    """A row with a line below it, of which the cell number `head` is the head.

    Args:
        pad: the room above the text, in points; below it there is a little more.
    """
    found = [Cell(texts=(one,)) if isinstance(one, str) else one for one in cells]
    both = list(zip(columns, found, strict=True))
    wrapped = [cell.lines(column) for column, cell in both]
    first = max(column.size for column in columns)
    high = max(
        first + (column.size + MORE) * (len(lines) - 1)
        for column, lines in zip(columns, wrapped, strict=True)
    )
    height = max(first, high) + 2 * pad + 3
    if any(cell.seat for cell in found):
        pad, height = max(pad, 12 - first), max(height, BADGE + 1)

    def draw(page: Page, x: float, y: float) -> None:
        left, base = x, y + pad + first
        with page.row():
            for number, (column, cell) in enumerate(both):
                tag, scope = ("TH", "Row") if number == head else ("TD", "")
                with page.element(tag, cell.alt, scope):
                    _draw_cell(page, left, base, column, cell, wrapped[number])
                left += column.width
        page.line(x, y + height, left, y + height, thickness)

    return Block(height, draw)


def _draw_cell(
    page: Page,
    left: float,
    base: float,
    column: Column,
    cell: Cell,
    lines: Sequence[tuple[str, bool]],
) -> None:
    if cell.draw:
        cell.draw(page, left, base, column)
    if cell.seat:
        page.badge(left, base - (column.size * CAP_HEIGHT + BADGE) / 2, BADGE, cell.seat)
    x, room = column.x(left) + cell.indent, column.room - cell.indent
    least = SIZE if column.align == "left" else fonts.SMALLEST
    for k, (line, is_bold) in enumerate(lines):
        y = base + (column.size + MORE) * k
        page.text(x, y, line, column.size, room, column.align, is_bold=is_bold, least=least)


# A ranking: a row for each seat with its place, who plays there, and its points.

PLACE, NUMBER, NAME_SHARE = 30.0, 54.0, 0.42
"""Of the room for names, the seat's own has a share, and the rest is for who plays there."""
VERDICT_SIZE, VERDICT_LEADING, MOST_VERDICT = 11.0, 15.0, 6

Ranked = tuple[SeatLabel, int | None, Sequence[int | str]]
"""A seat, its place (None if the game has no ranking), and its numbers, the total last.

A word may stand in place of a number, such as "secret".
"""


def add_result(
    sheet: Sheet,
    winners: Sequence[SeatLabel],
    is_over: bool,
    heads: Sequence[str],
    rows: Sequence[tuple[SeatLabel, int, Sequence[int]]],
) -> None:
    """Adds who wins, or would win, in a sentence, and the scores; no places before any points.

    Args:
        winners: the seats in the first place, at least one.
    """
    points = max(numbers[-1] for _seat, _place, numbers in rows)
    worth = ngettext("%d point", "%d points", points) % points
    names = ", ".join(seat.name for seat in winners)
    if is_over:
        text = ngettext("Winner: %s", "Winners: %s", len(winners)) % names
    else:
        text = ngettext("Would win: %s", "Would win together: %s", len(winners)) % names
    title = _("Final score") if is_over else _("If the game ended now")
    if not points and not is_over:
        unplaced = [(seat, None, numbers) for seat, _place, numbers in rows]
        return add_scores(sheet, title, _("Nobody has points yet."), heads, unplaced)
    return add_scores(sheet, title, f"{text} ({worth})", heads, rows)


def add_scores(
    sheet: Sheet,
    title: str,
    verdict: str | Block,
    heads: Sequence[str],
    rows: Sequence[Ranked],
    name: str = "",
) -> None:
    """Adds a section with the verdict in bold, then a row for each seat, with who plays there.

    Args:
        heads: the headings, as many as a row has numbers; with five of them a portrait page still
            has room for a name.
        name: what a seat is called; a player by default.
    """
    width, players = sheet.width, sheet.stamp.players
    is_placed = any(place is not None for _seat, place, _numbers in rows)
    room = width - NUMBER * len(heads) - (PLACE if is_placed else 0)
    own = room * NAME_SHARE if players else room
    columns = [Column(_("Place"), PLACE, "centre", size=11, gutter=4)] if is_placed else []
    columns.append(Column(name or _("Player"), own, size=11, lines=3))
    if players:
        columns.append(Column(_("Played by"), room - own, size=9, lines=6))
    columns += [Column(one, NUMBER, "right", size=10, gutter=6) for one in heads[:-1]]
    columns += [Column(one, NUMBER, "right", size=13, is_bold=True, gutter=0) for one in heads[-1:]]
    drawn = []
    for seat, place, numbers in rows:
        cells: list[Cell | str] = [str(place)] if is_placed else []
        cells.append(Cell(seat.name, seat=seat))
        cells += [players.get(seat.id, "")] if players else []
        cells += map(str, numbers)
        drawn.append(table_row(columns, cells, 2, head=int(is_placed)))
    above = verdict
    if isinstance(above, str):
        above = text_block(above, width, VERDICT_SIZE, MOST_VERDICT, "bold", VERDICT_LEADING, 6)
    sheet.flow(Section(title, drawn, table_head(columns, [above])))


# The moves of a game as a list: every move in effect as a sentence, with its number in the log.


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A move: its number in the log, its sentence, and who made it, if a seat did.

    Only logs have `comments`, each with who said it, and say what `is_late`: recorded later, from
    paper.
    """

    number: int
    text: str
    seat: SeatLabel | None = None
    comments: tuple[str, ...] = ()
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves that are one step together, such as a reveal, and what they are together."""

    label: str
    moves: Sequence[MoveStep]


@dataclass(frozen=True, slots=True)
class MoveNote:
    """An explanation between the moves, perhaps of the entries from `first` to `last`."""

    text: str
    first: int = 0
    last: int = 0
    comments: tuple[str, ...] = ()

    @property
    def numbers(self) -> str:
        """The numbers of the entries, or empty."""
        return span(self.first, self.last) if self.first else ""


MoveLine = MoveStep | MoveGroup | MoveNote | str
"""A text alone is the name of a part of the game, above its moves."""

MOVE_SIZE, LEADING, MOVE_GAP = 8.5, 9.9, 0.6
COLUMNS, SEAL, MOVE_NUMBER, MOVE_INDENT = 2, 12.0, 22.0, 36.0
"""Two columns; in each a seal, then a number, then the sentence."""
HEADING, HEADING_SIZE = 24.0, 11.0
BAR = 7.0  # from the line beside a comment to its text
MOST_MOVE_LINES, MOST_COMMENT_LINES = 10, 18


def each_move(lines: Sequence[MoveLine]) -> Iterator[MoveStep]:
    """The single moves, those of groups too."""
    for line in lines:
        if isinstance(line, MoveGroup):
            yield from line.moves
        elif isinstance(line, MoveStep):
            yield line


def move_list(
    sheet: Sheet, lines: Sequence[MoveLine], title: str = "", count: int = COLUMNS
) -> None:
    """Adds the moves in `count` columns, over as many pages as necessary; without moves nothing.

    A badge stands at the first of several moves by the same seat, a heading is never apart from
    what is below it, and comments stand below their move, beside a line.

    Args:
        lines: numbers of up to four digits, in any order.
    """
    width = column_width(sheet.width, count)
    flow_in_columns(sheet, title or _("How it went"), list(_blocks(lines, width)), count)


def _blocks(lines: Sequence[MoveLine], width: float) -> Iterator[Block]:
    above: list[Block] = []
    last: SeatLabel | None = None
    for line in lines:
        match line:
            case str():
                above = [_heading(line, width)]
                last = None
                continue
            case MoveNote():
                own = list(_with_comments(entry(line.numbers, line.text, width), line, width))
                last = None
            case MoveStep():
                own = list(_step(line, width, last))
                last = line.seat
            case MoveGroup():
                own = list(_group(line, width))
                last = None
        yield stacked([*above, own[0]])
        yield from own[1:]
        above = []


def _group(group: MoveGroup, width: float) -> Iterator[Block]:
    numbers = [move.number for move in group.moves]
    named = span(min(numbers), max(numbers)) if numbers else ""
    label = [entry(named, group.label, width, is_bold=True)]
    last: SeatLabel | None = None
    for move in group.moves:
        first, *more = _step(move, width, last)
        yield stacked([*label, first])
        yield from more
        label, last = [], move.seat
    yield from label


def _step(move: MoveStep, width: float, last: SeatLabel | None) -> Iterator[Block]:
    number = f"{move.number}*" if move.is_late else str(move.number)
    seat = move.seat if move.seat != last else None
    return _with_comments(entry(number, move.text, width, seat), move, width)


def _with_comments(block: Block, of: MoveStep | MoveNote, width: float) -> Iterator[Block]:
    """A move with the first comment on it, then the others."""
    comments = [_comment(one, width) for one in of.comments]
    yield stacked((block, *comments[:1]))
    yield from comments[1:]


def _comment(text: str, width: float) -> Block:
    lines = fonts.wrap(text, MOVE_SIZE, width - MOVE_INDENT - BAR, MOST_COMMENT_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        left = x + MOVE_INDENT
        page.line(left + 1, y + 1, left + 1, y + LEADING * len(lines), 1.6, INK)
        page.lines(left + BAR, y + 8.5, lines, LEADING, MOVE_SIZE, tag="P")

    return Block(LEADING * len(lines) + MOVE_GAP + 1, draw)


def _heading(text: str, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 15, text, HEADING_SIZE, width, is_serif=True, tag="H3")
        page.line(x, y + 20, x + width, y + 20, 1.1, INK)

    return Block(HEADING, draw)


def entry(
    number: str,
    text: str,
    width: float,
    seat: SeatLabel | None = None,
    *,
    is_bold: bool = False,
    most: int = MOST_MOVE_LINES,
) -> Block:
    """A sentence of at most so many lines behind a number, which may be empty, and a badge."""
    face: fonts.Face = "bold" if is_bold else "plain"
    lines = fonts.wrap(without_arrows(text), MOVE_SIZE, width - MOVE_INDENT, most, face)

    def draw(page: Page, x: float, y: float) -> None:
        base = y + (11 if seat else 8.5)
        with page.item():
            if seat:
                page.badge(x, y, SEAL, seat)
            if number:
                end, room = x + SEAL + MOVE_NUMBER, MOVE_NUMBER - 2 + (0 if seat else SEAL)
                page.text(end, base, number, MOVE_SIZE, room, "right", is_bold=True, tag="Lbl")
            page.lines(x + MOVE_INDENT, base, lines, LEADING, MOVE_SIZE, is_bold=is_bold)

    return Block(max(LEADING * len(lines), SEAL if seat else 0) + MOVE_GAP, draw)
