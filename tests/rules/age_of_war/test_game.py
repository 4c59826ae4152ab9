"""Options, the scenario, offers, seats and what is shown."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.age_of_war.castles import STANDARD
from moderator.rules.errors import Refused
from moderator.rules.game import PUBLIC, Viewer
from moderator.rules.log import Timeline
from tests.rules.age_of_war.table import dice, play, table, take
from tests.rules.test_record import code

OPENING = table()
ROLLED = play(OPENING, "roll kim daac123")
FILLED = play(ROLLED, "fill kim gifu 1 d")
AGAIN = play(FILLED, "roll kim d33222")
TAKEN = play(take(OPENING, "kim", "gifu"), "roll ed daac333")


def record(options: Any = None, scenario: Any = "standard") -> dict[str, Any]:
    return {
        "format": "record/1",
        "game": "age-of-war",
        "scenario": scenario,
        "options": {"players": ["kim", "ed"]} if options is None else options,
        "moves": [],
    }


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"players": ["kim", "ed"]}, None),
        ({"players": ["a", "b", "c", "d", "e", "f"]}, None),
        ({"players": ["a" * 40, "0-0"]}, None),
        ({}, "bad-record"),
        ([], "bad-record"),
        ({"players": ["kim"]}, "bad-record"),
        ({"players": []}, "bad-record"),
        ({"players": ["a", "b", "c", "d", "e", "f", "g"]}, "bad-record"),
        ({"players": ["kim", "kim"]}, "bad-record"),
        ({"players": ["kim", "Ed"]}, "bad-record"),
        ({"players": ["kim", "ed-"]}, "bad-record"),
        ({"players": ["kim", "e_d"]}, "bad-record"),
        ({"players": ["kim", ""]}, "bad-record"),
        ({"players": ["kim", "ed\n"]}, "bad-record"),
        ({"players": ["kim", "a" * 41]}, "bad-record"),
        ({"players": ["kim", 7]}, "bad-record"),
        ({"players": ["kim", ["ed"]]}, "bad-record"),
        ({"players": "kim"}, "bad-record"),
        ({"players": {"kim": 1, "ed": 2}}, "bad-record"),
        ({"players": None}, "bad-record"),
        ({"players": ["kim", "ed"], "turns": 3}, "bad-record"),
    ],
)
def test_options(options: Any, expected: str | None) -> None:
    assert code(record(options)) == expected


def test_options_left_out_are_missing() -> None:
    value = record()
    del value["options"]
    assert code(value) == "bad-record"


@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        ("standard", None),
        ("Standard", "bad-scenario"),
        ("", "bad-scenario"),
        ("example-of-play", "bad-scenario"),
        ({}, "bad-scenario"),
        ({"id": "standard"}, "bad-scenario"),
        (None, "bad-record"),
        (["standard"], "bad-record"),
    ],
)
def test_scenarios(scenario: Any, expected: str | None) -> None:
    assert code(record(scenario=scenario)) == expected


def test_options_are_looked_at_before_the_scenario() -> None:
    assert code(record(options={}, scenario="no-such")) == "bad-record"


def test_the_scenario_is_held_by_the_rules_and_by_no_file() -> None:
    wire = AGE_OF_WAR.scenario_wire(STANDARD)
    assert AGE_OF_WAR.read_scenario(wire) is AGE_OF_WAR.own_scenarios[wire] is STANDARD
    with pytest.raises(Refused) as refused:
        AGE_OF_WAR.read_scenario_toml('id = "standard"')
    assert refused.value.code == "bad-scenario"


def test_seats_follow_the_options_and_differ_in_their_letters() -> None:
    players = ["kim", "kai", "ki", "k", "k-im", "2"]
    seats = AGE_OF_WAR.seats(STANDARD, {"players": players})
    assert [seat.id for seat in seats] == players
    assert [seat.letter for seat in seats] == ["K", "Ka", "Ki", "4", "Km", "2"]
    assert [seat.name for seat in seats][-2:] == ["K Im", "2"]
    assert [seat.number for seat in seats] == [1, 2, 3, 4, 5, 6]


# --- Offers ------------------------------------------------------------------------------------


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
    assert open_verbs(timeline, seat) == expected


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
    assert all(castle != "gifu" or line == 0 or dice for castle, line, dice in fills(TAKEN))


@pytest.mark.parametrize("timeline", [ROLLED, TAKEN, play(FILLED, "roll kim aaccd3")])
def test_what_is_offered_is_taken(timeline: Timeline) -> None:
    for castle, line, faces in fills(timeline):
        player = AGE_OF_WAR.summary(timeline.state)["active"]
        timeline.play(
            {"type": "fill", "player": player, "castle": castle, "line": line, "dice": faces}
        )


def test_the_roll_says_how_many_faces_it_takes() -> None:
    (roll, *_) = AGE_OF_WAR.offers(FILLED.state)
    assert (roll.verb, roll.player, roll.limits) == ("roll", "kim", {"dice": {"count": 6}})


def test_a_roll_that_fills_nothing_says_so() -> None:
    fill = AGE_OF_WAR.offers(AGAIN.state)[1]
    assert fill.choices == ()
    assert fill.refused is not None
    assert fill.refused.message == "This roll fills no line that is in reach: lose a die."


# --- What is shown -----------------------------------------------------------------------------


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
            "Ed fills the line daimyo of Gifu with d and conquers the castle",
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
    assert AGE_OF_WAR.say(step.before, step.move) == sentence


def test_a_clan_that_is_conquered_is_said() -> None:
    (step, *_) = take(OPENING, "kim", "kumamoto").steps()
    sentence = AGE_OF_WAR.say(step.before, step.move)
    assert sentence.endswith("and conquers the castle, and with it the clan Shimazu")


def test_the_view_shows_the_table_to_everybody() -> None:
    timeline = play(TAKEN, "fill ed gifu 0 d", "roll ed aaccd3")
    seen = AGE_OF_WAR.view(timeline.state, PUBLIC, timeline.before)
    assert seen == AGE_OF_WAR.view(timeline.state, Viewer("kim"), timeline.before)
    assert (seen.dice_left, seen.dice_lost, seen.next) == (6, 0, "fill")
    assert [die.letters for die in seen.roll] == ["a", "a", "c", "c", "d", "i3"]
    gifu = seen.castle
    assert gifu is not None
    assert (gifu.id, gifu.is_target, gifu.is_fresh) == ("gifu", True, False)
    assert gifu.holder is not None
    assert gifu.holder.id == "kim"
    assert [line.is_needed for line in gifu.lines] == [True] * 4
    assert [len(line.dice) for line in gifu.lines] == [1, 0, 0, 0]
    assert [[die.letters for die in line.fits] for line in gifu.lines] == [[], ["d"], ["a"], ["c"]]
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


def test_the_text_names_what_a_reader_looks_for() -> None:
    text = AGE_OF_WAR.text(play(FILLED, "roll kim aaccd3").state)
    for part in (
        "Kim has rolled a a c c d i3 at Gifu",
        "1  daimyo: filled with d",
        "2  archery: open",
        "archery and cavalry | archery and cavalry | infantry 3",
        "Ed: 0 points",
    ):
        assert part in text
