"""Who played in each group of a class."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.columns import column_width, flow_in_columns
from moderator.sheets.layout.sheet import Block, Sheet
from moderator.sheets.of_class.data import ScenarioData
from moderator.sheets.of_class.part import SMALL

COLUMNS, LEADING, INDENT, MOST_LINES = 2, 10.5, 20.0, 12


def add_players(sheet: Sheet, data: ScenarioData) -> None:
    """Adds the names by group, if there are any."""
    width = column_width(sheet.right - sheet.left, COLUMNS)
    blocks = []
    for group in data.groups:
        pairs = zip(data.seats, (score.names for score in group.scores), strict=True)
        text = listed_players(list(pairs))
        if text:
            blocks.append(players_block(group.number, group.name, text, width))
    if blocks:
        flow_in_columns(sheet, _("Who played"), blocks, COLUMNS)


def listed_players(players: Sequence[tuple[SeatLabel, str]]) -> str:
    """The names by seat in one line; empty without names."""
    return " · ".join(f"{seat.name}: {names}" for seat, names in players if names)


def players_block(number: int, name: str, text: str, width: float) -> Block:
    """A group with its players below."""
    lines = fonts.wrap(text, SMALL, width - INDENT, MOST_LINES)

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 10, str(number), 10.5, INDENT - 4, is_serif=True)
        page.text(x + INDENT, y + 10, name, 9, width - INDENT, is_bold=True)
        for k, line in enumerate(lines, 1):
            page.text(x + INDENT, y + 10 + LEADING * k, line, SMALL)

    return Block(LEADING * (len(lines) + 1) + 5, draw)
