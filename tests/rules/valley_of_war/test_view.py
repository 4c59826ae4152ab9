"""Announcements after a throw, the referee's words, and the positions of the pieces."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moderator.rules.log import Timeline
from moderator.rules.seating import PUBLIC
from moderator.rules.valley_of_war import VALLEY_OF_WAR
from tests.rules.valley_of_war.table import Json, phase, play, table

THIRD = table(phase(3, 2, eyes=1), phase(3, 3))
NOT_OCCUPYING = "Samurai that do not Occupy are picked out now: "


def seen(timeline: Timeline) -> Any:
    return VALLEY_OF_WAR.view(timeline.state, PUBLIC, timeline.before)


@pytest.mark.parametrize(
    ("start", "moves", "lines"),
    [
        (table(), ["ko1 ko1"], []),
        (table(), ["ko2 ko2"],
         ["Red goes on to War Phase II", "Blue goes on to War Phase II"]),
        (table(phase(2, 2), phase(2, 0)), ["occ3,eyes0 occ1"], ["Red goes on to War Phase III"]),
        (THIRD, ["occ0,eyes1 occ1,eyes0"], ["Red falls back to War Phase II"]),
        (table(ninjas=28), ["ko0 ko0"], ["All Ninjas are picked out now"]),
        (table(phase(2, 1, samurai=9), phase(3, 2, samurai=6)), ["occ2 occ1,eyes0"],
         [f"{NOT_OCCUPYING}8 of Red’s, 5 of Blue’s"]),
        (table(phase(2, 1, samurai=9), phase(2, 0, samurai=4)), ["occ1 occ1"],
         [f"{NOT_OCCUPYING}9 of Red’s, 4 of Blue’s"]),
        (table(), ["ko2 ko0", "restart A sleeve.\nHis own."],
         ["The Emperors start again: A sleeve.\\nHis own."]),
        (table(), ["restart A sleeve.", "ko0 ko0"], []),
        # An undone throw is not announced, nor the one before it.
        (THIRD, ["occ0,eyes1 occ1,eyes0", "undo"], []),
        (table(ninjas=28), ["ko0 ko0", "undo"], []),
        (table(), ["ko2 ko0", "restart A sleeve.", "undo"], []),
        (THIRD, ["occ0,eyes1 occ1,eyes0", "undo", "redo"], ["Red falls back to War Phase II"]),
        # The end is called out alone, in whatever War Phase the winner has come to be.
        (table(phase(2, 2, eyes=1), phase(2, 1)), ["occ3,eyes2 occ2"],
         ["Red has taken both Eyes and wins"]),
        (table(phase(3, 1, eyes=1), phase(2, 2)), ["occ0,eyes2 occ3,eyes0"],
         ["Red has taken both Eyes and wins"]),
        (table(phase(2, 2, eyes=1), phase(3, 1, eyes=1)), ["occ3,eyes2 occ0,eyes2"],
         ["Both lost their Eyes in the same throw, a loss-draw"]),
    ],
)  # fmt: skip
def test_called_out(start: Timeline, moves: list[str], lines: list[str]) -> None:
    assert list(seen(play(start, *moves)).announced) == lines


PLAYED = """
ko0 ko1 > Throw 1: Red achieves nothing new; Blue knocks out an Empire Die
ko2 ko1 > Throw 2: Red knocks out both Empire Dice; Blue achieves nothing new
occ1 ko2 > Throw 3: Red Occupies with 1 Samurai; Blue knocks out an Empire Die
undo > Throw 3 was undone
redo > Throw 3: Red Occupies with 1 Samurai; Blue knocks out an Empire Die
occ2 occ1 > Throw 4: Red Occupies with 2 Samurai; Blue Occupies with 1 Samurai
occ3,eyes1 occ0 > Throw 5: Red Occupies with 3 Samurai and takes an Eye; Blue loses 1 Samurai (none left)
restart A sleeve. >
undo > The restart was undone
occ1,eyes2 occ0 > Throw 6: Red loses 2 Samurai (1 left) and takes the second Eye; Blue achieves nothing new
"""  # noqa: E501


def test_what_was_thrown_is_a_sentence() -> None:
    timeline, told = table(), [""]
    for line in PLAYED.strip().splitlines():
        text = line.partition(" >")[0]
        timeline = play(timeline, text)
        told.append(f"{text} > {seen(timeline).last_throw}".strip())
    assert "\n".join([*told, ""]) == PLAYED


def test_the_reason_of_the_last_start_stays() -> None:
    view = seen(play(table(), "restart One.", "restart Two.", "ko0 ko0"))
    assert (view.state.restarts, view.state.reason) == (2, "Two.")
    assert seen(play(table(), "restart One.", "undo")).state.reason == ""


@pytest.mark.parametrize(
    ("emperor", "expected"),
    [
        (phase(2, 2, eyes=1), {
            "occ0": ("2 lost", "", False),
            "occ1": ("1 lost", "", True),
            "occ2": ("nothing new", "", True),
            "occ3,eyes1": ("+1 on", "on to War Phase III", True),
            "occ3,eyes2": ("+1 on, 1 Eye up", "takes both Eyes", True),
        }),
        (phase(3, 1), {
            "occ0,eyes0": ("1 lost", "back to War Phase II", True),
            "occ0,eyes1": ("1 lost, 1 Eye up", "back to War Phase II", False),
            "occ0,eyes2": ("1 lost, both Eyes up", "takes both Eyes", False),
            "occ1,eyes0": ("nothing new", "", True),
            "occ1,eyes1": ("1 Eye up", "", True),
            "occ1,eyes2": ("both Eyes up", "takes both Eyes", False),
        }),
    ],
)  # fmt: skip
def test_words_of_a_referee(emperor: Any, expected: Json) -> None:
    red, _ = seen(table(emperor, phase(2, 0))).emperors
    found = {}
    for outcome in red.outcomes:
        key = ",".join(
            f"{name[:3] if name == 'occupying' else name}{n}"
            for name, n in json.loads(outcome.wire).items()
        )
        found[key] = (outcome.short, outcome.leads_to, outcome.is_likely)
    assert found == expected
    assert red.has_rare


def test_in_the_first_phase_everything_is_likely() -> None:
    red, blue = seen(play(table(), "ko1 ko0")).emperors
    assert [outcome.short for outcome in red.outcomes] == ["nothing new", "both out"]
    assert [outcome.short for outcome in blue.outcomes] == ["nothing new", "1 out", "both out"]
    assert not red.has_rare
    assert (red.at, blue.at) == ("Blue’s Empire Dice", "Red’s Empire Dice")


@pytest.mark.parametrize("moves", [
    ["ko1 ko0"],
    ["ko2 ko1", "occ1 ko2", "occ2 occ0"],
    ["ko2 ko2", "occ1 occ1", "occ2 occ1", "occ3,eyes1 occ2", "occ3,eyes2 occ2"],
])  # fmt: skip
def test_every_piece_is_drawn_once(moves: list[str]) -> None:
    view = seen(play(table(), *moves))
    assert len(view.ninjas) == view.state.ninjas
    assert len(view.ninjas) + len(view.ninjas_reserve) == 30
    spots = [(piece.x, piece.y) for piece in (*view.ninjas, *view.ninjas_reserve)]
    for emperor, other in (view.emperors, reversed(view.emperors)):
        assert len(emperor.holding) == emperor.now.occupying
        assert len(emperor.reserve) == 10 - emperor.now.samurai
        assert sum(map(len, emperor.all_samurai)) == 10
        assert sum(die.is_taken for die in emperor.dice) == other.now.eyes
        for pieces in (*emperor.all_samurai, emperor.dice):
            spots += [(piece.x, piece.y) for piece in pieces]
    assert len(spots) == len(set(spots)) == 30 + 20 + 4
    left, right = ({piece.x for piece in one.reserve} for one in view.emperors)
    assert left == {1000 - x for x in right}


def test_what_came_with_the_last_throw_is_fresh() -> None:
    view = seen(play(table(phase(2, 1, samurai=3), phase(3, 2)), "occ2 occ1,eyes1"))
    red, blue = view.emperors
    assert [piece.is_fresh for piece in view.ninjas] == [True]
    assert [piece.is_fresh for piece in red.holding] == [False, True]
    assert [piece.is_fresh for piece in red.loose] == [False, False]
    assert [die.is_fresh for die in red.dice] == [False, True]
    assert (red.changed, blue.changed) == (("samurai", "occupying"), ("occupying", "eyes"))
    later = seen(play(table(phase(2, 1, samurai=9), phase(3, 1, samurai=4)), "occ1 occ0,eyes0"))
    assert any("9 of Red’s" in line and "4 of Blue’s" in line for line in later.announced)
