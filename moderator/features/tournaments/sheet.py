"""A tournament on paper: a round with boxes for results, standings, the cross table; downloads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import zip_longest

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext_lazy, ngettext, override
from django.utils.translation import gettext as _

from moderator.core.forms import whole_number
from moderator.core.links import file_name, requested_paper, slug_of
from moderator.core.models import Classroom
from moderator.core.responses import file_response
from moderator.features.printing.class_parts import Site, class_stamp
from moderator.features.printing.game_sheets import SheetRequest
from moderator.features.tournaments.models import Result, Tournament
from moderator.features.tournaments.pages import own_tournament
from moderator.features.tournaments.read import now_of, sides_of
from moderator.features.tournaments.standings import Match, TournamentState
from moderator.rules.game import Outcome
from moderator.rules.registry import GAMES
from moderator.sheets.drawing import Page
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.drawing.marks import INK
from moderator.sheets.layout import Block, Section, Sheet, paragraph
from moderator.sheets.layout.kind import SheetKind, pdf_of
from moderator.sheets.layout.table import Cell, Column, table_head, table_row
from moderator.sheets.snapshot import Stamp

# A round of a tournament: who plays whom, with boxes for the results.

ROUND_PAD, BOX = 4.0, 11.0
TABLE, TURN, CHOICE = 36.0, 92.0, 52.0
LEAST_MATCHES = 4  # on a page


def _fill_round(sheet: Sheet, now: TournamentState, number: int) -> None:
    """Adds the pairings of a round, with a checkbox for each possible outcome.

    A thick line is between those that are played first at the tables, second, and so on.
    """
    width, outcomes = sheet.width, now.outcomes
    meetings = now.rounds[number - 1].meetings
    table, size = (TURN, 9) if any(one.turn for one in meetings) else (TABLE, 11)
    room = (width - table - CHOICE * len(outcomes)) / 2
    columns = [
        Column(_("Table"), table, size=size, is_bold=True),
        *(Column(seat.name, room, seat=seat, size=11) for seat in sides_of(now.tournament)),
        *(Column(outcome.label, CHOICE, "centre", gutter=4) for outcome in outcomes),
    ]
    rows = []
    for one, after in zip_longest(meetings, meetings[1:]):
        thickness = 1.6 if after and one.wave < after.wave else 0.4
        cells = _match(one, outcomes)
        rows.append(table_row(columns, cells, ROUND_PAD, thickness=thickness))
    head, tail = table_head(columns), note(now.bye_sentence, width)
    least = LEAST_MATCHES + sum(one.is_bye for one in meetings)
    sheet.flow(Section(_("Round %d") % number, rows, head, tail, least=least))


def _match(one: Match, outcomes: Sequence[Outcome]) -> list[Cell | str]:
    if one.is_bye:
        return ["", one.red, _("sits out"), *("" for _outcome in outcomes)]
    boxes = (
        Cell(draw=partial(_box, is_so=is_so), alt=_("yes") if is_so else _("box to tick"))
        for is_so in (outcome.id == one.outcome for outcome in outcomes)
    )
    return [one.turn or str(one.table), one.red, one.blue, *boxes]


def _box(page: Page, x: float, base: float, column: Column, *, is_so: bool) -> None:
    left, top = column.x(x) - BOX / 2, base - BOX + 1.5
    page.box(left, top, BOX, BOX, outline=INK, thickness=0.9, radius=1.5)
    if is_so:
        page.line(left + 2, top + 2, left + BOX - 2, top + BOX - 2, 1.6, INK)
        page.line(left + 2, top + BOX - 2, left + BOX - 2, top + 2, 1.6, INK)


def note(text: str, width: float) -> Block:
    """A small line below a table."""
    return Block(20, lambda page, x, y: page.text(x, y + 14, text, 8, width))


# The cross table of a Swiss tournament: a row for each player, a column for each round.

ROUNDS_PAD = 0.75
ROUNDS_PLACE, ROUNDS_NAME, LEAST_NAME, CELL = 26.0, 150.0, 90.0, 50.0
WON, LOST, DRAWN = "+", "–", "="

Cells = Mapping[tuple[str, int], str]
"""What happened to a player (by name) in a round (from 0), in a few letters."""


def _fill_rounds(sheet: Sheet, now: TournamentState) -> None:
    """Adds the table in the order of the standings, and what its letters mean."""
    width = sheet.width
    count = max(len(now.rounds), 1)
    cell = min(CELL, (width - ROUNDS_PLACE - LEAST_NAME) / count)
    name = min(ROUNDS_NAME, width - ROUNDS_PLACE - cell * count)
    columns = [
        Column("", ROUNDS_PLACE, "right"),
        Column("", name, size=9, lines=1, gutter=6),
        *(
            Column(_("Round %d") % k if cell >= CELL else str(k), cell, "centre", gutter=3)
            for k in range(1, count + 1)
        ),
    ]
    cells = _cells(now)
    rows = []
    for k, row in enumerate(now.standings):
        own = Cell(row.name) if row.place == 1 else row.name
        texts = (cells.get((row.name, column), "") for column in range(count))
        rows.append(table_row(columns, [str(k + 1), own, *texts], ROUNDS_PAD, head=1))
    sheet.flow(Section(_("Round by round"), rows, table_head(columns)))
    sheet.flow(Section(_("How to read it"), paragraph(_rounds_legend(now), width)))


def _rounds_legend(now: TournamentState) -> str:
    sides = sides_of(now.tournament)
    letters = ", ".join(f"{seat.letter} {seat.name}" for seat in sides)
    first = sides[0].letter
    text = _(
        "14%(letter)s+ means: against the player with the number 14, as %(letter)s (%(letters)s); "
        "+ is won, – lost, = a draw or loss-draw, ? not played yet."
    )
    return f"{text % {'letter': first, 'letters': letters}} {now.bye_sentence}"


def _cells(now: TournamentState) -> Cells:
    numbers = {row.name: number for number, row in enumerate(now.standings, start=1)}
    winners = {outcome.id: outcome.winner for outcome in now.outcomes}
    sides = sides_of(now.tournament)
    found = {}
    for k, one in enumerate(now.rounds):
        for match in one.meetings:
            if match.is_bye:
                found[match.red, k] = _("bye")
                continue
            for side, (own, other) in enumerate(_pairs(match)):
                mark = _mark(winners.get(match.outcome), side) if match.outcome else "?"
                letter = sides[side].letter
                found[own, k] = f"{numbers[other]}{letter}{mark}"
    return found


def _pairs(match: Match) -> Sequence[tuple[str, str]]:
    return (match.red, match.blue), (match.blue, match.red)


def _mark(winner: int | None, side: int) -> str:
    if winner is None:
        return DRAWN
    return WON if winner == side else LOST


# A tournament on paper: a round with boxes for results, the standings, the cross table.

PLACE, COLUMN = 36.0, 52.0
CROSS_PLACE = 26.0
NAME, MOST_CELL, LEAST_CROSS_ROW, MOST_CROSS_ROW = 120.0, 34.0, 15.0, 24.0


def _fill_standings(sheet: Sheet, now: TournamentState) -> None:
    width = sheet.width
    columns = [
        Column(_("Place"), PLACE, "centre", size=11, is_bold=True),
        Column(_("Name"), width - PLACE - COLUMN * len(now.columns), size=11, lines=1),
        *(Column(one, COLUMN, "right", size=10, gutter=6) for one in now.columns),
    ]
    rows = []
    for row in now.standings:
        cells: list[Cell | str] = [row.place_text, row.name, *row.cells]
        if row.place == 1:
            cells = [Cell(str(one)) for one in cells]
        rows.append(table_row(columns, cells, 2, head=1))
    sheet.flow(Section(_("Standings"), rows, table_head(columns)))
    counted = paragraph(now.counting_sentence, width)
    sheet.flow(Section(_("How points are counted"), counted))


def _fill_cross(sheet: Sheet, now: TournamentState) -> None:
    """Adds each player's results against each other; in a Swiss tournament by round."""
    if now.tournament.is_swiss:
        _fill_rounds(sheet, now)
        return
    width = sheet.width
    count = len(now.standings)
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
    marks, rows = _marks(now), []
    for k, row in enumerate(now.standings):
        cells: list[Cell | str] = [str(k + 1), Cell(row.name) if row.place == 1 else row.name]
        for column, other in enumerate(now.standings):
            draw = partial(_square, above=above, high=high, is_own=column == k)
            cells.append(Cell(texts=(marks.get((row.name, other.name), ""),), draw=draw))
        rows.append(table_row(columns, cells, pad, head=1))
    tail = _legend(now, width)
    sheet.flow(Section(_("Everybody against everybody"), rows, table_head(columns), tail))


def _square(
    page: Page, x: float, base: float, column: Column, *, above: float, high: float, is_own: bool
) -> None:
    page.box(x, base - above, column.width, high, INK if is_own else None, INK, 0.4)


def _marks(now: TournamentState) -> Mapping[tuple[str, str], str]:
    """The marks in the row of the first player and the column of the second."""
    of = {outcome.id: outcome.marks for outcome in now.outcomes}
    marks: dict[tuple[str, str], str] = {}
    for one in (match for each in now.rounds for match in each.meetings if match.outcome):
        for pair, mark in zip(_pairs(one), of[one.outcome], strict=True):
            marks[pair] = marks.get(pair, "") + mark
    return marks


def _legend(now: TournamentState, width: float) -> Block:
    red, blue = (seat.name for seat in sides_of(now.tournament))
    texts = [
        f"{one.label}: {one.marks[0]} ({red}), {one.marks[1]} ({blue})" for one in now.outcomes
    ]
    return note(" · ".join(texts), width)


# The sheets.


def _where(now: TournamentState) -> str:
    system = _("Swiss") if now.tournament.is_swiss else _("Round robin")
    made = ngettext("%(n)d round", "%(n)d rounds", len(now.rounds)) % {"n": len(now.rounds)}
    return f"{system}, {made}"


def round_sheet(number: int) -> SheetKind:
    """A round's pairings by table, with a checkbox for each possible outcome.

    Known results are ticked.

    Args:
        number: the number of the round, from 1.
    """
    fill = partial(_fill_round, number=number)
    return SheetKind("round", _("Round %d") % number, fill, where=_where, status="")


standings_sheet = SheetKind(
    "standings", gettext_lazy("Standings"), _fill_standings, where=_where, status=""
)
"""The current standings, the best first; equal players share the place."""
cross_sheet = SheetKind(
    "cross",
    gettext_lazy("Cross table"),
    _fill_cross,
    is_landscape=lambda now, _paper: not now.tournament.is_swiss,
    where=_where,
    status="",
)
"""The cross table: each row has one player's results, in a Swiss tournament by round."""


# All of a class's tournaments, for a pack.


def tournament_parts(classroom: Classroom, _site: Site, asked: SheetRequest) -> list[SheetPart]:
    """Standings and cross table of each tournament of the class; perhaps none."""
    parts = []
    with override(asked.language):
        for tournament in classroom.tournaments.order_by("number"):
            now = now_of(tournament)
            stamp = stamp_of_tournament(now, asked.language)
            for kind in (standings_sheet, cross_sheet):
                parts += kind.lay_out(now, stamp, asked.paper)
    return parts


def stamp_of_tournament(now: TournamentState, language: str) -> Stamp:
    """How far the tournament is, and when that was recorded."""
    tournament = now.tournament
    meetings = [m for one in now.rounds for m in one.meetings]
    last = Result.objects.filter(pairing__round__tournament=tournament).order_by("-at").first()
    made = tournament.rounds.order_by("-number").first()
    times = [tournament.created, *([last.at] if last else []), *([made.made] if made else [])]
    results = sum(bool(meeting.outcome) for meeting in meetings)
    facts = {"number": tournament.number, "rounds": len(now.rounds), "results": results}
    origin = _("Tournament %(number)d, after round %(rounds)d; results: %(results)d") % facts
    title, copyright = tournament.title, GAMES[tournament.rules].copyright
    return class_stamp(tournament.classroom, origin, language, max(times), title, copyright)


# The download: `?sheet=` round, standings or cross.


@own_tournament("GET")
def pdf(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The sheet; 404 for an unknown sheet or a round that doesn't exist."""
    now, paper = now_of(tournament), requested_paper(request, tournament.classroom)
    asked = request.GET.get("sheet", "standings")
    kind = {"standings": standings_sheet, "cross": cross_sheet}.get(asked)
    if asked == "round":
        requested = request.GET.get("round", "")
        number = whole_number(requested) if requested else len(now.rounds)
        if not number or number > len(now.rounds):
            raise Http404
        asked, kind = f"round-{number}", round_sheet(number)
    if kind is None:
        raise Http404
    data = pdf_of(kind.lay_out(now, stamp_of_tournament(now, get_language() or "en"), paper))
    title = slug_of(tournament.title, "tournament")
    parts = (title, str(tournament.number), asked, f"{paper}.pdf")
    name = file_name(tournament.classroom, *parts)
    return file_response(data, "application/pdf", name)
