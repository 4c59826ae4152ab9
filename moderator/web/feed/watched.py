"""What only those who watch a chart are shown: the last move, and how the game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moderator.play.log.folds import Fold
from moderator.rules.viewer import Viewer
from moderator.web.feed.last_move import LastMove, last_move


@dataclass(frozen=True, slots=True)
class Watched:
    """The last move, and the rules' `end_view` once the game is over.

    `key`: of the end, another one if the game goes on and ends again.
    """

    last: LastMove | None
    end: Any
    key: str


def watched_of(fold: Fold, viewer: Viewer) -> Watched:
    """What a viewer without a seat is shown."""
    now = fold.timeline
    end = None
    if now.game.is_over(now.state):
        states = [*(step.after for step in now.steps()), now.start][::-1]
        end = now.game.end_view(states, viewer)
    return Watched(last_move(fold, viewer), end, f"{now.number}-{fold.hash[:8]}")
