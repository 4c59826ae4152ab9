"""Fonts of scripts whose letters have to be placed: the extra `fonts`, with HarfBuzz."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

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


def font_for(letter: str, style: str, han: str) -> ShapedFont | None:
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
