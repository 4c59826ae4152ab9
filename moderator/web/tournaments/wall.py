"""A tournament for the room: on the wall and on phones, and results from a group's table."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from moderator.play import credentials
from moderator.play.cache import LruCache
from moderator.play.errors import InvalidInput, NotAllowed
from moderator.play.models import Classroom, Group, Tournament
from moderator.play.tournaments import selectors
from moderator.play.tournaments.standings import Match, RoundState, TournamentState
from moderator.rules.game import SeatLabel
from moderator.rules.tournament import StandingsRow
from moderator.web.core.access import group_for, recorder
from moderator.web.core.game_files import style_of
from moderator.web.core.responses import UNPROCESSABLE, SeeOther, render_page
from moderator.web.tournaments.detail import CONFLICT, pairing_asked, record_result
from moderator.web.tournaments.index import tournament_in

T = TypeVar("T")
LOOK_AGAIN_S = 4
# What is read from the back row: two columns of so many lines.
LINES = 16
PARTS = ("pairings", "standings")
_made: LruCache[bytes] = LruCache(60)  # a school's evening; some 100 kB each


@dataclass(frozen=True)
class WallPart:
    """What fits on the wall at once; several are shown in turn."""

    meetings: tuple[Match, ...] = ()
    rows: tuple[StandingsRow, ...] = ()
    first: int = 0
    last: int = 0
    size: str = "few"


@dataclass(frozen=True)
class TournamentWallPage:
    """The present round and the standings, without anything that needs a key."""

    classroom: Classroom
    now: TournamentState
    sides: tuple[SeatLabel, ...]
    leaves: tuple[WallPart, ...]
    playing: frozenset[int]  # pairings that have a table now
    next: frozenset[int]  # those that get one after them
    shows: str
    style: str
    look_again_s: int = LOOK_AGAIN_S

    @property
    def tournament(self) -> Tournament:
        """What it is about."""
        return self.now.tournament


@require_safe
def wall(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """For whoever has the class's code. `?show=` keeps to one part. 304 while nothing is new."""
    classroom = Classroom.objects.filter(code=code).first()
    if classroom is None:
        raise Http404
    tournament = tournament_in(classroom, number)
    shows = request.GET.get("show", "")
    shows = shows if shows in PARTS else ""
    # Half a class polls it: it is made once for all of them, whoever asks.
    key = (shows, get_language(), selectors.version_of(tournament))
    made = _made.get_or_make(key, lambda: _make(request, tournament, shows))
    etag = f'"{hashlib.sha256(made).hexdigest()[:32]}"'
    response = HttpResponse(made, headers={"ETag": etag})
    kept = get_conditional_response(request, etag, response=response)
    return kept if isinstance(kept, HttpResponse) else response


def _make(request: HttpRequest, tournament: Tournament, shows: str) -> bytes:
    now = selectors.now_of(tournament)
    queues = now.round.queues if now.round else ()
    page = TournamentWallPage(
        classroom=tournament.classroom,
        now=now,
        sides=selectors.sides_of(now.tournament),
        leaves=_leaves(now, shows),
        playing=frozenset(queue[0].pairing.pk for _, queue in queues if queue),
        next=frozenset(queue[1].pairing.pk for _, queue in queues if len(queue) > 1),
        shows=shows,
        style=style_of(tournament),
    )
    return render_page(request, "web/tournaments/wall.html", page).content


def _leaves(now: TournamentState, shows: str) -> tuple[WallPart, ...]:
    meetings = now.round.meetings if now.round else ()
    rows = now.standings
    if not shows and len(meetings) <= LINES // 2 and len(rows) <= LINES:
        return (WallPart(meetings, rows, 1, len(rows)),)
    pairs = [WallPart(meetings=part, size=_size(part)) for _, part in _parts(meetings)]
    tables = [
        WallPart(rows=part, first=start + 1, last=start + len(part), size=_size(part))
        for start, part in _parts(rows)
    ]
    if shows == "pairings":
        return tuple(pairs)
    return tuple(tables) if shows == "standings" else (*pairs, *tables)


def _size(lines: Sequence[object]) -> str:
    return "few" if len(lines) <= LINES // 2 else "some" if len(lines) <= LINES else "many"


def _parts(lines: Sequence[T]) -> list[tuple[int, tuple[T, ...]]]:
    most = 2 * LINES
    return [(start, tuple(lines[start : start + most])) for start in range(0, len(lines), most)]


@dataclass(frozen=True)
class TableResults:
    """A tournament that is played at the group's table, and what is to be played there."""

    now: TournamentState
    table: int
    round: RoundState
    meetings: tuple[Match, ...]
    sides: tuple[SeatLabel, ...]
    style: str


@dataclass(frozen=True)
class TablePage:
    """For a group's moderator: the games at this table, with a button for each result."""

    group: Group
    tables: tuple[TableResults, ...]
    key: str
    error: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@group_for("record")
def table(request: HttpRequest, group: Group) -> HttpResponse:
    """Results from the table."""
    if request.method != "POST":
        return render_page(request, "web/tournaments/table.html", _table_page(group))
    number = request.POST.get("tournament", "")
    found = [one for one in _at(group) if str(one.now.tournament.number) == number]
    if not found:
        raise Http404
    pairing = pairing_asked(request.POST, found[0].now.tournament)
    if pairing.pk not in {meeting.pairing.pk for meeting in found[0].meetings}:
        raise Http404
    by, role = recorder(request, group)
    try:
        record_result(request.POST, pairing, by, role)
    except (InvalidInput, NotAllowed) as unfit:
        status = CONFLICT if isinstance(unfit, NotAllowed) else UNPROCESSABLE
        page = _table_page(group, str(unfit))
        return render_page(request, "web/tournaments/table.html", page, status)
    return SeeOther(reverse("tournament-table", args=[group.code]))


def _table_page(group: Group, error: str = "") -> TablePage:
    return TablePage(group, tuple(_at(group)), credentials.new(), error)


def _at(group: Group) -> list[TableResults]:
    """The class's tournaments that have a present round with games at this group's table."""
    found = []
    for one in group.classroom.tournaments.order_by("-number"):
        tables = {g.pk: table for table, g in selectors.groups_at(one).items()}
        now = selectors.now_of(one) if group.pk in tables else None
        if now is None or now.round is None:
            continue
        here = tuple(m for m in now.round.meetings if m.table == tables[group.pk])
        if here:
            sides = selectors.sides_of(one)
            found.append(TableResults(now, tables[group.pk], now.round, here, sides, style_of(one)))
    return found
