"""The operators of a page's content (ISO 32000-1, 8 and 9), as text; y grows upwards.

ReportLab has functions for them, too, which take four times as long.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from moderator.sheets.drawing.marks import ARC


@cache
def _channels(colour: str) -> str:
    return " ".join(f"{int(colour[i : i + 2], 16) / 255:.4g}" for i in (1, 3, 5))


@cache
def fill(colour: str) -> str:
    """The colour of areas and text.

    >>> fill("#ff0080")
    '1 0 0.502 rg'
    """
    return f"{_channels(colour)} rg"


@cache
def stroke(colour: str) -> str:
    """The colour of lines."""
    return f"{_channels(colour)} RG"


def thickness(width: float) -> str:
    """The thickness of lines, in points."""
    return f"{width:.3f} w"


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """A path of one straight line.

    >>> line(1, 2, 3.14159, 4)
    '1.00 2.00 m 3.14 4.00 l'
    """
    return f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l"


def lines(points: Iterable[tuple[float, float]]) -> str:
    """A path from point to point."""
    steps = [f"{x:.2f} {y:.2f} l" for x, y in points]
    return " ".join([steps[0][:-1] + "m", *steps[1:]])


def rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re"


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    if radius <= 0:
        return rectangle(x, y, width, height)
    right, top, k = x + width, y + height, radius * (1 - ARC)
    return (
        f"{x + radius:.2f} {y:.2f} m {right - radius:.2f} {y:.2f} l "
        f"{right - k:.2f} {y:.2f} {right:.2f} {y + k:.2f} {right:.2f} {y + radius:.2f} c "
        f"{right:.2f} {top - radius:.2f} l "
        f"{right:.2f} {top - k:.2f} {right - k:.2f} {top:.2f} {right - radius:.2f} {top:.2f} c "
        f"{x + radius:.2f} {top:.2f} l "
        f"{x + k:.2f} {top:.2f} {x:.2f} {top - k:.2f} {x:.2f} {top - radius:.2f} c "
        f"{x:.2f} {y + radius:.2f} l "
        f"{x:.2f} {y + k:.2f} {x + k:.2f} {y:.2f} {x + radius:.2f} {y:.2f} c h"
    )


def circle(x: float, y: float, radius: float) -> str:
    return rounded(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def paint(is_filled: bool, is_stroked: bool) -> str:
    """The operator that paints a path."""
    return {(True, True): "B", (True, False): "f", (False, True): "S"}.get(
        (is_filled, is_stroked), "n"
    )
