"""A game as somebody looks at it: made once for a request or a frame."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sized
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db import connection

from moderator.core.cache import cached
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
