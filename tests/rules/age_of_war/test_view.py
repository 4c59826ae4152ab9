"""Moves in words, the view and the text."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from moderator.rules.age_of_war import AGE_OF_WAR, castles
from moderator.rules.age_of_war.castles import CASTLE_NUMBERS
from moderator.rules.log import Timeline
from moderator.rules.offer import Choice
from moderator.rules.seating import PUBLIC, Viewer
from tests.rules.age_of_war.table import move, play, table, take

OPENING = table()
ROLLED = play(OPENING, "roll kim daac123")
FILLED = play(ROLLED, "fill kim gifu 1 d")
TAKEN = play(take(OPENING, "kim", "gifu"), "roll ed daac333")


@pytest.mark.parametrize(
    ("timeline", "text", "sentence"),
    [
        (OPENING, "roll kim daac123", "Kim rolls 7 dice: d a a c i1 i2 i3"),
        (ROLLED, "lose kim", "Kim loses a die and has 6 left"),
        (ROLLED, "fill kim azuchi 3 32", "Kim fills the line infantry 5 of Azuchi with i3 i2"),
        (
            play(take(OPENING, "kim", "gifu"), "roll ed daac333", "fill ed gifu 1 d",
                 "roll ed aaaaaa", "fill ed gifu 2 a", "roll ed ccccc", "fill ed gifu 3 c",
                 "roll ed dddd"),
            "fill ed gifu 0 d",
            "Ed fills the line daimyo of Gifu with d and takes the castle from Kim",
        ),
        (
            play(OPENING, "roll kim 3333333"),
            "fill kim azuchi 3 3333333",
            "Kim fills the line infantry 5 of Azuchi with i3 i3 i3 i3 i3 i3 i3; "
            "no dice are left, and the turn ends",
        ),
    ],
)  # fmt: skip
def test_a_move_in_words(timeline: Timeline, text: str, sentence: str) -> None:
    (step, *_) = play(timeline, text).steps()
    assert str(step.move.describe(step.before)) == sentence


def test_a_clan_that_is_conquered_is_said() -> None:
    (step, *_) = take(OPENING, "kim", "kumamoto").steps()
    sentence = str(step.move.describe(step.before))
    assert sentence.endswith("and conquers the castle, and with it the clan Shimazu")


def test_the_view_shows_the_table_to_everybody() -> None:
    timeline = play(TAKEN, "fill ed gifu 0 d", "roll ed aaccd3")
    seen = AGE_OF_WAR.view(timeline.state, PUBLIC, timeline.before)
    assert seen == AGE_OF_WAR.view(timeline.state, Viewer("kim"), timeline.before)
    assert (seen.state.dice_left, seen.state.lost) == (6, 0)
    assert castles.short(seen.state.roll) == "a a c c d i3"
    gifu = seen.castle
    assert gifu is not None
    assert (gifu.id, gifu.is_target, gifu.is_fresh) == ("gifu", True, False)
    assert gifu.holder is not None
    assert gifu.holder.id == "kim"
    assert [line.is_needed for line in gifu.lines] == [True] * 4
    assert [len(line.dice) for line in gifu.lines] == [1, 0, 0, 0]
    assert [line.fits for line in gifu.lines] == [(), ("daimyo",), ("archery",), ("cavalry",)]
    edo = next(castle for castle in seen.center if castle.id == "edo")
    assert all(line.fits == () for line in edo.lines)
    assert [line.is_needed for line in edo.lines] == [False, True, True, True]
    assert [(one.seat.id, one.points, one.place, one.share) for one in seen.daimyos] == [
        ("kim", 1, 1, 100),
        ("ed", 0, 2, 0),
    ]


def test_a_castle_that_has_just_moved_is_fresh() -> None:
    timeline = take(OPENING, "kim", "kumamoto")
    seen = AGE_OF_WAR.view(timeline.state, PUBLIC, timeline.before)
    fresh = [castle.id for clan in seen.clans for castle in clan.castles if castle.is_fresh]
    assert fresh == ["kumamoto"]
    assert [clan.conquered_by is not None for clan in seen.clans] == [False] * 5 + [True]
    assert seen.daimyos[0].clans[0].castles[0].is_face_down


def test_what_can_be_pressed_is_what_is_legal() -> None:
    for timeline in (OPENING, ROLLED, FILLED, TAKEN, table("a", "b", "c")):
        seen = AGE_OF_WAR.view(timeline.state, PUBLIC, timeline.before)
        lines = [line for clan in seen.clans for card in clan.castles for line in card.lines]
        wires = [
            wire for line in lines for wire in (line.wire, *(wire for *_, wire in line.others))
        ]
        for text in filter(None, (seen.lose_wire, *wires)):
            timeline.play(json.loads(text))
        legal = {offer.verb: offer for offer in AGE_OF_WAR.offers(timeline.state) if offer.is_open}
        assert bool(seen.roll_wire) == ("roll" in legal)
        assert bool(seen.lose_wire) == ("lose" in legal)
        fills = legal["fill"].choices if "fill" in legal else ()
        assert [json.loads(line.wire)["dice"] for line in lines if line.wire] == [
            choice.values["dice"] for choice in fills_in_order(fills)
        ]


def fills_in_order(fills: Sequence[Choice]) -> list[Choice]:
    """As the cards show them: the special line first, castle by castle."""
    return sorted(fills, key=lambda one: (CASTLE_NUMBERS[one.values["castle"]], one.values["line"]))


def test_other_dice_that_would_do_are_shown_but_none_that_are_not_needed() -> None:
    seen = AGE_OF_WAR.view(play(OPENING, "roll kim 3221aca").state, PUBLIC)
    line = seen.clans[0].castles[0].lines[3]
    assert line.fits == ("infantry-3", "infantry-2")
    assert [words for _, words, _ in line.others] == ["i2 i2 i1"]
    assert json.loads(line.others[0][2]) == move("fill kim azuchi 3 221")


def test_chances_are_shown_for_open_lines_in_reach() -> None:
    def words(timeline: Timeline, castle: int, clan: int = 0) -> list[str | None]:
        seen = AGE_OF_WAR.view(timeline.state, PUBLIC).clans[clan].castles[castle]
        return [line.chance and line.chance[0] for line in seen.lines]

    assert words(OPENING, 3) == [None, "99 %", "99 %", "99 %"]
    assert words(ROLLED, 0) == [None, "100 %", "54 %", "100 %"]
    assert words(FILLED, 3) == [None, None, "98 %", "98 %"]
    assert words(FILLED, 0) == [None] * 4
    assert words(take(OPENING, "kim", "gifu"), 3) == ["99 %"] * 4
    assert words(take(OPENING, "kim", "kumamoto"), 0, clan=5) == [None] * 5


def test_a_roll_tumbles_when_it_has_just_fallen() -> None:
    def is_fresh(timeline: Timeline) -> bool:
        return bool(AGE_OF_WAR.view(timeline.state, PUBLIC, timeline.before).is_fresh)

    assert not is_fresh(OPENING)
    assert is_fresh(ROLLED)
    assert not is_fresh(FILLED)
    assert not is_fresh(play(FILLED, "undo"))
    assert not is_fresh(play(ROLLED, "lose kim", "undo"))
    assert is_fresh(play(FILLED, "roll kim aaccd3"))


def test_dice_that_have_just_been_placed_are_fresh() -> None:
    gifu = AGE_OF_WAR.view(FILLED.state, PUBLIC, FILLED.before).clans[0].castles[3]
    assert [line.is_fresh for line in gifu.lines] == [False, True, False, False]
