"""Two sheets of texts: the moderator's instructions, and the chronology of a period."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.header import without_arrows
from moderator.sheets.layout.kind import SheetKind, needs_always, plain_header
from moderator.sheets.layout.sheet import (
    TITLE_HEIGHT,
    Block,
    Section,
    Sheet,
    bullet,
    column_width,
    flow_in_columns,
    stacked,
)
from moderator.sheets.snapshot import ConsolePlace, GameSnapshot, snapshot

# The chronology of a scenario's period, to be handed out before the game.

YEAR, CHRONOLOGY_SIZE = 78.0, 10.0
LEADINGS = ((13.5, 5.0), (13.0, 4.0), (12.5, 3.0), (12.0, 2.0))
"""The distance of lines, and the room below an event, in points: the widest that fits a page."""


def _chronology_fill(sheet: Sheet, events: Sequence[tuple[str, str]]) -> None:
    width = sheet.right - sheet.left
    room = sheet.bottom - sheet.y - TITLE_HEIGHT
    for leading, space in LEADINGS:
        rows = [_event(*event, width, leading, space) for event in events]
        if sum(row.height for row in rows) <= room:
            break
    sheet.flow(Section(_("What happened in these years"), rows))


def _event(when: str, text: str, width: float, leading: float, space: float) -> Block:
    lines = fonts.wrap(text, CHRONOLOGY_SIZE, width - YEAR)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            page.text(x, y + CHRONOLOGY_SIZE, when, CHRONOLOGY_SIZE, YEAR - 8, is_bold=True)
            page.lines(x + YEAR, y + CHRONOLOGY_SIZE, lines, leading, CHRONOLOGY_SIZE)

    return Block(leading * len(lines) + space, draw)


chronology_sheet = SheetKind(
    "chronology",
    gettext_lazy("Chronology"),
    _chronology_fill,
    lambda now: now.game.chronology(now.state),
    when="before",
    about=gettext_lazy("What happened in the period of the game, year by year."),
    needs=lambda now: () if now.game.chronology(now.state) else None,
    header=plain_header,
)
"""For games whose scenarios have a `chronology`."""


# The moderator's instructions: how the game goes, what to type, where the console is.

SIZE, LEADING, SPACE = 9.5, 12.5, 3.0
LINE_SHARE = 0.42
"""Of the width, for what is typed; the rest is what it means."""
BADGE, STEP, SEATS_ROW = 20.0, 92.0, 30.0
FACTS = 62.0
COLUMNS, TITLE = 2, 14.0


def _fill(sheet: Sheet, now: GameSnapshot) -> None:
    """Adds what a moderator needs at hand; nothing secret of the game."""
    width = sheet.right - sheet.left
    each = column_width(width, COLUMNS)
    if console := sheet.footer.stamp.console:
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
        with page.element("H3"):
            page.text(x, y + SIZE, heading, SIZE, width, is_bold=True)

    rows = [bullet(text, width) for text in sentences]
    return stacked([Block(TITLE, title), *rows, Block(SPACE * 2, lambda _page, _x, _y: None)])


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
    _fill,
    snapshot,
    when="before",
    about=gettext_lazy("How this game goes, what to type, and the PIN of the console."),
    is_secret=True,
    needs=needs_always("console"),
    header=plain_header,
)
"""For every game. The rule books promise instructions to moderator and players."""
