"""The live parts of a tournament: on the wall and on phones, and for its instructor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.template.loader import render_to_string
from django.utils.translation import get_language

from moderator.core.cache import cached_page
from moderator.core.models import Classroom
from moderator.features.tournaments.models import Tournament
from moderator.features.tournaments.read import now_of, sides_of, tournament_of, version_of
from moderator.features.tournaments.standings import Match, RankedPlayer, TournamentState
from moderator.live.parts import sign_of
from moderator.rules.seating import SeatLabel


def tournament_html(classroom: Classroom, number: int) -> tuple[str, float] | None:
    """What changes with whatever the instructor's page shows, whose forms a frame can't hold."""
    tournament = tournament_of(classroom, number)
    return (sign_of(version_of(tournament)), 0) if tournament else None


# The wall.

T = TypeVar("T")
LINES = 16  # in each of two columns: readable from the back row
WINNER, PAIRINGS, STANDINGS = SHOWN = ("winner", "pairings", "standings")


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
class TournamentWall:
    """The present round and the standings, without forms."""

    now: TournamentState
    sides: tuple[SeatLabel, ...]
    parts: tuple[WallPart, ...]
    playing: frozenset[int]  # pairings that have a table now
    next: frozenset[int]  # pairings that are next at their tables
    lines: int = LINES

    @property
    def tournament(self) -> Tournament:
        return self.now.tournament


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
    queues = now.round.queues if now.round else ()
    page = TournamentWall(
        now=now,
        sides=sides_of(now.tournament),
        parts=_wall_parts(now, shown),
        playing=frozenset(queue[0].pairing.pk for _, queue in queues if queue),
        next=frozenset(queue[1].pairing.pk for _, queue in queues if len(queue) > 1),
    )
    return render_to_string("tournaments/frame_wall.html", {"page": page})


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
