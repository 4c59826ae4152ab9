"""Makes the sheets' fonts: static instances and subsets of Noto fonts, as small as possible.

Each has a PostScript name of its own: ReportLab takes two fonts with the same name for one. Run it
once for a new version of a font, with fontTools (not among the requirements) and the fonts' files:
`python docs/make_fonts.py FOLDER` with the files below, from fontpkg-noto-sans, fontpkg-noto-serif
and fontpkg-noto-sans-arabic on PyPI, and Debian's fonts-noto-core (Hebrew).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

FILES = Path(__file__).parents[1] / "moderator" / "sheets" / "drawing" / "files"
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


def make(made: Made, folder: Path) -> None:
    """Writes the font beside this script."""
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


if __name__ == "__main__":
    for one in FONTS:
        make(one, Path(sys.argv[1]))
