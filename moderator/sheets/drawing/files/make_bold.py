"""Makes the sheets' bold font: a static instance of the variable Noto Sans, as small as possible.

It has the letters of the regular font and a PostScript name of its own: ReportLab takes two fonts
with the same name for one. Run it once for a new version of fontpkg-noto-sans, with fontTools
(not among the requirements): `python make_bold.py "NotoSans[wdth,wght].ttf"`.
"""

from __future__ import annotations

import sys
from pathlib import Path

NAME = "ModeratorSansBold"
TO = Path(__file__).with_name("NotoSans-Bold.ttf")
FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT = 1, 2, 3, 4, 6


def make(source: str) -> None:
    """Writes the font beside this script."""
    # Not above: tests import every module, and fontTools is not installed for them.
    from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found]
    from fontTools.ttLib import TTFont  # type: ignore[import-not-found]
    from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-not-found]

    font = instantiateVariableFont(TTFont(source), {"wght": 700, "wdth": 100})
    options = Options(layout_features=[], hinting=False, notdef_outline=True, name_IDs=["*"])
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    for number in (FAMILY, UNIQUE, FULL, POSTSCRIPT):
        font["name"].setName(NAME, number, 3, 1, 0x409)
    font["name"].setName("Bold", STYLE, 3, 1, 0x409)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(TO)


if __name__ == "__main__":
    make(sys.argv[1])
