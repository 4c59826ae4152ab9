"""Options, the scenario, offers, the command line and the view."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.seating import PUBLIC, Viewer
from moderator.rules.valley_of_war import VALLEY_OF_WAR
from moderator.rules.valley_of_war.state import STANDARD
from tests.rules.test_record import code
from tests.rules.valley_of_war.table import Json, move, phase, play, refusal, table

OPENING = table()
SECOND = table(phase(2, 2), phase(2, 0))
MIXED = table(phase(2, 2, eyes=1), phase(3, 2))
THIRD = table(phase(3, 2, eyes=1), phase(3, 3))
OVER = play(THIRD, "occ1,eyes2 occ3,eyes0")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, None),
        ({"options": {}}, None),
        ({"options": {"players": ["red", "blue"]}}, "bad-record"),
        ({"options": []}, "bad-record"),
        ({"scenario": "small"}, "bad-scenario"),
        ({"scenario": {}}, "bad-scenario"),
        ({"scenario": {"id": "standard"}}, "bad-scenario"),
        ({"scenario": 1}, "bad-record"),
        ({"options": {"x": 1}, "scenario": {}}, "bad-record"),
    ],
)
def test_records(changes: Json, expected: str | None) -> None:
    value = {"format": "record/1", "game": "valley-of-war", "scenario": "standard", "moves": []}
    assert code(value | changes) == expected


def test_the_scenario_and_the_seats() -> None:
    wire = VALLEY_OF_WAR.scenario_wire(STANDARD)
    assert VALLEY_OF_WAR.read_scenario(wire) is VALLEY_OF_WAR.own_scenarios[wire] is STANDARD
    seats = VALLEY_OF_WAR.seats(STANDARD, {})
    assert [(seat.id, seat.name, seat.letter, seat.number) for seat in seats] == [
        ("red", "Red Emperor", "R", 2),
        ("blue", "Blue Emperor", "B", 5),
    ]


@pytest.mark.parametrize(
    ("timeline", "count"),
    [(OPENING, 3 * 3), (SECOND, 6 * 2), (MIXED, 5 * 9), (THIRD, 6 * 12)],
)
def test_every_throw_that_can_be_is_offered_once_and_taken(timeline: Timeline, count: int) -> None:
    throw, restart = VALLEY_OF_WAR.offers(timeline.state)
    wires = [{"type": "throw", **choice.values} for choice in throw.choices]
    assert len(wires) == count
    assert len({str(wire) for wire in wires}) == count
    assert [refusal(timeline, wire) for wire in wires] == [None] * count
    assert restart.is_open


@pytest.mark.slow
@pytest.mark.parametrize("timeline", [OPENING, SECOND, MIXED, THIRD])
def test_no_other_throw_is_taken(timeline: Timeline) -> None:
    """Every pair of fields with small numbers is either offered or refused."""
    (throw, _) = VALLEY_OF_WAR.offers(timeline.state)
    offered = [choice.values for choice in throw.choices]
    halves: list[Json] = [{"knocked_out": n} for n in range(-1, 4)]
    halves += [{"occupying": n} for n in range(-1, 5)]
    halves += [{"occupying": n, "eyes": eyes} for n in range(-1, 5) for eyes in range(-1, 4)]
    for red in halves:
        for blue in halves:
            is_taken = refusal(timeline, {"type": "throw", "red": red, "blue": blue}) is None
            assert is_taken is ({"red": red, "blue": blue} in offered)


def test_over_nothing_is_offered() -> None:
    offers = VALLEY_OF_WAR.offers(OVER.state)
    assert [offer.refused.code for offer in offers if offer.refused] == ["game-over"] * 2


def test_the_emperors_are_offered_nothing() -> None:
    for seat in ("red", "blue"):
        assert VALLEY_OF_WAR.offers(OPENING.state, seat) == ()
    with pytest.raises(Refused) as refused:
        VALLEY_OF_WAR.offers(OPENING.state, "green")
    assert refused.value.code == "unknown-player"


# --- The command line --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("timeline", "text", "wire"),
    [
        (OPENING, "throw red 1 blue 0", move("ko1 ko0")),
        (OPENING, "THROW Blue: 0, Red: 1", move("ko1 ko0")),
        (OPENING, "r 1 b 0", move("ko1 ko0")),
        (OPENING, "t 1 0", move("ko1 ko0")),
        (OPENING, "1 2", move("ko1 ko2")),
        (OPENING, "9 0", move("ko9 ko0")),
        (SECOND, "throw red 2 blue 1", move("occ2 occ1")),
        (SECOND, "r 3 1 b 1", move("occ3,eyes1 occ1")),
        (SECOND, "3 1 1", move("occ3,eyes1 occ1")),
        (SECOND, "r 3 b 1", move("occ3,eyes0 occ1")),
        (MIXED, "r 3 b 2", move("occ3,eyes1 occ2,eyes0")),
        (THIRD, "2 1 3 0", move("occ2,eyes1 occ3,eyes0")),
        (OPENING, "restart Blue’s  SLEEVE, over the edge.",
         {"type": "restart", "reason": "Blue’s  SLEEVE, over the edge."}),
        (OPENING, "res because", {"type": "restart", "reason": "because"}),
        (OPENING, "u", {"type": "undo"}),
        (OPENING, "redo", {"type": "redo"}),
    ],
)  # fmt: skip
def test_heard(timeline: Timeline, text: str, wire: Json) -> None:
    assert VALLEY_OF_WAR.parse_command(timeline.state, text).wire == wire


@pytest.mark.parametrize(
    ("timeline", "text", "expected"),
    [
        (OPENING, "", "not-understood"),
        (OPENING, "  ", "not-understood"),
        (OPENING, "fly", "not-understood"),
        (OPENING, "re", "ambiguous"),
        (OPENING, "throw", "not-understood"),
        (OPENING, "throw red 1", "not-understood"),
        (OPENING, "throw 1 red 1 blue 1", "not-understood"),
        (OPENING, "throw red 1 1 blue 1", "not-understood"),
        (OPENING, "throw red one blue 1", "not-understood"),
        (OPENING, "throw red ٣ blue 1", "not-understood"),
        (OPENING, "1", "not-understood"),
        (OPENING, "1 0 0", "not-understood"),
        (OPENING, "throw red -1 blue 0", "not-understood"),
        (OPENING, "throw red " + "9" * 5000 + " blue 0", "not-understood"),
        (THIRD, "2 1 3", None),
        (THIRD, "2 1", "not-understood"),
        (OPENING, "restart", "not-understood"),
        (OPENING, "undo 1", "not-understood"),
    ],
)
def test_not_understood(timeline: Timeline, text: str, expected: str | None) -> None:
    if expected is None:
        assert VALLEY_OF_WAR.parse_command(timeline.state, text).refused is None
        return
    with pytest.raises(Refused) as refused:
        VALLEY_OF_WAR.parse_command(timeline.state, text)
    assert refused.value.code == expected
    assert str(refused.value).isprintable()


def test_what_was_heard_is_said_back() -> None:
    heard = VALLEY_OF_WAR.parse_command(SECOND.state, "r 3 1 b 1")
    assert heard.refused is None
    assert heard.sentence == (
        "Red: 3 Samurai Occupy, 1 of 2 Eyes taken, on to War Phase III; Blue: 1 Samurai Occupies"
    )
    heard = VALLEY_OF_WAR.parse_command(SECOND.state, "r 3 1 b 2")
    assert heard.sentence == (
        "Red: 3 Samurai Occupy, 1 of 2 Eyes taken, on to War Phase III; Blue: 2 Samurai Occupy"
    )
    assert heard.refused is not None
    assert heard.refused.code == "impossible"
    assert (
        str(heard.refused)
        == "Blue’s Samurai that Occupy must be from 0 to 1 after this throw, not 2."
    )


@pytest.mark.parametrize(
    ("timeline", "text", "lines"),
    [
        (OPENING, "", []),
        (OPENING, "throw red 1 blue", ["throw red 1 blue "]),
        (OPENING, "r 2 b", ["red 2 blue "]),
        (OPENING, "re", ["red ", "restart ", "redo"]),
        (OPENING, "res", ["restart "]),
        (OPENING, "throw red 3", []),
        (OVER, "u", ["undo"]),
    ],
)  # fmt: skip
def test_completions(timeline: Timeline, text: str, lines: list[str]) -> None:
    assert list(VALLEY_OF_WAR.complete(timeline.state, text)) == lines


# --- What is shown -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("timeline", "text", "sentence"),
    [
        (OPENING, "ko1 ko0", "Red: 1 of 2 Empire Dice out; Blue: 0 of 2 Empire Dice out"),
        (
            table(phase(2, 0, samurai=9), phase(3, 1), ninjas=29),
            "occ0 occ0,eyes1",
            "Red: no Samurai Occupy; Blue: no Samurai Occupy, 1 of 2 Eyes taken, "
            "back to War Phase II; Samurai that do not Occupy are picked out",
        ),
        (
            table(ninjas=28),
            "ko0 ko0",
            "Red: 0 of 2 Empire Dice out; Blue: 0 of 2 Empire Dice out; all Ninjas are picked out",
        ),
        (
            THIRD,
            "occ2,eyes2 occ3,eyes2",
            "Red: 2 Samurai Occupy, 2 of 2 Eyes taken; Blue: 3 Samurai Occupy, 2 of 2 Eyes taken; "
            "a loss-draw",
        ),
        (OPENING, "restart A\nsleeve.", "The Emperors start again: A\\nsleeve."),
    ],
)
def test_a_move_in_words(timeline: Timeline, text: str, sentence: str) -> None:
    (step, *_) = play(timeline, text).steps()
    assert str(step.move.describe(step.before)) == sentence


def test_the_view_shows_the_score_sheet_to_everybody() -> None:
    timeline = play(MIXED, "occ3,eyes1 occ2,eyes0")
    seen: Any = VALLEY_OF_WAR.view(timeline.state, PUBLIC, timeline.before)
    assert seen == VALLEY_OF_WAR.view(timeline.state, Viewer("red"), timeline.before)
    red, blue = seen.emperors
    assert (red.now.phase_name, red.now.throws_next) == ("War Phase III", "ninja")
    assert "phase" in red.changed
    assert (red.now.samurai, len(red.reserve), red.now.occupying) == (3, 7, 3)
    assert (blue.changed, blue.is_winner) == ((), False)
    assert (seen.state.ninjas, len(seen.ninjas_reserve)) == (1, 29)
    assert red.outcomes[0].wire == '{"occupying":0,"eyes":1}'
    over: Any = VALLEY_OF_WAR.view(OVER.state, PUBLIC)
    assert [one.is_winner for one in over.emperors] == [True, False]
    assert [one.outcomes for one in over.emperors] == [(), ()]
