"""Which sheets a game has: those in the folder with its name, otherwise plain ones.

A folder `moderator/sheets/<game>/` draws only this game, from its own view. Its `SHEETS` are the
game's sheets in the order of their links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.seating import SeatLabel
from moderator.sheets import default
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.header import span, without_arrows
from moderator.sheets.layout.kind import (
    MoveComment,
    MoveGroup,
    MoveHeading,
    MoveLine,
    MoveNote,
    MoveStep,
    SheetKind,
    with_headings,
)
from moderator.sheets.layout.sheet import (
    Block,
    Section,
    Sheet,
    column_width,
    flow_in_columns,
    paragraph,
    stacked,
)
from moderator.sheets.snapshot import public, snapshot

# The log of a game on paper: every move that stands, its number, and what was said about it.

SIZE, LEADING, GAP = 8.5, 10.8, 2.5
COLUMNS, SEAL, NUMBER, INDENT = 2, 16.0, 26.0, 46.0
"""Two columns; in each a seal, then a number, then the sentence."""
HEADING, HEADING_SIZE = 24.0, 11.0
BAR = 7.0  # from the line beside a comment to its text
MOST_LINES, MOST_COMMENT_LINES = 10, 18


def _fill(sheet: Sheet, _view: Any) -> None:
    """Nothing but the moves, which are added afterwards."""


def _add(sheet: Sheet, lines: Sequence[MoveLine]) -> None:
    """Adds the log, or that it is empty."""
    width = sheet.right - sheet.left
    if not lines:
        text = _("Nothing recorded yet, or all of it is still secret.")
        sheet.flow(Section(_("Log"), paragraph(text, width)))
        return
    each = column_width(width, COLUMNS)
    flow_in_columns(sheet, _("Log"), list(with_headings(_blocks(lines, each))), COLUMNS)


log_sheet = SheetKind(
    "log",
    gettext_lazy("Log"),
    _fill,
    public,
    when="after",
    about=gettext_lazy("Every move that stands, with its number and the comments on it."),
    add_moves=_add,
    is_logged=True,
    has_comments=True,
)

plain_log_sheet = replace(log_sheet, view=snapshot)
"""For games without sheets of their own."""


def _blocks(lines: Sequence[MoveLine], width: float) -> Iterator[tuple[Block, bool]]:
    """The blocks of all lines, and whether they are headings."""
    last: SeatLabel | None = None
    for line in lines:
        match line:
            case MoveHeading():
                yield Block(HEADING, partial(_heading, text=line.text, width=width)), True
                last = None
            case MoveNote():
                block = _entry(line.numbers, line.text, width)
                yield from ((one, False) for one in _with_comments(block, line.comments, width))
                last = None
            case MoveStep():
                block = _step(line, width, last)
                yield from ((one, False) for one in _with_comments(block, line.comments, width))
                last = line.seat
            case MoveGroup():
                for block in _group(line, width):
                    yield block, False
                last = None


def _group(group: MoveGroup, width: float) -> Iterator[Block]:
    numbers = [move.number for move in group.moves]
    named = span(min(numbers), max(numbers)) if numbers else ""
    label: Block | None = _entry(named, group.label, width, is_bold=True)
    last: SeatLabel | None = None
    for move in group.moves:
        block = _step(move, width, last)
        if label is not None:
            block = stacked((label, block))
        yield from _with_comments(block, move.comments, width)
        label, last = None, move.seat
    if label is not None:
        yield label


def _step(move: MoveStep, width: float, last: SeatLabel | None) -> Block:
    number = f"{move.number}*" if move.is_late else str(move.number)
    return _entry(number, move.text, width, move.seat if move.seat != last else None)


def _with_comments(move: Block, comments: Sequence[MoveComment], width: float) -> Iterator[Block]:
    """A move with the first comment on it, then the others; each beside a line."""
    for comment in comments:
        text = f"{comment.by}: {comment.text}"
        lines = fonts.wrap(text, SIZE, width - INDENT - BAR, MOST_COMMENT_LINES)
        said = Block(LEADING * len(lines) + GAP + 1, partial(_comment, lines=lines))
        if comment is comments[0]:
            yield stacked((move, said))
        else:
            yield said
    if not comments:
        yield move


def _comment(page: Page, x: float, y: float, *, lines: Sequence[str]) -> None:
    left = x + INDENT
    page.line(left + 1, y + 1, left + 1, y + LEADING * len(lines), 1.6, INK)
    with page.element("P"):
        page.lines(left + BAR, y + 8.5, lines, LEADING, SIZE)


def _heading(page: Page, x: float, y: float, *, text: str, width: float) -> None:
    with page.element("H3"):
        page.text(x, y + 15, text, HEADING_SIZE, width, is_serif=True)
    page.line(x, y + 20, x + width, y + 20, 1.1, INK)


def _entry(
    number: str, text: str, width: float, seat: SeatLabel | None = None, is_bold: bool = False
) -> Block:
    face: fonts.Face = "bold" if is_bold else "plain"
    lines = fonts.wrap(without_arrows(text), SIZE, width - INDENT, MOST_LINES, face)
    draw = partial(_draw, number=number, lines=lines, seat=seat, is_bold=is_bold)
    return Block(max(LEADING * len(lines), SEAL if seat else 0) + GAP, draw)


def _draw(
    page: Page,
    x: float,
    y: float,
    *,
    number: str,
    lines: Sequence[str],
    seat: SeatLabel | None,
    is_bold: bool,
) -> None:
    base = y + (11 if seat else 8.5)
    if seat:
        page.badge(x, y, SEAL, seat)
    with page.element("P"):
        room = NUMBER - 2 if seat else SEAL + NUMBER - 2
        page.text(x + SEAL + NUMBER, base, number, SIZE, room, "right", is_bold=True)
        page.lines(x + INDENT, base, lines, LEADING, SIZE, is_bold=is_bold)


# The sheets of each game.


@cache
def _folder(id: str) -> ModuleType:
    """The folder for the rules with this id, or the plain sheets."""
    name = f"{__package__}.{id.replace('-', '_')}"
    found = find_spec(name)
    if found is None or found.submodule_search_locations is None:  # a module is not a game
        return default
    return import_module(name)


def sheets_of(id: str) -> Mapping[str, SheetKind]:
    """The sheets of the game with this id, by their own ids; every game has a log."""
    own = getattr(_folder(id), "SHEETS", default.SHEETS)
    log = plain_log_sheet if own is default.SHEETS else log_sheet
    return {kind.id: kind for kind in (*own, log)}


def sheets_for(id: str, scenario: Any, options: Mapping[str, Any]) -> tuple[SheetKind, ...]:
    """The sheets of the game with this id, first those that its effective options ask for.

    Those that have nothing to print for the scenario are left out.
    """

    def follows(kind: SheetKind) -> bool:
        return not (kind.leads and kind.leads(options))

    offered = [kind for kind in sheets_of(id).values() if kind.suits(scenario)]
    return tuple(sorted(offered, key=follows))
