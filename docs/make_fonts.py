"""Makes the fonts of sheets and pages: subsets of Noto fonts, as small as possible.

A sheet's font has one weight and a PostScript name of its own: ReportLab takes two fonts with the
same name for one. A page's has all weights of its titles in one file. Run it once for a new version
of a font, with fontTools and its extra "woff" (not among the requirements) and the fonts' files:
`python docs/make_fonts.py FOLDER` with the files below, from fontpkg-noto-sans, fontpkg-noto-serif
and fontpkg-noto-sans-arabic on PyPI, and Debian's fonts-noto-core (Hebrew).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
FILES = ROOT / "moderator" / "sheets" / "drawing" / "files"
PAGES = ROOT / "static" / "fonts"
FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT = 1, 2, 3, 4, 6


def _all(_letter: int) -> bool:
    return True


def _european(letter: int) -> bool:
    """Without Devanagari, which needs more than a letter's glyph."""
    return not 0x0900 <= letter <= 0x097F


def _hebrew(letter: int) -> bool:
    return 0x0590 <= letter <= 0x05FF or 0xFB1D <= letter <= 0xFB4F


def _arabic(letter: int) -> bool:
    """With the forms of joined letters; of the ligatures only those that everybody writes."""
    joined = 0xFB50 <= letter <= 0xFBFF or 0xFE70 <= letter <= 0xFEFC or letter == 0xFDF2
    return 0x0600 <= letter <= 0x06FF or joined


def _latin(letter: int) -> bool:
    """Of all European languages and Vietnamese, with combining marks and the signs of sentences."""
    ranges = (
        (0x20, 0x17F), (0x1A0, 0x1B0), (0x218, 0x21B), (0x300, 0x331), (0x1E00, 0x1EFF),
        (0x2010, 0x203A), (0x2044, 0x2044), (0x20AC, 0x20AC), (0x2190, 0x2193), (0x2212, 0x2212),
    )  # fmt: skip
    return any(first <= letter <= last for first, last in ranges)


def _greek_cyrillic(letter: int) -> bool:
    return 0x370 <= letter <= 0x45F or 0x490 <= letter <= 0x4FF


class Made(NamedTuple):
    """A font to make: the name of its file, its own name, its source, weight and letters."""

    to: str
    name: str
    source: str
    weight: int
    has: Callable[[int], bool] = _all


FONTS = (
    Made("NotoSans-Bold.ttf", "ModeratorSansBold", "NotoSans[wdth,wght].ttf", 700),
    Made("NotoSerif-Bold.ttf", "ModeratorSerifBold", "NotoSerif[wdth,wght].ttf", 700, _european),
    Made("Hebrew-Regular.ttf", "ModeratorHebrew", "NotoSansHebrew-Regular.ttf", 400, _hebrew),
    Made("Hebrew-Bold.ttf", "ModeratorHebrewBold", "NotoSansHebrew-Bold.ttf", 700, _hebrew),
    Made("Arabic-Regular.ttf", "ModeratorArabic", "NotoSansArabic[wdth,wght].ttf", 400, _arabic),
    Made("Arabic-Bold.ttf", "ModeratorArabicBold", "NotoSansArabic[wdth,wght].ttf", 700, _arabic),
)


PAGE_FONTS = (("serif.woff2", _latin), ("serif_greek_cyrillic.woff2", _greek_cyrillic))


def make(made: Made, folder: Path) -> None:
    """Writes a sheet's font."""
    # Not above: tests import every module, and fontTools is not installed for them.
    from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found]
    from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-not-found]

    font: Any = TTFont(folder / made.source)
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": made.weight, "wdth": 100})
    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=["*"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=filter(made.has, font.getBestCmap()))
    subsetter.subset(font)
    for number in (FAMILY, UNIQUE, FULL, POSTSCRIPT):
        font["name"].setName(made.name, number, 3, 1, 0x409)
    font["name"].setName("Bold" if made.weight > 400 else "Regular", STYLE, 3, 1, 0x409)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(FILES / made.to)


def make_for_pages(to: str, has: Callable[[int], bool], folder: Path) -> None:
    """Writes a page's font; static/app.css says which letters are in which."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font: Any = TTFont(folder / "NotoSerif[wdth,wght].ttf")
    features = ["kern", "lnum", "tnum", "mark", "mkmk", "ccmp", "locl"]
    subsetter = Subsetter(Options(layout_features=features, hinting=False))
    subsetter.populate(unicodes=filter(has, font.getBestCmap()))
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": (400, 700), "wdth": 100})
    # Noto's lines are high, for scripts that these files don't have: letters would stand too low.
    font["hhea"].ascent = font["OS/2"].sTypoAscender = font["OS/2"].usWinAscent = 940
    font["hhea"].descent = font["OS/2"].sTypoDescender = -240
    font["OS/2"].usWinDescent = 240
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.flavor = "woff2"
    font.save(PAGES / to)


if __name__ == "__main__":
    for one in FONTS:
        make(one, Path(sys.argv[1]))
    for file, letters in PAGE_FONTS:
        make_for_pages(file, letters, Path(sys.argv[1]))
