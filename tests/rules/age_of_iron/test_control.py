"""Control, split control, RFs that can't be placed, and simultaneous deployment."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_iron.table import Json, play, refusal, summary, table
from tests.rules.age_of_iron.test_moves import NO_INCOME

CONTROL = {"control": True}
SIMULTANEOUS = {"deployment": "simultaneous"}


def test_ten_alone_close_a_territory_for_good() -> None:
    timeline = play(table(options=CONTROL), "deploy egypt syria 9")
    assert summary(timeline)["controlled"] == {}
    closed = play(timeline, "deploy egypt syria 1", "end egypt")
    assert summary(closed)["controlled"] == {"syria": ["egypt"]}
    assert refusal(closed, "deploy hatti syria 1") == "region-controlled"
    correct = {"type": "correct", "reason": "slip", "chart": {"syria": {"egypt": 1}}}
    assert summary(play(closed, correct))["controlled"] == {"syria": ["egypt"]}


def test_countries_are_never_controlled() -> None:
    assert summary(play(table(options=CONTROL), "deploy egypt nile 10"))["controlled"] == {}


def test_somebody_elses_rfs_keep_a_territory_open() -> None:
    timeline = table({"syria": {"hatti": 1}}, CONTROL)
    assert summary(play(timeline, "deploy egypt syria 10"))["controlled"] == {}


def test_control_is_judged_when_the_game_begins_and_after_attacks() -> None:
    assert summary(table({"syria": {"hatti": 10}}, CONTROL))["controlled"] == {"syria": ["hatti"]}
    setup = {"syria": {"egypt": 1, "hatti": 11}}
    timeline = table(setup, CONTROL, players=NO_INCOME)
    attacked = play(timeline, "attack egypt hatti syria 1")
    assert summary(attacked)["controlled"] == {"syria": ["hatti"]}
    assert summary(play(attacked, "undo"))["controlled"] == {}


def test_written_orders_close_nothing_before_the_reveal() -> None:
    timeline = table({"cyprus": {"assur": 10}}, CONTROL | SIMULTANEOUS)
    assert summary(timeline)["controlled"] == {}
    first = play(timeline, "deploy egypt syria 10", "deploy hatti syria 5", "deploy hatti nile 5")
    assert summary(first)["phase"] == "deployment"
    revealed = play(first, "deploy assur ashur 10")
    assert summary(revealed)["phase"] == "action"
    assert summary(revealed)["active"] == "egypt"
    assert summary(revealed)["controlled"] == {"cyprus": ["assur"]}


def _split_table(setup: Json | None = None, **options: Any) -> Any:
    timeline = table(setup, CONTROL | options)
    return play(timeline, "deploy egypt syria 5", "build egypt 5", "end egypt")


def test_two_players_split_a_territory() -> None:
    timeline = play(_split_table(), "deploy hatti syria 5", "split hatti egypt syria")
    assert summary(timeline)["controlled"] == {"syria": ["egypt", "hatti"]}
    assert refusal(timeline, "deploy hatti syria 5") == "region-controlled"


@pytest.mark.parametrize(
    ("setup", "before", "one", "code"),
    [
        (None, [], {"type": "split-control", "players": ["egypt"], "region": "syria"}, "bad-move"),
        (None, [], "split egypt egypt syria", "bad-move"),
        (None, [], "split egypt nobody nowhere", "unknown-player"),
        (None, [], "split egypt hatti nowhere", "unknown-region"),
        (None, [], "split egypt hatti nile", "bad-target"),
        ({"cyprus": {"assur": 10}}, [], "split egypt hatti cyprus", "bad-target"),
        (None, ["deploy hatti syria 4"], "split egypt hatti syria", "not-split"),
        ({"syria": {"assur": 1}}, ["deploy hatti syria 5"], "split egypt hatti syria", "not-split"),
        ({"syria": {"hatti": 5}}, ["deploy hatti syria 5"], "split egypt hatti syria", "not-split"),
        ({"syria": {"hatti": 4}}, ["deploy hatti syria 5"], "split egypt hatti syria", None),
    ],
)
def test_split_refusals(setup: Json | None, before: list[str], one: Any, code: str | None) -> None:
    assert refusal(play(_split_table(setup), *before), one) == code


def test_split_needs_the_option_and_the_reveal() -> None:
    assert refusal(table(), "split egypt hatti syria") == "bad-move"
    timeline = table(options=CONTROL | SIMULTANEOUS)
    assert refusal(timeline, "split egypt hatti nile") == "wrong-phase"


ALL_CLOSED: Json = {
    "regions": [{"id": "syria", "name": "Syria"}, {"id": "cyprus", "name": "Cyprus"}],
    "players": [
        {"id": "egypt", "name": "Egypt", "income": 10, "good": "G"},
        {"id": "hatti", "name": "Hatti", "income": 10, "good": "S"},
        {"id": "assur", "name": "Assur", "income": 4, "good": "T"},
    ],
    "objectives": [],
    "setup": {"syria": {"egypt": 10}, "cyprus": {"hatti": 10}},
}


def test_rfs_that_cant_be_placed_block_nothing_and_are_lost() -> None:
    timeline = table(options=CONTROL, civilization={"victory_points": []}, **ALL_CLOSED)
    assert summary(timeline)["hand"]["egypt"] == 10
    assert refusal(timeline, "attack egypt hatti syria 1") == "nothing-there"
    assert summary(play(timeline, "end egypt"))["hand"]["egypt"] == 0


def test_a_hand_is_stuck_only_when_the_boxes_are_full_too() -> None:
    timeline = table(options=CONTROL, civilization={"box": 4, "victory_points": [1]}, **ALL_CLOSED)
    assert refusal(timeline, "end egypt") == "rfs-in-hand"
    assert refusal(play(timeline, "build egypt 4"), "end egypt") is None


def test_stuck_hands_count_as_empty_in_simultaneous_play() -> None:
    timeline = table(
        options=CONTROL | SIMULTANEOUS,
        civilization={"box": 4, "victory_points": [1]},
        **{**ALL_CLOSED, "turns": 3, "setup": {}},
    )
    first = play(
        timeline, "deploy egypt syria 10", "deploy hatti cyprus 10", "build assur 4",
        "end egypt", "end hatti", "end assur", "build egypt 4",
    )  # fmt: skip
    # Assur's box is full and every region closed, so only Hatti is waited for.
    assert summary(first)["phase"] == "deployment"
    assert summary(first)["hand"] == {"egypt": 6, "hatti": 10, "assur": 4}
    revealed = summary(play(first, "build hatti 4"))
    assert (revealed["phase"], revealed["hand"]) == (
        "action",
        {"egypt": 0, "hatti": 0, "assur": 0},
    )


def test_all_incomes_zero_means_no_deployment() -> None:
    timeline = table(options=SIMULTANEOUS, players=NO_INCOME)
    assert (summary(timeline)["phase"], summary(timeline)["active"]) == ("action", "egypt")


def test_incomes_by_game_turn_the_last_serving_all_later_ones() -> None:
    players = [{**player, "income": [3, 5]} for player in NO_INCOME]
    players[0] = {**players[0], "income_simultaneous": 1}
    timeline = table(players=players, options={"turns": 4})
    hands = []
    for _ in range(4):
        for player in ("egypt", "hatti", "assur"):
            hand = timeline.state.hand[timeline.state.active]
            timeline = play(timeline, f"deploy {player} nile {hand}", f"end {player}")
            hands.append(hand)
    assert hands == [3] * 3 + [5] * 9
    assert table(players=players, options=SIMULTANEOUS).state.hand == (1, 3, 3)
