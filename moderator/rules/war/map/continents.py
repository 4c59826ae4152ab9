"""The continents of a map, found again from its tiles: a scenario doesn't contain them.

A layout that a map was drawn with can't be removed without losing the names on stored maps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import chain, product

from moderator.rules.war.map.board import place_of, tile_at
from moderator.rules.war.map.cells import Cell, around, is_connected
from moderator.rules.war.map.layouts import LAYOUTS, Layout

Areas = Mapping[Cell, str]
"""The continent to which each cell of a layout belongs."""


@lru_cache(64)
def continents(tiles: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The tiles of each continent, row by row; empty if the map follows none of the layouts.

    A tile that joins two continents belongs to the smaller one.
    """
    cells = {place_of(tile) for tile in tiles}
    fits = [land for areas in _placed(cells) if (land := _land(cells, areas)) is not None]
    if not fits:
        return ()
    land = min(fits, key=lambda one: (list(one.values()).count(""), -len(set(one.values()))))
    for cell in sorted(cell for cell in land if not land[cell]):
        ids = {land[other] for other in around(cell) if land.get(other)}
        land[cell] = min(ids, key=lambda id: (list(land.values()).count(id), id))
    rows = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    order = dict.fromkeys(land[cell] for cell in rows)
    return tuple(tuple(tile_at(*cell) for cell in rows if land[cell] == id) for id in order)


def _placed(cells: Collection[Cell]) -> Iterator[Areas]:
    """Every layout, mirrored and moved in every way that could cover these cells."""
    width, height = (max(cell[axis] for cell in cells) for axis in (0, 1))
    layouts = chain.from_iterable(LAYOUTS.values())
    for layout in chain.from_iterable(map(_mirrored, layouts)):
        lefts = range(max(0, len(layout[0]) - width) + 1)
        tops = range(max(0, len(layout) - height) + 1)
        for left, top in product(lefts, tops):
            yield {
                (x - left + 1, y - top + 1): id
                for y, line in enumerate(layout)
                for x, id in enumerate(line)
                if id != "."
            }


def _mirrored(layout: Layout) -> tuple[Layout, ...]:
    turned = tuple(line[::-1] for line in layout)
    return layout, turned, layout[::-1], turned[::-1]


def _land(cells: set[Cell], areas: Areas) -> dict[Cell, str] | None:
    """The continent of each cell, empty for joints; None if the cells don't follow the layout."""
    land = {cell: areas.get(cell, "") for cell in cells}
    for cell, id in land.items():
        left, right, above, below = (land.get(other) for other in around(cell))
        if (
            not id
            and not (left and right and left != right)
            and not (above and below and above != below)
        ):
            return None
    for id in set(areas.values()):
        own = {cell for cell in cells if land[cell] == id}
        if not own or not is_connected(own):
            return None
    return land
