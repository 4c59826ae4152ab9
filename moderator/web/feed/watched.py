"""What only those who watch a chart are shown: the last move, and how the game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.play.stopped import end_of_stopped
from moderator.rules.viewer import Viewer
from moderator.web.feed.last_move import LastMove, last_move


@dataclass(frozen=True, slots=True)
class Watched:
    """The last move, and the rules' `end_view` once the game is over or stopped.

    `key`: of the end, another one if the game goes on and ends again.
    """

    last: LastMove | None
    end: Any
    key: str


def watched_of(game: Game, fold: Fold, viewer: Viewer) -> Watched:
    """What a viewer without a seat is shown."""
    now, stopped = fold.timeline, end_of_stopped(game, fold)
    end = None
    if stopped and stopped.number:
        end = now.game.end_view(_states(fold, stopped.number), viewer, is_stopped=True)
    elif now.game.is_over(now.state):
        end = now.game.end_view(_states(fold, now.number), viewer)
    return Watched(last_move(fold, viewer), end, f"{now.number}-{fold.hash[:8]}")


def _states(fold: Fold, number: int) -> list[Any]:
    """The states after the moves up to that entry that stand, the start first."""
    steps = (step.after for step in fold.timeline.steps() if step.number <= number)
    return [*steps, fold.timeline.start][::-1]
