"""A round of a tournament: who plays whom, with boxes for the results."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _

from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Section, Sheet
from moderator.sheets.tournament_data import MatchRow, TournamentData

ROW = 22.0
BOX = 11.0
TABLE, CHOICE = 30.0, 52.0


def fill_round(sheet: Sheet, tournament: TournamentData, number: int) -> None:
    """Adds the pairings of a round, with a checkbox for each possible outcome."""
    width = sheet.right - sheet.left
    matches = tournament.rounds[number - 1]
    head = Block(20, partial(_round_head, tournament=tournament, width=width))
    rows = [Block(ROW, partial(_match, one=e, tournament=tournament, width=width)) for e in matches]
    sheet.flow(Section(_("Round %d") % number, rows, head, note(tournament.bye, width)))


def note(text: str, width: float) -> Block:
    """A small line below a table."""

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 14, text, 8, width)

    return Block(20, draw)


def _names_at(x: float, width: float, choices: int) -> tuple[float, float, float]:
    """The x of red's and blue's names, and the room for each, in points."""
    room = (width - TABLE - CHOICE * choices) / 2
    return x + TABLE, x + TABLE + room, room - 8


def _round_head(
    page: Page, x: float, y: float, *, tournament: TournamentData, width: float
) -> None:
    red, blue, room = _names_at(x, width, len(tournament.outcomes))
    with page.row(is_first=True):
        page.text(x, y + 14, _("Table"), 8, TABLE, tag="TH")
        for start, seat in zip((red, blue), tournament.sides, strict=False):
            with page.element("TH"):
                page.badge(start, y + 1, 16, seat)
                page.text(start + 21, y + 14, seat.name, 8, room - 21)
        for k, outcome in enumerate(tournament.outcomes):
            middle = x + width - CHOICE * (len(tournament.outcomes) - k - 0.5)
            page.text(middle, y + 14, outcome.label, 8, CHOICE - 4, "centre", tag="TH")
    page.line(x, y + 19, x + width, y + 19, 0.8)


def _match(
    page: Page, x: float, y: float, *, one: MatchRow, tournament: TournamentData, width: float
) -> None:
    red, blue, room = _names_at(x, width, len(tournament.outcomes))
    page.line(x, y + ROW, x + width, y + ROW)
    with page.row():
        table = str(one.table) if one.blue else ""
        page.text(x + 4, y + 15.5, table, 13, TABLE - 8, is_bold=True, tag="TD")
        page.text(red, y + 15, one.red, 11, room, tag="TD")
        if not one.blue:
            page.text(blue, y + 15, _("sits out"), 10, room, tag="TD")
            return
        page.text(blue, y + 15, one.blue, 11, room, tag="TD")
        for k, outcome in enumerate(tournament.outcomes):
            left = x + width - CHOICE * (len(tournament.outcomes) - k - 0.5) - BOX / 2
            is_so, top = outcome.id == one.outcome, y + (ROW - BOX) / 2
            with page.element("TD", alt=_("yes") if is_so else _("box to tick")):
                page.box(left, top, BOX, BOX, outline=INK, thickness=0.9, radius=1.5)
            if is_so:
                page.line(left + 2, top + 2, left + BOX - 2, top + BOX - 2, 1.6, INK)
                page.line(left + 2, top + BOX - 2, left + BOX - 2, top + 2, 1.6, INK)
