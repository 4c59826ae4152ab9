"""Icons: small drawings in one colour, made of SVG paths in a square of 24 units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

UNITS = 24.0
ARC = 0.5523
"""Length of a quarter circle's Bézier handles, relative to the radius."""

_TOKEN = re.compile(r"[MLCZ]|-?[0-9.]+")
_NUMBERS = {"M": 2, "L": 2, "C": 6, "Z": 0}


@dataclass(frozen=True, slots=True)
class IconPath:
    """A path of an icon, in units: absolute M, L, C and Z only; `thickness` 0 fills it.

    `is_hole`: drawn in the background colour.
    """

    path: str
    thickness: float = 0
    is_hole: bool = False


Icon = tuple[IconPath, ...]


@cache
def commands(path: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """The path's commands with their numbers.

    >>> commands("M1 2 L3 4Z")
    (('M', (1.0, 2.0)), ('L', (3.0, 4.0)), ('Z', ()))
    """
    return tuple(_read(iter(_TOKEN.findall(path))))


def _read(tokens: Iterator[str]) -> Iterator[tuple[str, tuple[float, ...]]]:
    for letter in tokens:
        yield letter, tuple(float(next(tokens)) for _ in range(_NUMBERS[letter]))


def circle(x: float, y: float, radius: float) -> str:
    """The path of a circle, in units."""
    k = radius * ARC
    left, right, top, bottom = x - radius, x + radius, y - radius, y + radius
    return (
        f"M{x} {top} C{x + k} {top} {right} {y - k} {right} {y}"
        f" C{right} {y + k} {x + k} {bottom} {x} {bottom}"
        f" C{x - k} {bottom} {left} {y + k} {left} {y}"
        f" C{left} {y - k} {x - k} {top} {x} {top}Z"
    )


HELMET: Icon = (
    IconPath("M4.5 18 C4.5 12 8 10.5 12 10.5 C16 10.5 19.5 12 19.5 18 L22.5 22 L1.5 22Z"),
    IconPath("M12 9.5 C7 9 4 6 4.5 1 C6.5 5 9 6.4 12 6.4 C15 6.4 17.5 5 19.5 1 C20 6 17 9 12 9.5Z"),
)
TICK: Icon = (IconPath("M4 13 L10 19 L20 5", 3.6),)
