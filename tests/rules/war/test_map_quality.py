"""Checks of maps by the source's advice: several continents, well joined, green tiles spread."""

from __future__ import annotations

import pytest

from tests.rules.war.table import tiles
from tests.support.rules.war_maps import faults, ways_in

WEST = [f"{column}{row}" for column in "ab" for row in range(1, 5)]
MIDDLE = [f"{column}{row}" for column in "cd" for row in range(1, 5)]
EAST = [f"{column}{row}" for column in "ef" for row in range(1, 5)]


def test_a_good_map_has_no_faults() -> None:
    assert faults([WEST, MIDDLE, EAST], tiles()) == ()


def test_two_continents_are_too_few() -> None:
    assert faults([WEST + MIDDLE, EAST], tiles()) == (
        "The map has 2 continents; 3 or more are wanted.",
    )


@pytest.mark.parametrize(
    "continents",
    [[WEST, MIDDLE, EAST[:-1]], [WEST, MIDDLE, [*EAST, "a1"]], [WEST, MIDDLE, [*EAST, "g1"]]],
)
def test_every_tile_is_in_one_continent(continents: list[list[str]]) -> None:
    assert "The continents are not the tiles of the map, each of them once." in faults(
        continents, tiles()
    )


def test_a_continent_is_one_piece_of_some_size() -> None:
    split = faults([[*WEST, "f4"], MIDDLE, EAST[:-1]], tiles())
    assert split == ("The continent around a1 is not one piece of 4 tiles or more.",)
    small = faults([WEST, MIDDLE, EAST[:5], EAST[5:]], tiles())
    assert small == ("The continent around f2 is not one piece of 4 tiles or more.",)


def test_green_tiles_are_spread() -> None:
    """Eight tiles of 24 should have three of the twelve green ones, since one may be missing."""
    board = tiles()
    greens = [tile for tile in WEST if board[tile]]
    browns = [tile for tile in EAST if not board[tile]]
    for moved, (green, brown) in enumerate(zip(greens, browns, strict=True), start=1):
        board[green], board[brown] = board[brown], board[green]
        wanted = f"The continent around a1 has {4 - moved} tiles with a symbol; 3 are its share."
        assert faults([WEST, MIDDLE, EAST], board) == (() if moved == 1 else (wanted,))


@pytest.mark.parametrize(
    ("continent", "rest", "ways"),
    [
        (["a1", "a2"], ["b1", "b2"], 2),
        (["a1", "a2"], ["c1", "c2"], 0),
        (["a1", "a2"], ["a3"], 1),
        (["a1", "a2"], ["a3", "b2"], 1),  # all over a2
        (["a1", "b2"], ["a2"], 1),  # all over a tile outside
        (["a1", "a2"], ["a3", "b1"], 2),
        (["b2"], ["a2", "b1", "b3", "c2"], 1),
    ],
)
def test_ways_in(continent: list[str], rest: list[str], ways: int) -> None:
    assert ways_in(continent, [*continent, *rest]) == ways


def test_a_continent_with_one_way_in_is_a_trap() -> None:
    """Three squares in a chain, corner tile to corner tile: only the middle one has two ways."""
    squares = [["a1", "a2", "b1", "b2"], ["c2", "d2", "c3", "d3"], ["e3", "f3", "e4", "f4"]]
    board = {tile: "drop" for square in squares for tile in square}
    assert faults(squares, board) == (
        "The continent around a1 is joined to the rest at 1 place; 2 or more are wanted.",
        "The continent around e3 is joined to the rest at 1 place; 2 or more are wanted.",
    )
