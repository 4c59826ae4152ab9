"""The map: its tiles, their cells on the grid, and the continents that a map can have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

# The map: square tiles, named like the squares of a chessboard.

GREEN_TILES = 3
"""The number of tiles with each symbol; as many tiles as all these together have none."""

TILE = re.compile(r"[a-z][1-9][0-9]?")


@lru_cache(4096)  # called for every tile again and again
def place_of(tile: str) -> tuple[int, int]:
    """The column and row of a tile, both from 1.

    >>> place_of("c12")
    (3, 12)
    """
    return ord(tile[0]) - ord("a") + 1, int(tile[1:])


def tile_at(column: int, row: int) -> str:
    """The id of the tile in a column and row, both from 1.

    >>> tile_at(3, 12)
    'c12'
    """
    return f"{chr(ord('a') + column - 1)}{row}"


def neighbours(tile: str, tiles: Iterable[str]) -> tuple[str, ...]:
    """The tiles among these that share an edge with this one.

    >>> neighbours("b2", ["a1", "a2", "b2", "b3", "d2"])
    ('a2', 'b3')
    """
    near = around(place_of(tile))
    return tuple(other for other in tiles if place_of(other) in near)


def extent(tiles: Iterable[str]) -> tuple[range, range]:
    """The columns and rows that contain all tiles, of which there is at least one.

    >>> extent(["b2", "d10"])
    (range(2, 5), range(2, 11))
    """
    columns, rows = zip(*map(place_of, tiles), strict=True)
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


# Cells: places on the square grid, of land or of sea.

Cell = tuple[int, int]
"""Column and row."""


def around(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells that share an edge with this one: left, right, above, below."""
    x, y = cell
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def is_connected(cells: Iterable[Cell]) -> bool:
    """Whether the cells, of which there is at least one, are one piece."""
    left = set(cells)
    reached = [left.pop()]
    while reached:
        near = left.intersection(around(reached.pop()))
        left -= near
        reached.extend(near)
    return not left


# The possible areas of the continents of a random map: a letter each, and dots for the sea.
#
# Two continents are neighbours where a single tile of sea lies between them in a row or a column:
# there they can be joined. Each can have two joints that share no tile, and has room for its tiles.

Layout = tuple[str, ...]


def _side_by_side(pictures: str) -> tuple[Layout, ...]:
    """The layouts in a text that has them in columns of ten letters."""
    lines = pictures.strip("\n").split("\n")
    columns = range(0, max(map(len, lines)), 10)
    cut = ([line[at : at + 10].strip() for line in lines] for at in columns)
    return tuple(tuple(filter(None, layout)) for layout in cut)


LAYOUTS: dict[int, tuple[Layout, ...]] = {
    2: _side_by_side("""
AAA.BBB   ....BBB   AAAAA.
AAA.BBB   AAA.BBB   AAAAA.
AAA.BBB   AAA.BBB   ......
.......   AAA....   .BBBBB
.CCCCC.   AAA.CCC   .BBBBB
.CCCCC.   AAA.CCC   ......
          ....CCC   CCCCC.
                    CCCCC.
"""),
    3: _side_by_side("""
AAA.BBB   AAAAAA    AAA.BBB
AAA.BBB   AAAAAA    AAA.BBB
AAA.BBB   ......    AAA.BBB
AAA.BBB   BBBBBB    .......
.......   BBBBBB    CCC.DDD
.CCCCC.   ......    CCC.DDD
.CCCCC.   CCCCCC    CCC.DDD
.CCCCC.   CCCCCC
"""),
    4: _side_by_side("""
AAA.BBB   AAAA.BBB  AAA.BBB
AAA.BBB   AAAA.BBB  AAA.BBB
AAA.BBB   AAAA.BBB  AAA.BBB
AAA.BBB   .....BBB  .......
.......   CCC.....  .CCCCC.
CCC.DDD   CCC.DDDD  .CCCCC.
CCC.DDD   CCC.DDDD  .......
CCC.DDD   CCC.DDDD  DDD.EEE
CCC.DDD             DDD.EEE
                    DDD.EEE
"""),
}
"""Layouts by the number of players, for 24, 30 or 36 tiles; at most eight columns for phones."""
