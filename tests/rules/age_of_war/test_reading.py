"""Options, the scenario and the seats."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.age_of_war.castles import STANDARD
from moderator.rules.errors import Refused
from tests.rules.test_record import code


def record(options: Any = None, scenario: Any = "standard") -> dict[str, Any]:
    return {
        "format": "record/1",
        "game": "age-of-war",
        "scenario": scenario,
        "options": {"players": ["kim", "ed"]} if options is None else options,
        "moves": [],
    }


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"players": ["kim", "ed"]}, None),
        ({"players": ["a", "b", "c", "d", "e", "f"]}, None),
        ({"players": ["a" * 40, "0-0"]}, None),
        ({}, "bad-record"),
        ([], "bad-record"),
        ({"players": ["kim"]}, "bad-record"),
        ({"players": []}, "bad-record"),
        ({"players": ["a", "b", "c", "d", "e", "f", "g"]}, "bad-record"),
        ({"players": ["kim", "kim"]}, "bad-record"),
        ({"players": ["kim", "Ed"]}, "bad-record"),
        ({"players": ["kim", "ed-"]}, "bad-record"),
        ({"players": ["kim", "e_d"]}, "bad-record"),
        ({"players": ["kim", ""]}, "bad-record"),
        ({"players": ["kim", "ed\n"]}, "bad-record"),
        ({"players": ["kim", "a" * 41]}, "bad-record"),
        ({"players": ["kim", 7]}, "bad-record"),
        ({"players": ["kim", ["ed"]]}, "bad-record"),
        ({"players": "kim"}, "bad-record"),
        ({"players": {"kim": 1, "ed": 2}}, "bad-record"),
        ({"players": None}, "bad-record"),
        ({"players": ["kim", "ed"], "turns": 3}, "bad-record"),
    ],
)
def test_options(options: Any, expected: str | None) -> None:
    assert code(record(options)) == expected


def test_options_left_out_are_missing() -> None:
    value = record()
    del value["options"]
    assert code(value) == "bad-record"


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        ("standard", None),
        ("Standard", "bad-scenario"),
        ("", "bad-scenario"),
        ("example-of-play", "bad-scenario"),
        ({}, "bad-scenario"),
        ({"id": "standard"}, "bad-scenario"),
        (None, "bad-record"),
        (["standard"], "bad-record"),
    ],
)
def test_scenarios(scenario: Any, expected: str | None) -> None:
    assert code(record(scenario=scenario)) == expected


def test_options_are_looked_at_before_the_scenario() -> None:
    assert code(record(options={}, scenario="no-such")) == "bad-record"


def test_the_scenario_is_held_by_the_rules_and_by_no_file() -> None:
    wire = AGE_OF_WAR.scenario_wire(STANDARD)
    assert AGE_OF_WAR.read_scenario(wire) is AGE_OF_WAR.own_scenarios[wire] is STANDARD
    with pytest.raises(Refused) as refused:
        AGE_OF_WAR.read_scenario_toml('id = "standard"')
    assert refused.value.code == "bad-scenario"


def test_seats_follow_the_options_and_differ_in_their_letters() -> None:
    players = ["kim", "kai", "ki", "k", "k-im", "2"]
    seats = AGE_OF_WAR.seats(STANDARD, {"players": players})
    assert [seat.id for seat in seats] == players
    assert [seat.letter for seat in seats] == ["K", "Ka", "Ki", "4", "Km", "2"]
    assert [seat.name for seat in seats][-2:] == ["K Im", "2"]
    assert [seat.number for seat in seats] == [1, 2, 3, 4, 5, 6]
