"""Logs folded so far, kept in memory.

A log only grows, so a fold is never wrong, only behind: what has come since is read and played
on top. Should the database have been put back from a copy, the last entry's hash shows it, and
the log is folded anew. Nothing is stored, and every process has its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db import connection

from moderator.play.cache import LruCache
from moderator.play.log.entries import rules_of, start_of
from moderator.play.models import Entry, Game
from moderator.rules.game import Wire
from moderator.rules.log import UNDO, Step, Timeline

MOST_GAMES = 300  # a large school's groups at once; a fold is some 100 kB

Row = tuple[int, Wire, str, str, int, str, datetime]
_COLUMNS = ("number", "move", "key", "hash", "person_id", "role", "at")


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """An entry of a folded log. `step` is the move that it made, took back or put back."""

    number: int
    move: Wire
    step: Step
    key: str
    hash: str
    person_id: int
    role: str
    at: datetime

    @property
    def verb(self) -> str:
        """The move's type."""
        return str(self.move["type"])


@dataclass(frozen=True, slots=True)
class Fold:
    """A log's timeline, and its entries."""

    timeline: Timeline
    entries: tuple[LoggedMove, ...] = ()

    @property
    def number(self) -> int:
        """That of the last entry."""
        return self.timeline.number

    @property
    def hash(self) -> str:
        """That of the last entry; of an empty log, nothing."""
        return self.entries[-1].hash if self.entries else ""

    def by_key(self, key: str) -> LoggedMove | None:
        """The entry that a form's key has recorded."""
        return next((entry for entry in reversed(self.entries) if entry.key == key), None)

    def grown(self, timeline: Timeline, entry: Entry) -> Fold:
        """The fold with the entry that `timeline` has been played to."""
        row = tuple(getattr(entry, column) for column in _COLUMNS)
        return Fold(timeline, (*self.entries, _logged(timeline, cast(Row, row))))

    def replay(self, rows: Iterable[Row]) -> Fold:
        """The fold with more entries, each of them accepted before."""
        timeline, entries = self.timeline, list(self.entries)
        for row in rows:
            timeline = timeline.replay(row[1])
            entries.append(_logged(timeline, row))
        return Fold(timeline, tuple(entries))


_folds: LruCache[Fold] = LruCache(MOST_GAMES)


def fold_of(game: Game) -> Fold:
    """The game's log folded up to its last stored entry.

    Cost: proportional to the entries that have come since it was last asked for.
    """
    known = _folds.get(game.uid)
    fold = _brought_up(game, known) if known and known.entries else None
    if fold is None:
        start = Fold(Timeline(rules_of(game), start_of(game)))
        fold = start.replay(_rows(game, 1))
    if fold is not known:
        keep(game, fold)
    return fold


def keep(game: Game, fold: Fold) -> None:
    """The next who asks begins with this fold."""
    _folds.put(game.uid, fold)


def _brought_up(game: Game, known: Fold) -> Fold | None:
    """The fold with what has come since; None if the log is not the one that it was of."""
    # In SQL: it is asked with every page, and Django takes longer to write it than all the rest.
    since = "SELECT hash FROM play_entry WHERE game_id = %s AND number >= %s"
    with connection.cursor() as cursor:
        cursor.execute(f"{since} ORDER BY number LIMIT 2", [game.pk, known.number])
        hashes = [digest for (digest,) in cursor.fetchall()]
    if hashes[:1] != [known.hash]:
        return None
    return known.replay(_rows(game, known.number + 1)) if len(hashes) > 1 else known


def _rows(game: Game, first: int) -> list[Row]:
    entries = Entry.objects.filter(game=game, number__gte=first).order_by("number")
    return list(entries.values_list(*_COLUMNS))


def _logged(timeline: Timeline, row: Row) -> LoggedMove:
    number, move, key, digest, person_id, role, at = row
    moved = timeline.undone if move["type"] == UNDO else timeline.standing
    # The entry was accepted: it moved a step.
    return LoggedMove(number, move, cast(Step, moved), key, digest, person_id, role, at)
