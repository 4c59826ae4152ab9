"""Each kind of move according to docs/rules/: accepted, refused, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.log import Timeline
from tests.rules.age_of_war.table import move, pass_turn, play, refusal, summary, table, take

OPENING = table()
ROLLED = play(OPENING, "roll kim daac123")
FILLED = play(ROLLED, "fill kim gifu 1 d")
AGAIN = play(FILLED, "roll kim aaccd3")
TAKEN = take(OPENING, "kim", "gifu")
ED_ROLLED = play(TAKEN, "roll ed daac333")
CLAN = take(OPENING, "kim", "kumamoto")
CLAN_ED = play(CLAN, "roll ed ddac332")
CLAN_KIM = play(pass_turn(CLAN, "ed"), "roll kim ddac332")
BACK_TO_KIM = play(pass_turn(TAKEN, "ed"), "roll kim daac333")


def over() -> Timeline:
    timeline = table()
    castles = ["azuchi", "matsumoto", "odani", "gifu", "edo", "kiyosu", "inuyama", "kasugayama"]
    castles += ["kitanosho", "gassantoda", "takahashi", "matsuyama", "marugame", "kumamoto"]
    for number, castle in enumerate(castles):
        timeline = take(timeline, ("kim", "ed")[number % 2], castle)
    return timeline


OVER = over()


@pytest.mark.parametrize(
    ("timeline", "text", "expected"),
    [
        (OPENING, "roll kim 1123acd", None),
        (OPENING, "roll kim ddddddd", None),
        (OPENING, "roll kim 1123ac", "wrong-dice"),
        (OPENING, "roll kim 1123acdd", "wrong-dice"),
        (OPENING, "roll kim -", "wrong-dice"),
        (OPENING, "roll ed 1123acd", "not-your-turn"),
        (OPENING, "roll bo 1123acd", "unknown-player"),
        (ROLLED, "roll kim 1123acd", "must-choose"),
        (ROLLED, "roll kim 1", "must-choose"),
        (ROLLED, "roll ed 1", "not-your-turn"),
        (FILLED, "roll kim aaccd3", None),
        (FILLED, "roll kim aaccd3d", "wrong-dice"),
        (TAKEN, "roll kim aaaaaaa", "not-your-turn"),
        (TAKEN, "roll ed aaaaaaa", None),
        (OVER, "roll kim a", "game-over"),
        (OVER, "roll bo a", "game-over"),
    ],
)
def test_roll(timeline: Timeline, text: str, expected: str | None) -> None:
    assert refusal(timeline, text) == expected


@pytest.mark.parametrize(
    ("timeline", "text", "expected"),
    [
        (OPENING, "lose kim", "must-roll"),
        (ROLLED, "lose kim", None),
        (ROLLED, "lose ed", "not-your-turn"),
        (ROLLED, "lose bo", "unknown-player"),
        (OPENING, "lose ed", "not-your-turn"),
        (FILLED, "lose kim", "must-roll"),
        (AGAIN, "lose kim", None),
        (OVER, "lose kim", "game-over"),
    ],
)
def test_lose(timeline: Timeline, text: str, expected: str | None) -> None:
    assert refusal(timeline, text) == expected


@pytest.mark.parametrize(
    ("timeline", "text", "expected"),
    [
        (ROLLED, "fill kim gifu 1 d", None),
        (ROLLED, "fill kim inuyama 2 aa", None),
        (ROLLED, "fill kim takahashi 3 123", None),
        # in the order of docs/rules/age-of-war.md, "fill", each with all later errors as well
        (OVER, "fill bo nowhere 9 dd", "game-over"),
        (OPENING, "fill bo nowhere 9 dd", "unknown-player"),
        (OPENING, "fill ed nowhere 9 dd", "not-your-turn"),
        (OPENING, "fill kim nowhere 9 dd", "must-roll"),
        (AGAIN, "fill kim nowhere 9 dd", "unknown-castle"),
        (BACK_TO_KIM, "fill kim gifu 9 dd", "out-of-reach"),
        (AGAIN, "fill kim edo 9 dd", "other-castle"),
        (ROLLED, "fill kim edo 9 dd", "no-such-line"),
        (ROLLED, "fill kim edo 1 dd", "wrong-dice"),
        # reach
        (ED_ROLLED, "fill ed gifu 1 d", None),
        (CLAN_ED, "fill ed kumamoto 0 d", "out-of-reach"),
        (CLAN_KIM, "fill kim kumamoto 1 dd", "out-of-reach"),
        # lines
        (ROLLED, "fill kim gifu 0 d", "no-such-line"),
        (ED_ROLLED, "fill ed gifu 0 d", None),
        (ROLLED, "fill kim gifu -1 d", "no-such-line"),
        (ROLLED, "fill kim gifu 4 d", "no-such-line"),
        (ROLLED, f"fill kim gifu {10**30} d", "no-such-line"),
        (AGAIN, "fill kim gifu 1 d", "no-such-line"),
        (AGAIN, "fill kim gifu 0 d", "no-such-line"),
        (AGAIN, "fill kim gifu 3 c", None),
        # dice
        (ROLLED, "fill kim gifu 1 dd", "wrong-dice"),
        (ROLLED, "fill kim gifu 1 -", "wrong-dice"),
        (ROLLED, "fill kim gifu 1 a", "wrong-dice"),
        (ROLLED, "fill kim gifu 2 aa", "wrong-dice"),
        (ROLLED, "fill kim kasugayama 2 cc", "wrong-dice"),
        (ROLLED, "fill kim odani 1 321", "wrong-dice"),
        (ROLLED, "fill kim azuchi 3 31", "wrong-dice"),
        (ROLLED, "fill kim azuchi 3 33", "wrong-dice"),
        (ROLLED, "fill kim azuchi 3 32", None),
        (ROLLED, "fill kim azuchi 3 213", None),
        (ROLLED, "fill kim azuchi 3 32a", "wrong-dice"),
    ],
)
def test_fill(timeline: Timeline, text: str, expected: str | None) -> None:
    assert refusal(timeline, text) == expected


GOOD = {
    "roll": move("roll kim daac123"),
    "fill": move("fill kim gifu 1 d"),
    "lose": move("lose kim"),
}


@pytest.mark.parametrize(
    ("verb", "changes"),
    [
        ("roll", {"dice": None}),
        ("roll", {"dice": "daac123"}),
        ("roll", {"dice": {"daimyo": 7}}),
        ("roll", {"dice": ["daimyo"] * 6 + ["infantry-4"]}),
        ("roll", {"dice": ["daimyo"] * 6 + ["Daimyo"]}),
        ("roll", {"dice": ["daimyo"] * 6 + [1]}),
        ("roll", {"dice": ["daimyo"] * 6 + [["daimyo"]]}),
        ("roll", {"player": 1}),
        ("roll", {"player": ["kim"]}),
        ("roll", {"castle": "gifu"}),
        ("fill", {"castle": 4}),
        ("fill", {"line": "1"}),
        ("fill", {"line": 1.0}),
        ("fill", {"line": True}),
        ("fill", {"line": None}),
        ("fill", {"dice": "daimyo"}),
        ("fill", {"die": 1}),
        ("lose", {"dice": ["daimyo"]}),
        ("lose", {"player": None}),
        ("lose", {"type": "Lose"}),
    ],
)
@pytest.mark.parametrize("timeline", [ROLLED, OVER], ids=["on", "over"])
def test_malformed(timeline: Timeline, verb: str, changes: dict[str, Any]) -> None:
    assert refusal(timeline, GOOD[verb] | changes) == "bad-move"


@pytest.mark.parametrize(("verb", "field"), [(v, f) for v, wire in GOOD.items() for f in wire])
def test_a_field_that_is_missing(verb: str, field: str) -> None:
    wire = {name: value for name, value in GOOD[verb].items() if name != field}
    assert refusal(ROLLED, wire) == "bad-move"


def test_a_lost_die_is_gone_and_the_roll_with_it() -> None:
    shown = summary(play(ROLLED, "lose kim"))
    assert (shown["dice_left"], shown["roll"], shown["next"]) == (6, [], "roll")
    assert (shown["active"], shown["castle"], shown["filled"]) == ("kim", None, [])


def test_the_last_die_lost_ends_the_turn() -> None:
    timeline = FILLED
    for left in range(6, 0, -1):
        assert summary(timeline)["active"] == "kim"
        timeline = play(timeline, f"roll kim {'3' * left}", "lose kim")
    shown = summary(timeline)
    assert (shown["active"], shown["dice_left"], shown["castle"]) == ("ed", 7, None)
    assert shown["filled"] == []
    assert len(shown["center"]) == 14


def test_the_last_dice_on_a_line_end_the_turn() -> None:
    shown = summary(play(OPENING, "roll kim 3333333", "fill kim azuchi 3 3333333"))
    assert (shown["active"], shown["dice_left"], shown["castle"]) == ("ed", 7, None)
    assert shown["castles"]["kim"] == []


def test_lines_are_filled_in_any_order_and_shown_in_theirs() -> None:
    shown = summary(play(AGAIN, "fill kim gifu 3 c"))
    assert (shown["castle"], shown["filled"], shown["dice_left"]) == ("gifu", [1, 3], 5)
    shown = summary(play(ROLLED, "fill kim kiyosu 4 3", "roll kim aaaaad", "fill kim kiyosu 1 d"))
    assert shown["filled"] == [1, 4]


def test_the_last_line_takes_the_castle_at_once_and_ends_the_turn() -> None:
    shown = summary(play(AGAIN, "fill kim gifu 3 c", "roll kim aaaaa", "fill kim gifu 2 a"))
    assert shown["castles"] == {"kim": ["gifu"], "ed": []}
    assert "gifu" not in shown["center"]
    assert (shown["active"], shown["dice_left"], shown["next"]) == ("ed", 7, "roll")


def test_a_castle_of_an_opponent_needs_the_special_line_too() -> None:
    three = play(ED_ROLLED, "fill ed gifu 1 d", "roll ed aaccd3", "fill ed gifu 2 a",
                 "roll ed cdddd", "fill ed gifu 3 c")  # fmt: skip
    assert summary(three)["castles"]["kim"] == ["gifu"]
    assert summary(three)["filled"] == [1, 2, 3]
    taken = summary(play(three, "roll ed daaa", "fill ed gifu 0 d"))
    assert taken["castles"] == {"kim": [], "ed": ["gifu"]}
    assert taken["active"] == "kim"


def test_the_special_line_may_come_first() -> None:
    shown = summary(play(ED_ROLLED, "fill ed gifu 0 d"))
    assert (shown["castle"], shown["filled"], shown["dice_left"]) == ("gifu", [0], 6)


def test_players_follow_in_order_and_the_first_after_the_last() -> None:
    timeline = table("bo", "ann", "cy")
    order = []
    for _ in range(4):
        order.append(summary(timeline)["active"])
        timeline = pass_turn(timeline, order[-1])
    assert order == ["bo", "ann", "cy", "bo"]


def test_over_nothing_is_left_to_do() -> None:
    shown = summary(OVER)
    assert (shown["status"], shown["active"], shown["next"]) == ("over", None, None)
    assert (shown["dice_left"], shown["roll"], shown["castle"], shown["filled"]) == (
        0,
        [],
        None,
        [],
    )
    assert shown["center"] == []
    assert refusal(OVER, {"type": "undo"}) is None
