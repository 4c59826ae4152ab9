"""Draws marks with ReportLab. Text is drawn letter by letter and never interpreted as markup."""

from __future__ import annotations

from itertools import chain, groupby

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from moderator.plots import (
    pattern_dots,
    pattern_patches,
    pattern_strokes,
    seat_look,
)
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.icons import UNITS, commands
from moderator.sheets.drawing.marks import (
    INK,
    PAPER,
    Bookmark,
    Circle,
    Close,
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

ROUND = 1


def printable(text: str) -> str:
    """The text with a replacement character for each one that can't be shown."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


class Pen:
    """Draws marks on a canvas whose y grows upwards."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.height = 0.0
        self.bookmarks = 0
        self.level = 0

    def begin(self, size: tuple[float, float], title: str) -> None:
        """Begins pages of this size; with a title, they are under an entry in the outline."""
        self.canvas.setPageSize(size)
        self.height = size[1]
        self.level = 0
        if title:
            self._bookmark(Bookmark(0, title))
            self.level = 1

    def draw(self, mark: Mark) -> None:
        match mark:
            case Text():
                self._text(mark)
            case Stroke():
                self._line(mark)
            case Rectangle():
                self._box(mark)
            case Pattern():
                self._pattern(mark)
            case Shape():
                self._shape(mark)
            case Circle():
                self._circle(mark)
            case Path():
                self._path(mark)
            case Turned():
                self._turned(mark)
            case Bookmark():
                self._bookmark(mark)
            case Open() | Close():
                pass

    def _bookmark(self, mark: Bookmark) -> None:
        self.bookmarks += 1
        key = f"part-{self.bookmarks}"
        self.canvas.bookmarkHorizontal(key, 0, self.height - mark.y)
        self.canvas.addOutlineEntry(printable(mark.title), key, self.level)

    def _turned(self, mark: Turned) -> None:
        self.canvas.saveState()
        self.canvas.translate(2 * mark.x, 2 * (self.height - mark.y))
        self.canvas.rotate(180)
        for inner in mark.marks:
            self.draw(inner)
        self.canvas.restoreState()

    def _circle(self, mark: Circle) -> None:
        if mark.fill:
            self.canvas.setFillColor(HexColor(mark.fill))
        if mark.outline:
            self.canvas.setStrokeColor(HexColor(mark.outline))
            self.canvas.setLineWidth(mark.thickness)
        y = self.height - mark.y
        fill, stroke = int(mark.fill is not None), int(mark.outline is not None)
        self.canvas.circle(mark.x, y, mark.radius, fill=fill, stroke=stroke)

    def _path(self, mark: Path) -> None:
        path = self.canvas.beginPath()
        first, *rest = mark.points
        path.moveTo(first[0], self.height - first[1])
        for x, y in rest:
            path.lineTo(x, self.height - y)
        self.canvas.saveState()
        self.canvas.setLineCap(ROUND)
        self.canvas.setLineJoin(ROUND)
        self.canvas.setLineWidth(mark.thickness)
        self.canvas.setDash(list(mark.dash))
        self.canvas.setStrokeColor(HexColor(mark.colour))
        if mark.fill:
            path.close()
            self.canvas.setFillColor(HexColor(mark.fill))
        fill, stroke = int(mark.fill is not None), int(mark.thickness > 0)
        self.canvas.drawPath(path, fill=fill, stroke=stroke)
        self.canvas.restoreState()

    def _text(self, mark: Text) -> None:
        x, y = mark.x, self.height - mark.y
        for is_box, run in groupby(mark.text, fonts.is_missing):
            part = "".join(run)
            if is_box:
                self._boxes(x, y, len(part), mark)
            else:
                self._string(x, y, part, mark)
            x += fonts.width(part, mark.size, mark.face)

    def _string(self, x: float, y: float, part: str, mark: Text) -> None:
        # Each text has a state of its own, so that programs that read it back keep lines apart.
        self.canvas.saveState()
        text = self.canvas.beginText(x, y)
        text.setFont(fonts.font_of(mark.face).fontName, mark.size)
        text.setFillColor(HexColor(mark.colour))
        text.textOut(part)
        self.canvas.drawText(text)
        self.canvas.restoreState()

    def _boxes(self, x: float, y: float, count: int, mark: Text) -> None:
        self.canvas.setStrokeColor(HexColor(mark.colour))
        self.canvas.setLineWidth(mark.size * 0.06)
        step = mark.size * fonts.BOX_WIDTH
        for k in range(count):
            left = x + k * step + mark.size * 0.07
            self.canvas.rect(left, y, mark.size * 0.48, mark.size * 0.68, fill=0)

    def _line(self, mark: Stroke) -> None:
        self.canvas.setStrokeColor(HexColor(mark.colour))
        self.canvas.setLineWidth(mark.thickness)
        self.canvas.line(mark.x1, self.height - mark.y1, mark.x2, self.height - mark.y2)

    def _box(self, mark: Rectangle) -> None:
        if mark.fill:
            self.canvas.setFillColor(HexColor(mark.fill))
        if mark.outline:
            self.canvas.setStrokeColor(HexColor(mark.outline))
            self.canvas.setLineWidth(mark.thickness)
        self.canvas.roundRect(
            mark.x,
            self.height - mark.y - mark.height,
            mark.width,
            mark.height,
            min(mark.radius, mark.width / 2, mark.height / 2),
            fill=int(mark.fill is not None),
            stroke=int(mark.outline is not None),
        )

    def _shape(self, mark: Shape) -> None:
        scale, top = mark.side / UNITS, self.height - mark.y
        path = self.canvas.beginPath()
        steps = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
        for letter, numbers in commands(mark.path):
            xs = (mark.x + x * scale for x in numbers[::2])
            ys = (top - y * scale for y in numbers[1::2])
            steps[letter](*chain.from_iterable(zip(xs, ys, strict=True)))
        self.canvas.saveState()
        self.canvas.setLineCap(ROUND)
        self.canvas.setLineJoin(ROUND)
        self.canvas.setLineWidth(mark.thickness)
        self.canvas.setStrokeColor(HexColor(mark.colour))
        self.canvas.setFillColor(HexColor(mark.colour))
        self.canvas.drawPath(path, fill=int(not mark.thickness), stroke=int(mark.thickness > 0))
        self.canvas.restoreState()

    def _pattern(self, mark: Pattern) -> None:
        width, height, number = mark.width, mark.height, mark.number
        radius = min(mark.radius, width / 2, height / 2)
        left, top = mark.x, self.height - mark.y
        ink, is_plain = HexColor(INK), seat_look(number).pattern == "plain"
        self.canvas.saveState()
        edge = self.canvas.beginPath()
        edge.roundRect(left, top - height, width, height, radius)
        self.canvas.clipPath(edge, stroke=0, fill=0)
        self.canvas.setFillColor(ink if is_plain else HexColor(PAPER))
        self.canvas.rect(left, top - height, width, height, fill=1, stroke=0)
        self.canvas.setFillColor(ink)
        self.canvas.setStrokeColor(ink)
        self.canvas.setLineWidth(mark.pitch * 0.32)
        for x1, y1, x2, y2 in pattern_strokes(number, width, height, mark.pitch):
            self.canvas.line(left + x1, top - y1, left + x2, top - y2)
        for x, y, size in pattern_dots(number, width, height, mark.pitch):
            self.canvas.circle(left + x, top - y, size * 1.3, fill=1, stroke=0)
        for x, y, across, down in pattern_patches(number, width, height, mark.pitch):
            self.canvas.rect(left + x, top - y - down, across, down, fill=1, stroke=0)
        self.canvas.restoreState()
        self.canvas.setStrokeColor(ink)
        self.canvas.setLineWidth(mark.outline)
        self.canvas.roundRect(left, top - height, width, height, radius, fill=0, stroke=1)
