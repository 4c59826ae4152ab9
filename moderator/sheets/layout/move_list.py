"""The moves of a game: every move in effect as a sentence, with its number in the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import column_width, flow_in_columns
from moderator.sheets.layout.sheet import Block, Sheet, stacked
from moderator.sheets.layout.wording import span, without_arrows


@dataclass(frozen=True, slots=True)
class MoveComment:
    """What somebody has said about a move; `by` is who they are, not their name."""

    by: str
    text: str


@dataclass(frozen=True, slots=True)
class MoveStep:
    """A move: its number in the log, its sentence, and who made it, if a seat did.

    Only logs have `comments`, and say what `is_late`: recorded later, from paper.
    """

    number: int
    text: str
    seat: SeatLabel | None = None
    comments: tuple[MoveComment, ...] = ()
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """Moves that are one step together, such as a reveal, and what they are together."""

    label: str
    moves: Sequence[MoveStep]


@dataclass(frozen=True, slots=True)
class MoveHeading:
    """The name of a part of the game, above its moves."""

    text: str


@dataclass(frozen=True, slots=True)
class MoveNote:
    """An explanation between the moves, perhaps of the entries from `first` to `last`."""

    text: str
    first: int = 0
    last: int = 0
    comments: tuple[MoveComment, ...] = ()

    @property
    def numbers(self) -> str:
        """The numbers of the entries, or empty."""
        return span(self.first, self.last) if self.first else ""


MoveLine = MoveStep | MoveGroup | MoveHeading | MoveNote

SIZE, LEADING = 8.0, 10.5
BADGE, NUMBER, INDENT = 14.0, 28.0, 42.0
"""The widths of the columns for badges and numbers; sentences begin after both."""
BADGE_SIDE = 11.0
HEADING, HEADING_SIZE = 18.0, 9.5
MOST_LINES = 8


def move_list(sheet: Sheet, lines: Sequence[MoveLine], count: int = 2) -> None:
    """Adds the moves in `count` columns, over as many pages as necessary; without moves nothing.

    A badge stands at the first of several moves by the same seat. The moves of a group are below
    its label, without numbers of their own.

    Args:
        lines: numbers of up to four digits, in any order.
    """
    width = column_width(sheet.right - sheet.left, count)
    blocks = list(with_headings(_blocks(lines, width)))
    flow_in_columns(sheet, _("How it went"), blocks, count)


def each_move(lines: Sequence[MoveLine]) -> Iterator[MoveStep]:
    """The single moves, those of groups too."""
    for line in lines:
        if isinstance(line, MoveGroup):
            yield from line.moves
        elif isinstance(line, MoveStep):
            yield line


def with_headings(blocks: Iterable[tuple[Block, bool]]) -> Iterator[Block]:
    """The blocks, each heading together with the one below it.

    Args:
        blocks: each with whether it is a heading.
    """
    heading: Block | None = None
    for block, is_heading in blocks:
        if is_heading:
            heading = block
            continue
        yield stacked((heading, block)) if heading is not None else block
        heading = None


def _blocks(lines: Sequence[MoveLine], width: float) -> Iterator[tuple[Block, bool]]:
    """The blocks of all lines, and whether they are headings."""
    last: SeatLabel | None = None
    for line in lines:
        match line:
            case MoveHeading():
                yield Block(HEADING, partial(_heading, text=line.text, width=width)), True
                last = None
            case MoveNote():
                yield _block(line.numbers, line.text, width), False
            case MoveStep():
                seat = line.seat if line.seat != last else None
                yield _block(str(line.number), line.text, width, seat), False
                last = line.seat
            case MoveGroup():
                for block in _group(line, width):
                    yield block, False
                last = None


def _group(group: MoveGroup, width: float) -> Iterator[Block]:
    numbers = [move.number for move in group.moves]
    named = span(min(numbers), max(numbers)) if numbers else ""
    label: Block | None = _block(named, group.label, width)
    last: SeatLabel | None = None
    for move in group.moves:
        block = _block("", move.text, width, move.seat if move.seat != last else None)
        yield stacked((label, block)) if label is not None else block
        label, last = None, move.seat
    if label is not None:
        yield label


def _heading(page: Page, x: float, y: float, *, text: str, width: float) -> None:
    page.text(x, y + 13, text, HEADING_SIZE, width, is_bold=True, tag="H3")
    page.line(x, y + 16, x + width, y + 16, 0.8)


def _block(number: str, text: str, width: float, seat: SeatLabel | None = None) -> Block:
    text = without_arrows(text)
    lines = fonts.wrap(text, SIZE, width - INDENT, MOST_LINES)
    draw = partial(_draw, number=number, lines=lines, seat=seat)
    return Block(max(LEADING * len(lines), BADGE_SIDE if seat else 0) + 1.5, draw)


def _draw(
    page: Page,
    x: float,
    y: float,
    *,
    number: str,
    lines: Sequence[str],
    seat: SeatLabel | None,
) -> None:
    with page.item():
        if number:
            right = x + BADGE + NUMBER - 4
            page.text(right, y + 8, number, SIZE, NUMBER - 5, "right", tag="Lbl")
        if seat:
            page.badge(x, y + 0.5, BADGE_SIDE, seat)
        page.lines(x + INDENT, y + 8, lines, LEADING, SIZE)
