"""Where the names of continents stand on drawn maps: not in lakes, not on symbols or pieces."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from moderator.rules.seating import PUBLIC
from moderator.rules.war import WAR
from moderator.rules.war.board import around, extent, place_of
from moderator.rules.war.for_viewer import view
from moderator.rules.war.view import BoardView
from tests.support.amount import amount

LETTER, HIGH = 1.6, 2.6
"""The width of a letter and the height of a name, in tenths of a tile."""
Box = tuple[float, float, float, float]


def board_of(players: int, seed: int) -> BoardView:
    options = {"players": ["ann", "bob", "cem", "dea"][:players], "gifts": False}
    scenario = WAR.read_scenario(WAR.draw_scenario(options, random.Random(seed).randrange))
    return view(WAR.begin(scenario, options), PUBLIC)


def named(board: BoardView) -> Iterator[tuple[str, Box]]:
    for one in board.continents:
        if one.x is not None and one.y is not None:
            text = one.name if one.number == 1 else f"{one.name} {one.number}"
            across, down = len(text) * LETTER / 2, HIGH / 2
            yield text, (one.x - across, one.y - down, one.x + across, one.y + down)


def filled(board: BoardView) -> Iterator[tuple[str, Box]]:
    """Lakes, tiles with symbols, the places of pieces on the others, and the map's edge."""
    tiles = {tile.id: tile for _, row in board.rows for tile in row if tile}
    columns, rows = extent(list(tiles))
    cells = {place_of(id): tile for id, tile in tiles.items()}
    for cell in lakes(set(cells), columns, rows) | set(cells):
        left, top = 10 * (cell[0] - columns[0]), 10 * (cell[1] - rows[0])
        tile = cells.get(cell)
        inset = 3 if tile and not tile.symbol else 0
        yield (tile.id if tile else "a lake"), (left, top + inset, left + 10, top + 10 - inset)
    yield "the letters", (-5, -5, 10 * len(columns) + 5, -2)
    yield "the numbers", (-5, -5, -2, 10 * len(rows) + 5)


def lakes(land: set[tuple[int, int]], columns: range, rows: range) -> set[tuple[int, int]]:
    width, height = range(columns[0] - 1, columns[-1] + 2), range(rows[0] - 1, rows[-1] + 2)
    water = {(x, y) for x in width for y in height} - land
    sea = {cell for cell in water if cell[0] in (width[0], width[-1])}
    while more := {cell for one in sea for cell in around(one)} & water - sea:
        sea |= more
    return water - sea


def meet(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    return across > 0 and min(one[3], other[3]) > max(one[1], other[1])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_names_cover_nothing_and_stand_in_no_lake(players: int) -> None:
    shown = drawn = 0
    for seed in range(amount(8, 60)):
        board = board_of(players, seed)
        assert len(board.continents) >= players, seed
        names = list(named(board))
        shown, drawn = shown + len(names), drawn + len(board.continents)
        for number, (name, box) in enumerate(names):
            things = [*filled(board), *names[:number]]
            assert not [thing for thing, place in things if meet(box, place)], (seed, name)
    assert shown > 0.8 * drawn
