"""The marks that make up a page, placed in points from the top left corner, y downwards."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.sheets.drawing import fonts

INK, SOFT, LINE, ACCENT, PAPER = "#221d16", "#655b4d", "#cbbfa5", "#a3341f", "#ffffff"


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; `y` is its baseline, `size` in points."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    is_bold: bool = False

    @property
    def width(self) -> float:
        """The width of the text in points."""
        return fonts.width(self.text, self.size, self.is_bold)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line, `thickness` in points."""

    x1: float
    y1: float
    x2: float
    y2: float
    thickness: float = 0.6
    colour: str = LINE


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
    """A seat's pattern in a rectangle, on a background colour; `radius` rounds its corners."""

    x: float
    y: float
    width: float
    height: float
    number: int
    ground: str
    radius: float = 0


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
class Bookmark:
    """An entry in the PDF's outline, for navigation."""

    y: float
    title: str


Mark = Text | Stroke | Rectangle | Pattern | Shape | Bookmark


def mix(colour: str, ground: str, share: float) -> str:
    """One colour over another with opacity `share` (0 to 1), for printers without transparency.

    >>> mix("#000000", "#ffffff", 0.2)
    '#cccccc'
    """
    parts = (
        round(int(colour[i : i + 2], 16) * share + int(ground[i : i + 2], 16) * (1 - share))
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)
