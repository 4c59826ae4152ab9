"""Plots for pages and sheets: their shapes, drawn as SVG on pages and as marks on sheets.

Places are in units from the top left corner, y downwards: a point of a sheet, about a CSS pixel of
a page. The functions that make plots are in `lines.py` and `matrix.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from moderator.rules.seating import SeatLabel

Anchor = Literal["start", "middle", "end"]
Weight = Literal["heavy", "thin", "axis", "grid"]

TEXT = 9.0
"""The size of a plot's text."""
LETTER, NARROW = 0.6, 0.28
"""The width of a letter or digit, and of a space or a comma, relative to the size of text."""


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
