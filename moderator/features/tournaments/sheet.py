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
from moderator.sheets.layout.table import Cell, Column, table_head, table_row
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

ROUND_PAD, BOX = 4.0, 11.0
TABLE, CHOICE = 36.0, 52.0


def fill_round(sheet: Sheet, tournament: TournamentData, number: int) -> None:
    """Adds the pairings of a round, with a checkbox for each possible outcome."""
    width, outcomes = sheet.right - sheet.left, tournament.outcomes
    room = (width - TABLE - CHOICE * len(outcomes)) / 2
    columns = [
        Column(_("Table"), TABLE, size=11, is_bold=True),
        *(Column(seat.name, room, seat=seat, size=11, lines=1) for seat in tournament.sides),
        *(Column(outcome.label, CHOICE, "centre", gutter=4) for outcome in outcomes),
    ]
    rows = [
        table_row(columns, _match(one, outcomes), ROUND_PAD)
        for one in tournament.rounds[number - 1]
    ]
    tail = note(tournament.bye, width)
    sheet.flow(Section(_("Round %d") % number, rows, table_head(columns), tail))


def _match(one: MatchRow, outcomes: Sequence[Outcome]) -> list[Cell | str]:
    if not one.blue:
        return ["", one.red, _("sits out"), *("" for _outcome in outcomes)]
    boxes = (
        Cell(draw=partial(_box, is_so=is_so), alt=_("yes") if is_so else _("box to tick"))
        for is_so in (outcome.id == one.outcome for outcome in outcomes)
    )
    return [str(one.table), one.red, one.blue, *boxes]


def _box(page: Page, x: float, base: float, column: Column, *, is_so: bool) -> None:
    left, top = column.x(x) - BOX / 2, base - BOX + 1.5
    page.box(left, top, BOX, BOX, outline=INK, thickness=0.9, radius=1.5)
    if is_so:
        page.line(left + 2, top + 2, left + BOX - 2, top + BOX - 2, 1.6, INK)
        page.line(left + 2, top + BOX - 2, left + BOX - 2, top + 2, 1.6, INK)


def note(text: str, width: float) -> Block:
    """A small line below a table."""

    def draw(page: Page, x: float, y: float) -> None:
        page.text(x, y + 14, text, 8, width)

    return Block(20, draw)


# The cross table of a Swiss tournament: a row for each player, a column for each round.

ROUNDS_PAD = 0.75
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
    columns = [
        Column("", ROUNDS_PLACE, "right"),
        Column("", name, size=9, lines=1, gutter=6),
        *(Column(one, cell, "centre", gutter=3) for one in _round_names(count, cell)),
    ]
    cells = _cells(tournament)
    rows = []
    for k, row in enumerate(tournament.standings):
        own = Cell(row.name) if row.place == 1 else row.name
        texts = (cells.get((row.name, column), "") for column in range(count))
        rows.append(table_row(columns, [str(k + 1), own, *texts], ROUNDS_PAD, head=1))
    sheet.flow(Section(_("Round by round"), rows, table_head(columns)))
    sheet.flow(Section(_("How to read it"), paragraph(_rounds_legend(tournament), width)))


def _round_names(count: int, cell: float) -> list[str]:
    return [_("Round %d") % k if cell >= CELL else str(k) for k in range(1, count + 1)]


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


# A tournament on paper: a round with boxes for results, the standings, the cross table.

PLACE, COLUMN = 36.0, 52.0
CROSS_PLACE = 26.0
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
    columns = [
        Column(_("Place"), PLACE, "centre", size=11, is_bold=True),
        Column(_("Name"), width - PLACE - COLUMN * len(tournament.columns), size=11, lines=1),
        *(Column(one, COLUMN, "right", size=10, gutter=6) for one in tournament.columns),
    ]
    rows = []
    for row in tournament.standings:
        cells: list[Cell | str] = [str(row.place), row.name, *row.cells]
        if row.place == 1:
            cells = [Cell(str(one)) for one in cells]
        rows.append(table_row(columns, cells, 2, head=1))
    sheet.flow(Section(_("Standings"), rows, table_head(columns)))
    text = f"{tournament.counting} {tournament.bye}"
    sheet.flow(Section(_("How points are counted"), paragraph(text, width)))


def _fill_cross(sheet: Sheet, tournament: TournamentData) -> None:
    width = sheet.right - sheet.left
    count = len(tournament.standings)
    cell = min((width - NAME - CROSS_PLACE) / max(count, 1), MOST_CELL)
    size = min(10.0, cell * 0.9)
    numbers = (str(k) for k in range(1, count + 1))
    columns = [
        Column("", CROSS_PLACE, "right"),
        Column("", NAME, size=9, lines=1, gutter=6),
        *(Column(one, cell, "centre", size=size, gutter=1.5) for one in numbers),
    ]
    high = min(max(LEAST_CROSS_ROW, cell * 0.7), MOST_CROSS_ROW)
    pad = (high - max(size, 9) - 3) / 2
    above = pad + max(size, 9)
    marks, rows = _marks(tournament), []
    for k, row in enumerate(tournament.standings):
        cells: list[Cell | str] = [str(k + 1), Cell(row.name) if row.place == 1 else row.name]
        for column, other in enumerate(tournament.standings):
            draw = partial(_square, above=above, high=high, is_own=column == k)
            cells.append(Cell(texts=(marks.get((row.name, other.name), ""),), draw=draw))
        rows.append(table_row(columns, cells, pad, head=1))
    tail = _legend(tournament, width)
    sheet.flow(Section(_("Everybody against everybody"), rows, table_head(columns), tail))


def _square(
    page: Page, x: float, base: float, column: Column, *, above: float, high: float, is_own: bool
) -> None:
    page.box(x, base - above, column.width, high, INK if is_own else None, INK, 0.4)


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
