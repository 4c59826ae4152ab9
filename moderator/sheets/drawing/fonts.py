"""The sheets' fonts: their letters, their widths, and fitting text into a width."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import fontpkg_noto_sans
from reportlab.pdfbase.ttfonts import TTFont

Face = Literal["plain", "bold", "serif"]
"""The text itself, what is important in it, and titles with large figures."""
FONT_NAME, BOLD_NAME, SERIF_NAME = "NotoSans", "ModeratorSansBold", "ModeratorSerifBold"
_FILES = Path(__file__).with_name("files")  # made by files/make_fonts.py
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
    return TTFont(BOLD_NAME, str(_FILES / "NotoSans-Bold.ttf"), shapable=False)


@cache
def serif_font() -> TTFont:
    """The bold font with serifs and the same letters but Devanagari, loaded once."""
    return TTFont(SERIF_NAME, str(_FILES / "NotoSerif-Bold.ttf"), shapable=False)


def _fonts_of(face: Face) -> tuple[TTFont, ...]:
    """The fonts in which a letter is looked for, one after the other."""
    if face == "serif":
        return serif_font(), bold_font()
    return (font() if face == "plain" else bold_font(),)


@cache
def font_for(letter: str, face: Face) -> TTFont | None:
    """The font with which the letter is printed; none if it is shown as a box."""
    if unicodedata.category(letter) in _INVISIBLE:
        return None
    return next((one for one in _fonts_of(face) if ord(letter) in one.face.charToGlyph), None)


def clean(text: str) -> str:
    """The text on one line, in Unicode form C, with white space as single spaces."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", text)).strip()


def is_missing(letter: str) -> bool:
    """Whether the letter is shown as a box, because it is not in the fonts or is invisible."""
    return font_for(letter, "plain") is None


def missing_letters(text: str) -> list[str]:
    """The text's letters that are shown as boxes, each once, in order."""
    return list(dict.fromkeys(letter for letter in text if is_missing(letter)))


@cache
def _advance(letter: str, face: Face) -> float:
    own = font_for(letter, face)
    return BOX_WIDTH if own is None else float(own.stringWidth(letter, 1))


def width(text: str, size: float, face: Face = "plain") -> float:
    """The width of the text in points, at a font size in points."""
    return size * _natural(text, face)


@lru_cache(maxsize=20_000)  # the sheets of a pack have most of their texts in common
def _natural(text: str, face: Face) -> float:
    return sum([_advance(letter, face) for letter in text])


def _fitting(text: str, start: int, room: float, face: Face) -> int:
    """The end of the part of text from `start` that fits the room (relative to the font size)."""
    for end in range(start, len(text)):
        room -= _advance(text[end], face)
        if room < 0:
            return end
    return len(text)


def cut(text: str, size: float, room: float, face: Face = "plain") -> str:
    """As much of the text as fits the room (points), with an ellipsis if it is cut."""
    left = room / size
    if _fitting(text, 0, left, face) == len(text):
        return text
    left -= _advance(ELLIPSIS, face)
    return text[: _fitting(text, 0, left, face)].rstrip() + ELLIPSIS


def fit(
    text: str, size: float, room: float, face: Face = "plain", least: float = SMALLEST
) -> tuple[str, float]:
    """The text and a font size between `least` and `size` at which it fits; otherwise it is cut."""
    natural = width(text, size, face)
    if natural <= room:
        return text, size
    shrunk = max(least, size * room / natural * 0.999)
    return cut(text, shrunk, room, face), shrunk


def wrap(
    text: str, size: float, room: float, limit: int | None = None, face: Face = "plain"
) -> list[str]:
    """The text in lines that fit the room (points); longer words are broken anywhere.

    Args:
        limit: the most lines; if there is more text, the last one ends in an ellipsis.
    """
    lines: list[str] = []
    line = ""
    for word in _words(text, size, room, face):
        longer = f"{line} {word}" if line else word
        if width(longer, size, face) <= room:
            line = longer
            continue
        lines.append(line)
        line = word
        if limit is not None and len(lines) > limit:
            break
    lines.append(line)
    if limit is not None and len(lines) > limit:
        rest = " ".join(lines[limit - 1 :])
        lines = [*lines[: limit - 1], cut(rest, size, room, face)]
    return [one for one in lines if one] or [""]


def _words(text: str, size: float, room: float, face: Face) -> Iterator[str]:
    """The words; those wider than the room are in pieces."""
    left = room / size
    for word in clean(text).split(" "):
        start = 0
        while start < len(word):
            end = max(_fitting(word, start, left, face), start + 1)
            yield word[start:end]
            start = end
