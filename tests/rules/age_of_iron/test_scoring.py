"""Victory Points and winners."""

from __future__ import annotations

import pytest

from tests.rules.age_of_iron.table import Json, play, summary, table


@pytest.mark.parametrize(
    ("setup", "egypt", "hatti"),
    [
        ({}, [False, True], [True]),
        ({"syria": {"egypt": 5}}, [True, True], [False]),
        ({"syria": {"egypt": 4}}, [False, True], [True]),
        ({"syria": {"assur": 9}, "nile": {"assur": 5}}, [False, False], [True]),
        ({"nile": {"egypt": 9, "assur": 4}}, [False, True], [True]),
    ],
)
def test_objectives(setup: Json, egypt: list[bool], hatti: list[bool]) -> None:
    scores = summary(table(setup))["scores"]
    assert (scores["egypt"]["objectives"], scores["hatti"]["objectives"]) == (egypt, hatti)
    assert scores["egypt"]["presence"] == 4 * egypt[0]
    assert scores["egypt"]["prevent"] == 3 * egypt[1]
    assert scores["hatti"]["prevent"] == 6 * hatti[0]


def test_a_completed_box_earns_its_points() -> None:
    points = [
        summary(play(table(), {"type": "correct", "reason": "x", "civilization": {"egypt": rfs}}))
        for rfs in (9, 10, 19, 20)
    ]
    assert [one["scores"]["egypt"]["civilization"] for one in points] == [0, 2, 2, 5]


def test_a_set_is_one_of_every_good_in_either_row() -> None:
    timeline = play(table(), "trade egypt hatti G1 S1")
    assert summary(timeline)["scores"]["egypt"]["trade"] == 0
    timeline = play(timeline, "trade egypt assur G1 T1")
    assert summary(timeline)["scores"]["egypt"]["trade"] == 0  # its own good is gone
    timeline = play(timeline, "trade egypt hatti - G1")
    assert summary(timeline)["scores"]["egypt"]["trade"] == 5


def test_several_may_share_the_lead() -> None:
    assert summary(table())["winners"] == ["hatti"]
    assert summary(table(objectives=[]))["winners"] == ["egypt", "hatti", "assur"]
