"""What the parts of the debrief and the student's page share, and are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from moderator.rules.age_of_iron.past.history import GameHistory, history
from moderator.rules.age_of_iron.views.view import ChartView
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import SLACK, Block, Sheet, stacked
from moderator.sheets.snapshot import GameSnapshot, Said, public

# What the parts of the debrief share: headings, paragraphs, lines to write on.

LEAST = 8.5
HEADING, NOTE, HEADING_HEIGHT = 13.0, 9.0, 22.0
GAP, GUTTER = 14.0, 20.0
RULE = 19.0
"""The distance of lines to write on, in points."""


def heading(title: str, note: str, width: float) -> Block:
    """A title, with a note in a few words beside it."""

    def draw(page: Page, x: float, y: float) -> None:
        page.bookmark(y, title)
        with page.element("H2"):
            used = page.text(x, y + 12, title, HEADING, width, least=LEAST, is_serif=True)
        if note and used + 60 < width:
            page.text(x + used + 8, y + 12, note, NOTE, width - used - 8, least=LEAST)

    return Block(HEADING_HEIGHT, draw)


def add(sheet: Sheet, block: Block) -> None:
    """Adds a block, on a new page if it doesn't fit this one."""
    if sheet.y + block.height > sheet.bottom + SLACK and sheet.y > sheet.top:
        sheet.new_page()
    block.draw(sheet.page, sheet.left, sheet.y)
    sheet.y += block.height


def add_section(sheet: Sheet, title: str, note: str, blocks: Sequence[Block]) -> None:
    """Adds a title with blocks below it; the title is repeated where they go on on a new page."""
    if not blocks:
        return
    width = sheet.right - sheet.left
    head = heading(title, note, width)
    if sheet.y > sheet.top:
        sheet.y += GAP
    add(sheet, stacked([head, *blocks[:1]]))
    for block in blocks[1:]:
        if sheet.y + block.height > sheet.bottom + SLACK:
            sheet.new_page()
            add(sheet, heading(_("%s, continued") % title, "", width))
        add(sheet, block)


def text_block(
    text: str,
    width: float,
    size: float = 9.5,
    most: int | None = None,
    face: fonts.Face = "plain",
    leading: float = 1.3,
) -> Block:
    """A paragraph of at most so many lines."""
    lines = fonts.wrap(text, size, width, most, face)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            bold, serif = face == "bold", face == "serif"
            page.lines(x, y + size, lines, size * leading, size, is_bold=bold, is_serif=serif)

    return Block(len(lines) * size * leading + 2, draw)


def rules_to_write_on(count: int, width: float) -> Block:
    def draw(page: Page, x: float, y: float) -> None:
        for k in range(1, count + 1):
            page.line(x, y + RULE * k, x + width, y + RULE * k, 0.5)

    return Block(RULE * count + 4, draw)


# What the debrief and the student's page are drawn from.


@dataclass(frozen=True, slots=True)
class DebriefView:
    """A game's state and its history, as far as everybody may know them.

    `stopped`: where a stopped game ended, as a sentence without a full stop. `said`: what players
    wrote, as far as the readers may know it; only in the debrief.
    """

    chart: ChartView
    history: GameHistory
    stopped: str = ""
    said: Said = field(default_factory=Said)


def debrief_view(now: GameSnapshot) -> DebriefView:
    """The view for everybody; after the end with the objectives."""
    start = now.past[0].before if now.past else now.state
    return DebriefView(public(now), history(start, now.past, now.reader), now.stopped, now.said)
