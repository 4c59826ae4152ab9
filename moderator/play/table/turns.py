"""Since when the present turn, or another part of a game, has lasted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moderator.play.log.folds import Fold


def opened_by_of(fold: Fold, part: Callable[[Any], object]) -> int:
    """The number of the entry with which the present part of the game began; 0: with the game.

    Args:
        part: of a state, what stays the same as long as that part lasts.
    """
    now = fold.timeline
    present = part(now.state)
    for step in now.steps():
        if part(step.before) != present:
            return step.number
    return 0
