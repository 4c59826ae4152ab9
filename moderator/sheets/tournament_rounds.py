"""The cross table of a Swiss tournament: a row for each player, a column for each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from django.utils.translation import gettext as _

from moderator.sheets.drawing.page import Page
from moderator.sheets.layout.sheet import Block, Section, Sheet, paragraph
from moderator.sheets.tournament_data import MatchRow, TournamentData

ROW, HEAD = 13.5, 18.0
PLACE, NAME, LEAST_NAME, CELL = 26.0, 150.0, 90.0, 50.0
WON, LOST, DRAWN = "+", "–", "="

Cells = Mapping[tuple[str, int], str]
"""What happened to a player (by name) in a round (from 0), in a few letters."""


def fill_rounds(sheet: Sheet, tournament: TournamentData) -> None:
    """Adds the table in the order of the standings, and what its letters mean."""
    width = sheet.right - sheet.left
    count = max(len(tournament.rounds), 1)
    cell = min(CELL, (width - PLACE - LEAST_NAME) / count)
    name = min(NAME, width - PLACE - cell * count)
    draw = partial(_row, tournament=tournament, cells=_cells(tournament), name=name, cell=cell)
    rows = [Block(ROW, partial(draw, k=k)) for k in range(len(tournament.standings))]
    head = Block(HEAD, partial(_head, count=count, name=name, cell=cell))
    sheet.flow(Section(_("Round by round"), rows, head))
    sheet.flow(Section(_("How to read it"), paragraph(_legend(tournament), width)))


def _legend(tournament: TournamentData) -> str:
    letters = ", ".join(f"{seat.letter} {seat.name}" for seat in tournament.sides)
    first = tournament.sides[0].letter
    text = _(
        "14%(letter)s+ means: against the player with the number 14, as %(letter)s (%(letters)s); "
        "+ is won, – lost, = a draw or loss-draw, ? not played yet."
    )
    return f"{text % {'letter': first, 'letters': letters}} {tournament.bye}"


def _cells(tournament: TournamentData) -> Cells:
    numbers = {row.name: number for number, row in enumerate(tournament.standings, start=1)}
    winners = {outcome.id: outcome.winner for outcome in tournament.outcomes}
    found = {}
    for k, matches in enumerate(tournament.rounds):
        for match in matches:
            if not match.blue:
                found[match.red, k] = _("bye")
                continue
            for side, (own, other) in enumerate(_pairs(match)):
                mark = _mark(winners.get(match.outcome), side) if match.outcome else "?"
                letter = tournament.sides[side].letter
                found[own, k] = f"{numbers[other]}{letter}{mark}"
    return found


def _pairs(match: MatchRow) -> Sequence[tuple[str, str]]:
    return (match.red, match.blue), (match.blue, match.red)


def _mark(winner: int | None, side: int) -> str:
    if winner is None:
        return DRAWN
    return WON if winner == side else LOST


def _head(page: Page, x: float, y: float, *, count: int, name: float, cell: float) -> None:
    with page.row(is_first=True):
        page.text(x, y, "", 8, tag="TD")
        page.text(x, y, "", 8, tag="TD")
        for k in range(count):
            middle = x + PLACE + name + cell * (k + 0.5)
            text = _("Round %d") % (k + 1) if cell >= CELL else str(k + 1)
            page.text(middle, y + 12, text, 8, cell - 3, "centre", tag="TH")
    right = x + PLACE + name + cell * count
    page.line(x, y + HEAD - 1, right, y + HEAD - 1, 0.8)


def _row(
    page: Page,
    x: float,
    y: float,
    *,
    k: int,
    tournament: TournamentData,
    cells: Cells,
    name: float,
    cell: float,
) -> None:
    row = tournament.standings[k]
    is_first = row.place == 1
    with page.row():
        page.text(x + PLACE - 8, y + 10, str(k + 1), 8, PLACE - 10, "right", tag="TD")
        left = x + PLACE
        page.text(left, y + 10, row.name, 9, name - 6, is_bold=is_first, tag="TH", scope="Row")
        for column in range(len(tournament.rounds)):
            middle = x + PLACE + name + cell * (column + 0.5)
            text = cells.get((row.name, column), "")
            page.text(middle, y + 10, text, 8.5, cell - 3, "centre", tag="TD")
    right = x + PLACE + name + cell * max(len(tournament.rounds), 1)
    page.line(x, y + ROW - 0.5, right, y + ROW - 0.5)
