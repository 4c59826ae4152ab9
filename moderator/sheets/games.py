"""Which sheets a game has: those in the folder with its name, else a plain board; and the log.

A folder `moderator/sheets/<game>/` draws only this game, from its own view. Its `SHEETS` are the
game's sheets in the order of their links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import Page, fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import (
    GAP,
    TITLE_HEIGHT,
    Block,
    Section,
    Sheet,
    bullet,
    column_width,
    flow_in_columns,
    paragraph,
    space,
    split_into_columns,
    stacked,
    without_arrows,
)
from moderator.sheets.layout.kind import Needs, SheetKind, needs_always
from moderator.sheets.layout.table import MoveLine, move_list
from moderator.sheets.snapshot import ConsolePlace, GameSnapshot, public, snapshot

# A plain board for games without their own, from what all games' rules provide.

ROW, SEAL = 26.0, 17.0


def _board(sheet: Sheet, now: GameSnapshot) -> None:
    """Adds the seats. The status in the header is what `glance` says, which is never secret."""
    rows = [_seat(seat, sheet.width) for seat in now.seats]
    sheet.flow(Section(_("In the order of play"), rows))


def _seat(seat: SeatLabel, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        with page.item():
            page.badge(x, y + 4, SEAL, seat)
            page.text(x + SEAL + 8, y + 17, seat.name, 12, width - SEAL - 8)
        page.line(x, y + ROW, x + width, y + ROW)

    return Block(ROW, draw)


plain_board = SheetKind("chart", gettext_lazy("Board"), _board, snapshot, is_landscape=True)


# The log of a game on paper: every move that stands, its number, and what was said about it.


def _add_log(sheet: Sheet, lines: Sequence[MoveLine]) -> None:
    """Adds the log, or that it is empty."""
    if lines:
        move_list(sheet, lines, _("Log"))
        return
    text = _("Nothing recorded yet, or all of it is still secret.")
    sheet.flow(Section(_("Log"), paragraph(text, sheet.width)))


log_sheet = SheetKind(
    "log",
    gettext_lazy("Log"),
    lambda _sheet, _view: None,  # the moves are added afterwards
    public,
    when="after",
    about=gettext_lazy("Every move that stands, with its number and the comments on it."),
    add_moves=_add_log,
    needs=needs_always("moves", "comments"),
    has_hash=True,
)


# The chronology of a scenario's period, to be handed out before the game.

YEAR, CHRONOLOGY_SIZE = 78.0, 10.0
LEADINGS = ((13.5, 5.0), (13.0, 4.0), (12.5, 3.0), (12.0, 2.0))
"""The distance of lines, and the room below an event, in points: the widest that fits a page."""


def _chronology(sheet: Sheet, events: Sequence[tuple[str, str]]) -> None:
    room = sheet.bottom - sheet.y - TITLE_HEIGHT
    for leading, below in LEADINGS:
        rows = [_event(*event, sheet.width, leading, below) for event in events]
        if sum(row.height for row in rows) <= room:
            break
    sheet.flow(Section(_("What happened in these years"), rows))


def _event(when: str, text: str, width: float, leading: float, below: float) -> Block:
    lines = fonts.wrap(text, CHRONOLOGY_SIZE, width - YEAR)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            page.text(x, y + CHRONOLOGY_SIZE, when, CHRONOLOGY_SIZE, YEAR - 8, is_bold=True)
            page.lines(x + YEAR, y + CHRONOLOGY_SIZE, lines, leading, CHRONOLOGY_SIZE)

    return Block(leading * len(lines) + below, draw)


chronology_sheet = SheetKind(
    "chronology",
    gettext_lazy("Chronology"),
    _chronology,
    lambda now: now.game.chronology(now.state),
    when="before",
    about=gettext_lazy("What happened in the period of the game, year by year."),
    needs=lambda now: () if now.game.chronology(now.state) else None,
    status="",
)
"""For games whose scenarios have a `chronology`."""


# The moderator's instructions: how the game goes, what to type, where the console is.

DENSITIES = ((9.5, 12.5, 3.0), (9.0, 11.5, 2.0), (8.5, 10.5, 1.5), (8.5, 10.0, 0.5))
"""The size of letters, the distance of lines, and the room below an item, in points: the first with
which all of it fits one page."""
LINE_SHARE = 0.28
"""Of a column's width, for what is typed; the rest is what it means."""
BADGE, SEATS_ROW, SEAT_SIZE, BEFORE_NAME = 20.0, 26.0, 9.5, 40.0
FACTS, COLUMNS, PART_GAP = 54.0, 2, 2.5


def _instructions(sheet: Sheet, now: GameSnapshot) -> None:
    """Adds what a moderator needs at hand; nothing secret of the game."""
    width = sheet.width
    console = sheet.stamp.console
    head = stacked([*([_console(console, width)] if console else []), *_seats(now.seats, width)])
    sheet.add(head)
    each, room = column_width(width, COLUMNS), sheet.bottom - sheet.y - GAP - TITLE_HEIGHT
    for density in DENSITIES:
        blocks = list(_said(now, each, *density))
        if not split_into_columns(blocks, room, COLUMNS)[1]:
            break
    flow_in_columns(sheet, _("What happens, and what you do and type"), blocks, COLUMNS)


def _said(
    now: GameSnapshot, width: float, size: float, leading: float, below: float
) -> Iterator[Block]:
    """The rows of all parts, the first of each in one block with the part's title."""
    write = partial(bullet, width=width, size=size, leading=leading, below=below)
    example = partial(_example, width=width, size=size, leading=leading, below=below)
    parts = [
        (_("How this game is played"), now.game.options_in_force(now.state)),
        *now.game.rules_in_short(now.state),
        (_("What the moderator does"), _duties()),
    ]
    for title, sentences in parts:
        if sentences:
            yield from _part(title, [write(text) for text in sentences], width, size)
    for typed in now.game.typed_help(now.state):
        rows = [example(*one) for one in typed.examples]
        yield from _part(_("To type: %s") % typed.title, rows, width, size)


def _duties() -> Sequence[str]:
    return (
        _("Record what players say as soon as they have said it: everybody sees it on the chart."),
        _("Recorded wrongly? Undo takes back the last move, redo brings it back. Nothing is lost."),
        _("Show nobody this sheet or the console: with the PIN anybody could record moves."),
        _("If the network fails, go on on paper, and enter what was played when it works again."),
    )


def _console(console: ConsolePlace, width: float) -> Block:
    """Where to type the code and the PIN, in large letters."""
    facts = (
        (_("Open your console at"), console.address),
        (_("Class"), console.code),
        (_("PIN"), console.pin),
    )
    shares = (0.46, 0.27, 0.27)

    def draw(page: Page, x: float, y: float) -> None:
        page.box(x, y, width, FACTS - 12, outline=INK, thickness=1)
        for (label, fact), share in zip(facts, shares, strict=True):
            room = width * share - 20
            with page.element("P"):
                page.text(x + 12, y + 14, label, 9, room)
                page.text(x + 12, y + 34, fact, 17, room, is_bold=True)
            x += width * share

    return Block(FACTS, draw)


def _seats(seats: Sequence[SeatLabel], width: float) -> list[Block]:
    names = (fonts.width(fonts.clean(seat.name), SEAT_SIZE, "bold") for seat in seats)
    step = min(width, max(names) + BEFORE_NAME + 16)
    per_row = int(width // step)
    return [
        Block(SEATS_ROW, partial(_seats_row, seats=seats[k : k + per_row], first=k, step=step))
        for k in range(0, len(seats), per_row)
    ]


def _seats_row(
    page: Page, x: float, y: float, *, seats: Sequence[SeatLabel], first: int, step: float
) -> None:
    for k, seat in enumerate(seats):
        left = x + step * k
        with page.element("P"):
            page.text(left, y + 15, f"{first + k + 1}.", SEAT_SIZE, 14)
            page.badge(left + 15, y, BADGE, seat)
            room = step - BEFORE_NAME - 8
            page.text(left + BEFORE_NAME, y + 15, seat.name, SEAT_SIZE, room, is_bold=True)


def _part(heading: str, rows: Sequence[Block], width: float, size: float) -> Iterator[Block]:

    def title(page: Page, x: float, y: float) -> None:
        page.text(x, y + size, heading, size, width, is_bold=True, tag="H3")

    first, *rest = rows
    yield stacked([Block(size * 1.3, title), first])
    yield from rest
    yield space(PART_GAP)


def _example(
    line: str, meaning: str, width: float, size: float, leading: float, below: float
) -> Block:
    split = width * LINE_SHARE
    typed = fonts.wrap(line, size, split - 8, face="bold")
    means = fonts.wrap(without_arrows(meaning), size, width - split)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            page.lines(x, y + size, typed, leading, size, is_bold=True)
            page.lines(x + split, y + size, means, leading, size)

    return Block(leading * max(len(typed), len(means)) + below, draw)


instructions_sheet = SheetKind(
    "instructions",
    gettext_lazy("Moderator’s instructions"),
    _instructions,
    snapshot,
    when="before",
    about=gettext_lazy("How this game goes, what to type, and the PIN of the console."),
    is_secret=True,
    needs=needs_always("console"),
    status="",
)
"""For every game. The rule books promise instructions to moderator and players."""


# The sheets of each game.


@cache
def sheets_of(id: str) -> Mapping[str, SheetKind]:
    """The sheets of the game with this id, by their own ids; every game has a log."""
    name = f"{__package__}.{id.replace('-', '_')}"
    found = find_spec(name)
    own = None
    if found is not None and found.submodule_search_locations is not None:  # a module is no game
        own = getattr(import_module(name), "SHEETS", None)
    kinds = (*own, log_sheet) if own else (plain_board, replace(log_sheet, view=snapshot))
    return {kind.id: kind for kind in kinds}


def sheets_for(now: GameSnapshot) -> dict[SheetKind, Needs]:
    """The sheets of the game looked at with what they need, first those that lead."""
    found = {kind: kind.needs(now) for kind in sheets_of(now.game.id).values()}
    offered = {kind: needs for kind, needs in found.items() if needs is not None}
    return {kind: offered[kind] for kind in sorted(offered, key=lambda kind: not kind.leads(now))}
