"""Turns marks into a PDF: the only module that uses ReportLab's canvas.

Text is drawn letter by letter and never interpreted as markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain, groupby
from threading import Lock

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from moderator.plots import (
    PAPER_LIGHT,
    pattern_dots,
    pattern_patches,
    pattern_strokes,
)
from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.icons import UNITS, commands
from moderator.sheets.drawing.marks import (
    Bookmark,
    Mark,
    Pattern,
    Rectangle,
    Shape,
    Stroke,
    Text,
    mix,
)

ROUND = 1

# The font's parser has state, so only one sheet can be made at a time.
_font_lock = Lock()


@dataclass(frozen=True, slots=True)
class PdfMetadata:
    """The metadata of a PDF; `at` is the date for both its creation and its last change."""

    title: str
    author: str
    subject: str
    language: str
    at: datetime


def pdf(pages: Sequence[Sequence[Mark]], size: tuple[float, float], about: PdfMetadata) -> bytes:
    """The pages as a PDF; the same marks give the same bytes.

    Args:
        pages: one or more; each has its marks in drawing and reading order.
        size: (width, height) of every page in points.
    """
    out = BytesIO()
    with _font_lock:
        pdfmetrics.registerFont(fonts.font())
        pdfmetrics.registerFont(fonts.bold_font())
        canvas = Canvas(
            out,
            pagesize=size,
            invariant=1,
            pageCompression=1,
            lang=about.language,
            initialFontName=fonts.FONT_NAME,  # else Helvetica, which is not embedded
        )
        _set_date(canvas, about.at)
        canvas.setTitle(_printable(about.title))
        canvas.setAuthor(_printable(about.author))
        canvas.setSubject(_printable(about.subject))
        canvas.setCreator("moderator.sheets")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        pen = _Pen(canvas, size[1])
        for number, page in enumerate(pages, start=1):
            for mark in page:
                pen.draw(mark, number)
            canvas.showPage()
        canvas.save()
    return out.getvalue()


def _set_date(canvas: Canvas, at: datetime) -> None:
    """Sets the date in UTC; ReportLab has no function for it."""
    stamp = canvas._doc._timeStamp
    stamp.YMDhms = tuple(at.astimezone(UTC).timetuple())[:6]
    stamp.dhh = stamp.dmm = 0


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


class _Pen:
    """Draws marks on a canvas whose y grows upwards."""

    def __init__(self, canvas: Canvas, height: float) -> None:
        self.canvas = canvas
        self.height = height
        self.bookmarks = 0

    def draw(self, mark: Mark, page: int) -> None:
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
            case Bookmark():
                self.bookmarks += 1
                key = f"part-{self.bookmarks}"
                self.canvas.bookmarkHorizontal(key, 0, self.height - mark.y)
                self.canvas.addOutlineEntry(_printable(mark.title), key)

    def _text(self, mark: Text) -> None:
        x, y = mark.x, self.height - mark.y
        for is_box, run in groupby(mark.text, fonts.is_missing):
            part = "".join(run)
            if is_box:
                self._boxes(x, y, len(part), mark)
            else:
                self._string(x, y, part, mark)
            x += fonts.width(part, mark.size, mark.is_bold)

    def _string(self, x: float, y: float, part: str, mark: Text) -> None:
        # Each text has a state of its own, so that programs that read it back keep lines apart.
        self.canvas.saveState()
        text = self.canvas.beginText(x, y)
        text.setFont(fonts.BOLD_NAME if mark.is_bold else fonts.FONT_NAME, mark.size)
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
        ground = mark.ground
        self._box(
            Rectangle(mark.x, mark.y, mark.width, mark.height, fill=ground, radius=mark.radius)
        )
        inset = min(mark.radius * 0.35, mark.width / 3, mark.height / 3)
        width, height = mark.width - 2 * inset, mark.height - 2 * inset
        pitch = max(min(mark.width, mark.height) / 5, 1.8)
        left, top = mark.x + inset, self.height - mark.y - inset
        light = HexColor(mix(PAPER_LIGHT, ground, 0.36))
        self.canvas.setFillColor(light)
        self.canvas.setStrokeColor(light)
        self.canvas.setLineWidth(pitch * 0.32)
        for x1, y1, x2, y2 in pattern_strokes(mark.number, width, height, pitch):
            self.canvas.line(left + x1, top - y1, left + x2, top - y2)
        for x, y, radius in pattern_dots(mark.number, width, height, pitch):
            self.canvas.circle(left + x, top - y, radius, fill=1, stroke=0)
        for x, y, across, down in pattern_patches(mark.number, width, height, pitch):
            self.canvas.rect(left + x, top - y - down, across, down, fill=1, stroke=0)
