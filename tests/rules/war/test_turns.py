"""A turn's steps: first turns, moves, drawing, and the final turns (docs/rules/war.md, "Moves")."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.log import Timeline
from tests.rules.war.table import in_turns, play, refusal, standing, summary, table
from tests.rules.war.test_cards import HAND, turn
from tests.rules.war.test_setting_out import PLACES, REINFORCED

FIRST = play(table(), *PLACES, *REINFORCED)


# --- The first turn of each player -------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("move ann a1 b1 2", None),
        ("draw ann drop1 hammers1", None),
        ("play ann drop1 a1:1", "wrong-step"),
        ("combat ann drop1", "wrong-step"),
        ("end ann", "wrong-step"),
        ("place ann e1", "wrong-step"),
        ("reinforce ann a1", "wrong-step"),
        ("fight ann 1 1", "wrong-step"),
        ("withdraw ann", "wrong-step"),
        ("move bob f2 f1 1", "not-your-turn"),
    ],
)
def test_a_first_turn_begins_with_moves(move: str, code: str | None) -> None:
    assert refusal(FIRST, move) == code


def test_everybodys_second_turn_begins_with_cards() -> None:
    timeline = play(FIRST, "draw ann drop1 hammers1")
    assert summary(timeline)["step"] == "move"
    assert refusal(timeline, "combat bob drop1") == "wrong-step"
    timeline = play(timeline, "draw bob circles1 bricks1")
    assert summary(timeline)["step"] == "cards"
    assert refusal(timeline, "combat ann drop1") is None


# --- Moves -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("move ann b1 a1 1", None),
        ("move ann b1 a1 2", None),
        ("move ann b1 c1 1", None),
        ("move ann b1 b2 3", "too-many"),
        ("move ann b1 d1 1", "bad-tile"),  # two steps
        ("move ann b1 b1 1", "bad-tile"),
        ("move ann b1 a2 1", "bad-tile"),  # only a corner is shared
        ("move ann f1 e1 1", "bad-tile"),  # nobody's
        ("move ann f3 f2 1", "bad-tile"),  # Bob's
        ("move ann b9 b8 1", "unknown-tile"),
        ("move ann b1 b9 1", "unknown-tile"),
        ("move ann f3 b9 1", "unknown-tile"),
        ("move bob f3 f2 1", "not-your-turn"),
    ],
)
def test_moves(move: str, code: str | None) -> None:
    assert refusal(turn(), move) == code


def test_after_the_first_move_no_cards_are_played() -> None:
    timeline = play(turn(), "move ann b1 a1 1")
    assert summary(timeline)["step"] == "move"
    assert refusal(timeline, "play ann drop1 b1:1") == "wrong-step"
    assert refusal(timeline, "combat ann drop1") == "wrong-step"


def test_a_move_is_all_that_leaves_one_tile() -> None:
    timeline = play(turn(), "move ann a2 a1 1", "move ann a2 a3 1", "move ann a2 b2 1")
    assert summary(timeline)["moves_left"] == 1
    assert "a2" not in standing(timeline)
    timeline = play(timeline, "move ann b1 b2 1")
    assert summary(timeline)["moves_left"] == 0
    assert refusal(timeline, "move ann b1 a1 1") is None
    assert refusal(timeline, "move ann d1 e1 1") == "too-many"
    assert refusal(timeline, "move ann a2 a1 1") == "bad-tile"


def test_back_to_the_first_tile_is_a_third_move() -> None:
    timeline = play(turn(), "move ann a2 a1 1", "move ann b1 a1 1")
    assert refusal(timeline, "move ann a2 a3 1") == "too-many"
    assert refusal(timeline, "move ann a2 a3 9") == "too-many"
    assert refusal(timeline, "move ann a2 c2 9") == "bad-tile"


def test_units_that_came_in_may_go_on() -> None:
    timeline = play(turn(), "move ann a2 b2 3", "move ann b2 c2 3")
    assert standing(timeline)["c2"] == "ann 3"
    assert refusal(timeline, "move ann c2 c3 1") == "too-many"
    joined = play(turn(), "move ann b1 c1 2", "move ann c1 c2 3")
    assert standing(joined)["c2"] == "ann 3"


def test_moves_start_again_in_the_next_turn() -> None:
    timeline = play(turn(), "move ann a2 a1 1", "move ann b1 a1 1", "draw ann drop1 hammers1")
    assert summary(timeline)["moves_left"] == 2
    assert refusal(timeline, "move bob f3 f4 1") is None


# --- Drawing -----------------------------------------------------------------------------------

LYING = {"face_up": ("drop2", "drop1", "arrow1", "drop2")}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("draw ann drop1 drop2", None),
        ("draw ann drop2 arrow1", None),
        ("draw ann drop1 arrow1", None),
        ("draw ann drop2 drop2", "must-take-lowest"),
        ("draw ann drop1", "too-many"),
        ("draw ann", "too-many"),
        ("draw ann drop1 arrow1 drop2", "too-many"),
        ("draw ann drop1 drop1", "no-such-card"),
        ("draw ann drop1 drop3", "no-such-card"),
        ("draw ann drop3", "no-such-card"),
        ("draw ann drop2 drop2 drop2", "no-such-card"),
        ("draw bob drop1 drop2", "not-your-turn"),
        ("end ann", "wrong-step"),
    ],
)
def test_drawing(move: str, code: str | None) -> None:
    empty = {"type": "draw", "player": "ann", "cards": []}
    one = empty if move == "draw ann" else move
    assert refusal(turn(**LYING), one) == code


def test_hands_and_face_up_cards_keep_the_order_in_which_they_came() -> None:
    timeline = play(turn(**LYING), "draw ann arrow1 drop2")
    shown = summary(timeline)
    assert shown["hands"]["ann"][-2:] == [["arrow", 1], ["drop", 2]]
    assert shown["face_up"] == [["drop", 1], ["drop", 2], ["drop", 1], ["hammers", 1]]
    assert shown["deck_left"] == 30
    assert shown["active"] == "bob"


def left(*names: str, deck: int, **changes: Any) -> Timeline:
    timeline = turn(face_up=names, **changes)
    state = timeline.start
    return Timeline(timeline.rules, replace(state, deck=state.deck[:deck]))


@pytest.mark.parametrize(
    ("names", "deck", "move", "code"),
    [
        (["drop4"], 0, "draw ann drop4", None),
        (["drop4"], 0, "draw ann drop4 drop4", "no-such-card"),
        (["drop4", "drop5"], 0, "draw ann drop4 drop5", None),
        (["drop4", "drop5"], 0, "draw ann drop4", "too-many"),
        (["drop4", "drop5", "drop6"], 0, "draw ann drop6 drop5", "must-take-lowest"),
        (["drop4", "drop5", "drop6"], 0, "draw ann drop6 drop4", None),
    ],
)
def test_the_last_cards(names: list[str], deck: int, move: str, code: str | None) -> None:
    assert refusal(left(*names, deck=deck), move) == code


def test_a_last_card_comes_up_alone() -> None:
    timeline = play(left("drop4", "drop5", "drop5", "drop6", deck=1), "draw ann drop4 drop6")
    assert summary(timeline)["face_up"] == [["drop", 5], ["drop", 5], ["drop", 1]]
    timeline = play(timeline, "draw bob drop1 drop5")
    assert summary(timeline)["final_turns"] is False
    timeline = play(timeline, "draw ann drop5")
    assert summary(timeline)["final_turns"] is True


# --- The end -----------------------------------------------------------------------------------


def test_one_final_turn_for_everybody_and_it_is_over() -> None:
    timeline = play(left("drop4", "drop5", deck=0), "draw ann drop4 drop5")
    assert [summary(timeline)[key] for key in ("active", "step", "final_turns")] == [
        "bob", "cards", True,
    ]  # fmt: skip
    assert refusal(timeline, "draw bob drop4") == "wrong-step"
    assert refusal(timeline, "end ann") == "not-your-turn"
    assert refusal(timeline, "end bob") is None
    timeline = play(timeline, "move bob e3 e4 1", "end bob", "combat ann drop6")
    assert refusal(timeline, "end ann") is None
    timeline = play(timeline, "move ann b1 a1 1", "end ann")
    shown = summary(timeline)
    assert {key: shown[key] for key in ("status", "part", "step", "active", "attack")} == {
        "status": "over", "part": None, "step": None, "active": None, "attack": None,
    }  # fmt: skip
    assert shown["moves_left"] == 0
    assert shown["final_turns"] is True
    assert shown["combat_cards"] == {"ann": ["drop", 6], "bob": None}
    for one in ("end ann", "end eve", "place ann b9", "draw ann drop1", "fight bob 1 1"):
        assert refusal(timeline, one) == "game-over"
    assert refusal(timeline, {"type": "end-turn"}) == "bad-move"
    assert refusal(timeline, "undo") is None


def test_a_final_turn_is_not_ended_in_an_attack() -> None:
    timeline = play(left("drop4", "drop5", deck=0), "draw ann drop4 drop5", "move bob e3 e2 4",
                    "end bob", "move ann d1 e1 1", "move ann e1 e2 1")  # fmt: skip
    assert summary(timeline)["step"] == "fight"
    assert refusal(timeline, "end ann") == "wrong-step"
    assert refusal(play(timeline, "fight ann 1 6"), "end ann") is None


def test_a_player_without_units_keeps_his_turns() -> None:
    timeline = in_turns(table(), {"f3": "bob 2"}, ann=HAND)
    assert refusal(timeline, "move ann b1 a1 1") == "bad-tile"
    assert refusal(timeline, "combat ann drop6") is None
    timeline = play(timeline, "draw ann drop1 hammers1", "draw bob circles1 bricks1")
    assert summary(timeline)["active"] == "ann"
    assert summary(timeline)["supply"] == {"ann": 20, "bob": 18}
