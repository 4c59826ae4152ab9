"""The command line: what is understood, what isn't, and completions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.war import WAR
from tests.rules.war.table import Json, move, play, table
from tests.rules.war.test_offers import CASES
from tests.support.rules.typed import completed

PLACING, CARDS, ATTACK, FINAL = (CASES[name] for name in ("placing", "cards", "attack", "final"))


@pytest.mark.parametrize(
    ("timeline", "text", "wire"),
    [
        (PLACING, "c3", move("place bob c3")),
        (PLACING, "  PLACE c3 ", move("place bob c3")),
        (PLACING, "ann: c3", move("place ann c3")),
        (CASES["reinforcing"], "a1", move("reinforce ann a1")),
        (CASES["reinforcing"], "rei a1", move("reinforce ann a1")),
        (CARDS, "play drop 2 b1", move("play ann drop2 b1:2")),
        (CARDS, "p dr 6 b1 3 d1 1", move("play ann drop6 b1:3 d1:1")),
        (CARDS, "play drop 2 b1 1, d1 1", move("play ann drop2 b1:1 d1:1")),
        (CARDS, "combat bricks 4", move("combat ann bricks4")),
        (CARDS, "c b 4", move("combat ann bricks4")),
        (CARDS, "b1 b2 2", move("move ann b1 b2 2")),
        (CARDS, "m b1 b2 all", move("move ann b1 b2 3")),
        (CARDS, "move b1 c1 1", move("move ann b1 c1 1")),
        (CARDS, "draw drop 1 drop 3", move("draw ann drop1 drop3")),
        (CARDS, "d drop 1", move("draw ann drop1")),
        (CARDS, "bob: d drop 1", move("draw bob drop1")),
        (ATTACK, "5 3", move("fight ann 5 3")),
        (ATTACK, "f 5 3", move("fight ann 5 3")),
        (ATTACK, "with", move("withdraw ann")),
        (FINAL, "end", move("end ann")),
        (FINAL, "e turn", move("end ann")),
        (FINAL, "u", {"type": "undo"}),
        (FINAL, "redo", {"type": "redo"}),
    ],
)
def test_heard(timeline: Timeline, text: str, wire: Json) -> None:
    assert WAR.parse_command(timeline.state, text).wire == wire


@pytest.mark.parametrize(
    ("timeline", "text", "code"),
    [
        (CARDS, "", "not-understood"),
        (CARDS, "ann:", "not-understood"),
        (CARDS, "eve: end", "not-understood"),
        (CARDS, "fly a1", "not-understood"),
        (CARDS, "pl drop 2 b1", "ambiguous"),
        (CARDS, "play drop 2", "not-understood"),
        (CARDS, "play drop b1", "not-understood"),
        (CARDS, "play drop 2 b1 1 d1", "not-understood"),
        (CARDS, "combat anchor 2", "not-understood"),
        (CARDS, "combat drop two", "not-understood"),
        (CARDS, "b1 b2", "not-understood"),
        (CARDS, "b1 b2 " + "9" * 5000, "not-understood"),
        (CARDS, "b1 b2 some", "not-understood"),
        (CARDS, "draw", "not-understood"),
        (CARDS, "draw drop 1 drop 2 drop 3", "not-understood"),
        (CARDS, "5 3", "not-understood"),
        (ATTACK, "5", "not-understood"),
        (ATTACK, "withdraw b1", "not-understood"),
        (FINAL, "end now", "not-understood"),
        (FINAL, "undo 2", "not-understood"),
    ],
)
def test_not_understood(timeline: Timeline, text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        WAR.parse_command(timeline.state, text)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("timeline", "text", "code", "sentence"),
    [
        (CARDS, "b1 a1 2", None, "Ann moves 2 from b1 to a1 (3 → 1, 0 → 2)"),
        (CARDS, "b1 c1 2", None, "Ann attacks Bob’s 2 in c1 from b1 with 2"),
        (CARDS, "b1 d1 2", "bad-tile", "Ann moves 2 from b1 to d1 (drop)"),
        (CARDS, "z9 z8 2", "unknown-tile", "z9 z8 2"),
        (
            CARDS,
            "play drop 6 b1 1 d1 1",
            "too-many",
            "Ann plays drop 6 and places 1 in b1 and 1 in d1",
        ),
        (CARDS, "draw drop 2 drop 3", "must-take-lowest", "Ann draws drop 2 and drop 3"),
        (CARDS, "bob: end", "wrong-step", "Bob ends the final turn"),
        (CARDS, "draw drop 1 drop 2", None, "Ann draws drop 1 and drop 2"),
        (CARDS, "combat drop 2", None, "Ann lays drop 2 as the combat card"),
        (
            CARDS,
            "play drop 6 b1 3 d1 1",
            None,
            "Ann plays drop 6 and places 3 in b1 and 1 in d1 (b1 3 → 6, d1 1 → 2); "
            "2 can’t be placed",
        ),
        (PLACING, "c3", None, "Bob takes c3"),
        (CASES["reinforcing"], "a1", None, "Ann reinforces a1 (1 → 2)"),
        (
            CASES["last card"],
            "draw drop 1",
            None,
            "Ann draws drop 1; no card is left, so the final turns begin",
        ),
        (ATTACK, "6 1", None, "Ann fights with 6 against 1: 8 to 3, Bob loses a unit (2 → 1)"),
        (ATTACK, "4 4", None, "Ann fights with 4 against 4: 6 to 6, nobody loses a unit"),
        (ATTACK, "1 6", None, "Ann fights with 1 against 6: 3 to 8, Ann loses a unit (2 → 1)"),
        (
            CASES["fought"],
            "6 1",
            None,
            "Ann fights with 6 against 1: 8 to 2, Bob loses a unit (1 → 0); Ann takes c1 with "
            "2 units",
        ),
        (
            play(ATTACK, "fight ann 1 6"),
            "1 6",
            None,
            "Ann fights with 1 against 6: 2 to 8, Ann loses a unit (1 → 0); the attack is "
            "beaten off",
        ),
        (CASES["fought"], "withdraw", None, "Ann withdraws from c1; 2 stay in b1"),
        (FINAL, "end", None, "Ann ends the final turn"),
        (CASES["over"], "end", "game-over", "Ann ends the final turn"),
    ],
)
def test_said_back(timeline: Timeline, text: str, code: str | None, sentence: str) -> None:
    heard = WAR.parse_command(timeline.state, text)
    assert heard.sentence == sentence
    assert (heard.refused.code if heard.refused else None) == code


@pytest.mark.parametrize(
    ("timeline", "text", "lines"),
    [
        (CARDS, "", []),
        (CARDS, "q", []),
        (CARDS, "play drop 6", []),  # others may look at the console
        (CARDS, "com br", []),
        (CARDS, "d1", ["d1 c1 ", "d1 e1 ", "d1 d2 "]),
        (CARDS, "b1 b2", ["b1 b2 "]),
        (CARDS, "b1 b2 2", ["b1 b2 2"]),
        (CARDS, "b1 b2 9", []),
        (CARDS, "draw", ["draw drop 1 drop 2", "draw drop 1 drop 3"]),
        (ATTACK, "f", []),
        (CASES["fought"], "wi", ["withdraw"]),
        (FINAL, "e", ["end"]),
        (table(), "c", ["c1", "c3"]),
        (FINAL, "u", ["undo"]),
    ],
)
def test_completions(timeline: Timeline, text: str, lines: list[str]) -> None:
    assert list(WAR.complete(timeline.state, text)) == lines


@pytest.mark.parametrize("case", CASES)
def test_every_completion_is_understood_and_legal(case: str) -> None:
    typed = (*"abcdefmpruw", "play d", "c1 ", "b1 b")
    lines = [line for text in typed for line in WAR.complete(CASES[case].state, text)]
    assert lines
    for line in lines:
        if heard := completed(WAR, CASES[case].state, line):
            CASES[case].play(heard)


def test_a_fight_without_dice_is_heard() -> None:
    """If the server rolls, nobody types dice."""
    heard = WAR.parse_command(CASES["attack"].state, "fight")
    assert heard.wire == {"type": "fight", "player": "ann"}
    assert heard.sentence == "Ann fights"
    assert heard.refused is None


def test_after_the_end_every_command_is_refused_because_of_it() -> None:
    for text in ("z9 z8 2", "place a1", "fight 5 3"):
        refused = WAR.parse_command(CASES["over"].state, text).refused
        assert refused is not None
        assert refused.code == "game-over"


@pytest.mark.parametrize(
    ("case", "code"), [("cards", "wrong-step"), ("over", "game-over"), ("placing", "wrong-step")]
)
def test_a_fight_is_refused_where_there_is_none(case: str, code: str) -> None:
    refused = WAR.parse_command(CASES[case].state, "fight").refused
    assert refused is not None
    assert refused.code == code


@pytest.mark.parametrize("case", CASES)
def test_the_help_shows_what_is_understood_and_no_hand(case: str) -> None:
    state = CASES[case].state
    parts = WAR.typed_help(state)
    assert [part.is_now for part in parts] == [True] + [False] * (len(parts) - 1)
    for line, _ in parts[0].examples:
        WAR.parse_command(state, line)
    hands = ((),) * len(state.hands)
    assert WAR.typed_help(replace(state, hands=hands)) == parts
    assert WAR.examples(replace(state, hands=hands)) == WAR.examples(state)
