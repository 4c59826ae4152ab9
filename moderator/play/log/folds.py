"""Folded logs, cached in memory.

A log only grows, so a cached fold is never wrong, only behind: newer entries are read and played
on top. If the database was restored from a backup, the last entry's hash shows it, and the log is
folded again. Every process has its own cache.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.db import connection

from moderator.play.cache import MB, LruCache
from moderator.play.log import groups
from moderator.play.log.entries import rules_of, start_of
from moderator.play.models import Entry, Game
from moderator.rules.log import Step, Timeline
from moderator.rules.wire import UNDO, Wire

# Measured on the games in tests/played: 1.4 to 2.1 kB for an entry with its state, which shares
# most of the state before; more if a move contains a long text.
START_BYTES = 5_000
ENTRY_BYTES = 1_500
TEXT_FACTOR = 4  # bytes for each letter of a move

Row = tuple[int, Wire, str, str, int, str, datetime]
_COLUMNS = ("number", "move", "key", "hash", "person_id", "role", "at")


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """An entry of a folded log. `step` is the move that it made, undid or redid."""

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

    @property
    def size(self) -> int:
        """Its bytes in memory with its state, estimated."""
        return ENTRY_BYTES + TEXT_FACTOR * len(str(self.move))


@dataclass(frozen=True, slots=True)
class Fold:
    """A log's timeline, and its entries."""

    timeline: Timeline
    entries: tuple[LoggedMove, ...] = ()
    size: int = START_BYTES
    """Its bytes in memory, estimated."""

    @property
    def number(self) -> int:
        """The last entry's number."""
        return self.timeline.number

    @property
    def hash(self) -> str:
        """The last entry's hash; empty for an empty log."""
        return self.entries[-1].hash if self.entries else ""

    @property
    def before(self) -> Any:
        """The state before the last entry, or before all that were recorded together with it."""
        if not self.entries:
            return None
        first = next(groups.runs(reversed(self.entries)))[-1]
        # An undo goes from the state after its step to the one before.
        return first.step.after if first.verb == UNDO else first.step.before

    def state_after(self, number: int) -> Any:
        """The state after the entry with that number; 0 is the start."""
        if not number:
            return self.timeline.start
        entry = self.entries[number - 1]
        return entry.step.before if entry.verb == UNDO else entry.step.after

    def by_key(self, key: str) -> LoggedMove | None:
        """The entry with this idempotency key; of several recorded together, the last."""
        group = f"{key}:"
        return next(
            (one for one in reversed(self.entries) if one.key == key or one.key.startswith(group)),
            None,
        )

    def extended(self, timeline: Timeline, entry: Entry) -> Fold:
        """The fold with one more entry, whose move `timeline` has played."""
        row = tuple(getattr(entry, column) for column in _COLUMNS)
        logged = _logged(timeline, cast(Row, row))
        return Fold(timeline, (*self.entries, logged), self.size + logged.size)

    def replay(self, rows: Iterable[Row]) -> Fold:
        """The fold with more entries, all of them accepted before."""
        timeline, entries, size = self.timeline, list(self.entries), self.size
        for row in rows:
            timeline = timeline.replay(row[1])
            logged = _logged(timeline, row)
            entries.append(logged)
            size += logged.size
        return Fold(timeline, tuple(entries), size)


# Some 100 whole games.
_folds: LruCache[Fold] = LruCache(16 * MB, lambda fold: fold.size)


def fold_of(game: Game) -> Fold:
    """The game's log folded up to its last stored entry.

    Cost: proportional to the entries since the last call.
    """
    cached = _folds.get(game.uid)
    fold = _updated(game, cached) if cached and cached.entries else None
    if fold is None:
        start = Fold(Timeline(rules_of(game), start_of(game)))
        fold = start.replay(_rows(game, 1))
    if fold is not cached:
        keep(game, fold)
    return fold


def folds_of(games: Collection[Game]) -> dict[int, Fold]:
    """The games' logs folded, by the games' primary keys.

    Cost: one query, and for each log that is not cached up to its last entry as in `fold_of`.
    """
    heads = _heads([game.pk for game in games])
    found = {}
    for game in games:
        cached = _folds.get(game.uid)
        is_newest = cached is not None and cached.hash == heads.get(game.pk, "")
        found[game.pk] = cached if cached and is_newest else fold_of(game)
    return found


def _heads(games: list[int]) -> dict[int, str]:
    """The hash of each log's last entry, if there is one."""
    if not games:
        return {}
    marks = ", ".join(["%s"] * len(games))
    last = "SELECT hash FROM play_entry WHERE game_id = play_game.id ORDER BY number DESC LIMIT 1"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, ({last}) FROM play_game WHERE id IN ({marks})", games)  # noqa: S608
        return {pk: digest or "" for pk, digest in cursor.fetchall()}


def keep(game: Game, fold: Fold) -> None:
    """Cache the fold."""
    _folds.put(game.uid, fold)


def _updated(game: Game, cached: Fold) -> Fold | None:
    """The fold with newer entries; None if the stored log is a different one."""
    # In SQL, as it runs for every page, and Django takes longer to build it than all the rest.
    since = "SELECT hash FROM play_entry WHERE game_id = %s AND number >= %s"
    with connection.cursor() as cursor:
        cursor.execute(f"{since} ORDER BY number LIMIT 2", [game.pk, cached.number])
        hashes = [digest for (digest,) in cursor.fetchall()]
    if hashes[:1] != [cached.hash]:
        return None
    return cached.replay(_rows(game, cached.number + 1)) if len(hashes) > 1 else cached


def _rows(game: Game, first: int) -> list[Row]:
    entries = Entry.objects.filter(game=game, number__gte=first).order_by("number")
    return list(entries.values_list(*_COLUMNS))


def _logged(timeline: Timeline, row: Row) -> LoggedMove:
    number, move, key, digest, person_id, role, at = row
    moved = timeline.undone if move["type"] == UNDO else timeline.standing
    # Never None: the entry was accepted, so it made, undid or redid a step.
    return LoggedMove(number, move, cast(Step, moved), key, digest, person_id, role, at)
