"""Corrections: what they change, and every possible error."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.age_of_iron.table import Json, play, refusal, summary, table


def correct(**parts: Any) -> Json:
    return {"type": "correct", "reason": "a slip", **parts}


def test_corrections_change_no_hand_and_no_turn() -> None:
    timeline = table(options={"control": True})
    before = summary(timeline)
    after = summary(
        play(
            timeline,
            correct(
                chart={"syria": {"egypt": 7, "hatti": 0}},
                civilization={"hatti": 13},
                goods={"egypt": {"for_trade": {"G": 1}, "acquired": {"S": 2, "T": 0}}},
                controlled={"cyprus": ["hatti", "egypt"]},
            ),
        )
    )
    assert after["chart"]["syria"] == {"egypt": 7, "hatti": 0, "assur": 0}
    assert after["civilization"]["hatti"] == [10, 3]
    assert after["goods"]["egypt"] == {"for_trade": {"G": 1}, "acquired": {"S": 2}}
    assert after["controlled"] == {"cyprus": ["egypt", "hatti"]}
    same = ("status", "turn", "turns", "phase", "active", "hand")
    assert {key: after[key] for key in same} == {key: before[key] for key in same}


def test_an_empty_part_changes_nothing() -> None:
    timeline = table()
    assert summary(play(timeline, correct(chart={}, goods={}))) == summary(timeline)


def test_an_empty_list_opens_a_territory_until_control_is_judged() -> None:
    timeline = play(table(options={"control": True}), "deploy egypt syria 10")
    moved = play(timeline, correct(chart={"syria": {"egypt": 9}}, controlled={"syria": []}))
    assert summary(moved)["controlled"] == {}
    assert summary(play(timeline, correct(controlled={"syria": []})))["controlled"] == {
        "syria": ["egypt"]
    }


ROWS = {"for_trade": {}, "acquired": {}}


@pytest.mark.parametrize(
    ("wire", "code"),
    [
        (correct(), "bad-move"),
        ({"type": "correct", "reason": "  ", "chart": {}}, "bad-move"),
        ({"type": "correct", "chart": {}}, "bad-move"),
        (correct(chart=[]), "bad-move"),
        (correct(chart={"syria": 5}), "bad-move"),
        (correct(chart={"syria": {"egypt": -1}}), "bad-move"),
        (correct(chart={"syria": {"egypt": 100_000}}), "bad-move"),
        (correct(chart={"syria": {"egypt": 99_999}}), None),
        (correct(hand={"egypt": 1}), "bad-move"),
        (correct(goods={"egypt": {"for_trade": {}}}), "bad-move"),
        (correct(goods={"egypt": {**ROWS, "for_trade": {"S": 1}}}), "bad-move"),
        (correct(goods={"egypt": {**ROWS, "acquired": {"Q": 1}}}), "bad-move"),
        (correct(goods={"nobody": {**ROWS, "for_trade": {"S": 1}}}), "unknown-player"),
        (correct(goods={"nobody": {**ROWS, "for_trade": {"Q": 1}}}), "bad-move"),
        (correct(controlled={"syria": ["egypt", "egypt"]}), "bad-move"),
        (correct(controlled={"syria": ["egypt", "hatti", "assur"]}), "bad-move"),
        (correct(controlled={"syria": "egypt"}), "bad-move"),
        (correct(chart={"nowhere": {"nobody": 1}}), "unknown-player"),
        (correct(controlled={"nowhere": ["nobody"]}), "unknown-player"),
        (correct(chart={"nowhere": {}}, civilization={"egypt": 21}), "unknown-region"),
        (correct(controlled={"nile": []}, civilization={"egypt": 21}), "civilization-complete"),
        (correct(civilization={"egypt": 20}), None),
        (correct(controlled={"nile": []}), "bad-target"),
        (correct(controlled={"nile": ["egypt"]}), "bad-target"),
    ],
)
def test_correct_refusals(wire: Json, code: str | None) -> None:
    assert refusal(table(options={"control": True}), wire) == code


def test_controlled_needs_the_option() -> None:
    assert refusal(table(), correct(controlled={})) == "bad-move"
