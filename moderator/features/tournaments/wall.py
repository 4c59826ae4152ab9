"""A tournament on the wall and on phones, and the games at a group's table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from moderator.core.access import group_for, recorder
from moderator.core.cache import cached_page
from moderator.core.class_page import live_part
from moderator.core.codes import by_class_code
from moderator.core.errors import InvalidInput, NotAllowed
from moderator.core.games import style_of
from moderator.core.models import Classroom, Group
from moderator.core.responses import CONFLICT, UNPROCESSABLE, SeeOther, render_page
from moderator.features.tournaments.models import Tournament
from moderator.features.tournaments.pages import (
    PressForm,
    record_result,
    requested_pairing,
    tournament_in,
)
from moderator.features.tournaments.read import (
    ConfirmationNeeded,
    groups_at,
    now_of,
    sides_of,
    tournament_of,
    version_of,
)
from moderator.features.tournaments.standings import (
    Match,
    RankedPlayer,
    RoundState,
    TournamentState,
)
from moderator.features.tournaments.write import pairing_play
from moderator.live.parts import sign_of
from moderator.rules.seating import SeatLabel

# The live parts: for its instructor, and on the wall and on phones.


def tournament_html(classroom: Classroom, number: int) -> tuple[str, float] | None:
    """What changes with whatever the instructor's page shows, whose forms a frame can't hold."""
    tournament = tournament_of(classroom, number)
    return (sign_of(version_of(tournament)), 0) if tournament else None


T = TypeVar("T")
LINES = 16  # in a column: readable from the back row
SHORT, LONG = 18, 40
"""Letters of a name: up to the first it has room in two columns, up to the second on one line."""
WINNER, PAIRINGS, STANDINGS = SHOWN = ("winner", "pairings", "standings")


@dataclass(frozen=True)
class WallPart:
    """What fits on the wall at once: the winner, pairings, standings. Parts are shown in turn."""

    is_winner: bool = False
    meetings: tuple[Match, ...] = ()
    rows: tuple[RankedPlayer, ...] = ()
    first: int = 0
    last: int = 0


def tournament_wall_html(
    classroom: Classroom, number: int, shown: str = ""
) -> tuple[str, float] | None:
    """The present round and the standings, or only what is `shown` of it."""
    tournament = tournament_of(classroom, number)
    if tournament is None:
        return None
    key = (shown, get_language(), version_of(tournament))
    return cached_page("wall of a tournament", key, lambda: _wall(tournament, shown)), 0


def _wall(tournament: Tournament, shown: str) -> str:
    now = now_of(tournament)
    parts = _wall_parts(now, shown)
    page = {"now": now, "sides": sides_of(tournament), "parts": parts, "lines": LINES}
    return render_to_string("tournaments/frame_wall.html", {"page": page})


def _wall_parts(now: TournamentState, shown: str) -> tuple[WallPart, ...]:
    meetings, rows = now.round.meetings if now.round else (), now.ranking
    longest = max(map(len, now.names.values()), default=0)
    most = 2 * LINES if longest <= SHORT else LINES if longest <= LONG else LINES // 2
    pairs = tuple(WallPart(meetings=part) for _, part in _parts(meetings, most))
    tables = tuple(
        WallPart(rows=part, first=start + 1, last=start + len(part))
        for start, part in _parts(rows, most)
    )
    winner = (WallPart(is_winner=True),) if now.champions else ()
    if shown:
        return {WINNER: winner or tables, PAIRINGS: pairs, STANDINGS: tables}[shown]
    if now.champions:
        return (*winner, *tables)
    if longest <= SHORT and len(meetings) <= LINES // 2 and len(rows) <= LINES:
        return (WallPart(False, meetings, rows, 1, len(rows)),)
    return (*pairs, *tables)


def _parts(lines: Sequence[T], most: int) -> list[tuple[int, tuple[T, ...]]]:
    return [(start, tuple(lines[start : start + most])) for start in range(0, len(lines), most)]


# The page of the wall.


@by_class_code
def wall(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The wall. `?show=` limits it to one part."""
    tournament = tournament_in(classroom, number)
    shown = request.GET.get("show", "")
    shown = shown if shown in SHOWN else ""
    return render_page(
        request,
        "tournaments/wall.html",
        tournament=tournament,
        live=live_part(classroom, f"public:{shown or 'tournaments'}:{tournament.number}"),
        shown=shown,
        is_over=now_of(tournament).is_over,
        style=style_of(tournament),
        refresh_s=4,
    )


# The tournament games at a group's table, with forms for their results.


@dataclass(frozen=True)
class TableResults:
    """A tournament with games at the group's table, and these games."""

    now: TournamentState
    table: int
    round: RoundState
    meetings: tuple[Match, ...]
    sides: tuple[SeatLabel, ...]
    style: str


@group_for("record", "GET", "POST")
def table(request: HttpRequest, group: Group) -> HttpResponse:
    """The games at the group's table; a POST records a result, or starts a game (`do=play`)."""
    form = PressForm.of(request)
    if request.method != "POST":
        return _render_table(request, group, form, 200)
    typed, ask = form.typed, ""
    found = [one for one in _at(group) if one.now.tournament.number == typed["tournament"]]
    if not found:
        raise Http404
    pairing = requested_pairing(typed, found[0].now.tournament)
    if pairing.pk not in {meeting.pairing.pk for meeting in found[0].meetings}:
        raise Http404
    by, role = recorder(request, group)
    try:
        if typed["do"] == "play":
            pairing_play(pairing, group, by)
            return SeeOther(reverse("console", args=[group.code]))
        record_result(typed, pairing, by, role)
        return SeeOther(reverse("tournament-table", args=[group.code]))
    except ConfirmationNeeded as question:
        status, ask = UNPROCESSABLE, str(question)
    except (InvalidInput, NotAllowed) as invalid:
        status = CONFLICT if isinstance(invalid, NotAllowed) else UNPROCESSABLE
        form.add_error(None, str(invalid))
    return _render_table(request, group, form, status, ask)


def _render_table(
    request: HttpRequest, group: Group, form: PressForm, status: int, ask: str = ""
) -> HttpResponse:
    return render_page(
        request,
        "tournaments/table.html",
        status=status,
        group=group,
        tables=tuple(_at(group)),
        form=form,
        ask=ask,
    )


def _at(group: Group) -> list[TableResults]:
    """The class's tournaments that have a present round with games at this group's table."""
    found = []
    for one in group.classroom.tournaments.order_by("-number"):
        tables = {g.pk: table for table, g in groups_at(one).items()}
        now = now_of(one) if group.pk in tables else None
        if now is None or now.round is None:
            continue
        here = tuple(m for m in now.round.meetings if m.table == tables[group.pk])
        if here:
            sides = sides_of(one)
            found.append(TableResults(now, tables[group.pk], now.round, here, sides, style_of(one)))
    return found
