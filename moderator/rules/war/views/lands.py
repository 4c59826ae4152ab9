"""The continents as a view: where their names stand on the map, and the borders between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from moderator.rules.war.map import board
from moderator.rules.war.map.cells import Cell
from moderator.rules.war.map.continents import continents
from moderator.rules.war.views.view import ContinentView

TENTHS = 10
OFF_SHORE, ABOVE_MAP = 2.7, 0.8
"""How far a name stands off the shore, in tenths of a tile: less above the map, where the letters
of the columns are."""
MIDDLE = 0.14
"""The part of the map on either side of its middle that is neither north nor south."""
_NAMES = (
    ("northwest", "north", "northeast"),
    ("west", "middle", "east"),
    ("southwest", "south", "southeast"),
)


@lru_cache(64)
def lands(tiles: tuple[str, ...]) -> tuple[ContinentView, ...]:
    """The continents; empty if the map shows none. Each is named after where it lies."""
    columns, rows = board.extent(tiles)
    cells = {board.place_of(tile): tile for tile in tiles}
    found: list[ContinentView] = []
    for own in continents(tiles):
        places = [board.place_of(tile) for tile in own]
        x, y = _beside_shore(places, cells, rows)
        name = _name(places, columns, rows)
        found.append(
            ContinentView(
                name,
                1 + sum(one.name == name for one in found),
                own,
                round(TENTHS * (x - columns[0]), 1),
                round(TENTHS * (y - rows[0]), 1),
            )
        )
    return tuple(found)


@lru_cache(64)
def _by_tile(tiles: tuple[str, ...]) -> Mapping[str, ContinentView]:
    return {tile: one for one in lands(tiles) for tile in one.tiles}


def continent_of(tiles: tuple[str, ...], tile: int) -> ContinentView | None:
    """The continent of the tile with that number; None if the map shows none."""
    return _by_tile(tiles).get(tiles[tile])


def borders(tiles: tuple[str, ...]) -> str:
    """An SVG path along the edges between tiles of different continents."""
    columns, rows = board.extent(tiles)
    land = {board.place_of(tile): i for i, one in enumerate(lands(tiles)) for tile in one.tiles}
    lines = []
    for (x, y), own in sorted(land.items()):
        left, top = TENTHS * (x - columns[0]), TENTHS * (y - rows[0])
        if land.get((x + 1, y), own) != own:
            lines.append(f"M{left + TENTHS} {top}v{TENTHS}")
        if land.get((x, y + 1), own) != own:
            lines.append(f"M{left} {top + TENTHS}h{TENTHS}")
    return "".join(lines)


def _name(places: Sequence[Cell], columns: range, rows: range) -> str:
    across, down = (
        (sum(place[axis] for place in places) / len(places) - extent[0] + 0.5) / len(extent)
        for axis, extent in enumerate((columns, rows))
    )
    return _NAMES[_third(down)][_third(across)]


def _third(share: float) -> int:
    return 1 + (share > 0.5 + MIDDLE) - (share < 0.5 - MIDDLE)


def _beside_shore(
    places: Sequence[Cell], cells: Mapping[Cell, str], rows: range
) -> tuple[float, float]:
    """The middle of a straight shore in the south or the north, a little off it.

    Two tiles long if there is such a one, otherwise not above the map; then the longest.
    """
    shores = []
    for x, y in places:
        for side in (1, -1):
            length = 0
            while (x + length, y) in places and (x + length, y + side) not in cells:
                length += 1
            is_above = side == -1 and y == rows[0]
            off = side * (ABOVE_MAP if is_above else OFF_SHORE) / TENTHS
            edge = y + (1 if side == 1 else 0) + off
            shores.append((length > 1, bool(length) and not is_above, length, side, x, edge))
    *_, length, _, x, edge = max(shores)
    if not length:  # no shore: in the middle of a tile
        return x + 0.5, places[0][1] + 0.5
    return x + length / 2, edge
