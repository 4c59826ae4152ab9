"""A tournament on the wall and on phones."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from moderator.play.cache import MB, LruCache
from moderator.play.models import Classroom, Tournament
from moderator.play.tournaments import selectors
from moderator.play.tournaments.standings import Match, RankedPlayer, TournamentState
from moderator.rules.seating import SeatLabel
from moderator.web.core.codes import classroom_before, replaced_page
from moderator.web.core.game_files import style_of
from moderator.web.core.responses import render_page
from moderator.web.tournaments.index import tournament_in

T = TypeVar("T")
REFRESH_S = 4
LINES = 16  # in each of two columns: readable from the back row
WINNER, PAIRINGS, STANDINGS = PARTS = ("winner", "pairings", "standings")
_pages: LruCache[bytes] = LruCache(4 * MB)  # enough for a school; some 100 kB each


@dataclass(frozen=True)
class WallPart:
    """What fits on the wall at once: the winner, pairings, standings. Parts are shown in turn."""

    is_winner: bool = False
    meetings: tuple[Match, ...] = ()
    rows: tuple[RankedPlayer, ...] = ()
    first: int = 0
    last: int = 0

    @property
    def meetings_size(self) -> str:
        """How many lines there are, as a class for the list of pairings."""
        return _size(self.meetings)

    @property
    def rows_size(self) -> str:
        """The same for the standings."""
        return _size(self.rows)


@dataclass(frozen=True)
class TournamentWallPage:
    """The present round and the standings, without forms."""

    classroom: Classroom
    now: TournamentState
    sides: tuple[SeatLabel, ...]
    parts: tuple[WallPart, ...]
    playing: frozenset[int]  # pairings that have a table now
    next: frozenset[int]  # pairings that are next at their tables
    shown: str
    style: str
    refresh_s: int = REFRESH_S
    lines: int = LINES

    @property
    def tournament(self) -> Tournament:
        """The tournament itself."""
        return self.now.tournament


@require_safe
def wall(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The wall, for everybody with the class's code. `?show=` limits it to pairings or standings.

    304 while nothing has changed.
    """
    classroom = Classroom.objects.filter(code=code).first()
    if classroom is None and classroom_before(code):
        return replaced_page(request)
    if classroom is None:
        raise Http404
    tournament = tournament_in(classroom, number)
    shown = request.GET.get("show", "")
    shown = shown if shown in PARTS else ""
    # Half a class polls the page: it is rendered once for all of them.
    key = (shown, get_language(), selectors.version_of(tournament))
    content = _pages.get_or_make(key, lambda: _render(request, tournament, shown))
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(content, headers={"ETag": etag})
    conditional = get_conditional_response(request, etag, response=response)
    return conditional if isinstance(conditional, HttpResponse) else response


def _render(request: HttpRequest, tournament: Tournament, shown: str) -> bytes:
    now = selectors.now_of(tournament)
    queues = now.round.queues if now.round else ()
    page = TournamentWallPage(
        classroom=tournament.classroom,
        now=now,
        sides=selectors.sides_of(now.tournament),
        parts=_wall_parts(now, shown),
        playing=frozenset(queue[0].pairing.pk for _, queue in queues if queue),
        next=frozenset(queue[1].pairing.pk for _, queue in queues if len(queue) > 1),
        shown=shown,
        style=style_of(tournament),
    )
    return render_page(request, "web/tournaments/wall.html", page).content


def _wall_parts(now: TournamentState, shown: str) -> tuple[WallPart, ...]:
    meetings = now.round.meetings if now.round else ()
    rows = now.ranking
    pairs = tuple(WallPart(meetings=part) for _, part in _parts(meetings))
    tables = tuple(
        WallPart(rows=part, first=start + 1, last=start + len(part)) for start, part in _parts(rows)
    )
    winner = (WallPart(is_winner=True),) if now.champions else ()
    if shown:
        return {WINNER: winner or tables, PAIRINGS: pairs, STANDINGS: tables}[shown]
    if now.champions:
        return (*winner, *tables)
    if len(meetings) <= LINES // 2 and len(rows) <= LINES:
        return (WallPart(False, meetings, rows, 1, len(rows)),)
    return (*pairs, *tables)


def _size(lines: Sequence[object]) -> str:
    return "few" if len(lines) <= LINES // 2 else "some" if len(lines) <= LINES else "many"


def _parts(lines: Sequence[T]) -> list[tuple[int, tuple[T, ...]]]:
    most = 2 * LINES
    return [(start, tuple(lines[start : start + most])) for start in range(0, len(lines), most)]
