"""A game as somebody looks at it: made once for a request or a frame."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from moderator.core.log import Fold, fold_of
from moderator.core.models import Game
from moderator.rules.game import Rules
from moderator.rules.log import Timeline
from moderator.rules.seating import PUBLIC, Viewer


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


def look_at(game: Game, viewer: Viewer = PUBLIC) -> Look:
    """The game as its log says now."""
    return Look(game, fold_of(game), viewer)
