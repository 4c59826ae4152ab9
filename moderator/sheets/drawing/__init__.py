"""Sizes of paper, and a page with its drawing functions: text, badges, boxes, plots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Literal

from django.utils.translation import gettext as _

from moderator.plots import (
    Plot,
    PlotArrow,
    PlotBar,
    PlotDot,
    PlotLine,
    PlotSeal,
    PlotShape,
    PlotText,
    PlotTile,
    qr_rows,
)
from moderator.rules.seating import SeatLabel
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import (
    INK,
    PAPER,
    UNITS,
    Bookmark,
    Close,
    Icon,
    Mark,
    Open,
    Path,
    Pattern,
    Rectangle,
    Shape,
    Stroke,
    Text,
    Turned,
)

# Sizes of paper, in points (1/72 inch).

Paper = Literal["a4", "letter"]

PORTRAIT: dict[str, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}

MARGIN = 34.0
LEAST = 8.5
"""The size, in points, to which text that doesn't fit is shrunk where it is to be read easily."""


def page_size(paper: str, is_landscape: bool) -> tuple[float, float]:
    """(width, height) of a page in points.

    Raises:
        ValueError: for a paper that is neither "a4" nor "letter".
    """
    if paper not in PORTRAIT:
        raise ValueError(f"Paper is “a4” or “letter”, not {paper!r}.")
    short, long = PORTRAIT[paper]
    return (long, short) if is_landscape else (short, long)


# The page.

Align = Literal["left", "centre", "right"]

CAP_HEIGHT = 0.714
"""Height of capitals and digits, relative to the font size."""


@dataclass(slots=True)
class Page:
    """A page of marks; positions are in points from the top left corner."""

    marks: list[Mark] = field(default_factory=list)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        room: float | None = None,
        align: Align = "left",
        colour: str = INK,
        *,
        is_bold: bool = False,
        is_serif: bool = False,
        least: float = fonts.SMALLEST,
        tag: str = "",
        scope: str = "",
    ) -> float:
        """Writes one line, shrunk to `least`, then condensed, then cut to fit `room`; returns its
        width in points.

        `x` is the left end, the middle or the right end as `align` says; `y` the baseline.
        `is_serif` is the bold face with serifs of titles and large figures. With a `tag` it is an
        element of the structure, see `element`; a cell may be empty.
        """
        face: fonts.Face = "serif" if is_serif else "bold" if is_bold else "plain"
        line, stretch = fonts.clean(text), 1.0
        if room is not None:
            line, size, stretch = fonts.squeeze(line, size, room, face, min(least, size))
        wide = fonts.width(line, size, face) * stretch
        left = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
        with self.element(tag, scope=scope) if tag else nullcontext():
            if line:
                self.marks.append(Text(left, y, line, size, colour, face, stretch))
        return wide

    def lines(
        self,
        x: float,
        y: float,
        lines: Iterable[str],
        leading: float,
        size: float,
        room: float | None = None,
        *,
        is_bold: bool = False,
        is_serif: bool = False,
        tag: str = "",
        scope: str = "",
    ) -> None:
        """Writes lines below each other, the first one on the baseline `y`; `tag` as for `text`.

        With a `room`, lines that are wider are condensed.
        """
        with self.element(tag, scope=scope) if tag else nullcontext():
            for k, line in enumerate(lines):
                at = y + leading * k
                self.text(x, at, line, size, room, is_bold=is_bold, is_serif=is_serif, least=size)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, thickness: float = 0.4, colour: str = INK
    ) -> None:
        self.marks.append(Stroke(x1, y1, x2, y2, thickness, colour))

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None = None,
        outline: str | None = None,
        thickness: float = 0.6,
        radius: float = 0,
    ) -> None:
        self.marks.append(Rectangle(x, y, width, height, fill, outline, thickness, radius))

    def badge(self, x: float, y: float, side: float, seat: SeatLabel) -> None:
        """Draws a seat's seal: its pattern round a white plate with its letter.

        `y` is its upper edge. Below 16 points the pattern can't be told from others.
        """
        pitch, edge = max(1.7, side / 11), max(0.7, side / 36)
        left, top, inner = x + edge / 2, y + edge / 2, side - edge
        self.marks.append(Pattern(left, top, inner, inner, seat.number, side * 0.16, pitch, edge))
        letter = fonts.clean(seat.letter)
        height = min(max(side * 0.6, 9.0), side * 0.85)
        size = max(height * 0.88, fonts.SMALLEST)
        letter, size = fonts.fit(letter, size, side * 0.9, "bold")
        width = fonts.width(letter, size, "bold")
        plate = min(max(height, width + 2), side)
        left, top = x + (side - plate) / 2, y + (side - height) / 2
        self.box(left, top, plate, height, PAPER, INK, max(0.4, side / 70), side * 0.09)
        baseline = y + side / 2 + size * CAP_HEIGHT / 2
        self.marks.append(Text(x + (side - width) / 2, baseline, letter, size, INK, "bold"))

    def bar(self, x: float, y: float, width: float, height: float, seat: SeatLabel) -> None:
        """Draws a bar in a seat's pattern."""
        self.marks.append(Pattern(x, y, width, height, seat.number, pitch=2.2))

    def glyph(
        self,
        x: float,
        y: float,
        side: float,
        glyph: Icon,
        colour: str = INK,
        ground: str = PAPER,
    ) -> None:
        """Draws an icon in a square with its upper left corner at (x, y)."""
        for piece in glyph:
            tone = ground if piece.is_hole else colour
            thickness = piece.thickness * side / UNITS
            self.marks.append(Shape(x, y, side, piece.path, tone, thickness))

    def strikethrough(self, x: float, y: float, text: str, size: float) -> float:
        """Writes small text with a line through it, and returns its width in points."""
        with self.element("Span", alt=_("%s, crossed out") % text):
            width = self.text(x, y, text, size)
            middle, rise = y - size * CAP_HEIGHT / 2, size * 0.13
            self.line(x - 1, middle + rise, x + width + 1, middle - rise, size * 0.085)
        return width

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str | None = None,
        outline: str | None = None,
        thickness: float = 0.6,
    ) -> None:
        """Draws a circle around (x, y)."""
        side = 2 * radius
        self.box(x - radius, y - radius, side, side, fill, outline, thickness, radius)

    def path(
        self,
        points: Iterable[tuple[float, float]],
        thickness: float = 0.6,
        colour: str = INK,
        *,
        fill: str | None = None,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Draws straight lines from point to point; with `fill`, the area that they enclose."""
        self.marks.append(Path(tuple(points), colour, thickness, fill, dash))

    @contextmanager
    def turned(self, x: float, y: float) -> Iterator[None]:
        """What is drawn within it is turned upside down around (x, y)."""
        start = len(self.marks)
        yield
        inner = tuple(self.marks[start:])
        self.marks[start:] = [Turned(x, y, inner)]

    @contextmanager
    def element(
        self, tag: str, alt: str = "", scope: str = "", *, continues: bool = False
    ) -> Iterator[None]:
        """What is drawn within it is an element of the document's structure, as `Open` says.

        Text outside of elements is a paragraph; lines and areas outside of figures aren't read out.
        A "TH" without `scope` is the head of a column. Nothing is left of an empty element, unless
        it is a cell.
        """
        if tag == "TH":
            scope = scope or "Column"
        start = len(self.marks)
        self.marks.append(Open(tag, alt, scope, continues))
        yield
        if len(self.marks) == start + 1 and tag not in {"TD", "TH"}:
            self.marks.pop()
        else:
            self.marks.append(Close())

    @contextmanager
    def row(self, *, is_first: bool = False) -> Iterator[None]:
        """A row of a table, whose cells are drawn within it; the first one begins the table."""
        with self.element("Table", continues=not is_first), self.element("TR"):
            yield

    @contextmanager
    def item(self) -> Iterator[None]:
        """An item of a list, to which the items drawn before it belong, too."""
        with self.element("L", continues=True), self.element("LI"):
            yield

    def bookmark(self, y: float, title: str) -> None:
        """Adds an entry to the PDF's outline."""
        self.marks.append(Bookmark(y, fonts.clean(title)))


# Names on two lines, lines to write on, and scissors for lines to cut along.

CUT_DASH = (4.0, 3.0)


def name_lines(
    name: str, size: float, room: float, face: fonts.Face = "serif"
) -> tuple[list[str], float]:
    """A name on one line, or smaller on two lines, and its font size.

    Lines that are wider than the room have to be condensed; only the longest names are cut.
    """
    name = fonts.clean(name)
    one, shrunk, _stretch = fonts.squeeze(name, size, room, face, LEAST)
    if one == name:
        return [one], shrunk
    return fonts.wrap_whole(name, LEAST, room, 2, face), LEAST


def is_whole(name: str, room: float, face: fonts.Face = "plain") -> bool:
    """Whether a name fits on two lines without being cut, and without a broken word."""
    name = fonts.clean(name)
    return " ".join(fonts.wrap(name, LEAST, room, 2, face)) == name


def write_name(
    page: Page,
    x: float,
    middle: float,
    name: str,
    size: float,
    room: float,
    face: fonts.Face = "serif",
) -> None:
    """Writes a name on one or two lines around the height `middle`."""
    lines, size = name_lines(name, size, room, face)
    leading = size * 1.2
    y = middle + size * 0.36 - leading * (len(lines) - 1) / 2
    is_bold, is_serif = face == "bold", face == "serif"
    page.lines(x, y, lines, leading, size, room, is_bold=is_bold, is_serif=is_serif)


def line_to_write_on(page: Page, x: float, y: float, width: float) -> None:
    page.line(x, y, x + width, y, 0.6, INK)


def cut_across(page: Page, left: float, right: float, y: float) -> None:
    """Draws a broken line from left to right, with scissors at its beginning."""
    page.path([(left + 14, y), (right, y)], 0.6, dash=CUT_DASH)
    _scissors(page, left + 6, y)


def cut_down(page: Page, x: float, top: float, bottom: float) -> None:
    """Draws a broken line downwards, with scissors at its beginning."""
    page.path([(x, top + 14), (x, bottom)], 0.6, dash=CUT_DASH)
    _scissors(page, x, top + 6, is_down=True)


def _scissors(page: Page, x: float, y: float, *, is_down: bool = False) -> None:
    """Draws open scissors around (x, y), their blades to the right or downwards."""
    side = 9

    def at(along: float, across: float) -> tuple[float, float]:
        if is_down:
            return x - across * side, y + along * side
        return x + along * side, y + across * side

    for turn in (1, -1):
        page.circle(*at(-0.42, 0.22 * turn), side * 0.17, outline=INK, thickness=0.8)
        page.path([at(-0.27, 0.15 * turn), at(0.5, -0.22 * turn)], 0.8)


# Draws the plots of `moderator.plots` on a page.

THICKNESS = {"heavy": 2.2, "thin": 0.45, "axis": 0.8, "grid": 0.4}
GRID = (0.5, 2.0)
ALIGN: dict[str, Align] = {"start": "left", "middle": "centre", "end": "right"}


def draw_plot(page: Page, x: float, y: float, plot: Plot) -> None:
    """Draws a plot with its upper left corner at (x, y), a point for each unit, as a figure with
    `plot.label` as its text."""
    with page.element("Figure", alt=plot.label) if plot.label else page.element("Artifact"):
        for shape in plot.shapes:
            _draw(page, x, y, shape)


def _draw(page: Page, x: float, y: float, shape: PlotShape) -> None:
    match shape:
        case PlotLine():
            points = [(x + a, y + b) for a, b in shape.points]
            dash = GRID if shape.weight == "grid" else ()
            page.path(points, THICKNESS[shape.weight], INK, dash=dash)
        case PlotDot():
            page.circle(x + shape.x, y + shape.y, shape.radius, PAPER, INK, 1.3)
        case PlotBar(seat=None):
            page.box(x + shape.x, y + shape.y, shape.width, shape.height, PAPER, INK, 0.6)
        case PlotBar(seat=SeatLabel() as seat):
            page.bar(x + shape.x, y + shape.y, shape.width, shape.height, seat)
        case PlotText():
            _text(page, x + shape.x, y + shape.y, shape)
        case PlotSeal():
            page.badge(x + shape.x, y + shape.y, shape.side, shape.seat)
        case PlotArrow():
            points = [(x + a, y + b) for a, b in shape.points]
            page.path(points, 0.8, PAPER, fill=INK)
        case PlotTile():
            side, left, top = shape.side, x + shape.x, y + shape.y
            page.box(left, top, side, side, outline=INK, thickness=0.7, radius=side * 0.18)
            size = side * 0.7
            middle = top + side / 2 + size * CAP_HEIGHT / 2
            page.text(left + side / 2, middle, shape.letter, size, side - 2, "centre", is_bold=True)


def _text(page: Page, left: float, base: float, shape: PlotText) -> None:
    size, align = shape.size, ALIGN[shape.anchor]
    if shape.is_apart:
        width = fonts.width(shape.text, size, "bold" if shape.is_bold else "plain") + 2
        start = left - {"left": 1, "centre": width / 2, "right": width - 1}[align]
        page.box(start, base - size * CAP_HEIGHT - 1, width, size * CAP_HEIGHT + 2, PAPER)
    page.text(left, base, shape.text, size, shape.room, align, is_bold=shape.is_bold, least=LEAST)


# QR codes as marks.


def draw_qr(page: Page, x: float, y: float, side: float, url: str) -> None:
    """Draws the QR code of a URL in a square with its upper left corner at (x, y)."""
    count, parts = qr_rows(url)
    unit = side / count
    with page.element("Figure", alt=_("QR code: %s") % url):
        for column, row, length in parts:
            height = unit * 1.02 if row + 1 < count else unit  # no gaps between rows
            page.box(x + column * unit, y + row * unit, length * unit, height, fill=INK)
