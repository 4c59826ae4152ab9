"""Types for randomness, which is always passed in: the rules draw nothing themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice that a move needs in its `field`; each shows one of `faces`.

    With `count` None the field is a single die, otherwise a list of `count` dice.
    """

    field: str
    faces: tuple[str | int, ...]
    count: int | None = None


DIE = (1, 2, 3, 4, 5, 6)
"""The faces of an ordinary die."""
RandomBelow = Callable[[int], int]
"""A random source: given n, returns a whole number from 0 to n - 1, all equally likely."""
