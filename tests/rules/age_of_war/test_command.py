"""The command line: letters for faces, prefixes of castles, and what is not understood."""

from __future__ import annotations

import pytest

from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from tests.rules.age_of_war.table import Json, move, play, table

OPENING = table()
ROLLED = play(OPENING, "roll kim daac123")
AGAIN = play(ROLLED, "fill kim gifu 1 d", "roll kim aaccd3")


@pytest.mark.parametrize(
    ("timeline", "text", "wire"),
    [
        (OPENING, "roll i1 i2 a c d 3 3", move("roll kim 12acd33")),
        (OPENING, "r 12acd33", move("roll kim 12acd33")),
        (OPENING, "R i1i2 ACD, 33", move("roll kim 12acd33")),
        (OPENING, "roll infantry-1 archery cav dai", move("roll kim 1acd")),
        (OPENING, "roll", {"type": "roll", "player": "kim"}),
        (OPENING, "ed: roll aaaaaaa", move("roll ed aaaaaaa")),
        (ROLLED, "fill gassantoda 2 i2 i2 i3", move("fill kim gassantoda 2 223")),
        (ROLLED, "f gas 2 223", move("fill kim gassantoda 2 223")),
        (ROLLED, "f az 3", move("fill kim azuchi 3 32")),
        (ROLLED, "f oda 1", move("fill kim odani 1 -")),
        (ROLLED, "f gifu 9", move("fill kim gifu 9 -")),
        (AGAIN, "f 2", move("fill kim gifu 2 a")),
        (AGAIN, "f 3 c", move("fill kim gifu 3 c")),
        (AGAIN, "f edo 3", move("fill kim edo 3 3")),
        (ROLLED, "lose", move("lose kim")),
        (ROLLED, "l", move("lose kim")),
        (ROLLED, "undo", {"type": "undo"}),
        (ROLLED, "red", {"type": "redo"}),
    ],
)
def test_heard(timeline: Timeline, text: str, wire: Json) -> None:
    assert AGE_OF_WAR.parse_command(timeline.state, text).wire == wire


@pytest.mark.parametrize(
    ("timeline", "text", "code"),
    [
        (OPENING, "", "not-understood"),
        (OPENING, "kim:", "not-understood"),
        (OPENING, "fly away", "not-understood"),
        (OPENING, "roll 12x", "not-understood"),
        (OPENING, "roll inf", "ambiguous"),
        (OPENING, "zed: roll a", "not-understood"),
        (ROLLED, "fill", "not-understood"),
        (ROLLED, "fill gifu", "not-understood"),
        (ROLLED, "fill gifu one", "not-understood"),
        (ROLLED, "fill 2 a", "not-understood"),
        (ROLLED, "fill xanadu 1", "not-understood"),
        (ROLLED, "fill ma 1", "ambiguous"),
        (ROLLED, "lose kim", "not-understood"),
        (ROLLED, "undo 2", "not-understood"),
    ],
)
def test_not_understood(timeline: Timeline, text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        AGE_OF_WAR.parse_command(timeline.state, text)
    assert refused.value.code == code
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("timeline", "text", "sentence", "code"),
    [
        (ROLLED, "f az 3", "Kim fills the line infantry 5 of Azuchi with i3 i2", None),
        (ROLLED, "f gifu 9 d", "Kim fills the line 9 of Gifu with d", "no-such-line"),
        (ROLLED, "roll 1", "Kim rolls 1 die: i1", "must-choose"),
        (OPENING, "roll", "Kim rolls", None),
        (ROLLED, "roll", "Kim rolls", "must-choose"),
        (OPENING, "ed: roll", "Ed rolls", "not-your-turn"),
        (OPENING, "lose", "Kim loses a die", "must-roll"),
    ],
)
def test_what_was_heard_is_said_back(
    timeline: Timeline, text: str, sentence: str, code: str | None
) -> None:
    heard = AGE_OF_WAR.parse_command(timeline.state, text)
    assert heard.sentence == sentence
    assert (heard.refused.code if heard.refused else None) == code


@pytest.mark.parametrize(
    ("timeline", "text", "lines"),
    [
        (OPENING, "", []),
        (OPENING, "r", ["redo"]),
        (ROLLED, "f gas", ["fill gassantoda 1 d"]),
        (ROLLED, "fill ed", ["fill edo 1 a c", "fill edo 2 a c", "fill edo 3 i3"]),
        (ROLLED, "fill edo 3", ["fill edo 3 i3"]),
        (AGAIN, "f", ["fill gifu 2 a", "fill gifu 3 c"]),
        (ROLLED, "l", ["lose"]),
        (ROLLED, "q", []),
    ],
)
def test_completions(timeline: Timeline, text: str, lines: list[str]) -> None:
    assert list(AGE_OF_WAR.complete(timeline.state, text)) == lines
