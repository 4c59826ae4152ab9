"""The sheets' fonts: their letters, their widths, and fitting text into a width."""

from __future__ import annotations

import importlib.metadata
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal, TypeAlias

import fontpkg_noto_sans
from arabic_reshaper import ArabicReshaper
from bidi.algorithm import get_display
from reportlab.pdfbase.ttfonts import TTFont

try:
    import manimgx_fonts
    import manimgx_fonts_cjk
    import uharfbuzz as hb
except ImportError:
    IS_HERE = False
else:
    IS_HERE = True

UNITS = 1000
"""How many units of a glyph's places and widths are the font's size, in PDFs."""
NOTHING = "\u200b"
"""For glyphs that stand for no letter: each has to stand for something (ISO 14289-1, 7.21.7)."""
WEIGHTS = {"Regular": 400, "Bold": 700}
# A letter is looked for in one after the other.
SCRIPTS = (
    "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada",
    "Malayalam", "Sinhala", "Thai", "Lao", "Myanmar", "Khmer", "Georgian", "Armenian", "Ethiopic",
)  # fmt: skip
EMOJI, SYMBOLS = "Emoji", "Symbols"
# The faces of one file, in its order; they differ in how they write the same characters.
HAN = ("JP", "KR", "SC")


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph's number in its font, its place and its advance; `text` is what it stands for."""

    number: int
    x: int
    y: int
    advance: int
    text: str


@dataclass(frozen=True)
class ShapedFont:
    """A script's font in one weight; equal ones are one font, so that threads share them."""

    script: str
    style: str

    def has(self, letter: str) -> bool:
        return opened(self).get_nominal_glyph(ord(letter)) is not None

    def width(self, text: str) -> float:
        """The width of the text at size 1."""
        return sum(glyph.advance for glyph in shaped(self, text)) / UNITS


@cache
def _mapped(file: str) -> Any:
    """The file, mapped into memory and not read: it is large, and little of it is needed."""
    return hb.Blob.from_file_path(file)


@cache
def opened(font: ShapedFont) -> Any:
    """The font as HarfBuzz reads it."""
    is_han = font.script in HAN
    package = manimgx_fonts_cjk if is_han else manimgx_fonts
    family = "Noto" if font.script == EMOJI else "NotoSans"
    file = "NotoSansCJK-VF.otf.ttc" if is_han else f"{family}{font.script}[wght].ttf"
    blob = _mapped(str(Path(package.__file__).with_name(file)))
    source = hb.Font(hb.Face(blob, HAN.index(font.script) if is_han else 0))
    source.scale = UNITS, UNITS
    source.set_variations({"wght": WEIGHTS[font.style]})
    return source


def shaped_font_for(letter: str, style: str, han: str) -> ShapedFont | None:
    """The first font that has the letter; Chinese characters in this region's way."""
    scripts = (*SCRIPTS, EMOJI, han, SYMBOLS) if IS_HERE else ()
    fonts = (ShapedFont(script, style) for script in scripts)
    return next((font for font in fonts if font.has(letter)), None)


@lru_cache(4096)
def shaped(font: ShapedFont, text: str) -> tuple[Glyph, ...]:
    """The text's glyphs in the order in which they are printed."""
    source, buffer = opened(font), hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    hb.shape(source, buffer)
    found = list(zip(buffer.glyph_infos, buffer.glyph_positions, strict=True))
    starts = sorted({info.cluster for info, _ in found})
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    glyphs = []
    for cluster in starts:
        own = [(i.codepoint, p) for i, p in found if i.cluster == cluster]
        letters = {source.get_nominal_glyph(ord(c)): c for c in text[cluster : ends[cluster]]}
        # A glyph stands for the letter that it has by itself; the first other one for the rest.
        numbers = {number for number, _ in own}
        rest = "".join(letter for number, letter in letters.items() if number not in numbers)
        for number, place in own:
            said = letters.get(number)
            if not said:
                said, rest = rest or NOTHING, ""
            glyphs.append(Glyph(number, place.x_offset, place.y_offset, place.x_advance, said))
    return tuple(glyphs)


def version() -> str:
    """Changes with the packages of fonts that are installed."""
    extra = ("manimgx-fonts", "manimgx-fonts-cjk", "uharfbuzz") if IS_HERE else ()
    return " ".join(map(importlib.metadata.version, ("fontpkg-noto-sans", *extra)))


# Text as it is printed: Hebrew and Arabic from right to left, Arabic joined.

JOINERS = "\u200c\u200d"
"""Invisible letters that say whether their neighbours in Arabic script are joined."""
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# To place them on their letters, fonts have tables that ReportLab doesn't read.
_VOWELS = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]"
)
_HIDDEN = "\ufff9"  # stands for an invisible letter that might change the order of others
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}

_EMOJI = re.compile(
    "[\U0001f1e6-\U0001f1ff]{2}"
    "|[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
    "[\U0001f3fb-\U0001f3ff]*\u200d?"
)
_SELECTORS = re.compile("[\ufe0e\ufe0f\u20e3]")
"""They ask for a colour or for a key round the letter before."""
_FLAG = 0x1F1E6
_LONGEST_NAME = 30


@cache
def is_invisible(letter: str) -> bool:
    """Whether it is a control or format character, or none that Unicode has a meaning for."""
    return unicodedata.category(letter) in _INVISIBLE


def is_right_to_left(text: str) -> bool:
    """Whether the text has letters that are written from right to left."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


@cache
def _reshaper() -> ArabicReshaper:
    return ArabicReshaper({"delete_harakat": True, "support_ligatures": True})


@lru_cache(4096)
def in_print_order(text: str) -> str:
    """The text's letters from left to right, those of Arabic script in their joined forms.

    A text without letters that are written from left to right is read from the right altogether.

    >>> in_print_order("Tables: שלום 12") == "Tables: 12 םולש"
    True
    """
    if not is_right_to_left(text):
        return text
    visible = (_HIDDEN if is_invisible(c) and c not in JOINERS else c for c in text)
    joined: str = _reshaper().reshape(_VOWELS.sub("", "".join(visible)))
    for joiner in JOINERS:
        joined = joined.replace(joiner, "")
    has_left = any(unicodedata.bidirectional(letter) == "L" for letter in joined)
    shown: str = get_display(joined, base_dir="L" if has_left else "R")
    return shown


def _in_one_ink(text: str) -> str:
    """The text without the emoji that no font has; with their names if nothing else is left."""
    text = _SELECTORS.sub("", text)
    left = _EMOJI.sub(lambda found: found[0] if font_for(found[0][0], "plain") else "", text)
    return left if left.strip() else _EMOJI.sub(_name, text)


def _name(found: re.Match[str]) -> str:
    emoji = found[0]
    if len(emoji) == 2 and all(0 <= ord(c) - _FLAG < 26 for c in emoji):
        return f"flag {''.join(chr(ord('A') + ord(c) - _FLAG) for c in emoji)} "
    name = unicodedata.name(emoji[0], "").lower()
    return f"{name[:_LONGEST_NAME].rstrip()} " if name else emoji


# The fonts.

Face = Literal["plain", "bold", "serif"]
"""The text itself, what is important in it, and titles with large figures."""
FONT_NAME = "NotoSans"
_FILES = Path(__file__).with_name("files")  # made by docs/make_fonts.py
SMALLEST = 6.0
"""The smallest font size on a sheet, in points."""
NARROWEST = 0.75
"""How much letters are condensed at most."""
BOX_WIDTH = 0.62
"""Width, relative to the font size, of the box for a letter that is not in the font."""
ELLIPSIS = "…"

# The fonts of each face, by name; a letter is looked for in one after the other.
_FACES: dict[Face, tuple[str, ...]] = {
    "plain": (FONT_NAME, "ModeratorHebrew", "ModeratorArabic"),
    "bold": ("ModeratorSansBold", "ModeratorHebrewBold", "ModeratorArabicBold"),
    "serif": (
        "ModeratorSerifBold",
        "ModeratorSansBold",
        "ModeratorHebrewBold",
        "ModeratorArabicBold",
    ),
}
_FILE_NAMES = {
    "ModeratorSansBold": "NotoSans-Bold",
    "ModeratorSerifBold": "NotoSerif-Bold",
    "ModeratorHebrew": "Hebrew-Regular",
    "ModeratorHebrewBold": "Hebrew-Bold",
    "ModeratorArabic": "Arabic-Regular",
    "ModeratorArabicBold": "Arabic-Bold",
}
_fonts: dict[str, TTFont] = {}
_load_lock = Lock()


def _loaded(name: str) -> TTFont:
    """The font, loaded once: two of one name can't be in one PDF, so threads share it."""
    with _load_lock:
        if name not in _fonts:
            path = fontpkg_noto_sans.ROOT / "files" / "NotoSans[wdth,wght].ttf"
            if name in _FILE_NAMES:
                path = _FILES / f"{_FILE_NAMES[name]}.ttf"
            # Subsets in files have only the letters that they need.
            _fonts[name] = TTFont(name, str(path), shapable=False, asciiReadable=False)
        return _fonts[name]


def font() -> TTFont:
    """The font with Latin, Greek and Cyrillic letters."""
    return _loaded(FONT_NAME)


Font: TypeAlias = TTFont | ShapedFont

_TO_BE_PLACED = re.compile("[\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff]")
"""Devanagari: the fonts have its letters, but can't put them together without HarfBuzz."""
_KANA = re.compile("[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]")


def _han(text: str) -> str:
    """In which region's way the Chinese characters of a text are written."""
    return "JP" if _KANA.search(text) else "KR" if _HANGUL.search(text) else "SC"


@cache
def font_for(letter: str, face: Face, han: str = "SC") -> Font | None:
    """The font with which the letter is printed; none if it is shown as a box."""
    if is_invisible(letter):
        return None
    if not (IS_HERE and _TO_BE_PLACED.match(letter)):
        for font in map(_loaded, _FACES[face]):
            if ord(letter) in font.face.charToGlyph:
                return font
    return shaped_font_for(letter, "Regular" if face == "plain" else "Bold", han)


def clean(text: str) -> str:
    """The text on one line, in Unicode form C, with single spaces and the emoji that can be
    printed."""
    if not text.isascii():
        text = _in_one_ink(unicodedata.normalize("NFC", text))
    return " ".join(text.split())


def is_missing(letter: str) -> bool:
    """Whether the letter is a box or out of place: it is in no font, invisible, or needs others."""
    font = font_for(letter, "plain")
    return font is None or (isinstance(font, TTFont) and bool(_TO_BE_PLACED.match(letter)))


def missing_letters(text: str) -> list[str]:
    """The text's letters that can't be printed, each once, in order."""
    if text.isascii() and text.isprintable():
        return []
    unseen = JOINERS if is_placed(text) else ""
    return [letter for letter in dict.fromkeys(text) if is_missing(letter) and letter not in unseen]


@lru_cache(4096)
def runs(text: str, face: Face) -> tuple[tuple[Font | None, str, float], ...]:
    """The text from left to right, in parts of one font with their widths at size 1.

    Without a font, each letter is a box.
    """
    shown, han = in_print_order(text), _han(text)
    parts: list[tuple[Font | None, list[str]]] = []
    for letter in shown:
        font = font_for(letter, face, han)
        last = parts[-1][0] if parts else None
        if isinstance(last, ShapedFont) and _follows(letter):
            font = last
        if parts and font == last:
            parts[-1][1].append(letter)
        else:
            parts.append((font, [letter]))
    found = ((font, "".join(letters)) for font, letters in parts)
    return tuple(
        (font, part, font.width(part) if isinstance(font, ShapedFont) else _width(part, face))
        for font, part in found
    )


@cache
def _follows(letter: str) -> bool:
    """Whether it is a mark at the letter before, or says how that is joined."""
    return letter in JOINERS or unicodedata.category(letter).startswith("M")


@lru_cache(4096)
def is_placed(text: str) -> bool:
    """Whether a letter's place and width depend on its neighbours."""
    return is_right_to_left(text) or (
        not text.isascii() and any(isinstance(font_for(c, "plain"), ShapedFont) for c in text)
    )


class _Advances(dict[str, float]):
    """The letters' widths in a face, relative to the font size, each measured when it is needed."""

    def __init__(self, face: Face) -> None:
        self.face: Face = face

    def __missing__(self, letter: str) -> float:
        own = font_for(letter, self.face)
        advance = float(own.stringWidth(letter, 1)) if isinstance(own, TTFont) else BOX_WIDTH
        self[letter] = advance
        return advance


_advances = {face: _Advances(face) for face in _FACES}


@lru_cache(4096)
def _width(shown: str, face: Face) -> float:
    return sum(map(_advances[face].__getitem__, shown))


def width(text: str, size: float, face: Face = "plain") -> float:
    """The width of the text in points, at a font size in points."""
    if text.isascii() or not is_placed(text):
        return size * _width(text, face)
    return size * sum(part for _font, _run, part in runs(text, face))


def _fitting(text: str, start: int, room: float, face: Face) -> int:
    """The end of the part of text from `start` that fits the room (relative to the font size)."""
    if is_placed(text):
        return _fitting_placed(text, start, room, face)
    advances = _advances[face]
    for end in range(start, len(text)):
        room -= advances[text[end]]
        if room < 0:
            return end
    return len(text)


def _fitting_placed(text: str, start: int, room: float, face: Face) -> int:
    """The same where a letter's width depends on its neighbours."""
    fits, fits_not = start, len(text) + 1
    step = 16
    while fits_not - fits > 1:
        end = min(fits + step, (fits + fits_not) // 2)
        step *= 2
        if width(text[start:end], 1, face) <= room:
            fits = end
        else:
            fits_not = end
    end = fits
    while start < end < len(text) and (_follows(text[end]) or text[end - 1] in JOINERS):
        end -= 1
    return end if end > start else fits


def cut(text: str, size: float, room: float, face: Face = "plain") -> str:
    """As much of the text as fits the room (points), with an ellipsis if it is cut."""
    if width(text, size, face) <= room:
        return text
    left = room / size - _advances[face][ELLIPSIS]
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


def squeeze(
    text: str, size: float, room: float, face: Face = "plain", least: float = SMALLEST
) -> tuple[str, float, float]:
    """The text, a font size and a stretch at which it fits: smaller, then condensed, then cut."""
    natural = width(text, size, face)
    if natural <= room:
        return text, size, 1.0
    shrunk = max(least, size * room / natural * 0.999)
    stretch = min(1.0, max(NARROWEST, room / (natural / size * shrunk) * 0.999))
    return cut(text, shrunk, room / stretch, face), shrunk, stretch


def wrap(
    text: str, size: float, room: float, limit: int | None = None, face: Face = "plain"
) -> list[str]:
    """The text in lines that fit the room (points); longer words are broken anywhere.

    Args:
        limit: the most lines; if there is more text, the last one ends in an ellipsis.
    """
    lines: list[str] = []
    line, used = "", 0.0
    space = width(" ", size, face)
    for word, wide in _words(text, size, room, face):
        both, together = f"{line} {word}", used + space + wide
        if is_right_to_left(both):  # where the neighbours change a word
            together = width(both, size, face)
        if not line or together <= room:
            line, used = (both, together) if line else (word, wide)
            continue
        lines.append(line)
        line, used = word, wide
        if limit is not None and len(lines) > limit:
            break
    lines.append(line)
    if limit is not None and len(lines) > limit:
        rest = " ".join(lines[limit - 1 :])
        lines = [*lines[: limit - 1], cut(rest, size, room, face)]
    return [one for one in lines if one] or [""]


def wrap_whole(text: str, size: float, room: float, limit: int, face: Face = "plain") -> list[str]:
    """As `wrap`, but a text that would be cut gets wider lines, to be condensed to the room."""
    whole = wrap(text, size, room, face=face)
    if len(whole) > limit:
        return wrap(text, size, room / NARROWEST, limit, face)
    return whole


def _words(text: str, size: float, room: float, face: Face) -> Iterator[tuple[str, float]]:
    """The words with their widths; those wider than the room are in pieces."""
    left = room / size
    for word in clean(text).split(" "):
        wide = width(word, size, face)
        if wide <= room:
            yield word, wide
            continue
        start = 0
        while start < len(word):
            end = max(_fitting(word, start, left, face), start + 1)
            yield word[start:end], width(word[start:end], size, face)
            start = end
