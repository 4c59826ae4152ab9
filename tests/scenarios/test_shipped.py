"""The scenarios that ship: they load, and contain the agreed tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from moderator.rules.age_of_iron.scenario import COUNTRY_NUMBERS, PREVENT, Scenario
from moderator.rules.errors import Refused
from moderator.rules.registry import GAMES
from moderator.rules.seating import look_numbers
from tests.support.paths import SCENARIOS

FILES = sorted(SCENARIOS.glob("*/*.toml"))
NOTICE = (
    "AGE OF IRON is Copyright, 2012, by Peter L. de Rosa. All rights reserved. Reproduction "
    "allowed for nonprofit educational use as long as this copyright notice is included."
)

# One row for each region: the value of a Presence there for each player, in the order of play.
Row = tuple[int, ...]
PRESENCES: dict[str, dict[str, Row]] = {
    "1800-bc": {
        "egypt": (6, 0, 0, 5),
        "babylon": (0, 6, 5, 4),
        "assyria": (0, 5, 6, 0),
        "hatti": (5, 0, 4, 6),
        "nubia": (6, 0, 0, 0),
        "palestine": (6, 0, 0, 0),
        "syria": (7, 4, 5, 7),
        "cyprus": (4, 0, 0, 6),
        "mitanni": (0, 7, 8, 6),
        "sumer": (0, 6, 0, 0),
        "elam": (0, 6, 6, 0),
    },
    "900-bc": {
        "assyria": (6, 0, 5, 5, 0),
        "egypt": (0, 6, 0, 0, 5),
        "babylon": (5, 0, 6, 0, 0),
        "urartu": (5, 0, 0, 6, 0),
        "phoenicia": (0, 5, 0, 0, 6),
        "nubia": (0, 6, 0, 0, 0),
        "israel": (0, 7, 0, 0, 6),
        "syria": (7, 6, 5, 4, 5),
        "neo-hittites": (6, 0, 0, 7, 5),
        "cyprus": (0, 0, 0, 0, 7),
        "phrygia": (0, 0, 0, 6, 0),
        "media": (5, 0, 6, 6, 0),
        "elam": (0, 0, 7, 0, 0),
        "arabia": (0, 4, 5, 0, 0),
    },
}
PREVENTED = {  # by player: who, where
    "1800-bc": {
        "egypt": ("hatti", "syria"),
        "babylon": ("assyria", "mitanni"),
        "assyria": ("babylon", "mitanni"),
        "hatti": ("egypt", "syria"),
    },
    "900-bc": {
        "assyria": ("phoenicia", "syria"),
        "egypt": ("babylon", "arabia"),
        "babylon": ("urartu", "media"),
        "urartu": ("assyria", "neo-hittites"),
        "phoenicia": ("egypt", "israel"),
    },
}
INCOMES = {  # by player: in sequential and in simultaneous deployment, and the good's letter
    "1800-bc": {
        "egypt": (13, 11, "G"),
        "babylon": (12, 11, "C"),
        "assyria": (11, 11, "T"),
        "hatti": (9, 10, "S"),
    },
    "900-bc": {
        "assyria": (14, 11, "T"),
        "egypt": (13, 11, "G"),
        "babylon": (12, 11, "C"),
        "urartu": (11, 11, "H"),
        "phoenicia": (9, 10, "P"),
    },
}
GOODS = {
    "1800-bc": {"G": "Grain", "C": "Cloth", "T": "Tin", "S": "Silver"},
    "900-bc": {"T": "Tin", "G": "Grain", "C": "Cloth", "H": "Horses", "P": "Purple dye"},
}
RETUNED = {"1800-bc-2": "1800-bc", "900-bc-2": "900-bc"}
BIG = tuple(PRESENCES)


def load(path: Path) -> Scenario:
    game = GAMES[path.parent.name.replace("_", "-")]
    scenario = game.read_scenario_toml(path.read_text(encoding="utf-8"))
    assert isinstance(scenario, Scenario)
    return scenario


def ours(scenario_id: str) -> Scenario:
    return load(SCENARIOS / "age_of_iron" / f"{scenario_id}.toml")


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_file_loads_as_what_its_name_says(path: Path) -> None:
    scenario = load(path)
    assert scenario.id == path.stem


@pytest.mark.parametrize("scenario_id", [*BIG, *RETUNED, "example-of-play"])
def test_ours_are_described_and_carry_the_notice(scenario_id: str) -> None:
    scenario = ours(scenario_id)
    assert NOTICE in scenario.credits
    assert scenario.description


@pytest.mark.parametrize("scenario_id", BIG)
def test_the_recommended_deployment_is_explained(scenario_id: str) -> None:
    description = ours(scenario_id).description
    assert "Simultaneous deployment is recommended" in description
    assert 2 <= description.count(". ") + 1 <= 4


@pytest.mark.parametrize("scenario_id", BIG)
def test_players_and_goods_are_those_of_the_table(scenario_id: str) -> None:
    scenario = ours(scenario_id)
    found = {
        player.id: (*player.income, *player.income_simultaneous, player.good)
        for player in scenario.players
    }
    assert list(found.items()) == list(INCOMES[scenario_id].items())
    assert list(scenario.goods) == list(GOODS[scenario_id].items())
    assert [player.home for player in scenario.players] == list(found)


@pytest.mark.parametrize("scenario_id", BIG)
def test_regions_and_objectives_are_those_of_the_table(scenario_id: str) -> None:
    scenario = ours(scenario_id)
    rows = PRESENCES[scenario_id]
    assert [region.id for region in scenario.regions] == list(rows)
    regions = [region.id for region in scenario.regions]
    players = [player.id for player in scenario.players]
    wanted = []
    for i, player in enumerate(players):
        for region, worth in rows.items():
            if worth[i]:
                wanted.append((player, "presence", region, [], worth[i]))
        others = [other for other in players if other != player]
        wanted.append((player, "prevent", player, others, 5))
        who, where = PREVENTED[scenario_id][player]
        wanted.append((player, "prevent", where, [who], 5))
    found = [
        (
            players[objective.player],
            objective.kind,
            regions[objective.region],
            [players[other] for other in objective.by],
            objective.victory_points,
        )
        for objective in scenario.objectives
    ]
    assert found == wanted


@pytest.mark.parametrize("id", RETUNED)
def test_a_retuned_one_differs_by_incomes_only(id: str) -> None:
    """And by its own title and description; each country's briefing is true of both."""
    new, old = ours(id), ours(RETUNED[id])
    assert new.title == f"{old.title} (balanced)"
    assert "Simultaneous deployment is recommended" in new.description
    for one, before in zip(new.players, old.players, strict=True):
        assert max(map(len, (one.income, one.income_simultaneous))) <= new.turns
        incomes = {"income": before.income, "income_simultaneous": before.income_simultaneous}
        assert replace(one, **incomes) == before
    told = {"id": old.id, "title": old.title, "description": old.description}
    assert replace(new, players=old.players, **told) == old


@pytest.mark.parametrize("scenario_id", BIG)
def test_the_rest_is_as_agreed(scenario_id: str) -> None:
    scenario = ours(scenario_id)
    assert scenario.turns == 6
    assert dict(scenario.options) == {"deployment": "simultaneous"}
    assert (scenario.box, scenario.box_points) == (10, (4, 5, 6, 7))
    assert (scenario.trade_units, scenario.trade_points) == (len(scenario.players), 8)
    assert not any(map(sum, scenario.setup))
    assert scenario.credits.startswith(
        "After Age of Iron; countries, incomes and objectives by this project"
    )


def test_a_game_turn_of_1800_bc_is_a_century() -> None:
    assert ours("1800-bc").turn_name == "century"


@pytest.mark.parametrize("scenario_id", BIG)
def test_every_country_can_reach_74(scenario_id: str) -> None:
    scenario = ours(scenario_id)
    civilization, trade = sum(scenario.box_points), scenario.trade_points
    for i, player in enumerate(scenario.players):
        own = [objective for objective in scenario.objectives if objective.player == i]
        prevent = sum(o.victory_points for o in own if o.kind == PREVENT)
        presence = sum(o.victory_points for o in own if o.kind != PREVENT)
        assert (presence, prevent, civilization, trade) == (34, 10, 22, 8), player.id


@pytest.mark.parametrize("scenario_id", BIG)
def test_briefings_are_as_long_as_a_card_and_name_every_objective(scenario_id: str) -> None:
    scenario = ours(scenario_id)
    for i, player in enumerate(scenario.players):
        assert 100 <= len(player.briefing.split()) <= 200, player.id
        assert player.briefing.startswith(f"You are {player.name}")
        for objective in scenario.objectives:
            if objective.player == i:
                assert scenario.regions[objective.region].name in player.briefing


@pytest.mark.parametrize("scenario_id", BIG)
def test_every_region_has_a_note_of_one_line(scenario_id: str) -> None:
    for region in ours(scenario_id).regions:
        assert region.note.strip()
        assert len(region.note.splitlines()) == 1, region.id


def test_example_of_play_begins_as_the_rule_text_does() -> None:
    scenario = ours("example-of-play")
    incomes = [(player.name, *player.income) for player in scenario.players]
    assert incomes == [("Ariel", 10), ("Beauregard", 15), ("Chas", 20), ("Dirk", 0)]
    rows = [region.name for region in scenario.regions]
    assert rows == ["Xenophobia", "Yurt", "Zen"]
    assert scenario.setup == ((5, 10, 8, 5), (6, 0, 2, 5), (0, 5, 0, 11))
    assert scenario.turns == 1
    assert (scenario.goods, scenario.box_points, scenario.objectives) == ((), (), ())
    assert not any(player.home for player in scenario.players)
    assert dict(scenario.options) == {}


def test_a_damaged_file_is_refused_with_key_and_line() -> None:
    text = (SCENARIOS / "age_of_iron" / "1800-bc.toml").read_text(encoding="utf-8")
    damaged = text.replace('home = "hatti"', 'home = "atlantis"')
    line = 1 + damaged[: damaged.index('home = "atlantis"')].count("\n")
    with pytest.raises(Refused, match=rf"players.*home.*line {line}\b") as refused:
        GAMES["age-of-iron"].read_scenario_toml(damaged)
    assert refused.value.code == "bad-scenario"


def test_a_country_looks_the_same_in_every_scenario() -> None:
    old, new = (
        {seat.id: seat.number for seat in ours(name).seats} for name in ("1800-bc", "900-bc")
    )
    assert {new[id] for id in ("egypt", "babylon", "assyria")} == {1, 2, 3}
    assert all(new[id] == number for id, number in old.items() if id in new)
    assert [seat.number for seat in ours("example-of-play").seats] == [1, 2, 3, 4]
    every = [*new, "hatti", "elam", "ur", "kush", "x"]
    assert sorted(look_numbers(every, COUNTRY_NUMBERS)) == list(range(1, 11))
