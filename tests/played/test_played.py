"""Whole games, found by themselves: tests/played/<game>/*.json.

Each file is a record (docs/scenarios.md has the scenario's format) with more top-level keys:
`about` says what it proves; `expect` is how `replay --json` shows the end, whole or in part;
`expect_after` the same after so many moves; `refused` are moves that are refused there. The
expectations were worked out by hand from the rules, never copied from a replay.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from moderator.rules import record
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.registry import GAMES

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "scenarios"
FILES = sorted(HERE.glob("*/*.json"))
ALWAYS = {"status", "chart", "scores", "winners", "controlled"}
Summary = Mapping[str, Any]


@cache
def shipped(game: str) -> Mapping[str, Any]:
    files = (SCENARIOS / game.replace("-", "_")).glob("*.toml")
    read = GAMES[game].read_scenario_toml
    return {path.stem: read(path.read_text(encoding="utf-8")) for path in files}


@dataclass(frozen=True)
class Played:
    """A recorded game with the timeline and what is shown after every move (0: before any)."""

    path: Path
    record: record.Record
    scenario: Any
    timelines: list[Timeline]
    shown: list[Summary]

    @property
    def moves(self) -> Iterator[tuple[Mapping[str, Any], Summary, Summary]]:
        """Each move with what was shown before and after it."""
        return zip(self.record.moves, self.shown, self.shown[1:], strict=False)

    @property
    def end(self) -> Summary:
        return self.shown[-1]


@cache
def play(path: Path) -> Played:
    game_record = record.read(path.read_bytes())
    game, scenario, timeline = record.start(game_record, shipped(game_record.game))
    timelines = [timeline]
    for wire in game_record.moves:
        timeline = timeline.play(wire)
        timelines.append(timeline)
    shown = [game.summary(timeline.state) for timeline in timelines]
    return Played(path, game_record, scenario, timelines, shown)


def assert_shows(shown: Summary, expected: Summary, where: str) -> None:
    """Every expected key is shown; of the chart, only the expected rows count."""
    for key, value in expected.items():
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
    assert expected.keys() >= ALWAYS
    assert expected["chart"].keys() == played.end["chart"].keys()
    assert_shows(played.end, expected, "at the end")
    assert played.end["status"] == "over", "a played game is a whole game"
    assert played.record.more["about"].strip()


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
def test_goods_and_rfs_are_neither_made_nor_lost(path: Path) -> None:
    """Until something is corrected: placing moves RFs from hand to chart, trades keep goods."""
    for move, before, after in play(path).moves:
        if move["type"] in ("correct", "undo", "redo"):
            break
        assert goods_in(after) == goods_in(before)
        if move["type"] == "attack":
            assert 0 <= rfs_placed(after) < rfs_placed(before)
        elif move["type"] in ("deploy", "build"):
            assert rfs_placed(after) == rfs_placed(before) + move["rfs"]
        else:
            assert rfs_placed(after) == rfs_placed(before)


def rfs_placed(shown: Summary) -> int:
    chart = sum(sum(row.values()) for row in shown["chart"].values())
    return chart + sum(map(sum, shown["civilization"].values()))


def goods_in(shown: Summary) -> Mapping[str, int]:
    total: dict[str, int] = {}
    for rows in shown["goods"].values():
        for row in rows.values():
            for letter, number in row.items():
                total[letter] = total.get(letter, 0) + number
    return total


# --- Nothing is left without a recorded game ---------------------------------------------------


def totals(played: Played) -> list[int]:
    return [score["total"] for score in played.end["scores"].values()]


def is_over(shown: Summary) -> bool:
    return bool(shown["status"] == "over")


def is_stuck_alone(played: Played) -> bool:
    """Somebody ended his turn with RFs in hand, which is possible with a stuck hand alone."""
    return any(
        move["type"] == "end-turn" and before["hand"][move["player"]] > 0
        for move, before, _ in played.moves
    )


def is_stuck_together(played: Played) -> bool:
    """Orders were revealed with more in hand than the last order placed."""
    return any(
        before["phase"] == "deployment"
        and after["phase"] == "action"
        and sum(before["hand"].values()) > move.get("rfs", 0)
        for move, before, after in played.moves
    )


def is_lengthened(played: Played, when_over: bool) -> bool:
    return any(
        move["type"] == "extend" and is_over(before) == when_over
        for move, before, _ in played.moves
    )


def has_controllers(played: Played, number: int) -> bool:
    return any(len(players) == number for players in played.end["controlled"].values())


ENDINGS: dict[str, dict[str, Callable[[Played], bool]]] = {
    "age-of-iron": {
        "one wins": lambda played: len(played.end["winners"]) == 1,
        "several share the victory": lambda played: (
            len(played.end["winners"]) > 1 and any(totals(played))
        ),
        "nobody has any points": lambda played: not any(totals(played)),
        "lengthened while it was on": lambda played: is_lengthened(played, when_over=False),
        "lengthened after it was over": lambda played: is_lengthened(played, when_over=True),
        "corrected after the end": lambda played: any(
            move["type"] == "correct" and is_over(before) for move, before, _ in played.moves
        ),
        "the end was taken back": lambda played: any(
            move["type"] == "undo" and is_over(before) and not is_over(after)
            for move, before, after in played.moves
        ),
        "a stuck hand was lost in turn": is_stuck_alone,
        "a stuck hand was lost at the reveal": is_stuck_together,
        "a territory is one player's": lambda played: has_controllers(played, 1),
        "a territory is two players'": lambda played: has_controllers(played, 2),
        "some completed a set": lambda played: any(
            score["trade"] for score in played.end["scores"].values()
        ),
    }
}
MOVES = {
    "age-of-iron": {
        *("deploy", "build", "attack", "trade", "split-control", "end-turn"),
        *("extend", "correct", "undo", "redo"),
    }
}

OURS = {"age-of-iron": {"example-of-play", "1800-bc", "900-bc"}}


def games_of(game: str) -> list[Played]:
    return [play(path) for path in FILES if path.parent.name == game.replace("-", "_")]


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_has_a_game_that_names_it(game: str) -> None:
    named = {
        (name, value) for played in games_of(game) for name, value in played.record.options.items()
    }
    wanted = set()
    for option in GAMES[game].options:
        values = [value.value for value in option.values] or list(option.limits or ())
        wanted |= {(option.name, value) for value in values}
    assert wanted - named == set()


@pytest.mark.parametrize(
    ("game", "ending"), [(game, ending) for game in GAMES for ending in ENDINGS[game]]
)
def test_every_way_to_end_has_a_game(game: str, ending: str) -> None:
    assert any(ENDINGS[game][ending](played) for played in games_of(game))


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_move_has_a_game(game: str) -> None:
    found = {wire["type"] for played in games_of(game) for wire in played.record.moves}
    assert found == MOVES[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_of_ours_has_a_game(game: str) -> None:
    scenarios = [played.record.scenario for played in games_of(game)]
    assert {scenario for scenario in scenarios if isinstance(scenario, str)} == OURS[game]
