"""The map: square tiles, named like the squares of a chessboard."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

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
    column, row = place_of(tile)
    around = {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
    return tuple(other for other in tiles if place_of(other) in around)


def is_one_piece(tiles: Iterable[str]) -> bool:
    """Whether all tiles are connected; no tiles at all count as connected."""
    left = set(tiles)
    if not left:
        return True
    reached = [left.pop()]
    while reached:
        around = neighbours(reached.pop(), left)
        left.difference_update(around)
        reached.extend(around)
    return not left


def extent(tiles: Iterable[str]) -> tuple[range, range]:
    """The columns and rows that contain all tiles, of which there is at least one.

    >>> extent(["b2", "d10"])
    (range(2, 5), range(2, 11))
    """
    columns, rows = zip(*map(place_of, tiles), strict=True)
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
