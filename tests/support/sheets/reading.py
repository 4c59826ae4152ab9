"""Reading sheets back: their text, and the marks that they consist of."""

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

from pypdf import PdfReader

from moderator.sheets.drawing import MARGIN, canvas
from moderator.sheets.drawing.marks import (
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
)

Area = tuple[float, float, float, float]


def reader(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf), strict=True)


def page_texts(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in reader(pdf).pages]


def text(pdf: bytes) -> str:
    return "\n".join(page_texts(pdf))


@contextmanager
def _caught(pages: list[list[Mark]], size: list[tuple[float, float]]) -> Iterator[None]:
    def catch(parts: list[canvas.SheetPart], _about: object) -> bytes:
        pages.extend(list(flat(page.marks)) for part in parts for page in part.pages)
        size.extend(part.size for part in parts)
        return b""

    with patch.object(canvas, "pdf", catch):
        yield


def flat(marks: Iterable[Mark]) -> Iterator[Mark]:
    """The marks, those that are turned upside down where they are on the paper."""
    for mark in marks:
        if isinstance(mark, Turned):
            yield from (_turned(inner, mark) for inner in flat(mark.marks))
        else:
            yield mark


def _turned(mark: Mark, around: Turned) -> Mark:
    """The mark as an area: text keeps its size, so that it can be judged."""
    if isinstance(mark, Open | Close | Bookmark):
        return mark
    left, top, right, bottom = extent(mark)
    x, y = 2 * around.x - right, 2 * around.y - bottom
    if isinstance(mark, Text):
        return replace(mark, x=x, y=2 * around.y - top)
    return Rectangle(x, y, right - left, bottom - top)


def marks(make: Callable[[], bytes]) -> tuple[list[list[Mark]], tuple[float, float]]:
    """The pages that a sheet is made of, as marks, and their size."""
    pages: list[list[Mark]] = []
    size: list[tuple[float, float]] = []
    with _caught(pages, size):
        make()
    return pages, size[-1]


def extent(mark: Mark) -> Area:
    """Left, top, right, bottom; for text from its capitals to its baseline."""
    match mark:
        case Text():
            return mark.x, mark.y - mark.size * 0.72, mark.x + mark.width, mark.y
        case Stroke():
            xs, ys = sorted((mark.x1, mark.x2)), sorted((mark.y1, mark.y2))
            return xs[0], ys[0], xs[1], ys[1]
        case Rectangle() | Pattern():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        case Shape():
            numbers = [one for _, one in commands(mark.path)]
            xs = [mark.x + x * mark.side / UNITS for one in numbers for x in one[::2]]
            ys = [mark.y + y * mark.side / UNITS for one in numbers for y in one[1::2]]
            return min(xs), min(ys), max(xs), max(ys)
        case Path():
            xs, ys = [x for x, _ in mark.points], [y for _, y in mark.points]
            return min(xs), min(ys), max(xs), max(ys)
        case Bookmark():
            return MARGIN, mark.y, MARGIN, mark.y
        case _:
            return MARGIN, MARGIN, MARGIN, MARGIN


def page_words(make: Callable[[], bytes]) -> list[str]:
    """The words of each page of a sheet, in the order in which they are laid out."""
    pages, _ = marks(make)
    return [" ".join(one.text for one in page if isinstance(one, Text)) for page in pages]


def faults(make: Callable[[], bytes]) -> list[str]:
    """Returns what leaves the paper, overlaps other text, or is too small to read."""
    return faults_of(*marks(make))


def faults_of(pages: list[list[Mark]], size: tuple[float, float]) -> list[str]:
    """The same of pages that have been laid out, as `flat` gives their marks."""
    width, height = size
    found = []
    for number, page in enumerate(pages, start=1):
        for mark in page:
            left, top, right, bottom = extent(mark)
            if left < MARGIN - 2 or top < MARGIN - 2:
                found.append(f"page {number}, off the paper: {mark}")
            if right > width - MARGIN + 2 or bottom > height - MARGIN + 2:
                found.append(f"page {number}, off the paper: {mark}")
        words = [mark for mark in page if isinstance(mark, Text)]
        found += [f"page {number}, too small: {w}" for w in words if w.size < 5.99]
        found += [f"page {number}, overlap: {a} and {b}" for a, b in _overlapping(words)]
    return found


def _overlapping(words: list[Text]) -> Iterator[tuple[Text, Text]]:
    slack = 0.05
    placed = sorted(((extent(word), word) for word in words), key=lambda pair: pair[0][1])
    for i, (one, word) in enumerate(placed):
        for other, next_word in placed[i + 1 :]:
            if other[1] + slack >= one[3]:
                break  # all others begin lower
            if one[0] + slack < other[2] and other[0] + slack < one[2]:
                yield word, next_word
