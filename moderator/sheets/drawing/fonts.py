"""The sheets' fonts: their letters, their widths, and fitting text into a width."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import fontpkg_noto_sans
from reportlab.pdfbase.ttfonts import TTFont

FONT_NAME, BOLD_NAME = "NotoSans", "ModeratorSansBold"
_BOLD = Path(__file__).with_name("files") / "NotoSans-Bold.ttf"  # made by files/make_bold.py
SMALLEST = 6.0
"""The smallest font size on a sheet, in points."""
BOX_WIDTH = 0.62
"""Width, relative to the font size, of the box for a letter that is not in the font."""
ELLIPSIS = "…"

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}


@cache
def font() -> TTFont:
    """The font with Latin, Greek and Cyrillic letters, loaded once."""
    path = fontpkg_noto_sans.ROOT / "files" / "NotoSans[wdth,wght].ttf"
    return TTFont(FONT_NAME, str(path), shapable=False)


@cache
def bold_font() -> TTFont:
    """The bold font with the same letters, loaded once."""
    return TTFont(BOLD_NAME, str(_BOLD), shapable=False)


def clean(text: str) -> str:
    """The text on one line, in Unicode form C, with white space as single spaces."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip()


@cache
def is_missing(letter: str) -> bool:
    """Whether the letter is shown as a box, because it is not in the font or is invisible."""
    return unicodedata.category(letter) in _INVISIBLE or ord(letter) not in font().face.charToGlyph


def missing_letters(text: str) -> list[str]:
    """The text's letters that are shown as boxes, each once, in order."""
    return list(dict.fromkeys(letter for letter in text if is_missing(letter)))


@cache
def _advance(letter: str, is_bold: bool) -> float:
    if is_missing(letter):
        return BOX_WIDTH
    advance: float = (bold_font() if is_bold else font()).stringWidth(letter, 1)
    return advance


def width(text: str, size: float, is_bold: bool = False) -> float:
    """The width of the text in points, at a font size in points."""
    return size * sum(_advance(letter, is_bold) for letter in text)


def _fitting(text: str, start: int, room: float, is_bold: bool) -> int:
    """The end of the part of text from `start` that fits the room (relative to the font size)."""
    for end in range(start, len(text)):
        room -= _advance(text[end], is_bold)
        if room < 0:
            return end
    return len(text)


def cut(text: str, size: float, room: float, is_bold: bool = False) -> str:
    """As much of the text as fits the room (points), with an ellipsis if it is cut."""
    left = room / size
    if _fitting(text, 0, left, is_bold) == len(text):
        return text
    left -= _advance(ELLIPSIS, is_bold)
    return text[: _fitting(text, 0, left, is_bold)].rstrip() + ELLIPSIS


def fit(
    text: str, size: float, room: float, is_bold: bool = False, least: float = SMALLEST
) -> tuple[str, float]:
    """The text and a font size between `least` and `size` at which it fits; otherwise it is cut."""
    natural = width(text, size, is_bold)
    if natural <= room:
        return text, size
    shrunk = max(least, size * room / natural * 0.999)
    return cut(text, shrunk, room, is_bold), shrunk


def wrap(
    text: str, size: float, room: float, limit: int | None = None, is_bold: bool = False
) -> list[str]:
    """The text in lines that fit the room (points); longer words are broken anywhere.

    Args:
        limit: the most lines; if there is more text, the last one ends in an ellipsis.
    """
    lines: list[str] = []
    line = ""
    for word in _words(text, size, room, is_bold):
        longer = f"{line} {word}" if line else word
        if width(longer, size, is_bold) <= room:
            line = longer
            continue
        lines.append(line)
        line = word
        if limit is not None and len(lines) > limit:
            break
    lines.append(line)
    if limit is not None and len(lines) > limit:
        rest = " ".join(lines[limit - 1 :])
        lines = [*lines[: limit - 1], cut(rest, size, room, is_bold)]
    return [one for one in lines if one] or [""]


def _words(text: str, size: float, room: float, is_bold: bool) -> Iterator[str]:
    """The words; those wider than the room are in pieces."""
    left = room / size
    for word in clean(text).split(" "):
        start = 0
        while start < len(word):
            end = max(_fitting(word, start, left, is_bold), start + 1)
            yield word[start:end]
            start = end
