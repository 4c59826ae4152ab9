"""The chronology of a scenario's period, to be handed out before the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.explained import HistoricEvent
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.sheet import TITLE_HEIGHT, Block, Section, Sheet
from moderator.sheets.snapshot import GameSnapshot, public

YEAR, SIZE = 78.0, 10.0
LEADINGS = ((13.5, 5.0), (13.0, 4.0), (12.5, 3.0), (12.0, 2.0))
"""The distance of lines, and the room below an event, in points: the widest that fits a page."""


@dataclass(frozen=True, slots=True)
class Chronology:
    """What happened in the period of a scenario, the first first."""

    title: str
    copyright: str
    events: Sequence[HistoricEvent]
    status_line: str = ""


def _view(now: GameSnapshot) -> Chronology:
    return Chronology(public(now).title, now.copyright, now.game.chronology(now.state))


def _fill(sheet: Sheet, view: Chronology) -> None:
    width = sheet.right - sheet.left
    room = sheet.bottom - sheet.y - TITLE_HEIGHT
    for leading, space in LEADINGS:
        rows = [_event(event, width, leading, space) for event in view.events]
        if sum(row.height for row in rows) <= room:
            break
    if not rows:
        rows = [Block(SIZE, _nothing)]
    sheet.flow(Section(_("What happened in these years"), rows))


def _nothing(page: Page, x: float, y: float) -> None:
    page.text(x, y + SIZE, _("This scenario has no chronology."), SIZE)


def _event(event: HistoricEvent, width: float, leading: float, space: float) -> Block:
    lines = fonts.wrap(event.text, SIZE, width - YEAR)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            page.text(x, y + SIZE, event.when, SIZE, YEAR - 8, is_bold=True)
            page.lines(x + YEAR, y + SIZE, lines, leading, SIZE)

    return Block(leading * len(lines) + space, draw)


chronology_sheet = SheetKind(
    "chronology",
    gettext_lazy("Chronology"),
    _fill,
    _view,
    when="before",
    about=gettext_lazy("What happened in the period of the game, year by year."),
    suits=lambda scenario: bool(scenario.chronology),
)
"""For games whose scenarios have a `chronology`."""
