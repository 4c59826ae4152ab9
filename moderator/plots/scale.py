"""Scales of plots: from numbers to places, with round numbers beside the grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class ValueScale:
    """Numbers from `low` to `high`, which may not be equal, from `bottom` up to `top` (units)."""

    low: int
    high: int
    step: int
    top: float
    bottom: float

    def y(self, value: float) -> float:
        """The place of a number."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.bottom - share * (self.bottom - self.top), 2)

    @property
    def ticks(self) -> tuple[int, ...]:
        """The round numbers on it, from the lowest."""
        first = -(-self.low // self.step) * self.step
        return tuple(range(first, self.high + 1, self.step))


def value_scale(values: Iterable[int], top: float, bottom: float, most: int = 5) -> ValueScale:
    """The scale for all these numbers and 0, with at most `most` round numbers above the lowest.

    >>> value_scale([3, 58], 0, 100).ticks
    (0, 20, 40, 60)
    """
    found = [0, *values]
    low, high = min(found), max(found)
    step = round_step(high - low, most)
    return ValueScale(
        low=low // step * step,
        high=max(-(-high // step) * step, low // step * step + step),
        step=step,
        top=top,
        bottom=bottom,
    )


def round_step(distance: int, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … by which at most `most` steps reach that far.

    >>> [round_step(58, 5), round_step(0, 5), round_step(203, 4)]
    [20, 1, 100]
    """
    power = 1
    while True:
        for step in STEPS:
            if step * power * most >= distance:
                return step * power
        power *= 10


def shown_every(count: int, gap: float, width: float) -> int:
    """At every how many of `count` places `gap` apart a text of this width can stand.

    >>> [shown_every(6, 20, 12), shown_every(60, 2, 12)]
    [1, 6]
    """
    return max(1, min(count, int(-(-width // gap)) if gap > 0 else count) or 1)
