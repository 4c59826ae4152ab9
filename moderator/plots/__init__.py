"""Plots for pages and sheets: their shapes, drawn as SVG on pages and as marks on sheets.

Places are in units from the top left corner, y downwards: a point of a sheet, about a CSS pixel of
a page. The functions that make plots are in `lines.py` and `matrix.py`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import ClassVar, Literal
from xml.sax.saxutils import quoteattr

import segno

from moderator.rules.seating import SeatLabel

Anchor = Literal["start", "middle", "end"]
Weight = Literal["heavy", "thin", "axis", "grid"]

TEXT = 9.0
"""The size of a plot's text."""
LETTER, NARROW = 0.6, 0.28
"""The width of a letter or digit, and of a space or a comma, relative to the size of text."""
AVERAGE = 0.52
"""The width of a letter among others."""


@dataclass(frozen=True, slots=True)
class PlotLine:
    """Straight lines from point to point; a seat's own line has its colour on pages."""

    kind: ClassVar = "line"
    points: tuple[tuple[float, float], ...]
    weight: Weight
    seat: SeatLabel | None = None

    @property
    def svg(self) -> str:
        """The points as SVG writes them."""
        return _svg(self.points)


@dataclass(frozen=True, slots=True)
class PlotDot:
    """A circle on a seat's line, white within."""

    kind: ClassVar = "dot"
    x: float
    y: float
    radius: float
    seat: SeatLabel | None = None


@dataclass(frozen=True, slots=True)
class PlotBar:
    """A rectangle in a seat's pattern, or white with an outline for nobody's."""

    kind: ClassVar = "bar"
    x: float
    y: float
    width: float
    height: float
    seat: SeatLabel | None = None


@dataclass(frozen=True, slots=True)
class PlotText:
    """One line of text; `y` is its baseline. It is cut to `room`, if given.

    `is_apart`: it stands on other shapes, so it needs a background of its own.
    """

    kind: ClassVar = "text"
    x: float
    y: float
    text: str
    size: float = TEXT
    anchor: Anchor = "start"
    is_bold: bool = False
    room: float | None = None
    is_apart: bool = False

    @property
    def cut(self) -> str:
        """The letters that fit into the room, for pages, which can't measure them.

        >>> [PlotText(0, 0, name, 10, room=40).cut for name in ("Babylon", "Bartholomew")]
        ['Babylon', 'Bartho…']
        """
        most = len(self.text) if self.room is None else int(self.room / (AVERAGE * self.size))
        return self.text if len(self.text) <= most else f"{self.text[: most - 1]}…"


@dataclass(frozen=True, slots=True)
class PlotSeal:
    """A seat's badge, a square with its upper left corner at (x, y)."""

    kind: ClassVar = "seal"
    x: float
    y: float
    side: float
    seat: SeatLabel


@dataclass(frozen=True, slots=True)
class PlotArrow:
    """An arrow as the outline of its area, tail first; `seat` is the one that it starts from."""

    kind: ClassVar = "arrow"
    points: tuple[tuple[float, float], ...]
    seat: SeatLabel

    @property
    def svg(self) -> str:
        """The points as SVG writes them."""
        return _svg(self.points)


@dataclass(frozen=True, slots=True)
class PlotTile:
    """A letter in a small frame, such as something given away; (x, y) is its upper left corner."""

    kind: ClassVar = "tile"
    x: float
    y: float
    side: float
    letter: str


PlotShape = PlotLine | PlotDot | PlotBar | PlotText | PlotSeal | PlotArrow | PlotTile


@dataclass(frozen=True, slots=True)
class Plot:
    """Shapes in the order of drawing, within `width` by `height`.

    `label` says in a sentence what it shows, for those who don't see it.
    """

    width: float
    height: float
    shapes: tuple[PlotShape, ...]
    label: str = ""
    seats: tuple[SeatLabel, ...] = field(default=())


def text_width(text: str, size: float = TEXT) -> float:
    """About how wide a text is, in units: enough to leave room for it.

    >>> text_width("58", 10), text_width("5, 8", 10)
    (12.0, 17.6)
    """
    return round(sum(NARROW if letter in " ,.:;–-" else LETTER for letter in text) * size, 1)


def _svg(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


QUIET = 4
"""Width of the light margin around the code in modules, as the standard requires."""


def qr(text: str, label: str = "") -> str:
    """A QR code as an `<svg class="qr">`, one unit per module, including the quiet zone.

    It is black on white even on dark pages, for cameras. Attributes set the colours, so
    the content security policy needs no exception; CSS gives it a size.

    Args:
        text: the content of the code, at most 2,331 bytes in UTF-8 (error correction M).
        label: the accessible name; the text itself by default.

    Raises:
        ValueError: for an empty text, or one that is too long.
    """
    modules, parts = qr_rows(text)
    side = modules + 2 * QUIET
    path = "".join(f"M{x + QUIET} {y + QUIET}h{width}v1h{-width}z" for x, y, width in parts)
    return (
        f'<svg class="qr" viewBox="0 0 {side} {side}" width="{side * 5}" height="{side * 5}"'
        f' role="img" aria-label={quoteattr(label or text)} shape-rendering="crispEdges">'
        f'<rect width="{side}" height="{side}" fill="#fff"/><path d="{path}" fill="#000"/></svg>'
    )


@lru_cache(maxsize=256)  # a pack has the same code on every sheet of a group
def qr_rows(text: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """The side of a QR code in modules, without a quiet zone, and its dark parts: (x, y, width).

    Raises:
        ValueError: as for `qr`.
    """
    if not text:
        raise ValueError("A QR code needs a text.")
    matrix = segno.make(text, error="m", micro=False, boost_error=False).matrix
    parts = []
    for y, row in enumerate(matrix):
        x = 0
        for is_dark, run in groupby(row):
            width = len(list(run))
            if is_dark:
                parts.append((x, y, width))
            x += width
    return len(matrix), tuple(parts)


# How seats look on pages and on paper: ten colours, each with its own pattern. The colours are in
# static/app.css, as `--s1` to `--s10`, and a letter on them is in `--sheet`: any two stay distinct
# for readers who see no red, no green or no blue; pattern and letter serve those who see no colours
# at all.

Stroke = tuple[float, float, float, float]
Dot = tuple[float, float, float]
Patch = tuple[float, float, float, float]


PATTERNS = (
    *("plain", "rising", "dots", "upright", "level"),
    *("falling", "grid", "lattice", "spots", "checks"),
)
"""By the seats' numbers, from 1."""


def pattern_of(number: int) -> str:
    """The pattern of the seat with this number.

    Args:
        number: 1 or more, in the order of play; after 10 the patterns repeat.

    Raises:
        ValueError: for a number below 1.

    >>> pattern_of(2), pattern_of(12)
    ('rising', 'rising')
    """
    if number < 1:
        raise ValueError(f"Seats are numbered from 1, not {number}.")
    return PATTERNS[(number - 1) % len(PATTERNS)]


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
    pattern = pattern_of(number)
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
    match pattern_of(number):
        case "dots":
            return _dots(width, height, pitch, pitch / 5)
        case "spots":
            return _dots(width, height, pitch * 1.6, pitch / 2)
    return []


def pattern_patches(number: int, width: float, height: float, pitch: float) -> list[Patch]:
    """The patches of a seat's pattern in a rectangle: (x, y, width, height), all within it.

    Args as for `pattern_strokes`. Empty for every pattern except checks.
    """
    if pattern_of(number) != "checks":
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
