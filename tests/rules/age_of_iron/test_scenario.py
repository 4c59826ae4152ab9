"""Scenarios: everything that is refused, with the key and, in TOML, the line."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.errors import Refused
from tests.rules.age_of_iron.table import Json, scenario


def is_refused(value: Any) -> bool:
    try:
        AGE_OF_IRON.read_scenario(value)
    except Refused as refused:
        assert (refused.code, refused.move) == ("bad-scenario", None)
        return True
    return False


def changed(path: str, value: Any) -> Json:
    """The small scenario with one value changed; None removes it."""
    out: Any = copy.deepcopy(scenario())
    *parents, last = path.split(".")
    here = out
    for part in parents:
        here = here[int(part)] if part.isdigit() else here.setdefault(part, {})
    if value is None:
        del here[last]
    elif isinstance(here, list):
        here.insert(int(last), value)
    else:
        here[last] = value
    return out


EGYPT = {"id": "x", "name": "X", "income": 1, "good": "G"}
AIM = {"player": "egypt", "kind": "presence", "region": "nile", "victory_points": 1}
PREVENT = {**AIM, "kind": "prevent"}


@pytest.mark.parametrize(
    ("path", "value", "refused"),
    [
        ("title", "Small", False),
        ("format", "age-of-iron/2", True),
        ("format", None, True),
        ("id", "No Slug", True),
        ("id", "a" * 41, True),
        ("id", "a" * 40, False),
        ("title", " ", True),
        ("title", "two\nlines", True),
        ("title", "two\u2028lines", True),
        ("description", "two\nlines", False),
        ("credits", 3, True),
        ("turn_name", "century", False),
        ("regions.0.position", [31.2, 29], False),
        ("regions.0.position", [-180, 90], False),
        ("regions.0.position", [[31.2, 29.8]] * 12, False),
        ("regions.0.position", [[31.2, 29.8]] * 13, True),
        ("regions.0.position", [], True),
        ("regions.0.position", [31.2], True),
        ("regions.0.position", [True, 29.8], True),
        ("regions.0.position", [180.1, 0], True),
        ("regions.0.position", [0, float("nan")], True),
        ("regions.0.position", [[31.2, 29.8], 5], True),
        ("chronology", [], False),
        ("chronology", [{"year": -1792, "text": "a" * 200}] * 100, False),
        ("chronology", [{"year": -1792, "text": "a"}] * 101, True),
        ("chronology", [{"year": 0, "text": "a"}], True),
        ("chronology", [{"year": 2101, "text": "a"}], True),
        ("chronology", [{"year": 1, "text": "a" * 201}], True),
        ("chronology", [{"year": 1, "text": " "}], True),
        ("chronology", [{"year": 1}], True),
        ("colour", "red", True),
        ("turns", 0, True),
        ("turns", 31, True),
        ("turns", True, True),
        ("turns", 1.0, True),
        ("options", {"turns": 30}, False),
        ("options", {"turns": 31}, True),
        ("options", {"speed": 1}, True),
        ("options", [], True),
        ("goods", {}, True),
        ("goods", None, True),
        ("goods.Q", "Quartz", True),
        ("goods.g", "Grain", True),
        ("goods.G", "", True),
        ("civilization", None, False),
        ("civilization", {}, True),
        ("civilization.box", 0, True),
        ("civilization.box", 101, True),
        ("civilization.victory_points", [0] * 20, False),
        ("civilization.victory_points", [0] * 21, True),
        ("civilization.victory_points", [101], True),
        ("trade", None, False),
        ("trade.units", 21, True),
        ("trade.victory_points", 101, True),
        ("trade.price", 1, True),
        ("players", [], True),
        ("players.0.id", "hatti", True),
        ("players.0.name", "\t", True),
        ("players.0.income", 101, True),
        ("players.0.income", [], True),
        ("players.0.income", [0] * 61, True),
        ("players.0.income", [0] * 60, False),
        ("players.0.income", [1, "2"], True),
        ("players.0.income", None, True),
        ("players.0.income_simultaneous", [1, 2], False),
        ("players.0.home", None, False),
        ("players.0.home", "atlantis", True),
        ("players.0.home", "hattusa", True),
        ("players.0.good", None, True),
        ("players.0.good", "S", True),
        ("players.0.good", "Q", True),
        ("players.0.briefing", "Be\nbrave", False),
        ("players.0.colour", "red", True),
        ("players.3", EGYPT, True),
        ("regions", [], True),
        ("regions.0.id", "syria", True),
        ("regions.0.note", "one line", False),
        ("regions.0.note", "two\r\nlines", True),
        ("objectives", None, False),
        ("objectives.0", AIM, False),
        ("objectives.0", {**AIM, "victory_points": 0}, True),
        ("objectives.0", {**AIM, "victory_points": 101}, True),
        ("objectives.0", {**AIM, "player": "nobody"}, True),
        ("objectives.0", {**AIM, "region": "nowhere"}, True),
        ("objectives.0", {**AIM, "kind": "hold"}, True),
        ("objectives.0", {**AIM, "by": ["hatti"]}, True),
        ("objectives.0", {**PREVENT, "by": ["hatti"]}, False),
        ("objectives.0", {**PREVENT, "by": []}, True),
        ("objectives.0", {**PREVENT, "by": ["egypt"]}, True),
        ("objectives.0", {**PREVENT, "by": ["hatti", "hatti"]}, True),
        ("objectives.0", {**PREVENT, "by": ["nobody"]}, True),
        ("objectives.0", {**PREVENT, "by": [{}]}, True),
        ("setup", {"syria": {"egypt": 999}}, False),
        ("setup", {"syria": {"egypt": 1000}}, True),
        ("setup", {"syria": {"nobody": 1}}, True),
        ("setup", {"nowhere": {}}, True),
        ("setup", {"syria": []}, True),
    ],
)
def test_one_thing_changed(path: str, value: Any, refused: bool) -> None:
    assert is_refused(changed(path, value)) is refused


@pytest.mark.parametrize("value", [None, [], "1800-bc", {}, 7])
def test_no_object_at_all(value: Any) -> None:
    assert is_refused(value)


def test_a_good_without_goods_is_refused() -> None:
    players = [{k: v for k, v in p.items() if k != "good"} for p in scenario()["players"]]
    assert not is_refused(scenario(goods={}, players=players))
    assert is_refused(scenario(goods={}))


def test_defaults() -> None:
    read = AGE_OF_IRON.read_scenario(scenario(civilization={"victory_points": [1]}, trade={}))
    assert (read.box, read.trade_units, read.trade_points) == (10, 3, 0)


TOML = """\
format = "age-of-iron/1"
id = "small"
title = "Small"
turns = 2

[goods]

[[players]]
id = "egypt"
name = "Egypt"
income = 10

[[players]]
id = "hatti"
name = "Hatti"
income = 500

[[regions]]
id = "syria"
name = "Syria"

[setup.syria]
egypt = 5
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("income = 500", "income = 500", "players[2].income (line 16)"),
        ("income = 500", "income = 5\nhome = 'x'", "players[2].home (line 17)"),
        ("income = 500", "", "players[2].income (line 13)"),
        ("turns = 2", "turns = 99", "turns (line 4)"),
        ("egypt = 5", "egypt = -5", "setup.syria.egypt (line 23)"),
        ("turns = 2", "turns = ", "line 4"),
    ],
)
def test_toml_names_the_key_and_the_line(old: str, new: str, says: str) -> None:
    text = TOML.replace(old, new)
    if "500" not in (old + new):
        text = text.replace("income = 500", "income = 5")
    with pytest.raises(Refused) as refused:
        AGE_OF_IRON.read_scenario_toml(text)
    assert refused.value.code == "bad-scenario"
    assert says in str(refused.value)


def test_positions_are_points() -> None:
    value = changed("regions.0.position", [31, 29.8])
    value["regions"][1]["position"] = [[32.9, 24.1], [32.6, 25.7]]
    first, second, *others = AGE_OF_IRON.read_scenario(value).regions
    assert (first.position, second.position) == (((31.0, 29.8),), ((32.9, 24.1), (32.6, 25.7)))
    assert {other.position for other in others} <= {()}


def test_toml_and_json_give_the_same_scenario() -> None:
    read = AGE_OF_IRON.read_scenario_toml(TOML.replace("500", "5"))
    assert AGE_OF_IRON.read_scenario(AGE_OF_IRON.scenario_wire(read)) == read
    assert read.setup == ((5, 0),)


@pytest.mark.parametrize(
    ("changes", "options", "clashes"),
    [
        ({}, {"extended_trading": True, "control": True, "home_first": True}, 0),
        ({"regions": [{"id": r, "name": r} for r in ("nile", "hattusa", "ashur")],
          "objectives": []}, {"control": True}, 1),
    ],
)  # fmt: skip
def test_options_that_make_no_sense(changes: Json, options: Json, clashes: int) -> None:
    read = AGE_OF_IRON.read_scenario(scenario(**changes))
    assert len(AGE_OF_IRON.clashes(read, options)) == clashes
