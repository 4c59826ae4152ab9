"""Where the continents of a drawn map may lie: a letter each, and the sea between them.

Two continents are neighbours where one tile of sea lies between them, in a row or a column: there
they can be joined. Each has two joints that share no tile, and room for its part of the tiles.
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
"""By the number of players: 24, 30 or 36 tiles. At most eight columns, for a phone."""
