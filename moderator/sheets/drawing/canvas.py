"""Makes a PDF of pages of marks, with ReportLab's canvas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from threading import Lock

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from moderator.sheets.drawing import fonts
from moderator.sheets.drawing.marks import Mark
from moderator.sheets.drawing.pen import Pen, printable

rl_config.useA85 = 0  # else pages are encoded as text, which is slow and a quarter longer
VERSION = (1, 7)
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
class Part:
    """Pages of one size: a sheet, or one of the sheets of a pack.

    Args:
        pages: one or more; each has its marks in drawing and reading order.
        size: (width, height) of every page in points.
        title: if there is one, an entry in the outline, with the pages' own entries below it.
        under: the entry above it, which the parts that follow each other may share.
    """

    pages: Sequence[Sequence[Mark]]
    size: tuple[float, float]
    title: str = ""
    under: str = ""


def pdf(
    parts: Sequence[Part], about: PdfMetadata, drawn: Callable[[Part], object] = lambda part: None
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
        canvas.setCreator("moderator.sheets")
        canvas.setViewerPreference("DisplayDocTitle", "true")
        pen = Pen(canvas)
        for part in parts:
            pen.begin(part.size, part.title, part.under)
            for page in part.pages:
                pen.page(page)
            drawn(part)
        pen.structure.finish()
        canvas.save()
    return out.getvalue()


def _set_date(canvas: Canvas, at: datetime) -> None:
    """Sets the date in UTC; ReportLab has no function for it."""
    stamp = canvas._doc._timeStamp
    stamp.YMDhms = tuple(at.astimezone(UTC).timetuple())[:6]
    stamp.dhh = stamp.dmm = 0
