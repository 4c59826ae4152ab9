"""The moves of a game as a list: every move in effect as a sentence, with its number in the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.header import span, without_arrows
from moderator.sheets.layout.sheet import Block, Sheet, column_width, flow_in_columns, stacked


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

SIZE, LEADING, GAP = 8.5, 9.9, 0.6
COLUMNS, SEAL, NUMBER, INDENT = 2, 12.0, 22.0, 36.0
"""Two columns; in each a seal, then a number, then the sentence."""
HEADING, HEADING_SIZE = 24.0, 11.0
BAR = 7.0  # from the line beside a comment to its text
MOST_LINES, MOST_COMMENT_LINES = 10, 18


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
    lines = fonts.wrap(text, SIZE, width - INDENT - BAR, MOST_COMMENT_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        left = x + INDENT
        page.line(left + 1, y + 1, left + 1, y + LEADING * len(lines), 1.6, INK)
        with page.element("P"):
            page.lines(left + BAR, y + 8.5, lines, LEADING, SIZE)

    return Block(LEADING * len(lines) + GAP + 1, draw)


def _heading(text: str, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        with page.element("H3"):
            page.text(x, y + 15, text, HEADING_SIZE, width, is_serif=True)
        page.line(x, y + 20, x + width, y + 20, 1.1, INK)

    return Block(HEADING, draw)


def entry(
    number: str,
    text: str,
    width: float,
    seat: SeatLabel | None = None,
    *,
    is_bold: bool = False,
    most: int = MOST_LINES,
) -> Block:
    """A sentence of at most so many lines behind a number, which may be empty, and a badge."""
    face: fonts.Face = "bold" if is_bold else "plain"
    lines = fonts.wrap(without_arrows(text), SIZE, width - INDENT, most, face)

    def draw(page: Page, x: float, y: float) -> None:
        base = y + (11 if seat else 8.5)
        with page.item():
            if seat:
                page.badge(x, y, SEAL, seat)
            if number:
                room = NUMBER - 2 if seat else SEAL + NUMBER - 2
                page.text(
                    x + SEAL + NUMBER, base, number, SIZE, room, "right", is_bold=True, tag="Lbl"
                )
            page.lines(x + INDENT, base, lines, LEADING, SIZE, is_bold=is_bold)

    return Block(max(LEADING * len(lines), SEAL if seat else 0) + GAP, draw)
