"""A game as somebody looks at it: made once for a request or a frame."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sized
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar, cast

from django.db import connection

from moderator.core.cache import MB, LruCache, cached
from moderator.core.feature import FEATURES
from moderator.core.log import Fold, fold_of
from moderator.core.models import Game
from moderator.rules.game import Rules
from moderator.rules.log import Timeline
from moderator.rules.seating import PUBLIC, Viewer

V = TypeVar("V", bound=Sized)


@dataclass(frozen=True, slots=True)
class Look:
    """A game's row and its log, folded; who looks at it, and so what may be shown.

    Without a viewer it is everybody.
    """

    game: Game
    fold: Fold
    viewer: Viewer = PUBLIC

    @property
    def timeline(self) -> Timeline:
        return self.fold.timeline

    @property
    def rules(self) -> Rules[Any]:
        return self.fold.timeline.rules

    @property
    def state(self) -> Any:
        return self.fold.timeline.state

    def by(self, viewer: Viewer) -> Look:
        """The same game, looked at by somebody else."""
        return replace(self, viewer=viewer)


def rows_of(game: Game, kind: str, read: Callable[[], V], *more: Hashable) -> V:
    """What is stored beside the game's log, read once as long as `Game.changes` stays the same.

    In a transaction it is read again: what that stores may be rolled back.

    Args:
        kind: what it is, as for `cached`.
        more: what it depends on, too.
    """
    if connection.in_atomic_block:
        return read()
    return cached(kind, (game.uid, game.changes, *more), read, lambda rows: 1_000 * len(rows))


def look_at(game: Game, viewer: Viewer = PUBLIC) -> Look:
    """The game as its log says now."""
    return Look(game, fold_of(game), viewer)


# What lies on a game's table beside its log, cached; and the state as people see it.

TABLE_BYTES = 4_000  # measured for five slips with all their orders


class OnTable(Protocol):
    """What a feature keeps on the table."""

    def version(self, viewer: Viewer) -> int:
        """How much has happened that the viewer gets to see; it only grows.

        It is added to the log's number, so what others may not know must not count.
        """
        ...


B = TypeVar("B", bound=OnTable)


@dataclass(frozen=True, eq=False, slots=True)
class Book(Generic[B]):
    """What a feature keeps on a game's table, beside the log. Made once, in its `read.py`.

    Attributes:
        read: what is stored now.
        depends: what of the log it depends on, if moves don't change it; None: on every move.
        size_of: its bytes in memory, estimated.
    """

    read: Callable[[Look], B]
    depends: Callable[[Look], Hashable] | None = None
    size_of: Callable[[B], int] = lambda content: 0

    def of(self, look: Look) -> B:
        """What lies on the table now; `look.game` must be as it is in the database."""
        return cast(B, table_of(look)[self])


Table = Mapping[Book[Any], OnTable]


def _bytes(table: Table) -> int:
    return TABLE_BYTES + sum(book.size_of(content) for book, content in table.items())


_tables: LruCache[Table] = LruCache(4 * MB, _bytes)
_kept: LruCache[OnTable] = LruCache(2 * MB, lambda content: TABLE_BYTES)


def table_of(look: Look) -> Table:
    """Everything on the game's table, as one snapshot."""
    key = (look.game.uid, look.game.changes, look.fold.hash)
    books = (book for feature in FEATURES for book in feature.books)
    return _tables.get_or_make(key, lambda: {book: _read(book, look) for book in books})


def _read(book: Book[Any], look: Look) -> OnTable:
    if book.depends is None:
        return cast(OnTable, book.read(look))
    key = (book, look.game.uid, look.game.changes, book.depends(look))
    return _kept.get_or_make(key, lambda: book.read(look))


def table_version(look: Look, viewer: Viewer) -> int:
    """A number that grows with everything beside the log that the viewer gets to see."""
    return sum(content.version(viewer) for content in table_of(look).values())


def shown_state(look: Look) -> Any:
    """The present state as people see it: whoever has sealed a slip has placed everything."""
    state = look.state
    for feature in FEATURES:
        state = feature.as_seen(look, state)
    return state
