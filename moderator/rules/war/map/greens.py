"""Which tiles of a new map are green, and their symbols: half of each continent, well mixed."""

from __future__ import annotations

from collections.abc import Sequence

from moderator.rules.chance import RandomBelow
from moderator.rules.war.map.board import GREEN_TILES
from moderator.rules.war.map.cells import Cell, around
from moderator.rules.war.map.chance import pick, shuffled


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
        cells.append(_apart(continent, count, green, below))
        green.update(cells[-1])
    kinds = _kinds(counts, shuffled(symbols, below))
    return {
        cell: symbol
        for own, places in zip(kinds, cells, strict=True)
        for cell, symbol in zip(shuffled(places, below), own, strict=True)
    }


def _apart(
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
