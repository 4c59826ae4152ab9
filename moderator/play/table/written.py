"""What players have written in a game, kept in memory: only what is new is read again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from django.db import connection
from django.db.models import Q, QuerySet

from moderator.play.cache import LruCache
from moderator.play.models import Game
from moderator.play.models.diplomacy import Written


class Numbered(Protocol):
    """Something that lies on a table."""

    @property
    def number(self) -> int:
        """Of its kind in the game, from 1."""


R = TypeVar("R", bound=Written)
W = TypeVar("W", bound=Numbered)


class WrittenRows(Generic[R, W]):
    """All rows of a kind of each game, in the order in which they were written.

    Args:
        make: what a row is on the table.
        changed: which of the rows that were read before may have changed since.
        size_of: bytes in memory, estimated; `most_bytes` of all games together.
    """

    def __init__(
        self,
        make: Callable[[R], W],
        changed: Callable[[tuple[W, ...]], Q | None],
        size_of: Callable[[W], int],
        most_bytes: int,
    ) -> None:
        self._make = make
        self._changed = changed
        self._kept: LruCache[tuple[W, ...]] = LruCache(
            most_bytes, lambda found: sum(map(size_of, found))
        )

    def read(self, game: Game, rewritten: int, rows: QuerySet[R]) -> tuple[W, ...]:
        """The game's rows as they are stored now.

        Args:
            rewritten: as in `Diplomacy`, read before.
        """
        key = (game.uid, rewritten)
        known = self._kept.get(key) or ()
        last = known[-1].number if known else 0
        changed = self._changed(known) if known else None
        wanted = Q(number__gt=last) if changed is None else Q(number__gt=last) | changed
        read = {row.number: self._make(row) for row in rows.filter(wanted).order_by("number")}
        if not read:
            return known
        again = tuple(read.pop(one.number, one) for one in known)
        found = (*again, *read.values())
        # What a transaction reads may be rolled back.
        if found != known and not connection.in_atomic_block:
            self._kept.put(key, found)
        return found
