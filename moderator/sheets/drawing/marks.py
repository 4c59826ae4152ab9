"""The marks that make up a page, and icons: small drawings of SVG paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from moderator.sheets.drawing import fonts

# The marks that make up a page, placed in points from the top left corner, y downwards.

INK, PAPER = "#000000", "#ffffff"
"""The ink and the paper: there are no other colours, since rank comes from size and weight."""


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `y` is its baseline, `size` in points, `stretch` below 1 if condensed."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    face: fonts.Face = "plain"
    stretch: float = 1

    @property
    def width(self) -> float:
        """The width of the text in points."""
        return fonts.width(self.text, self.size, self.face) * self.stretch


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line, `thickness` in points."""

    x1: float
    y1: float
    x2: float
    y2: float
    thickness: float = 0.4
    colour: str = INK


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle, filled, outlined or both; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    outline: str | None = None
    thickness: float = 0.6
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Pattern:
    """A seat's pattern in a rectangle, black on white with an outline.

    `pitch` is about the distance between lines in points; `radius` rounds the corners.
    """

    x: float
    y: float
    width: float
    height: float
    number: int
    radius: float = 0
    pitch: float = 2.6
    outline: float = 0.7


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of an icon: SVG path data in a square of 24 units, scaled to `side` at (x, y).

    `thickness` in points strokes it with round ends; 0 fills it.
    """

    x: float
    y: float
    side: float
    path: str
    colour: str
    thickness: float = 0


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point; closed and filled, or stroked (`thickness` in points).

    `dash` are the lengths of strokes and gaps in points, in turn; empty for an unbroken line.
    """

    points: tuple[tuple[float, float], ...]
    colour: str = INK
    thickness: float = 0.6
    fill: str | None = None
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Turned:
    """Marks turned upside down around (x, y), to be read from the other side of a fold."""

    x: float
    y: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry in the PDF's outline, for navigation."""

    y: float
    title: str


@dataclass(frozen=True, slots=True)
class Open:
    """What follows up to its `Close` is an element of the document's structure.

    `tag` is one of PDF's standard structure types ("H1", "P", "Table", "TR", "TH", "TD", "L", "LI",
    "Figure"; ISO 32000-1, 14.8.4), or "Artifact" for what isn't read out. `alt` is the text that
    stands for a figure; `scope` says what a header cell is the header of ("Row" or "Column"), and
    of an artifact, that it is the "Header" or the "Footer" of its page. What `continues` is added
    to the element before it, if that has the same tag and is on the same page.
    """

    tag: str
    alt: str = ""
    scope: str = ""
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Close:
    """The end of the last element that was opened on the page."""


Mark = Text | Stroke | Rectangle | Pattern | Shape | Path | Turned | Bookmark | Open | Close


def texts_of(marks: Iterable[Mark]) -> Iterator[Text]:
    """All the texts among the marks, in their order."""
    for mark in marks:
        if isinstance(mark, Text):
            yield mark
        elif isinstance(mark, Turned):
            yield from texts_of(mark.marks)


# Icons: small drawings in one colour, made of SVG paths in a square of 24 units.

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
