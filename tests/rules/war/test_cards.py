"""Cards that bring units, and combat cards (docs/rules/war.md, "Moves", step 1)."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.log import Timeline
from tests.rules.war.table import in_turns, play, refusal, standing, summary, table

BOARD = {"b1": "ann 2", "d1": "ann 1", "a2": "ann 3", "c1": "ann 1", "f3": "bob 2", "e3": "bob 4"}
HAND = ("drop1", "drop6", "drop2", "hammers4", "bricks4")


def turn(**changes: Any) -> Timeline:
    return in_turns(table(), BOARD, **{"ann": HAND, **changes})


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("play ann drop1 b1:1", None),
        ("play ann drop2 b1:1 d1:1", None),
        ("play ann drop2 b1:2", None),
        ("play ann drop6 b1:2 d1:1", None),  # only three fit
        ("play ann hammers4 a2:3", None),
        ("play ann drop2 d1:2", "too-many"),  # more than were there
        ("play ann drop2 b1:1", "too-many"),  # two could be placed
        ("play ann drop1 b1:2", "too-many"),  # more than the card's value
        ("play ann drop6 b1:2", "too-many"),
        ("play ann drop6 b1:3 d1:1", "too-many"),
        ("play ann hammers4 a2:4", "too-many"),
        ("play ann hammers4 a2:2", "too-many"),
        ("play ann drop3 b1:2 d1:1", "no-such-card"),
        ("play ann circles1 f3:1", "bad-tile"),  # Bob's
        ("play ann drop1 f1:1", "bad-tile"),  # nobody's
        ("play ann drop1 a2:1", "bad-tile"),  # of another symbol
        ("play ann drop1 c1:1", "bad-tile"),  # of none
        ("play ann bricks4 a2:4", "bad-tile"),
        ("play ann drop1 b9:1", "unknown-tile"),
        ("play bob drop1 b1:1", "not-your-turn"),
        ("combat ann drop1", None),
        ("combat ann bricks4", None),
        ("combat ann circles1", "no-such-card"),
        ("combat bob drop1", "not-your-turn"),
    ],
)
def test_cards(move: str, code: str | None) -> None:
    assert refusal(turn(), move) == code


def test_units_of_both_cards_together_no_more_than_stood_there() -> None:
    timeline = play(turn(), "play ann drop2 b1:1 d1:1")
    assert standing(timeline)["b1"] == "ann 3"
    assert refusal(timeline, "play ann drop6 b1:2") == "too-many"
    assert refusal(timeline, "play ann drop6 b1:1 d1:1") == "too-many"
    timeline = play(timeline, "play ann drop6 b1:1")
    assert standing(timeline)["b1"] == "ann 4"
    assert summary(timeline)["supply"]["ann"] == 20 - 7 - 3
    assert summary(timeline)["hands"]["ann"] == [["drop", 1], ["hammers", 4], ["bricks", 4]]


def test_a_card_of_which_nothing_can_be_placed_is_not_played() -> None:
    full = play(turn(), "play ann drop6 b1:2 d1:1")
    assert refusal(full, "play ann drop1 b1:1") == "too-many"
    assert refusal(full, "play ann hammers4 a2:3") is None


def test_two_cards_bring_units_and_one_more_fights() -> None:
    timeline = play(turn(), "play ann drop1 b1:1", "combat ann drop2", "play ann hammers4 a2:3")
    assert refusal(timeline, "play ann drop6 b1:1 d1:1") == "too-many"
    assert refusal(timeline, "combat ann drop6") == "too-many"
    assert refusal(timeline, "combat ann drop2") == "no-such-card"
    assert summary(timeline)["combat_cards"] == {"ann": ["drop", 2], "bob": None}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("play ann drop2 b1:1", None),
        ("play ann drop2 d1:1", None),
        ("play ann drop2 b1:1 d1:1", "too-many"),
        ("play ann drop6 b1:2", "too-many"),
    ],
)
def test_nobody_places_more_than_his_supply(move: str, code: str | None) -> None:
    nearly_all = {**BOARD, "a2": "ann 15"}
    assert refusal(in_turns(table(), nearly_all, ann=HAND), move) == code


def test_with_no_units_left_no_card_brings_any() -> None:
    timeline = in_turns(table(), {**BOARD, "a2": "ann 16"}, ann=HAND)
    assert refusal(timeline, "play ann drop1 b1:1") == "too-many"
    assert refusal(timeline, "combat ann drop1") is None


def test_a_combat_card_lies_until_the_owners_next_turn() -> None:
    timeline = play(turn(bob=("circles6",)), "combat ann drop2", "draw ann drop1 hammers1",
                    "combat bob circles6")  # fmt: skip
    assert summary(timeline)["combat_cards"] == {"ann": ["drop", 2], "bob": ["circles", 6]}
    timeline = play(timeline, "draw bob circles1 bricks1")
    assert summary(timeline)["combat_cards"] == {"ann": None, "bob": ["circles", 6]}
    assert refusal(timeline, "combat ann drop6") is None
