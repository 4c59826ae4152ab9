"""Chance, as the rules ask for it: they have none of their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice that a move needs: those of its `field`, each showing one of `faces`.

    `count` None: the field is a single die. Else it is a list of so many.
    """

    field: str
    faces: tuple[str | int, ...]
    count: int | None = None


DIE = (1, 2, 3, 4, 5, 6)
"""The faces of a common die."""
RandomBelow = Callable[[int], int]
"""Chance, from outside: a whole number from 0 up to less than the one given, all alike likely."""
