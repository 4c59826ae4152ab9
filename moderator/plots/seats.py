"""How seats look on pages and on paper: ten colours, each with its own pattern.

This is the source of the palette: static/app.css repeats the colours as `--s1` to `--s10`, and a
test compares them. Any two colours stay distinct for readers who see no red, no green or no blue;
pattern and letter serve those who see no colours at all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

PAPER_LIGHT, INK_LIGHT = "#fffdf7", "#221d16"
PAPER_DARK, INK_DARK = "#211d18", "#f2eadb"

Stroke = tuple[float, float, float, float]
Dot = tuple[float, float, float]
Patch = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class SeatLook:
    """One seat's look: background colours for light and dark pages (`#rrggbb`), and its pattern.

    Its letter is in `PAPER_LIGHT` or `PAPER_DARK`, with a contrast of at least 4.5 to 1.
    """

    number: int
    light: str
    dark: str
    pattern: str


SEATS = (
    SeatLook(1, "#0b6e75", "#5cc8cf", "plain"),
    SeatLook(2, "#a84a14", "#f0a468", "rising"),
    SeatLook(3, "#6a3d9a", "#c3a2ee", "dots"),
    SeatLook(4, "#164407", "#b0f5a2", "upright"),
    SeatLook(5, "#1638b0", "#7c8bff", "level"),
    SeatLook(6, "#c2006f", "#ea6399", "falling"),
    SeatLook(7, "#985b43", "#93c21a", "grid"),
    SeatLook(8, "#572b36", "#b5855f", "lattice"),
    SeatLook(9, "#8f5aa4", "#ffcdfb", "spots"),
    SeatLook(10, "#241a44", "#f7f4e6", "checks"),
)


def seat_look(number: int) -> SeatLook:
    """The look of the seat with this number.

    Args:
        number: 1 or more, in the order of play; after 10 the looks repeat.

    Raises:
        ValueError: for a number below 1.

    >>> seat_look(2).pattern, seat_look(12).pattern
    ('rising', 'rising')
    """
    if number < 1:
        raise ValueError(f"Seats are numbered from 1, not {number}.")
    return SEATS[(number - 1) % len(SEATS)]


def pattern_strokes(number: int, width: float, height: float, pitch: float) -> list[Stroke]:
    """The lines of a seat's pattern in a rectangle, all within it.

    Args:
        number: the seat's number, 1 or more.
        width, height: of the rectangle, in any unit, above 0.
        pitch: the distance between lines in that unit, above 0.

    Returns:
        (x1, y1, x2, y2) with 0 <= x <= width and 0 <= y <= height; empty for patterns
        without lines.

    >>> pattern_strokes(4, 10, 6, 5)
    [(2.5, 0, 2.5, 6), (7.5, 0, 7.5, 6)]
    """
    pattern = seat_look(number).pattern
    upright: list[Stroke] = [(x, 0, x, height) for x in _steps(width, pitch)]
    level: list[Stroke] = [(0, y, width, y) for y in _steps(height, pitch)]
    match pattern:
        case "upright":
            return upright
        case "level":
            return level
        case "grid":
            return upright + level
        case "rising":
            return _slanted(width, height, pitch, is_rising=True)
        case "falling":
            return _slanted(width, height, pitch, is_rising=False)
        case "lattice":
            return [
                *_slanted(width, height, pitch, is_rising=True),
                *_slanted(width, height, pitch, is_rising=False),
            ]
    return []


def pattern_dots(number: int, width: float, height: float, pitch: float) -> list[Dot]:
    """The dots of a seat's pattern in a rectangle: (x, y, radius), all within it.

    Args as for `pattern_strokes`. Empty for every pattern except dots and spots.
    """
    match seat_look(number).pattern:
        case "dots":
            return _dots(width, height, pitch, pitch / 5)
        case "spots":
            return _dots(width, height, pitch * 1.6, pitch / 2)
    return []


def pattern_patches(number: int, width: float, height: float, pitch: float) -> list[Patch]:
    """The patches of a seat's pattern in a rectangle: (x, y, width, height), all within it.

    Args as for `pattern_strokes`. Empty for every pattern except checks.
    """
    if seat_look(number).pattern != "checks":
        return []
    columns, rows = max(2, round(width / pitch)), max(2, round(height / pitch))
    across, down = width / columns, height / rows
    return [
        (x * across, y * down, across, down)
        for y in range(rows)
        for x in range(columns)
        if (x + y) % 2 == 0
    ]


def _dots(width: float, height: float, pitch: float, radius: float) -> list[Dot]:
    return [(x, y, radius) for y in _steps(height, pitch) for x in _steps(width, pitch)]


def _steps(length: float, pitch: float) -> list[float]:
    """The centres of as many equal parts, about `pitch` long, as fit into the length."""
    count = max(1, round(length / pitch))
    return [length * (2 * k + 1) / (2 * count) for k in range(count)]


def _slanted(width: float, height: float, pitch: float, is_rising: bool) -> list[Stroke]:
    gap = pitch * math.sqrt(2)
    strokes: list[Stroke] = []
    for k in range(1, math.ceil((width + height) / gap)):
        reach = k * gap
        x1, y1 = (0.0, reach) if reach <= height else (reach - height, height)
        x2, y2 = (reach, 0.0) if reach <= width else (width, reach - width)
        if is_rising:
            strokes.append((x1, y1, x2, y2))
        else:
            strokes.append((width - x1, y1, width - x2, y2))
    return strokes
