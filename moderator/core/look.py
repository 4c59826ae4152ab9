"""A game as somebody looks at it: made once for a request or a frame."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sized
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, TypeVar

from django.db import connection

from moderator.core.cache import cached
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
        read: rows that `game.rows` gives hold the game, with its scenario: use `Row.objects`.
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
    """What a feature keeps on a game's table, beside the log. Made once, with its module.

    Attributes:
        read: what is stored now.
        depends: what of the log it depends on, if moves don't change it; None: on every move.
        size_of: its bytes in memory, estimated.
        is_private: those who only watch see nothing of it.
    """

    read: Callable[[Look], B]
    depends: Callable[[Look], Hashable] | None = None
    size_of: Callable[[B], int] = lambda content: 0
    is_private: bool = False

    def of(self, look: Look) -> B:
        """What lies on the table now; `look.game` must be as it is in the database."""
        on = self.depends(look) if self.depends else look.fold.hash
        key = (self, look.game.uid, look.game.changes, on)
        return cached("book", key, lambda: self.read(look), self._bytes)

    def _bytes(self, content: B) -> int:
        return TABLE_BYTES + self.size_of(content)


def table_version(look: Look, viewer: Viewer) -> int:
    """A number that grows with everything beside the log that the viewer gets to see."""
    books, is_public = (book for one in FEATURES for book in one.books), viewer.is_public
    return sum(one.of(look).version(viewer) for one in books if not (is_public and one.is_private))


def shown_state(look: Look) -> Any:
    """The present state as people see it: whoever has sealed a slip has placed everything."""
    state = look.state
    for feature in FEATURES:
        state = feature.as_seen(look, state)
    return state
