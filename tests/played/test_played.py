"""Whole games, found by themselves: tests/played/<game>/*.json.

Each file is a record (docs/scenarios.md has the scenario's format) with more top-level keys:
`about` says what it proves; `expect` is what `replay --json` shows at the end, at least in part;
`expect_after` the same after a number of moves; `refused` are moves that are refused there. Each
file has at least one of the last two, since the end alone doesn't show how it was reached. The
expectations were worked out by hand from the rules, never copied from a replay.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from moderator.rules.errors import Refused
from moderator.rules.registry import GAMES
from tests.played import age_of_iron_games, age_of_war_games, valley_of_war_games, war_games
from tests.played.games import FILES, Played, Summary, play

pytestmark = pytest.mark.slow

BOOKS: dict[str, ModuleType] = {
    "age-of-iron": age_of_iron_games,
    "age-of-war": age_of_war_games,
    "war": war_games,
    "valley-of-war": valley_of_war_games,
}
"""What is known of each game: ALWAYS, MOVES, SCENARIOS, ENDINGS and assert_conserved."""


def assert_shows(shown: Summary, expected: Summary, where: str) -> None:
    """Every expected key is shown; of the chart, only the expected rows count."""
    for key, value in expected.items():
        assert key != "chart" or value, f"{where}: no row of the chart"
        found = shown[key]
        if key == "chart":
            found = {region: found[region] for region in value}
        assert found == value, f"{where}: {key}"


each_file = pytest.mark.parametrize(
    "path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


@each_file
def test_game_ends_as_expected(path: Path) -> None:
    played = play(path)
    expected = json.loads(path.read_text(encoding="utf-8"))["expect"]
    assert expected.keys() >= BOOKS[played.record.game].ALWAYS
    if "chart" in expected:
        assert expected["chart"].keys() == played.end["chart"].keys()
    assert_shows(played.end, expected, "at the end")
    assert played.end["status"] == "over", "a played game is a whole game"


@each_file
def test_game_says_what_it_proves(path: Path) -> None:
    more = play(path).record.more
    on_the_way = more.get("expect_after", {})
    assert more["about"].strip()
    assert on_the_way or more.get("refused"), "neither expect_after nor refused"
    assert all(on_the_way.values())


@each_file
def test_game_stands_as_expected_on_the_way(path: Path) -> None:
    played = play(path)
    for number, expected in played.record.more.get("expect_after", {}).items():
        assert_shows(played.shown[int(number)], expected, f"after move {number}")


@each_file
def test_game_refuses_what_it_should(path: Path) -> None:
    played = play(path)
    for attempt in played.record.more.get("refused", []):
        timeline = played.timelines[attempt["after"]]
        with pytest.raises(Refused) as refused:
            timeline.play(attempt["move"])
        assert refused.value.code == attempt["code"], attempt
        assert refused.value.move == attempt["after"] + 1


@each_file
def test_nothing_is_made_or_lost(path: Path) -> None:
    played = play(path)
    BOOKS[played.record.game].assert_conserved(played)


@each_file
def test_a_turn_ends_when_another_player_is_active(path: Path) -> None:
    played = play(path)
    turns = [GAMES[played.record.game].turn_of(one.state) for one in played.timelines]
    active = [shown.get("active") for shown in played.shown]
    for number in range(1, len(turns)):
        assert turns[number] != turns[number - 1] or active[number] == active[number - 1]
    assert turns[0] != turns[-1]


# --- Everything has a recorded game -------------------------------------------------------------


def games_of(game: str) -> list[Played]:
    return [play(path) for path in FILES if path.parent.name == game.replace("-", "_")]


def test_every_game_has_recorded_games() -> None:
    assert BOOKS.keys() == GAMES.keys()


@pytest.mark.parametrize("game", BOOKS)
def test_every_value_of_every_option_has_a_game_that_names_it(game: str) -> None:
    named = [item for played in games_of(game) for item in played.record.options.items()]
    for option in GAMES[game].options:
        for value in [value.value for value in option.values] or option.limits or ():
            assert (option.name, value) in named


@pytest.mark.parametrize(
    ("game", "ending"), [(game, ending) for game in BOOKS for ending in BOOKS[game].ENDINGS]
)
def test_every_way_to_end_has_a_game(game: str, ending: str) -> None:
    assert any(BOOKS[game].ENDINGS[ending](played) for played in games_of(game))


@pytest.mark.parametrize("game", BOOKS)
def test_every_kind_of_move_has_a_game(game: str) -> None:
    found = {wire["type"] for played in games_of(game) for wire in played.record.moves}
    assert found == BOOKS[game].MOVES


@pytest.mark.parametrize("game", BOOKS)
def test_every_scenario_of_ours_has_a_game(game: str) -> None:
    scenarios = [played.record.scenario for played in games_of(game)]
    ids = {scenario for scenario in scenarios if isinstance(scenario, str)}
    assert ids == BOOKS[game].SCENARIOS
