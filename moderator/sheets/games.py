"""Which sheets a game has: those in the folder with its name, else a plain board; and the log.

A folder `moderator/sheets/<game>/` draws only this game, from its own view. Its `SHEETS` are the
game's sheets in the order of their links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import Page, fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import (
    TITLE_HEIGHT,
    Block,
    Section,
    Sheet,
    bullet,
    column_width,
    flow_in_columns,
    paragraph,
    space,
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

SIZE, LEADING, SPACE = 9.5, 12.5, 3.0
LINE_SHARE = 0.42
"""Of the width, for what is typed; the rest is what it means."""
BADGE, STEP, SEATS_ROW = 20.0, 92.0, 30.0
FACTS = 62.0
COLUMNS, TITLE = 2, 14.0


def _instructions(sheet: Sheet, now: GameSnapshot) -> None:
    """Adds what a moderator needs at hand; nothing secret of the game."""
    width = sheet.width
    each = column_width(width, COLUMNS)
    if console := sheet.stamp.console:
        sheet.flow(Section(_("Your console"), [_console(console, width)]))
    sheet.flow(Section(_("Players, in the order of play"), _seats(now.seats, width)))
    if options := now.game.options_in_force(now.state):
        rows = [bullet(text, each) for text in options]
        flow_in_columns(sheet, _("How this game is played"), rows, COLUMNS)
    rows = [bullet(text, width) for text in _duties()]
    sheet.flow(Section(_("What the moderator does"), rows, is_whole=True))
    parts = [_part(*part, each) for part in now.game.rules_in_short(now.state)]
    flow_in_columns(sheet, _("The rules in short"), parts, COLUMNS)
    for typed in now.game.typed_help(now.state):
        rows = [_example(*one, width) for one in typed.examples]
        title = _("To type: %s") % typed.title
        sheet.flow(Section(title, rows, is_whole=True))


def _duties() -> Sequence[str]:
    return (
        _("Record what players say as soon as they have said it: everybody sees it on the chart."),
        _(
            "Recorded wrongly? Undo takes back the last move, redo brings it back. Nothing is ever "
            "lost: both are in the log."
        ),
        _("Show nobody this sheet or the console: with the PIN anybody could record moves."),
        _(
            "If the network fails, go on with a blank chart, and enter what was played on paper "
            "when it works again."
        ),
    )


def _console(console: ConsolePlace, width: float) -> Block:
    """Where to type the code and the PIN, in large letters."""
    facts = ((_("Open"), console.address), (_("Class"), console.code), (_("PIN"), console.pin))
    shares = (0.46, 0.27, 0.27)

    def draw(page: Page, x: float, y: float) -> None:
        page.box(x, y + 2, width, FACTS - 12, outline=INK, thickness=1)
        for (label, fact), share in zip(facts, shares, strict=True):
            room = width * share - 20
            with page.element("P"):
                page.text(x + 12, y + 17, label, 9, room)
                page.text(x + 12, y + 38, fact, 17, room, is_bold=True)
            x += width * share

    return Block(FACTS, draw)


def _seats(seats: Sequence[SeatLabel], width: float) -> list[Block]:
    per_row = int(width // STEP)
    return [_seats_row(seats[k : k + per_row], k) for k in range(0, len(seats), per_row)]


def _seats_row(seats: Sequence[SeatLabel], first: int) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        for k, seat in enumerate(seats):
            left = x + STEP * k
            with page.element("P"):
                page.text(left, y + 15, f"{first + k + 1}.", SIZE, 12)
                page.badge(left + 15, y, BADGE, seat)
                page.text(left + 40, y + 15, seat.name, SIZE, STEP - 48, is_bold=True)

    return Block(SEATS_ROW, draw)


def _part(heading: str, sentences: Sequence[str], width: float) -> Block:
    """Sentences under a title, never in two columns."""

    def title(page: Page, x: float, y: float) -> None:
        page.text(x, y + SIZE, heading, SIZE, width, is_bold=True, tag="H3")

    rows = [bullet(text, width) for text in sentences]
    return stacked([Block(TITLE, title), *rows, space(SPACE * 2)])


def _example(line: str, meaning: str, width: float) -> Block:
    split = width * LINE_SHARE
    typed = fonts.wrap(line, SIZE, split - 10, face="bold")
    means = fonts.wrap(without_arrows(meaning), SIZE, width - split)
    height = LEADING * max(len(typed), len(means)) + SPACE

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            page.lines(x, y + SIZE, typed, LEADING, SIZE, is_bold=True)
            page.lines(x + split, y + SIZE, means, LEADING, SIZE)
        page.line(x, y + height - 1, x + width, y + height - 1, 0.4, INK)

    return Block(height, draw)


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
