"""The chronology of a scenario's period, to be handed out before the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from moderator.rules.explained import HistoricEvent
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.kind import GameSnapshot, SheetKind, public
from moderator.sheets.layout.sheet import Block, Section, Sheet

YEAR, SIZE, LEADING, SPACE = 78.0, 10.0, 13.5, 5.0


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
    rows = [_event(event, width) for event in view.events]
    if not rows:
        rows = [Block(LEADING, _nothing)]
    sheet.flow(Section(_("What happened in these years"), rows))


def _nothing(page: Page, x: float, y: float) -> None:
    page.text(x, y + SIZE, _("This scenario has no chronology."), SIZE)


def _event(event: HistoricEvent, width: float) -> Block:
    lines = fonts.wrap(event.text, SIZE, width - YEAR)

    def draw(page: Page, x: float, y: float) -> None:
        with page.element("P"):
            page.text(x, y + SIZE, event.when, SIZE, YEAR - 8, is_bold=True)
            page.lines(x + YEAR, y + SIZE, lines, LEADING, SIZE)

    return Block(LEADING * len(lines) + SPACE, draw)


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
