"""Draws random maps and decks; a map follows the source's advice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from moderator.rules.move import RandomBelow
from moderator.rules.war.board import (
    GREEN_TILES,
    LAYOUTS,
    Cell,
    Layout,
    around,
    is_connected,
    tile_at,
)
from moderator.rules.war.scenario import PILES, SYMBOLS, SYMBOLS_FOR

# Picking and shuffling by chance that comes from outside.

T = TypeVar("T")


def shuffled(items: Sequence[T], below: RandomBelow) -> list[T]:
    """The items in a random order, all orders equally likely (Fisher and Yates).

    >>> shuffled("abcd", lambda n: 0)
    ['b', 'c', 'd', 'a']
    """
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        other = below(last + 1)
        out[last], out[other] = out[other], out[last]
    return out


def pick(items: Sequence[T], below: RandomBelow) -> T:
    """A random one of the items, of which there is at least one."""
    return items[below(len(items))]


# Which tiles of a new map are green, and their symbols: half of each continent, well mixed.


def spread(
    continents: Sequence[Sequence[Cell]], symbols: Sequence[str], below: RandomBelow
) -> dict[Cell, str]:
    """The symbols of the green cells.

    Green cells touch as few others as possible. The three tiles of a symbol are on different
    continents, unless one has more green cells than there are symbols.
    """
    odd = [i for i, continent in enumerate(continents) if len(continent) % 2]
    shortest = sorted(shuffled(odd, below), key=lambda i: len(continents[i]))
    longer = set(shortest[: len(odd) // 2])
    counts = [len(continent) // 2 + (i in longer) for i, continent in enumerate(continents)]
    green: set[Cell] = set()
    cells = []
    for continent, count in zip(continents, counts, strict=True):
        cells.append(_greens_apart(continent, count, green, below))
        green.update(cells[-1])
    kinds = _kinds(counts, shuffled(symbols, below))
    return {
        cell: symbol
        for own, places in zip(kinds, cells, strict=True)
        for cell, symbol in zip(shuffled(places, below), own, strict=True)
    }


def _greens_apart(
    continent: Sequence[Cell], count: int, green: set[Cell], below: RandomBelow
) -> list[Cell]:
    """So many cells of the continent, each chosen to touch as few green ones as possible."""
    chosen: list[Cell] = []
    for _ in range(count):
        taken = green.union(chosen)
        free = [cell for cell in continent if cell not in taken]
        touching = {cell: sum(other in taken for other in around(cell)) for cell in free}
        fewest = min(touching.values())
        chosen.append(pick([cell for cell in free if touching[cell] == fewest], below))
    return chosen


def _kinds(counts: Sequence[int], symbols: Sequence[str]) -> list[list[str]]:
    """The symbols for each continent: each on three with the most room, different if possible."""
    kinds: list[list[str]] = [[] for _ in counts]
    for symbol in symbols:
        for _ in range(GREEN_TILES):
            open_ones = [i for i, own in enumerate(kinds) if len(own) < counts[i]]
            i = min(open_ones, key=lambda i: (symbol in kinds[i], len(kinds[i]) - counts[i]))
            kinds[i].append(symbol)
    return kinds


# Random maps and decks; by construction a map follows the advice of the source.
#
# A map starts with one of the layouts of `board.py`. Neighbouring continents are joined by tiles in
# the sea between them, and no two joints share a tile or touch; then each continent grows from its
# joints to the required size, without dead ends where there is room. Then `spread` chooses the
# green tiles and their symbols. No map is ever rejected and drawn again.

Land = dict[Cell, str]
"""The continent of each cell."""


class Joint(NamedTuple):
    """A sea cell that can join two continents, and the cells on either side of it."""

    one: str
    other: str
    cells: tuple[Cell, Cell, Cell]


def draw(players: int, below: RandomBelow) -> dict[str, Any]:
    """A scenario with a random map and a shuffled deck, in its wire form.

    Args:
        players: 2 to 4.

    Source: docs/rules/war.md, "Setup in a record".
    Cost: about one call of `below` for each tile and card, whatever it returns.
    """
    _, symbols = draw_map(players, below)
    return {"id": "map", "tiles": symbols, "deck": draw_deck(players, below)}


def draw_deck(players: int, below: RandomBelow) -> list[list[Any]]:
    """All cards in drawing order: each pile is shuffled, and the green one is on top."""
    symbols = SYMBOLS[: SYMBOLS_FOR[players]]
    return [
        card
        for _, values in PILES
        for card in shuffled([[s, value] for s in symbols for value in values], below)
    ]


def draw_map(players: int, below: RandomBelow) -> tuple[list[list[str]], dict[str, str | None]]:
    """The continents, a list of tiles each, and all tiles row by row with their symbols."""
    symbols = SYMBOLS[: SYMBOLS_FOR[players]]
    land = _mirrored(
        _land(2 * GREEN_TILES * len(symbols), pick(LAYOUTS[players], below), below), below
    )
    continents = [[cell for cell in land if land[cell] == id] for id in sorted(set(land.values()))]
    cell_symbols = spread(continents, symbols, below)
    names = {cell: tile_at(*cell) for cell in sorted(land, key=lambda cell: (cell[1], cell[0]))}
    return (
        [[names[cell] for cell in continent] for continent in continents],
        {name: cell_symbols.get(cell) for cell, name in names.items()},
    )


def _land(tiles: int, layout: Layout, below: RandomBelow) -> Land:
    """A map of `tiles` cells, with all continents joined."""
    room = {(x, y): id for y, line in enumerate(layout) for x, id in enumerate(line) if id != "."}
    joints = _joints(room, below)
    land: Land = {}
    for joint in joints:
        land |= {joint.cells[0]: joint.one, joint.cells[2]: joint.other}
    for id in sorted(set(room.values())):
        _connect(id, land)
    for joint in joints:
        sizes = Counter(land.values())
        fewest = min(sizes[id] for id in joint[:2])
        land[joint.cells[1]] = pick([id for id in joint[:2] if sizes[id] == fewest], below)
    _grow(land, room, tiles, below)
    _end_dead_ends(land, room, joints, below)
    return land


def _joints(room: Mapping[Cell, str], below: RandomBelow) -> list[Joint]:
    """Joints that share no cell: at least two on each continent, and sometimes one more."""
    every = _possible_joints(room)
    pairs = sorted({joint[:2] for joint in every})
    chosen: list[Joint] = []
    for pair in pairs:
        # A continent with only one neighbour has two joints with it.
        is_end = any(sum(id in other for other in pairs) == 1 for id in pair)
        for _ in range(2 if is_end else 1):
            chosen.append(pick(_apart([j for j in every if j[:2] == pair], chosen), below))
    more = _apart(every, chosen)
    if more and below(2):
        chosen.append(pick(more, below))
    return chosen


def _possible_joints(room: Mapping[Cell, str]) -> list[Joint]:
    out = []
    for (x, y), one in room.items():
        for middle, end in (((x + 1, y), (x + 2, y)), ((x, y + 1), (x, y + 2))):
            other = room.get(end, one)
            if middle not in room and other != one:
                out.append(Joint(one, other, ((x, y), middle, end)))
    return out


def _apart(joints: Sequence[Joint], chosen: Sequence[Joint]) -> list[Joint]:
    """The joints that share no cell with the chosen ones, and don't touch them in the sea."""
    taken = {cell for joint in chosen for cell in joint.cells}
    beside = {cell for joint in chosen for cell in around(joint.cells[1])}
    return [
        joint for joint in joints if taken.isdisjoint(joint.cells) and joint.cells[1] not in beside
    ]


def _connect(id: str, land: Land) -> None:
    """Connect the continent: walk from its first cell to each of the others.

    Its area is a rectangle, so every shortest walk stays inside.
    """
    here, *ends = [cell for cell, other in land.items() if other == id]
    for end in ends:
        while here != end:
            steps = [cell for cell in around(here) if _distance(cell, end) < _distance(here, end)]
            here = next((cell for cell in steps if cell in land), steps[0])
            land[here] = id


def _grow(land: Land, room: Mapping[Cell, str], tiles: int, below: RandomBelow) -> None:
    """Add cells at the edges of continents, preferring smaller continents with room.

    A cell that ends a dead end comes first, then one that makes none.
    """
    sizes = Counter(land.values())
    edges: dict[str, set[Cell]] = {id: set() for id in sizes}
    for cell, id in land.items():
        edges[id].update(_free(cell, id, land, room))
    while len(land) < tiles:
        fewest = min(sizes[id] for id in edges if edges[id])
        id = pick([id for id in edges if edges[id] and sizes[id] <= fewest + 1], below)
        best = max(_closeness(cell, land) for cell in edges[id])
        closest = [cell for cell in edges[id] if _closeness(cell, land) == best]
        cell = pick(sorted(closest), below)
        land[cell] = id
        sizes[id] += 1
        edges[id].remove(cell)
        edges[id].update(_free(cell, id, land, room))


def _end_dead_ends(
    land: Land, room: Mapping[Cell, str], joints: Sequence[Joint], below: RandomBelow
) -> None:
    """Move cells within their continents as long as that leaves fewer dead ends."""
    fixed = {cell for joint in joints for cell in joint.cells}
    for _ in range(len(land)):
        better = sorted(set(_better(land, room, fixed)))
        if not better:
            return
        old, new = pick(better, below)
        land[new] = land.pop(old)


def _better(land: Land, room: Mapping[Cell, str], fixed: set[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """A cell to move, and where to, for each move that leaves fewer dead ends.

    Either the dead end itself moves, or another cell moves beside it.
    """
    ends = _dead_ends(land)
    for end in ends:
        id = land[end]
        own = [cell for cell in land if land[cell] == id]
        for old in own:
            if old in fixed:
                continue
            starts = own if old == end else [end]
            for new in {one for cell in starts for one in _free(cell, id, land, room)}:
                moved = {cell: id for cell in land if cell != old} | {new: id}
                rest = {*own, new} - {old}
                if len(_dead_ends(moved)) < len(ends) and is_connected(rest):
                    yield old, new


def _dead_ends(land: Collection[Cell]) -> list[Cell]:
    """The cells with only one neighbour."""
    return [cell for cell in land if sum(one in land for one in around(cell)) == 1]


def _closeness(cell: Cell, land: Land) -> tuple[bool, bool]:
    """Whether a new cell would touch two cells or more, and whether one of them is a dead end."""
    near = [other for other in around(cell) if other in land]
    ends = [other for other in near if sum(one in land for one in around(other)) == 1]
    return len(near) > 1, bool(ends)


def _free(cell: Cell, id: str, land: Land, room: Mapping[Cell, str]) -> list[Cell]:
    """The cells next to this one into which the continent can grow."""
    return [other for other in around(cell) if room.get(other) == id and other not in land]


def _distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _mirrored(land: Land, below: RandomBelow) -> Land:
    """The land, mirrored at random and moved to the first column and row."""
    for axis in (0, 1):
        sign = pick((1, -1), below)
        first = min(sign * cell[axis] for cell in land)
        land = {
            (sign * x - first + 1, y) if axis == 0 else (x, sign * y - first + 1): id
            for (x, y), id in land.items()
        }
    return land
