"""Since when the present turn, or another part of a game, has lasted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moderator.rules.log import Step


def begun_with(part: Callable[[Any], object], state: Any, step: Step | None) -> int:
    """The number of the entry with which a part of the game began; 0: the start of the game.

    Args:
        part: of a state, what stays the same as long as that part lasts.
        state: one that follows `step`.
    """
    present = part(state)
    while step is not None:
        if part(step.before) != present:
            return step.number
        step = step.earlier
    return 0
