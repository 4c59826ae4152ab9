"""Nim on paper: the plain board, a score sheet, and one of its own to play without a site."""

from django.utils.translation import gettext_lazy

from moderator.sheets.drawing import Page
from moderator.sheets.games import plain_board
from moderator.sheets.layout import Block, Section, Sheet, paragraph
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.table import add_scores, move_list
from moderator.sheets.snapshot import moderators
from tests.toy.nim import TableView


def _score(sheet: Sheet, view: TableView) -> None:
    width = sheet.right - sheet.left
    rows = [(seat, None, (taken,)) for seat, taken in view.players]
    add_scores(sheet, "Sticks", view.status_line, ["Taken"], rows)
    razer = view.razer.name if view.razer else "Nobody"
    lines = (f"Sticks left: {view.sticks}", f"{razer} has razed the sticks")
    rows = [block for line in lines for block in paragraph(line, width)]
    sheet.flow(Section("On the table", rows))


def _tally(sheet: Sheet, view: TableView) -> None:
    def draw(page: Page, x: float, y: float) -> None:
        for k in range(view.sticks):
            page.line(x + 12 * k, y, x + 12 * k, y + 30, 2)

    sheet.flow(Section("Cross out what is taken", [Block(30, draw)]))


SHEETS = (
    plain_board,
    SheetKind("score", gettext_lazy("Score sheet"), _score, moderators, add_moves=move_list),
    SheetKind("tally", gettext_lazy("Tally sheet"), _tally),
)
