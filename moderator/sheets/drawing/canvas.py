"""Makes a PDF of pages of marks, with ReportLab's canvas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from io import BytesIO
from threading import Lock
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFStream
from reportlab.pdfgen.canvas import Canvas

from moderator.plots import pattern_dots, pattern_of, pattern_patches, pattern_strokes
from moderator.sheets.drawing import Page, fonts
from moderator.sheets.drawing import operators as ops
from moderator.sheets.drawing.fonts import ShapedFont
from moderator.sheets.drawing.marks import (
    INK,
    PAPER,
    UNITS,
    Bookmark,
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
    commands,
    texts_of,
)
from moderator.sheets.drawing.operators import Embedded, Structure, rounded, text_string

# Seats' patterns as operators of a page's content, in ink on paper.

STROKE = 0.32
"""The thickness of a pattern's lines, relative to their distance."""
LARGER = 1.3
"""Dots are this much larger than on screen, because ink on paper spreads less than light."""


@lru_cache(1024)
def pattern(
    number: int, width: float, height: float, radius: float, pitch: float, outline: float
) -> str:
    """The operators for a rectangle in a seat's pattern, whose upper left corner is (0, 0).

    Rectangles of the same size have the same operators, which keeps files small.

    Args:
        width, height, radius: of the rectangle and its corners, in points.
        pitch, outline: the distance of the pattern's lines and the thickness of the rectangle's.
    """
    radius = min(radius, width / 2, height / 2)
    edge = rounded(0, -height, width, height, radius)
    ground = INK if pattern_of(number) == "plain" else PAPER
    painted = [f"{ops.fill(ground)} {edge} f"]
    inside = _inside(number, width, height, pitch)
    if inside:
        colours = f"{ops.stroke(INK)} {ops.fill(INK)}"
        painted.append(f"q {edge} W n {colours} {inside} Q")
    if outline > 0:
        painted.append(f"{ops.stroke(INK)} {ops.thickness(outline)} {edge} S")
    return " ".join(painted)


def _inside(number: int, width: float, height: float, pitch: float) -> str:
    """The lines, dots or patches of a pattern, cut by whoever draws them."""
    size = width, height, pitch
    strokes = [ops.line(x1, -y1, x2, -y2) for x1, y1, x2, y2 in pattern_strokes(number, *size)]
    patches = [ops.rectangle(x, -y - b, a, b) for x, y, a, b in pattern_patches(number, *size)]
    dots = pattern_dots(number, *size)
    painted = []
    if strokes:
        painted += [ops.thickness(pitch * STROKE), *strokes, "S"]
    if patches:
        painted += [*patches, "f"]
    if dots:  # lines without a length and with round ends, which take less than circles
        diameter = 2 * LARGER * dots[0][2]
        painted += [
            "1 J",
            ops.thickness(diameter),
            *(ops.line(x, -y, x, -y) for x, y, _r in dots),
        ]
        painted.append("S")
    return " ".join(painted)


# Draws marks into a PDF. Text is drawn letter by letter and never interpreted as markup.

ROUND_ENDS = "1 J 1 j"
COMMANDS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def printable(text: str) -> str:
    """The text with a replacement character for each one that can't be shown."""
    kept = (c.isprintable() or c in fonts.JOINERS for c in text)
    return "".join(c if k else "\N{REPLACEMENT CHARACTER}" for c, k in zip(text, kept, strict=True))


class Pen:
    """Draws marks on the pages of a canvas, whose y grows upwards.

    Args:
        marks: all that will be drawn, since fonts are added with the glyphs that these use.
    """

    def __init__(self, canvas: Canvas, marks: Iterable[Mark]) -> None:
        self.canvas = canvas
        self.document = canvas._doc
        self.structure = Structure(self.document)
        used: dict[ShapedFont, dict[str, None]] = {}
        for text in texts_of(marks):
            for font, part, _width in fonts.runs(text.text, text.face):
                if isinstance(font, ShapedFont):
                    used.setdefault(font, {})[part] = None
        self.shaped = {font: Embedded(self.document, font, parts) for font, parts in used.items()}
        self.height = 0.0
        self.bookmarks = 0
        self.level = 0
        self.under = ""

    def begin(self, size: tuple[float, float], title: str, under: str = "") -> None:
        """Begins pages of this size; with titles, they are under entries in the outline."""
        self.canvas.setPageSize(size)
        self.height = size[1]
        if under and under != self.under:
            self.level = 0
            self._bookmark(Bookmark(0, under), is_closed=True)
        self.under = under
        self.level = int(bool(under))
        self.structure.begin_part(printable(title))
        if title:
            self._bookmark(Bookmark(0, title), is_closed=True)
            self.level += 1

    def page(self, marks: Iterable[Mark]) -> None:
        """Draws a page, which is complete then."""
        for mark in marks:
            self.draw(mark)
        self._write(self.structure.end())
        self.canvas.showPage()
        self.structure.end_page(self.document.Pages.pages[-1])

    def draw(self, mark: Mark) -> None:
        match mark:
            case Text():
                self._text(mark)
            case Stroke():
                y1, y2 = self.height - mark.y1, self.height - mark.y2
                path = ops.line(mark.x1, y1, mark.x2, y2)
                self._draw(f"{ops.stroke(mark.colour)} {ops.thickness(mark.thickness)} {path} S")
            case Rectangle():
                bottom = self.height - mark.y - mark.height
                radius = min(mark.radius, mark.width / 2, mark.height / 2)
                path = rounded(mark.x, bottom, mark.width, mark.height, radius)
                self._area(path, mark.fill, mark.outline, mark.thickness)
            case Pattern():
                look = mark.number, mark.width, mark.height, mark.radius, mark.pitch, mark.outline
                y = self.height - mark.y
                self._draw(f"q 1 0 0 1 {mark.x:.2f} {y:.2f} cm {pattern(*look)} Q")
            case Shape():
                self._shape(mark)
            case Path():
                self._path(mark)
            case Turned():
                self._turned(mark)
            case Bookmark():
                self._bookmark(mark)
            case Open():
                self.structure.open(mark)
            case Close():
                self.structure.close()

    def _write(self, operators: str) -> None:
        self.canvas._code.append(operators)

    def _draw(self, operators: str) -> None:
        self._write(self.structure.graphics() + operators)

    def _bookmark(self, mark: Bookmark, *, is_closed: bool = False) -> None:
        self.bookmarks += 1
        key = f"part-{self.bookmarks}"
        self.canvas.bookmarkHorizontal(key, 0, self.height - mark.y)
        self.canvas.addOutlineEntry(printable(mark.title), key, self.level, closed=is_closed)

    def _turned(self, mark: Turned) -> None:
        x, y = 2 * mark.x, 2 * (self.height - mark.y)
        self._write(f"{self.structure.end()}q -1 0 0 -1 {x:.2f} {y:.2f} cm")
        for inner in mark.marks:
            self.draw(inner)
        self._write(f"{self.structure.end()}Q")

    def _area(self, path: str, fill: str | None, outline: str | None, thickness: float) -> None:
        colours = [ops.fill(fill)] if fill else []
        if outline:
            colours += [ops.stroke(outline), ops.thickness(thickness)]
        paint = ops.paint(fill is not None, outline is not None)
        self._draw(" ".join([*colours, path, paint]))

    def _path(self, mark: Path) -> None:
        path = ops.lines((x, self.height - y) for x, y in mark.points)
        colours = [
            ops.stroke(mark.colour),
            ops.thickness(mark.thickness),
        ]
        if mark.fill:
            path += " h"
            colours.append(ops.fill(mark.fill))
        dash = " ".join(f"{length:.2f}" for length in mark.dash)
        paint = ops.paint(mark.fill is not None, mark.thickness > 0)
        self._draw(" ".join(["q", ROUND_ENDS, f"[{dash}] 0 d", *colours, path, paint, "Q"]))

    def _text(self, mark: Text) -> None:
        x, y = mark.x, self.height - mark.y
        self._write(self.structure.text())
        runs = fonts.runs(mark.text, mark.face)
        said = "".join(self._said(font, part) for font, part, _width in runs)
        # What is read out and found, where the letters on the paper are others.
        actual = "" if said == mark.text else printable(mark.text)
        if actual:
            self._write(f"/Span <</ActualText {text_string(actual)}>> BDC")
        for font, part, width in runs:
            if font is None:
                self._boxes(x, y, len(part), mark)
            else:
                self._string(x, y, part, mark, font)
            x += width * mark.size * mark.stretch
        if actual:
            self._write("EMC")

    def _said(self, font: fonts.Font | None, part: str) -> str:
        """What programs read that know only the glyphs."""
        if isinstance(font, ShapedFont):
            return self.shaped[font].said_by(part)
        return part if font else ""

    def _string(self, x: float, y: float, part: str, mark: Text, font: fonts.Font) -> None:
        if isinstance(font, ShapedFont):
            shown = self.shaped[font].show(part, mark.size)
        else:
            shown = " ".join(
                f"{font.getSubsetInternalName(subset, self.document)} {mark.size:.3f} Tf "
                f"<{letters.hex()}> Tj"
                for subset, letters in font.splitString(part, self.document)
            )
        if mark.stretch != 1:
            shown = f"{100 * mark.stretch:.2f} Tz {shown}"
        # Each text has a state of its own, so that programs that read it back keep lines apart.
        self._write(f"q BT {ops.fill(mark.colour)} 1 0 0 1 {x:.2f} {y:.2f} Tm {shown} ET Q")

    def _boxes(self, x: float, y: float, count: int, mark: Text) -> None:
        wide = mark.size * mark.stretch
        step, left = wide * fonts.BOX_WIDTH, x + wide * 0.07
        width, height = wide * 0.48, mark.size * 0.68
        boxes = (ops.rectangle(left + k * step, y, width, height) for k in range(count))
        thickness = ops.thickness(mark.size * 0.06)
        self._write(" ".join([ops.stroke(mark.colour), thickness, *boxes, "S"]))

    def _shape(self, mark: Shape) -> None:
        scale, top = mark.side / UNITS, self.height - mark.y
        steps = []
        for letter, numbers in commands(mark.path):
            xs = (mark.x + x * scale for x in numbers[::2])
            ys = (top - y * scale for y in numbers[1::2])
            steps += [f"{x:.2f} {y:.2f}" for x, y in zip(xs, ys, strict=True)]
            steps.append(COMMANDS[letter])
        colours = f"{ops.stroke(mark.colour)} {ops.fill(mark.colour)}"
        paint = ops.paint(not mark.thickness, mark.thickness > 0)
        thickness = ops.thickness(mark.thickness)
        self._draw(" ".join(["q", ROUND_ENDS, thickness, colours, *steps, paint, "Q"]))


# The PDF.

rl_config.useA85 = 0  # else pages are encoded as text, which is slow and a quarter longer
VERSION = (1, 7)
CREATOR = "moderator.sheets"
# ISO 16684-1; `pdfuaid` says that the file keeps to ISO 14289-1 (PDF/UA-1), which
# `departures` (tests/support/sheets/structure.py) checks for every kind of sheet.
XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:CreateDate>{at}</xmp:CreateDate><xmp:ModifyDate>{at}</xmp:ModifyDate>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""
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


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Pages of a sheet: all of it, or those for one player.

    Args:
        pages: one or more; each has its marks in drawing and reading order.
        size: (width, height) of every page in points.
        name: that of the sheet.
        seat: the id of the player for whom they are; empty if they are for the table.
        title: if there is one, an entry in the outline, with the pages' own entries below it.
        under: the entry above it, which the parts that follow each other may share.
    """

    pages: Sequence[Page]
    size: tuple[float, float]
    about: PdfMetadata
    name: str = ""
    seat: str = ""
    title: str = ""
    under: str = ""


def pdf(
    parts: Sequence[SheetPart], about: PdfMetadata, drawn: Callable[[], object] = lambda: None
) -> bytes:
    """The parts as a PDF, one after the other; the same marks give the same bytes.

    Args:
        drawn: called after each part.
    """
    out = BytesIO()
    with _font_lock:
        pdfmetrics.registerFont(fonts.font())
        canvas = Canvas(
            out,
            pagesize=parts[0].size,
            invariant=1,
            pageCompression=1,
            pdfVersion=VERSION,
            lang=about.language,
            initialFontName=fonts.FONT_NAME,  # else Helvetica, which is not embedded
        )
        _set_date(canvas, about.at)
        canvas.setTitle(printable(about.title))
        canvas.setAuthor(printable(about.author))
        canvas.setSubject(printable(about.subject))
        canvas.setCreator(CREATOR)
        canvas.setViewerPreference("DisplayDocTitle", "true")
        canvas._doc.Catalog.Metadata = _xmp(about)
        pen = Pen(canvas, (mark for part in parts for page in part.pages for mark in page.marks))
        for part in parts:
            pen.begin(part.size, part.title, part.under)
            for page in part.pages:
                pen.page(page.marks)
            drawn()
        pen.structure.finish()
        canvas.save()
    return out.getvalue()


def _xmp(about: PdfMetadata) -> PDFStream:
    """The metadata as a stream, uncompressed for programs that read nothing else."""
    at = about.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    texts = {
        name: escape(printable(getattr(about, name))) for name in ("title", "author", "subject")
    }
    xmp = XMP.format(**texts, language=about.language, creator=CREATOR, at=at)
    entries = {"Type": PDFName("Metadata"), "Subtype": PDFName("XML")}
    return PDFStream(PDFDictionary(entries), xmp.encode("ascii", "xmlcharrefreplace"), filters=[])


def _set_date(canvas: Canvas, at: datetime) -> None:
    """Sets the date in UTC; ReportLab has no function for it."""
    stamp = canvas._doc._timeStamp
    stamp.YMDhms = tuple(at.astimezone(UTC).timetuple())[:6]
    stamp.dhh = stamp.dmm = 0
