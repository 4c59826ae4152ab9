"""A tournament on paper: a round with boxes for results, standings, the cross table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from moderator.rules.seating import SeatLabel
from moderator.rules.tournament import Outcome, StandingsRow
from moderator.sheets.drawing.marks import INK
from moderator.sheets.drawing.page import Page, Paper
from moderator.sheets.layout.header import header
from moderator.sheets.layout.kind import SheetKind, SheetPart, pdf_of
from moderator.sheets.layout.sheet import Block, Header, Section, Sheet, paragraph
from moderator.sheets.snapshot import Stamp

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


# What a tournament's sheets are made from.


@dataclass(frozen=True, slots=True)
class MatchRow:
    """Two players who meet; without `blue`, `red` has a bye. `outcome` may still be empty."""

    table: int
    red: str
    blue: str
    outcome: str


@dataclass(frozen=True, slots=True)
class TournamentData:
    rules: str
    title: str
    system: str
    copyright: str
    sides: Sequence[SeatLabel]
    outcomes: Sequence[Outcome]
    columns: Sequence[str]
    standings: Sequence[StandingsRow]
    rounds: Sequence[Sequence[MatchRow]]
    bye: str
    counting: str = ""  # how the standings are made, as sentences
    is_swiss: bool = False


# A round of a tournament: who plays whom, with boxes for the results.

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


# The cross table of a Swiss tournament: a row for each player, a column for each round.

ROUNDS_ROW, HEAD = 13.5, 18.0
ROUNDS_PLACE, ROUNDS_NAME, LEAST_NAME, CELL = 26.0, 150.0, 90.0, 50.0
WON, LOST, DRAWN = "+", "–", "="

Cells = Mapping[tuple[str, int], str]
"""What happened to a player (by name) in a round (from 0), in a few letters."""


def fill_rounds(sheet: Sheet, tournament: TournamentData) -> None:
    """Adds the table in the order of the standings, and what its letters mean."""
    width = sheet.right - sheet.left
    count = max(len(tournament.rounds), 1)
    cell = min(CELL, (width - ROUNDS_PLACE - LEAST_NAME) / count)
    name = min(ROUNDS_NAME, width - ROUNDS_PLACE - cell * count)
    draw = partial(_row, tournament=tournament, cells=_cells(tournament), name=name, cell=cell)
    rows = [Block(ROUNDS_ROW, partial(draw, k=k)) for k in range(len(tournament.standings))]
    head = Block(HEAD, partial(_head, count=count, name=name, cell=cell))
    sheet.flow(Section(_("Round by round"), rows, head))
    sheet.flow(Section(_("How to read it"), paragraph(_rounds_legend(tournament), width)))


def _rounds_legend(tournament: TournamentData) -> str:
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
            middle = x + ROUNDS_PLACE + name + cell * (k + 0.5)
            text = _("Round %d") % (k + 1) if cell >= CELL else str(k + 1)
            page.text(middle, y + 12, text, 8, cell - 3, "centre", tag="TH")
    right = x + ROUNDS_PLACE + name + cell * count
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
        page.text(x + ROUNDS_PLACE - 8, y + 10, str(k + 1), 8, ROUNDS_PLACE - 10, "right", tag="TD")
        left = x + ROUNDS_PLACE
        page.text(left, y + 10, row.name, 9, name - 6, is_bold=is_first, tag="TH", scope="Row")
        for column in range(len(tournament.rounds)):
            middle = x + ROUNDS_PLACE + name + cell * (column + 0.5)
            text = cells.get((row.name, column), "")
            page.text(middle, y + 10, text, 8.5, cell - 3, "centre", tag="TD")
    right = x + ROUNDS_PLACE + name + cell * max(len(tournament.rounds), 1)
    page.line(x, y + ROUNDS_ROW - 0.5, right, y + ROUNDS_ROW - 0.5)


# A tournament on paper: a round with boxes for results, the standings, the cross table.

PLACE, COLUMN = 26.0, 52.0
NAME, MOST_CELL, LEAST_CROSS_ROW, MOST_CROSS_ROW = 120.0, 34.0, 15.0, 24.0


def round_sheet(
    tournament: TournamentData, number: int, stamp: Stamp, paper: Paper = "a4"
) -> bytes:
    """A round's pairings by table, with a checkbox for each possible outcome.

    Known results are ticked.

    Args:
        number: the number of the round, from 1.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    with override(stamp.language):
        name = _("Round %d") % number
    return pdf_of(_parts(tournament, name, stamp, paper, partial(fill_round, number=number)))


def standings_sheet(tournament: TournamentData, stamp: Stamp, paper: Paper = "a4") -> bytes:
    """The current standings, the best first; equal players share the place.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    return pdf_of(standings_parts(tournament, stamp, paper))


def standings_parts(
    tournament: TournamentData, stamp: Stamp, paper: Paper = "a4"
) -> list[SheetPart]:
    """The same as pages, to be put together with others."""
    return _parts(tournament, gettext_lazy("Standings"), stamp, paper, _fill_standings)


def cross_sheet(tournament: TournamentData, stamp: Stamp, paper: Paper = "a4") -> bytes:
    """The cross table: each row has one player's results, in a Swiss tournament by round.

    Raises:
        ValueError: for another paper than "a4" or "letter".
    """
    return pdf_of(cross_parts(tournament, stamp, paper))


def cross_parts(tournament: TournamentData, stamp: Stamp, paper: Paper = "a4") -> list[SheetPart]:
    """The same as pages, to be put together with others."""
    name = gettext_lazy("Cross table")
    if tournament.is_swiss:
        return _parts(tournament, name, stamp, paper, fill_rounds)
    return _parts(tournament, name, stamp, paper, _fill_cross, is_landscape=True)


def _parts(
    tournament: TournamentData,
    name: StrPromise | str,
    stamp: Stamp,
    paper: Paper,
    fill: Callable[[Sheet, TournamentData], None],
    is_landscape: bool = False,
) -> list[SheetPart]:
    kind = SheetKind("tournament", name, fill, is_landscape=is_landscape, header=_header)
    return kind.lay_out(tournament, stamp, paper, ())


def _header(tournament: TournamentData, name: str, stamp: Stamp) -> Header:
    return partial(header, title=tournament.title, name=name, stamp=stamp, where=tournament.system)


def _fill_standings(sheet: Sheet, tournament: TournamentData) -> None:
    width = sheet.right - sheet.left
    head = Block(20, partial(_standings_head, columns=tournament.columns, width=width))
    rows = [Block(18, partial(_standing, row=row, width=width)) for row in tournament.standings]
    sheet.flow(Section(_("Standings"), rows, head))
    text = f"{tournament.counting} {tournament.bye}"
    sheet.flow(Section(_("How points are counted"), paragraph(text, width)))


def _standings_head(
    page: Page, x: float, y: float, *, columns: Sequence[str], width: float
) -> None:
    with page.row(is_first=True):
        page.text(x, y + 14, _("Place"), 8, PLACE, tag="TH")
        page.text(x + PLACE + 6, y + 14, _("Name"), 8, tag="TH")
        for k, text in enumerate(columns):
            right = x + width - COLUMN * (len(columns) - k - 1)
            page.text(right, y + 14, text, 8, COLUMN - 6, "right", tag="TH")
    page.line(x, y + 19, x + width, y + 19, 0.8)


def _standing(page: Page, x: float, y: float, *, row: StandingsRow, width: float) -> None:
    is_first = row.place == 1
    room = width - PLACE - 12 - COLUMN * len(row.cells)
    with page.row():
        place = str(row.place)
        page.text(x + PLACE - 6, y + 13, place, 11, PLACE, "right", is_bold=True, tag="TD")
        name = x + PLACE + 6
        page.text(name, y + 13, row.name, 11, room, is_bold=is_first, tag="TH", scope="Row")
        for k, text in enumerate(row.cells):
            right = x + width - COLUMN * (len(row.cells) - k - 1)
            page.text(right, y + 13, text, 10, COLUMN - 6, "right", is_bold=is_first, tag="TD")
    page.line(x, y + 18, x + width, y + 18)


def _fill_cross(sheet: Sheet, tournament: TournamentData) -> None:
    width = sheet.right - sheet.left
    count = len(tournament.standings)
    cell = min((width - NAME - PLACE) / max(count, 1), MOST_CELL)
    head = Block(16, partial(_cross_head, count=count, cell=cell))
    row = min(max(LEAST_CROSS_ROW, cell * 0.7), MOST_CROSS_ROW)
    draw = partial(
        _cross_row, tournament=tournament, marks=_marks(tournament), cell=cell, height=row
    )
    rows = [Block(row, partial(draw, k=k)) for k in range(count)]
    sheet.flow(Section(_("Everybody against everybody"), rows, head, _legend(tournament, width)))


def _marks(tournament: TournamentData) -> Mapping[tuple[str, str], str]:
    """The marks in the row of the first player and the column of the second."""
    of = {outcome.id: outcome.marks for outcome in tournament.outcomes}
    marks: dict[tuple[str, str], str] = {}
    for one in (e for matches in tournament.rounds for e in matches if e.outcome):
        for pair, mark in zip(
            ((one.red, one.blue), (one.blue, one.red)), of[one.outcome], strict=True
        ):
            marks[pair] = marks.get(pair, "") + mark
    return marks


def _legend(tournament: TournamentData, width: float) -> Block:
    red, blue = (seat.name for seat in tournament.sides)
    texts = [
        f"{one.label}: {one.marks[0]} ({red}), {one.marks[1]} ({blue})"
        for one in tournament.outcomes
    ]
    return note(" · ".join(texts), width)


def _cross_head(page: Page, x: float, y: float, *, count: int, cell: float) -> None:
    with page.row(is_first=True):
        page.text(x, y, "", 8, tag="TD")
        page.text(x, y, "", 8, tag="TD")
        for k in range(count):
            middle, size = x + PLACE + NAME + cell * (k + 0.5), min(8, cell * 0.75)
            page.text(middle, y + 12, str(k + 1), size, cell, "centre", tag="TH")


def _cross_row(
    page: Page,
    x: float,
    y: float,
    *,
    k: int,
    tournament: TournamentData,
    marks: Mapping[tuple[str, str], str],
    cell: float,
    height: float,
) -> None:
    middle = y + height / 2 + 3.5
    own, is_first = tournament.standings[k].name, tournament.standings[k].place == 1
    with page.row():
        page.text(x + PLACE - 8, middle, str(k + 1), 8, PLACE, "right", tag="TD")
        page.text(x + PLACE, middle, own, 9, NAME - 6, is_bold=is_first, tag="TH", scope="Row")
        for column, other in enumerate(tournament.standings):
            left = x + PLACE + NAME + cell * column
            page.box(left, y, cell, height, INK if column == k else None, INK, 0.4)
            mark, size = marks.get((own, other.name), ""), min(10, cell * 0.9)
            page.text(left + cell / 2, middle, mark, size, cell, "centre", tag="TD")
