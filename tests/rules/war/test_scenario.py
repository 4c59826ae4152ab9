"""Maps and decks in a record, and its options (docs/rules/war.md, "Setup in a record")."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from moderator.rules import record
from moderator.rules.errors import Refused
from moderator.rules.war import WAR
from tests.rules.war.table import Json, deck, play, scenario, summary, table, tiles


def code(value: Any, options: Any) -> str | None:
    """The code with which a record without moves is refused."""
    wire = {"format": "record/1", "game": "war", "scenario": value, "moves": []}
    if options is not None:
        wire["options"] = options
    try:
        record.replay(record.read(json.dumps(wire).encode()), {})
    except Refused as refused:
        assert refused.move is None
        assert str(refused).isprintable()
        return refused.code
    return None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_map_and_a_deck_are_for_one_number_of_players(players: int) -> None:
    for others in (2, 3, 4):
        options = {"players": ["ann", "bob", "cem", "dee"][:others]}
        wanted = None if others == players else "bad-scenario"
        assert code(scenario(players), options) == wanted
        read = WAR.read_scenario(scenario(players))
        assert bool(WAR.clashes(read, options)) is (others != players)


def changed(**changes: Any) -> Json:
    value = {**scenario(), **changes}
    return {key: item for key, item in value.items() if item is not ...}


def with_tiles(change: Callable[[Json], object]) -> Json:
    value = tiles()
    change(value)
    return changed(tiles=value)


def with_deck(change: Callable[[list[Any]], object]) -> Json:
    value = deck()
    change(value)
    return changed(deck=value)


def swapped(one: int, other: int) -> Callable[[list[Any]], None]:
    def swap(value: list[Any]) -> None:
        value[one], value[other] = value[other], value[one]

    return swap


def renamed(old: str, new: str) -> Callable[[Json], None]:
    return lambda value: value.update({new: value.pop(old)})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (changed(), None),
        (changed(id=""), None),
        (changed(id=7), "bad-scenario"),
        (changed(id=...), "bad-scenario"),
        (changed(tiles=...), "bad-scenario"),
        (changed(deck=...), "bad-scenario"),
        (changed(title="Map"), "bad-scenario"),
        (changed(tiles=[]), "bad-scenario"),
        (changed(tiles={}), "bad-scenario"),
        (changed(deck={}), "bad-scenario"),
        (changed(deck=[]), "bad-scenario"),
        ("map", "bad-scenario"),
        ({}, "bad-scenario"),
        # A tile's id.
        (with_tiles(renamed("a1", "g1")), None),
        (with_tiles(renamed("a1", "g01")), "bad-scenario"),
        (with_tiles(renamed("a1", "a0")), "bad-scenario"),
        (with_tiles(renamed("a1", "a100")), "bad-scenario"),
        (with_tiles(renamed("a1", "A1")), "bad-scenario"),
        (with_tiles(renamed("a1", "a1 ")), "bad-scenario"),
        (with_tiles(renamed("a1", "a١")), "bad-scenario"),
        # The counts of tiles and symbols.
        (with_tiles(lambda t: t.pop("a1")), "bad-scenario"),
        (with_tiles(lambda t: t.update(a5=None)), "bad-scenario"),
        (with_tiles(lambda t: t.update(a1="drop")), "bad-scenario"),
        (with_tiles(lambda t: t.update(b1=None)), "bad-scenario"),
        (with_tiles(lambda t: t.update(b1=None, a1="drop")), None),
        (with_tiles(lambda t: t.update(b1="hammers")), "bad-scenario"),
        (with_tiles(lambda t: t.update(b1="arrow")), "bad-scenario"),
        (with_tiles(lambda t: t.update(b1="anchor")), "bad-scenario"),
        (with_tiles(lambda t: t.update(b1="")), "bad-scenario"),
        (with_tiles(lambda t: t.update(b1=1)), "bad-scenario"),
        # One piece: edges count, corners don't.
        (with_tiles(renamed("f4", "f5")), "bad-scenario"),
        (with_tiles(renamed("f4", "g5")), "bad-scenario"),
        (with_tiles(renamed("f4", "g3")), None),
        (with_tiles(renamed("f4", "z99")), "bad-scenario"),
        # The deck: its piles in order, each in any order.
        (with_deck(swapped(0, 11)), None),
        (with_deck(swapped(12, 23)), None),
        (with_deck(swapped(24, 35)), None),
        (with_deck(swapped(0, 12)), None),  # drop 1 is green and pink: nothing changes
        (with_deck(swapped(8, 20)), "bad-scenario"),
        (with_deck(swapped(11, 23)), "bad-scenario"),
        (with_deck(swapped(23, 24)), "bad-scenario"),
        (with_deck(lambda d: d.reverse()), "bad-scenario"),
        (with_deck(lambda d: d.pop()), "bad-scenario"),
        (with_deck(lambda d: d.append(["drop", 1])), "bad-scenario"),
        (with_deck(lambda d: d.__setitem__(0, ["arrow", 1])), "bad-scenario"),
        (with_deck(lambda d: d.__setitem__(0, ["drop", True])), "bad-scenario"),
        (with_deck(lambda d: d.__setitem__(0, ["drop", 1.0])), "bad-scenario"),
        (with_deck(lambda d: d.__setitem__(0, ["drop"])), "bad-scenario"),
        (with_deck(lambda d: d.__setitem__(0, "drop1")), "bad-scenario"),
    ],
)
def test_scenarios(value: Any, expected: str | None) -> None:
    assert code(value, {"players": ["ann", "bob"]}) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"players": ["ann", "bob"]}, None),
        ({"players": ["ann", "bob"], "gifts": True}, None),
        ({"players": ["a" * 40, "b-2"], "gifts": False}, None),
        (None, "bad-record"),
        ({}, "bad-record"),
        ({"gifts": True}, "bad-record"),
        ({"players": ["ann"]}, "bad-record"),
        ({"players": ["a", "b", "c", "d", "e"]}, "bad-record"),
        ({"players": ["ann", "ann"]}, "bad-record"),
        ({"players": ["Ann", "bob"]}, "bad-record"),
        ({"players": ["a" * 41, "bob"]}, "bad-record"),
        ({"players": ["ann", 2]}, "bad-record"),
        ({"players": "ann"}, "bad-record"),
        ({"players": {"ann": 1, "bob": 2}}, "bad-record"),
        ({"players": ["ann", "bob"], "gifts": 1}, "bad-record"),
        ({"players": ["ann", "bob"], "gifts": None}, "bad-record"),
        ({"players": ["ann", "bob"], "speed": "fast"}, "bad-record"),
    ],
)
def test_options(options: Any, expected: str | None) -> None:
    assert code(scenario(), options) == expected


def test_options_are_checked_before_the_scenario() -> None:
    assert code({}, {"players": ["ann"]}) == "bad-record"
    assert code("map", {"players": ["ann"]}) == "bad-record"


def test_a_scenario_written_again_is_the_same() -> None:
    assert WAR.scenario_wire(WAR.read_scenario(scenario(3))) == scenario(3)


def test_a_scenario_in_toml_says_brown_with_an_empty_text() -> None:
    lines = [f'{tile} = "{symbol or ""}"' for tile, symbol in tiles().items()]
    text = f"id = 'map'\ndeck = {json.dumps(deck())}\n[tiles]\n" + "\n".join(lines)
    assert WAR.read_scenario_toml(text) == WAR.read_scenario(scenario())
    with pytest.raises(Refused) as refused:
        WAR.read_scenario_toml("tiles = [")
    assert refused.value.code == "bad-scenario"


@pytest.mark.parametrize(
    ("players", "hands", "face_up", "left"),
    [
        (2, ["", "bricks1"], "drop2 drop1 hammers1 circles1", 31),
        (3, ["", "hammers1", "drop2"], "drop1 circles1 bricks1 arrow1", 39),
        (4, ["", "hammers1", "drop2", "drop1 hammers2"], "circles1 bricks1 arrow1 crown1", 46),
    ],
)
def test_gifts_come_out_of_the_deck_before_cards_lie_face_up(
    players: int, hands: list[str], face_up: str, left: int
) -> None:
    front = {2: ("drop2", "bricks1"), 3: ("drop2", "hammers1"), 4: ("drop2", "hammers1")}
    timeline = table(players, *front[players], gifts=True)
    shown = summary(timeline)
    said = [" ".join(f"{s}{v}" for s, v in hand) for hand in shown["hands"].values()]
    assert said == hands
    assert " ".join(f"{s}{v}" for s, v in shown["face_up"]) == face_up
    assert shown["deck_left"] == left
    assert summary(play(timeline, "place ann a1"))["hands"] == shown["hands"]


def test_without_gifts_nobody_has_cards() -> None:
    shown = summary(table(4))
    assert shown["hands"] == {"ann": [], "bob": [], "cem": [], "dee": []}
    assert shown["deck_left"] == 50
