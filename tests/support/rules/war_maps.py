"""Checks a map of War! by the source's advice: several well-joined continents, green on all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from moderator.rules.war.board import is_connected, neighbours, place_of

FEWEST_CONTINENTS = 3
FEWEST_TILES = 4
"""Fewest tiles of a continent."""
FEWEST_WAYS_IN = 2


def faults(
    continents: Sequence[Collection[str]], symbols: Mapping[str, str | None]
) -> tuple[str, ...]:
    """A sentence for each fault of a map; empty if it follows the advice.

    Args:
        continents: the tiles of each continent; together all tiles of the map, each once.
        symbols: the map in its wire form, None for a brown tile.

    Source: docs/rules/war.md, "Setup in a record".

    >>> faults([["a1", "a2"], ["a3", "a4"]], dict.fromkeys(["a1", "a2", "a3", "a4"]))[0]
    'The map has 2 continents; 3 or more are wanted.'
    """
    return tuple(_faults(continents, symbols))


def _faults(
    continents: Sequence[Collection[str]], symbols: Mapping[str, str | None]
) -> Iterator[str]:
    if len(continents) < FEWEST_CONTINENTS:
        yield (f"The map has {len(continents)} continents; {FEWEST_CONTINENTS} or more are wanted.")
    if sorted(tile for continent in continents for tile in continent) != sorted(symbols):
        yield "The continents are not the tiles of the map, each of them once."
    for continent in continents:
        name = f"The continent around {min(continent, default='no tile')}"
        if len(continent) < FEWEST_TILES or not is_connected(map(place_of, continent)):
            yield f"{name} is not one piece of {FEWEST_TILES} tiles or more."
        ways = ways_in(continent, symbols)
        if ways < FEWEST_WAYS_IN:
            places = "1 place" if ways == 1 else "no place"
            yield f"{name} is joined to the rest at {places}; 2 or more are wanted."
        green, share = _green(continent, symbols), _share(continent, symbols)
        if green < share:
            yield f"{name} has {green} tiles with a symbol; {share} are its share."


def ways_in(continent: Collection[str], tiles: Collection[str]) -> int:
    """The number of places where the continent is joined to the rest: 0, 1, or 2 for more.

    Two places share no tile: connections through a single tile, inside or outside, are one place,
    since one player's units there would block them all.

    >>> ways_in(["a1", "a2"], ["a1", "a2", "b1", "b2"])
    2
    >>> ways_in(["a1", "a2"], ["a1", "a2", "a3", "b2"])
    1
    """
    outside = [tile for tile in tiles if tile not in continent]
    borders = [(tile, other) for tile in continent for other in neighbours(tile, outside)]
    is_apart = any(a != c and b != d for a, b in borders for c, d in borders)
    return 2 if is_apart else min(1, len(borders))


def _green(tiles: Collection[str], symbols: Mapping[str, str | None]) -> int:
    return sum(symbols.get(tile) is not None for tile in tiles)


def _share(continent: Collection[str], symbols: Mapping[str, str | None]) -> int:
    """The fewest green tiles for a continent: its share of all, rounded down, minus one."""
    return _green(symbols, symbols) * len(continent) // max(1, len(symbols)) - 1
