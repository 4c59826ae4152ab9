"""Offers: open ones are accepted, and a roll that fills nothing has a reason."""

from __future__ import annotations

import pytest

from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.log import Timeline
from tests.rules.age_of_war.table import dice, play, table, take
from tests.support.rules.verbs import differ

OPENING = table()
ROLLED = play(OPENING, "roll kim daac123")
FILLED = play(ROLLED, "fill kim gifu 1 d")
AGAIN = play(FILLED, "roll kim d33222")
TAKEN = play(take(OPENING, "kim", "gifu"), "roll ed daac333")


def open_verbs(timeline: Timeline, seat: str | None = None) -> set[str]:
    return {one.verb for one in AGE_OF_WAR.offers(timeline.state, seat) if one.is_open}


@pytest.mark.parametrize(
    ("timeline", "seat", "expected"),
    [
        (OPENING, None, {"roll"}),
        (OPENING, "kim", {"roll"}),
        (OPENING, "ed", set()),
        (ROLLED, None, {"fill", "lose"}),
        (ROLLED, "ed", set()),
        (AGAIN, None, {"lose"}),
    ],
)
def test_open_verbs(timeline: Timeline, seat: str | None, expected: set[str]) -> None:
    found = open_verbs(timeline, seat)
    assert found == expected, differ(f"after {timeline.number} moves", found, expected, __file__)


def fills(timeline: Timeline) -> list[tuple[str, int, list[str]]]:
    offers = {offer.verb: offer for offer in AGE_OF_WAR.offers(timeline.state)}
    values = [choice.values for choice in offers["fill"].choices]
    return [(one["castle"], one["line"], one["dice"]) for one in values]


def test_every_line_that_the_roll_fills_is_offered_with_the_fewest_dice() -> None:
    assert fills(ROLLED) == [
        ("azuchi", 1, dice("a")),
        ("azuchi", 3, dice("32")),
        ("matsumoto", 1, dice("a")),
        ("matsumoto", 2, dice("a")),
        ("gifu", 1, dice("d")),
        ("gifu", 2, dice("a")),
        ("gifu", 3, dice("c")),
        ("edo", 1, dice("ac")),
        ("edo", 2, dice("ac")),
        ("edo", 3, dice("3")),
        ("kiyosu", 1, dice("d")),
        ("kiyosu", 2, dice("a")),
        ("kiyosu", 3, dice("c")),
        ("kiyosu", 4, dice("3")),
        ("inuyama", 1, dice("d")),
        ("inuyama", 2, dice("aa")),
        ("kasugayama", 1, dice("aa")),
        ("kitanosho", 1, dice("d")),
        ("kitanosho", 2, dice("ac")),
        ("kitanosho", 3, dice("321")),
        ("gassantoda", 1, dice("d")),
        ("takahashi", 2, dice("32")),
        ("takahashi", 3, dice("2")),
        ("matsuyama", 1, dice("d")),
        ("matsuyama", 2, dice("31")),
        ("matsuyama", 3, dice("31")),
        ("marugame", 2, dice("c")),
        ("kumamoto", 2, dice("a")),
        ("kumamoto", 3, dice("c")),
        ("kumamoto", 4, dice("31")),
    ]


def test_only_this_turns_castle_is_offered_and_only_its_open_lines() -> None:
    timeline = play(FILLED, "roll kim aaccd3")
    assert fills(timeline) == [("gifu", 2, dice("a")), ("gifu", 3, dice("c"))]
    assert ("gifu", 0, dice("d")) in fills(TAKEN)


@pytest.mark.parametrize("timeline", [ROLLED, TAKEN, play(FILLED, "roll kim aaccd3")])
def test_what_is_offered_is_taken(timeline: Timeline) -> None:
    for castle, line, faces in fills(timeline):
        player = AGE_OF_WAR.summary(timeline.state)["active"]
        timeline.play(
            {"type": "fill", "player": player, "castle": castle, "line": line, "dice": faces}
        )


def test_the_roll_says_how_many_faces_it_takes() -> None:
    (roll, *_) = AGE_OF_WAR.offers(FILLED.state)
    assert (roll.verb, roll.player) == ("roll", "kim")
    (dice,) = AGE_OF_WAR.dice_of(FILLED.state, {"type": "roll", **roll.choices[0].values})
    assert (dice.field, dice.count) == ("dice", 6)


def test_a_roll_that_fills_nothing_says_so() -> None:
    fill = AGE_OF_WAR.offers(AGAIN.state)[1]
    assert fill.choices == ()
    assert fill.refused is not None
    assert str(fill.refused) == "This roll can’t fill any line within reach: lose a die."
