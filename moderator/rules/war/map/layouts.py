"""The possible areas of the continents of a random map: a letter each, and dots for the sea.

Two continents are neighbours where a single tile of sea lies between them in a row or a column:
there they can be joined. Each can have two joints that share no tile, and has room for its tiles.
"""

from __future__ import annotations

Layout = tuple[str, ...]

_TWO_ABOVE_ONE = (
    "AAA.BBB",
    "AAA.BBB",
    "AAA.BBB",
    ".......",
    ".CCCCC.",
    ".CCCCC.",
)
_TWO_BESIDE_ONE = (
    "....BBB",
    "AAA.BBB",
    "AAA.BBB",
    "AAA....",
    "AAA.CCC",
    "AAA.CCC",
    "....CCC",
)
_STEPS = (
    "AAAAA.",
    "AAAAA.",
    "......",
    ".BBBBB",
    ".BBBBB",
    "......",
    "CCCCC.",
    "CCCCC.",
)
_TWO_ABOVE_ONE_LARGE = (
    "AAA.BBB",
    "AAA.BBB",
    "AAA.BBB",
    "AAA.BBB",
    ".......",
    ".CCCCC.",
    ".CCCCC.",
    ".CCCCC.",
)
_STRIPES = (
    "AAAAAA",
    "AAAAAA",
    "......",
    "BBBBBB",
    "BBBBBB",
    "......",
    "CCCCCC",
    "CCCCCC",
)
_FOUR = (
    "AAA.BBB",
    "AAA.BBB",
    "AAA.BBB",
    ".......",
    "CCC.DDD",
    "CCC.DDD",
    "CCC.DDD",
)
_FOUR_LARGE = (
    "AAA.BBB",
    "AAA.BBB",
    "AAA.BBB",
    "AAA.BBB",
    ".......",
    "CCC.DDD",
    "CCC.DDD",
    "CCC.DDD",
    "CCC.DDD",
)
_WINDMILL = (
    "AAAA.BBB",
    "AAAA.BBB",
    "AAAA.BBB",
    ".....BBB",
    "CCC.....",
    "CCC.DDDD",
    "CCC.DDDD",
    "CCC.DDDD",
)
_FIVE = (
    "AAA.BBB",
    "AAA.BBB",
    "AAA.BBB",
    ".......",
    ".CCCCC.",
    ".CCCCC.",
    ".......",
    "DDD.EEE",
    "DDD.EEE",
    "DDD.EEE",
)

LAYOUTS: dict[int, tuple[Layout, ...]] = {
    2: (_TWO_ABOVE_ONE, _TWO_BESIDE_ONE, _STEPS),
    3: (_TWO_ABOVE_ONE_LARGE, _STRIPES, _FOUR),
    4: (_FOUR_LARGE, _WINDMILL, _FIVE),
}
"""Layouts by the number of players, for 24, 30 or 36 tiles; at most eight columns for phones."""
