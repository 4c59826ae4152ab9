"""Random maps follow the source's advice for any random numbers; shuffles are fair."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.rules.war import WAR, generator
from moderator.rules.war.board import LAYOUTS, Layout, neighbours, place_of
from moderator.rules.war.continents import continents_of
from tests.support.amount import amount
from tests.support.rules.war_maps import faults

Below = Callable[[int], int]
MAPS = amount(100, 200)
MOST_COLUMNS, MOST_ROWS = 8, 10
MOST_CALLS = 200


def counted(below: Below) -> tuple[Below, Counter[str]]:
    """The same random numbers, with a count of calls and a check of the limits."""
    calls: Counter[str] = Counter()

    def asked(limit: int) -> int:
        calls["below"] += 1
        found = below(limit)
        assert 0 <= found < limit
        return found

    return asked, calls


class Measured(NamedTuple):
    """A map: its tiles, dead ends, neighbours that are both green, and if continents are found."""

    tiles: tuple[str, ...]
    dead_ends: int
    green_pairs: int
    is_found: bool


def measured(continents: list[list[str]], symbols: dict[str, str | None]) -> Measured:
    """What the advice asks for, in numbers."""
    near = {tile: neighbours(tile, symbols) for tile in symbols}
    pairs = [(one, other) for one in symbols for other in near[one] if symbols[one] and one < other]
    found = continents_of(tuple(symbols))
    apart = sum(
        len(set(one) - set(other)) for one in continents for other in found if one[0] in other
    )
    return Measured(
        tuple(f"{tile}{symbol}" for tile, symbol in symbols.items()),
        sum(len(ways) == 1 for ways in near.values()),
        sum(symbols[other] is not None for _, other in pairs),
        len(found) == len(continents) and apart <= len(continents),
    )


def check(players: int, below: Below) -> Measured:
    """Asserts that the map is good and was drawn in few steps."""
    asked, calls = counted(below)
    continents, symbols = generator.draw_map(players, asked)
    scenario = WAR.read_scenario(
        {"id": "map", "tiles": symbols, "deck": generator.draw_deck(players, asked)}
    )
    assert scenario.players == players
    assert faults(continents, symbols) == ()
    assert calls["below"] <= MOST_CALLS
    columns, rows = zip(*map(place_of, symbols), strict=True)
    assert (min(columns), min(rows)) == (1, 1)
    assert max(columns) <= MOST_COLUMNS
    assert max(rows) <= MOST_ROWS
    for continent in continents:
        kinds = Counter(symbols[tile] for tile in continent if symbols[tile])
        assert max(kinds.values()) < 3, "a continent has all of a symbol"
    return measured(continents, symbols)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_maps_follow_the_advice(players: int) -> None:
    below = random.Random(players).randrange
    maps = [check(players, below) for _ in range(MAPS)]
    assert len({one.tiles for one in maps}) == MAPS
    assert len({len({tile[0] for tile in one.tiles}) for one in maps}) >= 3, "all alike wide"
    assert sum(one.dead_ends for one in maps) < MAPS / 2
    assert sum(one.green_pairs for one in maps) < 5 * MAPS
    assert sum(one.is_found for one in maps) > 0.9 * MAPS


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["nought", "last", "either", "middle"])
def test_a_map_is_good_whatever_chance_says(players: int, name: str) -> None:
    turns = cycle((0, 1))
    belows: dict[str, Below] = {
        "nought": lambda limit: 0,
        "last": lambda limit: limit - 1,
        "either": lambda limit: next(turns) * (limit - 1),
        "middle": lambda limit: limit // 2,
    }
    check(players, belows[name])


@pytest.mark.slow
@given(st.sampled_from([2, 3, 4]), st.lists(st.integers(0, 2**16), min_size=1, max_size=60))
def test_a_map_is_good_for_any_numbers(players: int, numbers: list[int]) -> None:
    turns = cycle(numbers)
    check(players, lambda limit: next(turns) % limit)


class Every:
    """A source of random numbers that goes through all possible answers."""

    def __init__(self) -> None:
        self._said: list[list[int]] = []
        self._place = 0

    def __call__(self, limit: int) -> int:
        if self._place == len(self._said):
            self._said.append([0, limit])
        self._place += 1
        return self._said[self._place - 1][0]

    def rounds(self) -> Iterator[None]:
        """Yields once for each combination of answers in a round."""
        while True:
            self._place = 0
            yield
            while self._said and self._said[-1][0] == self._said[-1][1] - 1:
                self._said.pop()
            if not self._said:
                return
            self._said[-1][0] += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "layout"), [(players, one) for players in LAYOUTS for one in LAYOUTS[players]]
)
def test_joints_never_need_more_tiles_than_there_are(players: int, layout: Layout) -> None:
    """All ways to join the continents of a layout, before they grow."""
    room = {(x, y): id for y, line in enumerate(layout) for x, id in enumerate(line) if id != "."}
    tiles = 6 * (players + 2)
    every, seen = Every(), set()
    for _ in every.rounds():
        joints = generator._joints(room, every)
        chosen = frozenset(joints)
        if chosen in seen:
            continue
        seen.add(chosen)
        assert len({cell for joint in joints for cell in joint.cells}) == 3 * len(joints)
        land = {joint.cells[0]: joint.one for joint in joints}
        land |= {joint.cells[2]: joint.other for joint in joints}
        for id in set(room.values()):
            generator._connect(id, land)
        assert all(room.get(cell) == id for cell, id in land.items())
        assert len(land) + len(joints) <= tiles <= len(room) + len(joints)
    assert len(seen) > 1


def test_a_map_lies_row_by_row() -> None:
    _, symbols = generator.draw_map(2, random.Random(1).randrange)
    places = [place_of(tile)[::-1] for tile in symbols]
    assert places == sorted(places)


def test_every_shuffle_is_equally_likely() -> None:
    """Each combination of answers gives a different order, and all orders occur."""
    every = Every()
    orders = [tuple(generator.shuffled("abcd", every)) for _ in every.rounds()]
    assert len(orders) == len(set(orders)) == 24


def test_the_deck_is_three_shuffled_piles() -> None:
    below = random.Random(3).randrange
    decks = [generator.draw_deck(4, below) for _ in range(2)]
    assert decks[0] != decks[1]
    for pile, values in enumerate(((1, 1, 2), (1, 2, 3), (4, 5, 6))):
        found = [value for _, value in decks[0][18 * pile : 18 * (pile + 1)]]
        assert Counter(found) == Counter(values * 6)
        assert found != sorted(found)


def test_the_rules_draw_for_the_players_of_the_options() -> None:
    assert WAR.drawn_word
    options = {"players": ["ann", "bob", "cem"], "gifts": True}
    drawn = WAR.draw_scenario(options, random.Random(4).randrange)
    state = WAR.begin(WAR.read_scenario(drawn), options)
    assert len(state.scenario.tiles) == 30
    assert [len(hand) for hand in state.hands] == [0, 1, 1]
