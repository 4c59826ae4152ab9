"""Every kind of move but attacks: what it does, and each refusal in the order of docs/rules/."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_iron.table import (
    BOTH_IN_SYRIA,
    NO_INCOME,
    SIMULTANEOUS,
    Json,
    play,
    refusal,
    rfs,
    summary,
    table,
)


def test_deploy_moves_rfs_from_the_hand_to_the_chart() -> None:
    state = play(table(), "deploy egypt syria 4", "deploy egypt syria 3").state
    assert rfs(state, "syria", "egypt") == 7
    assert state.hand == (3, 0, 0)
    assert state.crossed[3][0] == (0, 4)


@pytest.mark.parametrize(
    ("options", "before", "one", "code"),
    [
        ({}, [], {"type": "deploy", "player": "egypt", "region": "syria"}, "bad-move"),
        ({}, [], "deploy egypt syria 0", "bad-move"),
        ({}, [], {"type": "deploy", "player": "egypt", "region": "syria", "rfs": True}, "bad-move"),
        ({}, [], {"type": "deploy", "player": "egypt", "region": "syria", "rfs": 1.0}, "bad-move"),
        ({}, [], {"type": "deploy", "player": "egypt", "region": "syria", "rfs": "1"}, "bad-move"),
        ({}, [], {"type": "deploy", "player": 1, "region": "syria", "rfs": 1}, "bad-move"),
        ({}, [], {"type": "deploy", "player": "egypt", "region": "syria", "rfs": 1, "x": 1},
         "bad-move"),
        ({}, [], "deploy nobody nowhere 99", "unknown-player"),
        ({}, [], "deploy hatti nowhere 99", "unknown-region"),
        ({}, [], "deploy hatti syria 99", "not-your-turn"),
        ({}, [], "deploy egypt syria 11", "not-enough-rfs"),
        ({}, [], "deploy egypt syria 10", None),
        (SIMULTANEOUS, [], "deploy hatti syria 10", None),
        (SIMULTANEOUS, ["deploy egypt nile 10", "deploy hatti nile 10", "deploy assur nile 10"],
         "deploy hatti syria 1", "wrong-phase"),
    ],
)  # fmt: skip
def test_deploy_refusals(options: Json, before: list[str], one: Any, code: str | None) -> None:
    assert refusal(play(table(options=options), *before), one) == code


def test_build_fills_one_box_after_the_other() -> None:
    timeline = play(table(), "build egypt 10", "end egypt")
    assert summary(timeline)["civilization"]["egypt"] == [10, 0]
    later = play(timeline, "deploy hatti nile 10", "end hatti", "deploy assur nile 10", "end assur")
    assert summary(play(later, "build egypt 7"))["civilization"]["egypt"] == [10, 7]


@pytest.mark.parametrize(
    ("options", "civilization", "one", "code"),
    [
        ({}, [2, 3], "build egypt 0", "bad-move"),
        ({}, [2, 3], "build nobody 1", "unknown-player"),
        ({}, [2, 3], "build hatti 99", "not-your-turn"),
        ({}, [2], "build egypt 99", "not-enough-rfs"),
        ({}, [], "build egypt 1", "civilization-complete"),
        ({}, [2], "build egypt 10", None),
        (SIMULTANEOUS, [2], "build hatti 10", None),
    ],
)
def test_build_refusals(options: Json, civilization: list[int], one: str, code: str | None) -> None:
    timeline = table(options=options, civilization={"victory_points": civilization})
    assert refusal(timeline, one) == code


def test_build_beyond_the_last_box_places_nothing() -> None:
    timeline = play(table(civilization={"box": 3, "victory_points": [1, 1]}), "build egypt 4")
    assert refusal(timeline, "build egypt 3") == "civilization-complete"
    assert summary(play(timeline, "build egypt 2"))["civilization"]["egypt"] == [3, 3]


def test_trade_leaves_for_trade_first_then_acquired() -> None:
    timeline = play(table(players=NO_INCOME), "trade egypt hatti G2 S1", "trade egypt hatti S1 G1")
    assert summary(timeline)["goods"]["egypt"] == {"for_trade": {}, "acquired": {"G": 1}}
    assert summary(timeline)["goods"]["hatti"] == {
        "for_trade": {"S": 1},
        "acquired": {"G": 1, "S": 1},
    }
    assert summary(play(timeline, "trade egypt assur G1 -"))["goods"]["egypt"] == {
        "for_trade": {},
        "acquired": {},
    }


def test_both_gifts_are_checked_before_either_is_moved() -> None:
    swap = {"type": "trade", "player": "egypt", "partner": "hatti", "give": {"G": 3}}
    assert refusal(table(), {**swap, "get": {"G": 1}}) == "goods-missing"


def _trade(**changes: Any) -> Json:
    return {"type": "trade", "player": "egypt", "partner": "hatti", "give": {}, "get": {}} | changes


@pytest.mark.parametrize(
    ("options", "before", "one", "code"),
    [
        ({}, [], _trade(), "bad-move"),
        ({}, [], _trade(give={"Q": 1}), "bad-move"),
        ({}, [], _trade(give={"G": 0}), "bad-move"),
        ({}, [], _trade(give=["G"]), "bad-move"),
        ({}, [], "trade egypt nobody G1 -", "unknown-player"),
        (SIMULTANEOUS, [], "trade hatti hatti S9 -", "bad-target"),
        (SIMULTANEOUS, [], "trade hatti egypt S9 -", "wrong-phase"),
        ({}, [], "trade hatti egypt S9 -", "not-your-turn"),
        ({"extended_trading": True}, [], "trade hatti assur S1 T1", None),
        ({"extended_trading": True} | SIMULTANEOUS, [], "trade hatti assur S1 T1", None),
        ({}, ["build egypt 10", "attack egypt hatti syria 1"], "trade egypt hatti G9 -",
         "attacked-this-turn"),
        ({}, ["build egypt 10", "attack egypt hatti syria 1", "end egypt"],
         "trade hatti egypt S9 -", "attacked-this-turn"),
        ({}, [], "trade egypt hatti G3 -", "goods-missing"),
        ({}, [], "trade egypt hatti - S3", "goods-missing"),
        ({}, [], "trade egypt hatti T1 -", "goods-missing"),
        ({}, [], "trade egypt hatti - S2", None),
    ],
)  # fmt: skip
def test_trade_refusals(options: Json, before: list[str], one: Any, code: str | None) -> None:
    assert refusal(play(table(BOTH_IN_SYRIA, options), *before), one) == code


def test_without_goods_nobody_trades() -> None:
    players = [{k: v for k, v in player.items() if k != "good"} for player in NO_INCOME]
    timeline = table(goods={}, players=players)
    assert refusal(timeline, "trade egypt hatti G1 -") == "bad-move"
    assert summary(timeline)["goods"] == {}


def test_end_turn_refusals() -> None:
    assert refusal(table(), {"type": "end-turn"}) == "bad-move"
    assert refusal(table(), "end nobody") == "unknown-player"
    assert refusal(table(options=SIMULTANEOUS), "end hatti") == "wrong-phase"
    assert refusal(table(), "end hatti") == "not-your-turn"
    assert refusal(table(), "end egypt") == "rfs-in-hand"


def test_a_game_over_takes_extend_correct_undo_and_redo_only() -> None:
    over = play(table(turns=1, players=NO_INCOME), "end egypt", "end hatti", "end assur")
    assert summary(over) | {"status": "over", "phase": None, "active": None, "turn": 1} == summary(
        over
    )
    assert refusal(over, "end nobody") == "game-over"
    assert refusal(over, {"type": "end-turn"}) == "bad-move"
    assert refusal(over, "undo") is None
    correct = {"type": "correct", "reason": "slip", "chart": {"syria": {"egypt": 5}}}
    assert summary(play(over, correct))["scores"]["egypt"]["presence"] == 4
    assert summary(play(over, "extend 2"))["turn"] == 2


@pytest.mark.parametrize(
    ("turns", "code"), [(0, "bad-move"), (2, "bad-move"), (3, None), (60, None), (61, "bad-move")]
)
def test_extend(turns: int, code: str | None) -> None:
    assert refusal(table(turns=2), f"extend {turns}") == code
