"""The continents of a map, found again from its tiles, and where their names stand on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from moderator.rules.war import board
from moderator.rules.war.board import LAYOUTS, Cell, Layout, around, is_connected, place_of, tile_at
from moderator.rules.war.scenario import Scenario
from moderator.rules.war.view import ContinentView

# The continents of a map, found again from its tiles: a scenario doesn't contain them.
#
# A layout that a map was drawn with can't be removed without losing the names on stored maps.

Areas = Mapping[Cell, str]
"""The continent to which each cell of a layout belongs."""


@lru_cache(64)
def continents_of(tiles: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
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


# The continents as a view: where their names stand on the map, and the borders between them.

TENTHS = 10
MIDDLE = 0.14
"""The part of the map on either side of its middle that is neither north nor south."""
_NAMES = (
    ("northwest", "north", "northeast"),
    ("west", "middle", "east"),
    ("southwest", "south", "southeast"),
)


@lru_cache(64)
def lands(scenario: Scenario) -> tuple[ContinentView, ...]:
    """The continents; empty if the map shows none. Each is named after where it lies."""
    tiles = scenario.tiles
    columns, rows = board.extent(tiles)
    cells = {(x - columns[0], y - rows[0]) for x, y in map(place_of, tiles)}
    size = len(columns), len(rows)
    taken = [Box(-5, -5, TENTHS * size[0] + 5, -2), Box(-5, -5, -2, TENTHS * size[1] + 5)]
    taken += [_tile_box(lake) for lake in _lakes(cells, size)]
    found: list[ContinentView] = []
    plain = {tile for tile, symbol in zip(tiles, scenario.symbols, strict=True) if symbol is None}
    for own in continents_of(tiles):
        places = [place_of(tile) for tile in own]
        name = _name(places, columns, rows)
        number = 1 + sum(one.name == name for one in found)
        cells_of = [(x - columns[0], y - rows[0]) for x, y in places]
        here = {cell: tile in plain for cell, tile in zip(cells_of, own, strict=True)}
        box = _spot(here, cells - set(here), _width(name, number), size, taken)
        if box:
            taken.append(box)
        found.append(ContinentView(name, number, own, box and box.x, box and box.y))
    return tuple(found)


@lru_cache(64)
def by_tile(scenario: Scenario) -> Mapping[str, ContinentView]:
    """The continent of each tile; empty if the map shows none."""
    return {tile: one for one in lands(scenario) for tile in one.tiles}


def borders(scenario: Scenario) -> str:
    """An SVG path along the edges between tiles of different continents."""
    columns, rows = board.extent(scenario.tiles)
    land = {place_of(tile): i for i, one in enumerate(lands(scenario)) for tile in one.tiles}
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


# Where the names stand: in the open sea off their own shore, or else on land without symbols.

HEIGHT, LETTER = 2.8, 1.65
"""The height of a name and the width of a letter, in tenths of a tile."""
STEP, NEAR = 2.5, 5.0
"""Steps between the places that are tried, and how far off its shore a name may stand."""


class Box(NamedTuple):
    """A part of the map, in tenths of a tile."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def x(self) -> float:
        return round((self.left + self.right) / 2, 1)

    @property
    def y(self) -> float:
        return round((self.top + self.bottom) / 2, 1)

    def far_from(self, other: Box) -> float:
        """How far it is from the other one, across or down; below 0 if they overlap."""
        across = max(self.left - other.right, other.left - self.right)
        return max(across, self.top - other.bottom, other.top - self.bottom)


def _width(name: str, number: int) -> float:
    return LETTER * len(name if number == 1 else f"{name} {number}")


def _tile_box(cell: Cell) -> Box:
    left, top = TENTHS * cell[0], TENTHS * cell[1]
    return Box(left, top, left + TENTHS, top + TENTHS)


def _piece_box(cell: Cell) -> Box:
    """Where units stand on a tile without a symbol."""
    box = _tile_box(cell)
    return box._replace(top=box.top + 2.9, bottom=box.bottom - 2.9)


def _lakes(cells: Collection[Cell], size: tuple[int, int]) -> set[Cell]:
    """The cells without a tile from which no way over water leads off the map."""
    water = set(product(range(-1, size[0] + 1), range(-1, size[1] + 1))) - set(cells)
    open_sea, found = {(-1, -1)}, [(-1, -1)]
    while found:
        reached = {cell for cell in around(found.pop()) if cell in water} - open_sea
        open_sea |= reached
        found.extend(reached)
    return water - open_sea


def _spot(
    own: Mapping[Cell, bool],
    others: Collection[Cell],
    width: float,
    size: tuple[int, int],
    taken: Sequence[Box],
) -> Box | None:
    """The place in the sea nearest to the continent's shore and middle where a name of this width
    covers nothing, or else one beside the pieces of its plain tiles; None if there is none."""
    mine, theirs = ([_tile_box(cell) for cell in land] for land in (own, others))
    pieces = [_piece_box(cell) if is_plain else _tile_box(cell) for cell, is_plain in own.items()]
    full = (*pieces, *theirs, *taken)
    middle = Box(*(sum(side) / len(mine) for side in zip(*mine, strict=True)))

    def cost(box: Box) -> tuple[float, ...]:
        shore = min(map(box.far_from, mine))
        is_nearer = any(box.far_from(one) < shore for one in theirs)
        off = abs(box.x - middle.x) + abs(box.y - middle.y)
        return shore < 0, is_nearer, round(shore / STEP), off

    fitting = (
        box
        for box in _places(width, size)
        if any(box.far_from(one) <= NEAR for one in mine)
        and not any(box.far_from(one) < 0 for one in full)
    )
    return min(fitting, key=cost, default=None)


def _places(width: float, size: tuple[int, int]) -> Iterator[Box]:
    """Places on and around a map of this size: above, in and below each row."""
    right, bottom = TENTHS * size[0] + 5, TENTHS * size[1] + 5
    for row, off in product(range(-1, size[1] + 1), (0.1, 3.5, 7.1)):
        top, left = TENTHS * row + off, -5.0
        while left + width <= right and top >= -5 and top + HEIGHT <= bottom:
            yield Box(left, top, left + width, top + HEIGHT)
            left += STEP
