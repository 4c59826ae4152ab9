"""If a move breaks several rules, the refusal names the first (docs/rules/war.md, "Moves")."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.log import Timeline
from tests.rules.war.table import Json, in_turns, move, play, refusal, table

BOARD = {"b1": "ann 2", "c2": "ann 1", "f3": "bob 2"}
CARDS = in_turns(table(), BOARD, ann=("drop2", "hammers1"), bob=("drop3",),
                 face_up=("drop1", "drop2", "drop3"))  # fmt: skip
PLAYED = play(CARDS, "play ann drop2 b1:2", "combat ann hammers1")
MOVED = play(CARDS, "move ann b1 a1 1", "move ann c2 c3 1")
PLACING = table()


def with_fields(text: str, **fields: Any) -> Json:
    return {**move(text), **fields}


@pytest.mark.parametrize(
    ("timeline", "one", "code"),
    [
        # bad-move before unknown-player before wrong-step before not-your-turn.
        (PLACING, with_fields("draw eve drop1", cards=7), "bad-move"),
        (PLACING, "draw eve drop1", "unknown-player"),
        (PLACING, "draw bob drop1", "wrong-step"),
        (PLACING, "place bob z9", "not-your-turn"),
        # not-your-turn before unknown-tile before bad-tile.
        (CARDS, "move bob z9 z8 99", "not-your-turn"),
        (CARDS, "move ann f3 z8 99", "unknown-tile"),
        (CARDS, "move ann z9 b1 99", "unknown-tile"),
        (CARDS, "play ann drop9 f3:9 z9:9", "unknown-tile"),
        # bad-tile before no-such-card before too-many.
        (CARDS, "play ann drop9 f3:9 b1:9", "bad-tile"),
        (CARDS, "play ann drop9 b1:9", "no-such-card"),
        (CARDS, "play ann drop2 b1:9", "too-many"),
        (MOVED, "move ann b1 f3 99", "bad-tile"),
        (MOVED, "move ann b1 c1 99", "too-many"),
        (MOVED, "play ann drop2 b1:9", "wrong-step"),
        (PLAYED, "combat ann drop2", "no-such-card"),
        # no-such-card before too-many before must-take-lowest.
        (CARDS, "draw ann drop3 drop2 drop4", "no-such-card"),
        (CARDS, "draw ann drop3 drop2 drop2", "no-such-card"),
        (CARDS, "draw ann drop3 drop2 drop1", "too-many"),
        (CARDS, "draw ann drop3", "too-many"),
        (CARDS, "draw ann drop3 drop2", "must-take-lowest"),
    ],
)
def test_the_first_error_is_told(timeline: Timeline, one: Any, code: str) -> None:
    assert refusal(timeline, one) == code


PLAY, DRAW = move("play ann drop2 b1:2"), move("draw ann drop1 drop2")
MOVE, FIGHT = move("move ann b1 a1 1"), move("fight ann 1 1")


@pytest.mark.parametrize(
    "one",
    [
        {**PLAY, "units": {}},
        {**PLAY, "units": {"b1": 0}},
        {**PLAY, "units": {"b1": -1}},
        {**PLAY, "units": {"b1": 1.0}},
        {**PLAY, "units": {"b1": True}},
        {**PLAY, "units": {"b1": "2"}},
        {**PLAY, "units": {"z9": 0}},
        {**PLAY, "units": [["b1", 2]]},
        {**PLAY, "units": 2},
        {**PLAY, "card": "drop2"},
        {**PLAY, "card": ["drop"]},
        {**PLAY, "card": ["drop", 2, 2]},
        {**PLAY, "card": ["drop", "2"]},
        {**PLAY, "card": ["drop", True]},
        {**PLAY, "card": ["drop", 2.0]},
        {**PLAY, "card": [2, "drop"]},
        {**PLAY, "card": {"drop": 2}},
        {**PLAY, "more": 1},
        {**PLAY, "player": 1},
        {**PLAY, "player": None},
        {"type": "play", "player": "ann", "card": ["drop", 2]},
        {"type": "combat-card", "player": "ann", "card": None},
        {"type": "combat-card", "player": "ann"},
        {**DRAW, "cards": ["drop", 1]},
        {**DRAW, "cards": [["drop", 1], None]},
        {**DRAW, "cards": {}},
        {**MOVE, "units": 0},
        {**MOVE, "units": 1.0},
        {**MOVE, "units": {"b1": 1}},
        {**MOVE, "from": 1},
        {**MOVE, "to": ["a1"]},
        {"type": "move", "player": "ann", "from": "b1", "units": 1},
        {**FIGHT, "attacker": 0},
        {**FIGHT, "defender": 7},
        {**FIGHT, "attacker": "6"},
        {**FIGHT, "defender": False},
        {"type": "fight", "player": "ann", "attacker": 1},
        {"type": "place", "player": "ann", "tile": None},
        {"type": "place", "tile": "a1"},
        {"type": "reinforce", "player": "ann", "tile": "a1", "units": 1},
        {"type": "withdraw"},
        {"type": "withdraw", "player": "ann", "units": 1},
        {"type": "end-turn", "player": ["ann"]},
        {"type": "end"},
        {"type": "Draw", **{k: v for k, v in DRAW.items() if k != "type"}},
        {"type": None},
        {},
        [],
        "draw",
        None,
    ],
)
def test_malformed(one: Any) -> None:
    assert refusal(CARDS, one) == "bad-move"


@pytest.mark.parametrize(
    ("one", "code"),
    [
        ({**PLAY, "card": ["anchor", 2]}, "bad-tile"),
        ({"type": "combat-card", "player": "ann", "card": ["anchor", 2]}, "no-such-card"),
        ({"type": "combat-card", "player": "ann", "card": ["drop", 0]}, "no-such-card"),
        ({"type": "combat-card", "player": "ann", "card": ["drop", -(10**600)]}, "no-such-card"),
        ({**PLAY, "units": {"b1": 10**600}}, "too-many"),
        ({**MOVE, "units": 10**600}, "too-many"),
        ({**MOVE, "to": "\x1b[2J"}, "unknown-tile"),
        ({**MOVE, "player": "\u202e"}, "unknown-player"),
        ({**DRAW, "cards": []}, "too-many"),
    ],
)
def test_well_formed_but_out_of_this_world(one: Any, code: str) -> None:
    assert refusal(CARDS, one) == code
