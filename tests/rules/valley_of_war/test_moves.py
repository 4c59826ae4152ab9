"""Throws by War Phase, and restarts: accepted and refused."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.log import Timeline
from tests.rules.valley_of_war.table import Json, phase, play, refusal, summary, table

OPENING = table()
ONE_OUT = play(OPENING, "ko1 ko0")
SECOND = table(phase(2, 2), phase(2, 0))
EYE_IN_SECOND = table(phase(2, 2, eyes=1), phase(2, 1))
THIRD = table(phase(3, 2, eyes=1), phase(3, 3))
MIXED = table(phase(2, 1), phase(3, 1))
OVER = play(THIRD, "occ1,eyes2 occ3,eyes0")


@pytest.mark.parametrize(
    ("timeline", "text", "expected"),
    [
        # phase 1: never fewer than before, two at most
        (OPENING, "ko0 ko0", None),
        (OPENING, "ko1 ko2", None),
        (OPENING, "ko2 ko2", None),
        (OPENING, "ko3 ko0", "impossible"),
        (OPENING, "ko0 ko3", "impossible"),
        (OPENING, "ko-1 ko0", "impossible"),
        (OPENING, f"ko{10**30} ko0", "impossible"),
        (ONE_OUT, "ko0 ko0", "impossible"),
        (ONE_OUT, "ko1 ko0", None),
        (OPENING, "occ0 ko0", "bad-move"),
        (OPENING, "ko0,eyes0 ko0", "bad-move"),
        (OPENING, "ko2,occ0 ko0", "bad-move"),
        (OPENING, "- ko0", "bad-move"),
        (OPENING, "ko0 -", "bad-move"),
        # phase 2: one more at most, perhaps fewer; with three the Eyes too
        (SECOND, "occ0 occ0", None),
        (SECOND, "occ1 occ1", None),
        (SECOND, "occ3,eyes0 occ0", None),
        (SECOND, "occ3,eyes2 occ0", None),
        (SECOND, "occ3,eyes3 occ0", "impossible"),
        (SECOND, "occ3,eyes-1 occ0", "impossible"),
        (SECOND, "occ3 occ0", "bad-move"),
        (SECOND, "occ2,eyes0 occ0", "bad-move"),
        (SECOND, "occ2 occ2", "impossible"),
        (SECOND, "occ2 occ3", "bad-move"),
        (SECOND, "occ2 occ3,eyes0", "impossible"),
        (SECOND, "occ4 occ0", "bad-move"),
        (SECOND, "occ4,eyes0 occ0", "impossible"),
        (SECOND, "occ-1 occ0", "impossible"),
        (SECOND, "occ-1,eyes0 occ0", "bad-move"),
        (SECOND, "ko2 occ0", "bad-move"),
        (SECOND, "- occ0", "bad-move"),
        (EYE_IN_SECOND, "occ3,eyes0 occ0", "impossible"),
        (EYE_IN_SECOND, "occ3,eyes1 occ0", None),
        # phase 3: never more than before; Eyes never fewer than were taken
        (THIRD, "occ2,eyes1 occ3,eyes0", None),
        (THIRD, "occ0,eyes1 occ0,eyes0", None),
        (THIRD, "occ0,eyes2 occ3,eyes2", None),
        (THIRD, "occ3,eyes1 occ3,eyes0", "impossible"),
        (THIRD, "occ2,eyes0 occ3,eyes0", "impossible"),
        (THIRD, "occ2,eyes3 occ3,eyes0", "impossible"),
        (THIRD, "occ2,eyes1 occ4,eyes0", "impossible"),
        (THIRD, "occ-1,eyes1 occ3,eyes0", "impossible"),
        (THIRD, "occ2 occ3,eyes0", "bad-move"),
        (THIRD, "eyes1 occ3,eyes0", "bad-move"),
        (THIRD, "occ2,eyes1 occ3,eyes0,ko2", "bad-move"),
        # each in his own phase
        (MIXED, "occ2 occ1,eyes1", None),
        (MIXED, "occ2,eyes0 occ1,eyes1", "bad-move"),
        (MIXED, "occ2 occ1", "bad-move"),
        # a wrong field of either comes before an impossible throw
        (OPENING, "ko3 occ0", "bad-move"),
        (OPENING, "occ0 ko3", "bad-move"),
        (THIRD, "occ9,eyes9 occ3", "bad-move"),
        # after the end the inner fields are not checked
        (OVER, "occ1,eyes2 occ3,eyes0", "game-over"),
        (OVER, "- -", "game-over"),
        (OVER, "ko9 -", "game-over"),
        (OVER, "restart Once more.", "game-over"),
        (OVER, "restart  ", "bad-move"),
    ],
)
def test_throw(timeline: Timeline, text: str, expected: str | None) -> None:
    assert refusal(timeline, text) == expected


@pytest.mark.parametrize("number", [None, True, False, 1.0, "1", [1], {}])
@pytest.mark.parametrize(
    ("timeline", "red", "blue", "field"),
    [
        (OPENING, {"knocked_out": 1}, {"knocked_out": 1}, "knocked_out"),
        (SECOND, {"occupying": 1}, {"occupying": 1}, "occupying"),
        (SECOND, {"occupying": 3, "eyes": 1}, {"occupying": 1}, "eyes"),
        (THIRD, {"occupying": 1, "eyes": 1}, {"occupying": 1, "eyes": 1}, "occupying"),
        (THIRD, {"occupying": 1, "eyes": 1}, {"occupying": 1, "eyes": 1}, "eyes"),
    ],
)
def test_what_is_no_whole_number(
    timeline: Timeline, red: Json, blue: Json, field: str, number: Any
) -> None:
    wire = {"type": "throw", "red": red, "blue": blue}
    assert refusal(timeline, wire) is None
    assert refusal(timeline, wire | {"red": red | {field: number}}) == "bad-move"


@pytest.mark.parametrize(
    "wire",
    [
        {"type": "throw"},
        {"type": "throw", "red": {"knocked_out": 0}},
        {"type": "throw", "red": {"knocked_out": 0}, "blue": None},
        {"type": "throw", "red": [], "blue": {"knocked_out": 0}},
        {"type": "throw", "red": 0, "blue": 0},
        {"type": "throw", "red": {"knocked_out": 0}, "blue": {"knocked_out": 0}, "green": {}},
        {"type": "restart"},
        {"type": "restart", "reason": ""},
        {"type": "restart", "reason": " \t\n\u3000"},
        {"type": "restart", "reason": 7},
        {"type": "restart", "reason": ["A sleeve."]},
        {"type": "restart", "reason": "A sleeve.", "by": "red"},
        {"type": "toss", "red": {}, "blue": {}},
    ],
)
@pytest.mark.parametrize("timeline", [OPENING, OVER], ids=["on", "over"])
def test_malformed(timeline: Timeline, wire: Json) -> None:
    assert refusal(timeline, wire) == "bad-move"


def stands(timeline: Timeline, colour: str) -> tuple[int, str, int, int, int, int]:
    """Phase, what is thrown next, dice out, Samurai in the Valley, Occupying, Eyes."""
    return tuple(summary(timeline)["emperors"][colour].values())


def test_the_opening() -> None:
    assert stands(OPENING, "red") == stands(OPENING, "blue") == (1, "ninja", 0, 0, 0, 0)
    shown = summary(OPENING)
    assert (shown["status"], shown["throws"], shown["restarts"]) == ("active", 0, 0)
    assert (shown["ninjas_in_valley"], shown["result"], shown["winners"]) == (0, None, [])


@pytest.mark.parametrize(
    ("timeline", "text", "red", "blue"),
    [
        (OPENING, "ko1 ko0", (1, "ninja", 1, 0, 0, 0), (1, "ninja", 0, 0, 0, 0)),
        (ONE_OUT, "ko2 ko1", (2, "samurai", 2, 0, 0, 0), (1, "ninja", 1, 0, 0, 0)),
        (SECOND, "occ1 occ1", (2, "samurai", 2, 3, 1, 0), (2, "samurai", 2, 1, 1, 0)),
        (SECOND, "occ3,eyes1 occ0", (3, "ninja", 2, 3, 3, 1), (2, "samurai", 2, 1, 0, 0)),
        (EYE_IN_SECOND, "occ0 occ2", (2, "samurai", 2, 3, 0, 1), (2, "samurai", 2, 2, 2, 0)),
        (THIRD, "occ1,eyes1 occ3,eyes1", (3, "ninja", 2, 2, 1, 1), (3, "ninja", 2, 3, 3, 1)),
        (THIRD, "occ0,eyes1 occ0,eyes1", (2, "samurai", 2, 2, 0, 1), (2, "samurai", 2, 3, 0, 1)),
    ],
)
def test_where_a_throw_leads(timeline: Timeline, text: str, red: Any, blue: Any) -> None:
    after = play(timeline, text)
    assert (stands(after, "red"), stands(after, "blue")) == (red, blue)
    assert summary(after)["throws"] == summary(timeline)["throws"] + 1


def test_every_throw_leaves_its_piece_in_the_valley() -> None:
    both = play(OPENING, "ko0 ko0")
    assert summary(both)["ninjas_in_valley"] == 2
    assert summary(play(MIXED, "occ0 occ1,eyes0"))["ninjas_in_valley"] == 1
    assert summary(play(SECOND, "occ0 occ0"))["ninjas_in_valley"] == 0


@pytest.mark.parametrize(
    ("text", "result", "winners"),
    [
        ("occ2,eyes2 occ3,eyes1", "win", ["red"]),
        ("occ2,eyes1 occ3,eyes2", "win", ["blue"]),
        ("occ0,eyes2 occ3,eyes0", "win", ["red"]),
        ("occ2,eyes2 occ0,eyes2", "loss-draw", []),
        ("occ2,eyes1 occ3,eyes1", None, []),
    ],
)
def test_the_end(text: str, result: str | None, winners: list[str]) -> None:
    shown = summary(play(THIRD, text))
    assert (shown["result"], shown["winners"]) == (result, winners)
    assert shown["status"] == ("over" if result else "active")
    throws = [emperor["throws_next"] for emperor in shown["emperors"].values()]
    assert (throws == [None, None]) is (result is not None)


def test_both_eyes_may_lie_open_as_the_third_samurai_occupies() -> None:
    shown = summary(play(SECOND, "occ3,eyes2 occ1"))
    assert (shown["result"], shown["winners"]) == ("win", ["red"])
    assert shown["emperors"]["red"]["phase"] == 3


def test_a_restart_begins_every_count_again_but_its_own() -> None:
    timeline = play(
        OPENING, "ko2 ko1", "occ1 ko1", "restart A sleeve.", "ko1 ko0", "restart Again."
    )
    assert summary(timeline) == {**summary(OPENING), "restarts": 2}
    assert timeline.number == 5
    assert summary(play(timeline, "undo"))["emperors"]["red"]["knocked_out"] == 1
    assert summary(play(timeline, "undo", "undo", "undo"))["throws"] == 2
    assert refusal(OPENING, "restart Before the first throw.") is None
