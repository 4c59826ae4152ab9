"""The command line: unambiguous prefixes, completions, and what is not understood."""

from __future__ import annotations

import re

import pytest

from moderator.core.games import shipped
from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from tests.rules.age_of_iron.table import Json, move, play
from tests.support.rules.typed import completed, examples_in


def game(id: str, **options: str | bool) -> Timeline:
    scenario = shipped()["age-of-iron"][id]
    return Timeline(AGE_OF_IRON, AGE_OF_IRON.begin(scenario, options))


EXAMPLE = game("example-of-play")
PLACED = play(EXAMPLE, "deploy ariel xenophobia 5", "deploy ariel yurt 5")
SEQUENTIAL = game("1800-bc", deployment="sequential")
WRITTEN = game("1800-bc")
# Egypt's turn: with Babylon and Hatti in Syria, with Assyria in Mitanni, with Hatti at its home.
ACTING = play(
    WRITTEN,
    *("deploy egypt syria 5", "deploy egypt mitanni 3", "deploy egypt hatti 3"),
    *("deploy babylon syria 6", "deploy babylon sumer 5", "deploy assyria mitanni 6"),
    *("build assyria 5", "deploy hatti syria 4", "deploy hatti hatti 6"),
)
EXTENDED = game("1800-bc", deployment="sequential", extended_trading=True)


@pytest.mark.parametrize(
    ("timeline", "text", "wire"),
    [
        (EXAMPLE, "xen 5", move("deploy ariel xenophobia 5")),
        (EXAMPLE, "x 5", move("deploy ariel xenophobia 5")),
        (EXAMPLE, "  XENOPHOBIA   5 ", move("deploy ariel xenophobia 5")),
        (EXAMPLE, "5 yurt", move("deploy ariel yurt 5")),
        (EXAMPLE, "b 4", move("build ariel 4")),
        (EXAMPLE, "build 4", move("build ariel 4")),
        (EXAMPLE, "ariel: zen 3", move("deploy ariel zen 3")),
        (PLACED, "a beau xen 5", move("attack ariel beauregard xenophobia 5")),
        (PLACED, "att xen beau 5", move("attack ariel beauregard xenophobia 5")),
        (PLACED, "end", move("end ariel")),
        (PLACED, "end turn", move("end ariel")),
        (PLACED, "e", move("end ariel")),
        (PLACED, "undo", {"type": "undo"}),
        (PLACED, "u", {"type": "undo"}),
        (PLACED, "redo", {"type": "redo"}),
        (PLACED, "chas: end", move("end chas")),
        (PLACED, "ext 8", {"type": "extend", "turns": 8}),
        (SEQUENTIAL, "t assyria g t", move("trade egypt assyria G1 T1")),
        (SEQUENTIAL, "t ass 2g for t", move("trade egypt assyria G2 T1")),
        (SEQUENTIAL, "t ass g -", move("trade egypt assyria G1 -")),
        (SEQUENTIAL, "trade hat gg s", move("trade egypt hatti G2 S1")),
        (SEQUENTIAL, "a 3", move("deploy egypt assyria 3")),
        (ACTING, "a h sy2", move("attack egypt hatti syria 2")),
        (ACTING, "a sy2h", move("attack egypt hatti syria 2")),
        (ACTING, "attack hatti in syria with 2", move("attack egypt hatti syria 2")),
        (ACTING, "e a h sy2", move("attack egypt hatti syria 2")),
        (ACTING, "a m2", move("attack egypt assyria mitanni 2")),
        (ACTING, "2 sy", move("deploy egypt syria 2")),
        (ACTING, "t g s", move("trade egypt hatti G1 S1")),
        (ACTING, "t 2grain for silver", move("trade egypt hatti G2 S1")),
        (ACTING, ".", move("end egypt")),
        (ACTING, "en", move("end egypt")),
        (SEQUENTIAL, "nub4", move("deploy egypt nubia 4")),
        (SEQUENTIAL, "4nub", move("deploy egypt nubia 4")),
        (SEQUENTIAL, "ci4", move("build egypt 4")),
        (SEQUENTIAL, "e nub 4", move("deploy egypt nubia 4")),
        (WRITTEN, "bab mit 4", move("deploy babylon mitanni 4")),
        (WRITTEN, "b civ 4", move("build babylon 4")),
        (WRITTEN, "hatti: syr 4", move("deploy hatti syria 4")),
    ],
)
def test_heard(timeline: Timeline, text: str, wire: Json) -> None:
    assert AGE_OF_IRON.parse_command(timeline.state, text).wire == wire


def test_a_correction_keeps_the_reason_as_it_was_typed() -> None:
    heard = AGE_OF_IRON.parse_command(PLACED.state, "c xen ari 7 Ariel MISCOUNTED")
    assert heard.wire == {
        "type": "correct",
        "reason": "Ariel MISCOUNTED",
        "chart": {"xenophobia": {"ariel": 7}},
    }


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c xen ari 7 two typos, sorry", "two typos, sorry"),
        ("c xen ari 7 typo,sorry: 5 too many", "typo,sorry: 5 too many"),
        ("Chas: c xen,ari,7 Written 3 times", "Written 3 times"),
    ],
)
def test_punctuation_in_a_reason_stays(text: str, reason: str) -> None:
    assert AGE_OF_IRON.parse_command(PLACED.state, text).wire["reason"] == reason


def test_an_attack_on_nobody_is_understood_with_the_odds_table() -> None:
    state = game("example-of-play", combat="odds-table").state
    heard = AGE_OF_IRON.parse_command(state, "a chas zen 3")
    assert heard.sentence == "Ariel attacks Chas in Zen and rolls 3"
    assert heard.refused is not None


@pytest.mark.parametrize(
    ("timeline", "text", "code"),
    [
        (EXAMPLE, "", "not-understood"),
        (EXAMPLE, "foo 3", "not-understood"),
        (EXAMPLE, "xen", "not-understood"),
        (EXAMPLE, "xen five", "not-understood"),
        (EXAMPLE, "xen 5 5", "not-understood"),
        (EXAMPLE, "a beau", "not-understood"),
        (EXAMPLE, "t chas g t", "not-understood"),
        (EXAMPLE, "xen " + "9" * 5000, "not-understood"),
        (EXAMPLE, "ariel:", "not-understood"),
        (SEQUENTIAL, "t ass q t", "not-understood"),
        (SEQUENTIAL, "s 5", "ambiguous"),
        (WRITTEN, "b b 4", "ambiguous"),
        (SEQUENTIAL, "b 4", "ambiguous"),
        (WRITTEN, "syr 4", "not-understood"),
        (WRITTEN, "t assyria g t", "not-understood"),
    ],
)
def test_not_understood(timeline: Timeline, text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        AGE_OF_IRON.parse_command(timeline.state, text)
    assert refused.value.code == code


def test_a_die_that_somebody_else_rolls_is_left_out() -> None:
    moves = ("deploy ariel xenophobia 5", "deploy ariel yurt 5")
    state = play(game("example-of-play", combat="odds-table"), *moves).state
    heard = AGE_OF_IRON.parse_command(state, "a beau xen")
    place = {"defender": "beauregard", "region": "xenophobia"}
    assert heard.wire == {"type": "attack", "player": "ariel", **place}
    assert (heard.sentence, heard.refused) == ("Ariel attacks Beauregard in Xenophobia", None)
    assert AGE_OF_IRON.parse_command(state, "a beau xen 4").wire == {**heard.wire, "die": 4}
    refused = AGE_OF_IRON.parse_command(state, "a beau zen").refused
    assert refused is not None
    assert refused.code == "nothing-there"


def test_what_is_understood_but_not_legal_says_both() -> None:
    heard = AGE_OF_IRON.parse_command(EXAMPLE.state, "a beau xen 5")
    assert heard.sentence == "Ariel attacks Beauregard in Xenophobia with 5"
    assert heard.refused is not None
    assert str(heard.refused) == "First place the 10 RFs that Ariel has in hand."


@pytest.mark.parametrize(
    ("text", "sentence", "reason"),
    [
        ("end", "Ariel ends its turn", "First place the 10 RFs that Ariel has in hand."),
        (
            "a chas zen 5",
            "Ariel attacks Chas in Zen with 5",
            "First place the 10 RFs that Ariel has in hand.",
        ),
        (
            "a beau xen 6",
            "Ariel attacks Beauregard in Xenophobia with 6",
            "First place the 10 RFs that Ariel has in hand.",
        ),
        (
            "xen 11",
            "Ariel places 11 in Xenophobia",
            "Ariel has 10 RFs in hand, so at most 10 can be placed, not 11.",
        ),
    ],
)
def test_no_impossible_outcome_is_shown(text: str, sentence: str, reason: str) -> None:
    heard = AGE_OF_IRON.parse_command(EXAMPLE.state, text)
    assert heard.refused is not None
    assert (heard.sentence, str(heard.refused)) == (sentence, reason)


@pytest.mark.parametrize(
    ("timeline", "text", "says"),
    [
        (EXAMPLE, "c xen ariel 7", "needs the reason"),
        (EXAMPLE, "xenofobia 3", "did you mean “xenophobia”?"),
        (EXAMPLE, "qq 1", "yurt"),
        (ACTING, "a sy2", "Whom does Egypt attack in Syria: Babylon or Hatti?"),
        (ACTING, "a h2", "could be the country or the region"),
        (ACTING, "a hatti", "could be the country or the region"),
        (ACTING, "a bab", "In which region does Egypt attack Babylon?"),
        (ACTING, "a h sy", "With how many RFs does Egypt attack Hatti in Syria?"),
        (ACTING, "a h sy0", "at least 1"),
        (ACTING, "a cy2", "no RFs there together"),
        (ACTING, "t", "With whom does Egypt trade?"),
        (ACTING, "t g -", "With whom does Egypt trade: Babylon, Assyria or Hatti?"),
        (ACTING, "t h", "What does Egypt give to Hatti?"),
        (ACTING, "t h g", "What does Egypt get from Hatti?"),
        (ACTING, "syria", "What does Egypt do in Syria?"),
        (ACTING, "bab", "What does Egypt do with Babylon?"),
        (ACTING, "e", "“e” could be Egypt or Elam or “end”"),
        (ACTING, "a", "“a” could be Assyria or “attack”"),
        (SEQUENTIAL, "nub", "How many RFs does Egypt place in Nubia?"),
        (SEQUENTIAL, "4", "Where does Egypt place 4?"),
        (SEQUENTIAL, "b 4", "“b” could be Babylon or building"),
        (SEQUENTIAL, "c 4", "“c” could be Cyprus or Civilization"),
        (WRITTEN, "egypt", "What does Egypt do?"),
        (WRITTEN, "egypt 5", "Where does Egypt place 5?"),
        (WRITTEN, "egypt nub", "How many RFs does Egypt place in Nubia?"),
    ],
)
def test_the_one_thing_that_is_missing_or_mistyped_is_named(
    timeline: Timeline, text: str, says: str
) -> None:
    with pytest.raises(Refused, match=re.escape(says)) as refused:
        AGE_OF_IRON.parse_command(timeline.state, text)
    assert not re.search("rfs|die|defender", str(refused.value))
    for line in examples_in(refused.value):
        assert AGE_OF_IRON.parse_command(timeline.state, line).refused is None, line


def test_of_several_with_the_goods_these_alone_are_named() -> None:
    state = ACTING.state._replace(acquired=((0,) * 4, (0, 0, 0, 1), (0,) * 4, (0,) * 4))
    with pytest.raises(Refused, match="With whom does Egypt trade: Babylon or Hatti"):
        AGE_OF_IRON.parse_command(state, "t g s")


def test_a_country_is_never_mistaken_for_a_region_where_both_orders_are_possible() -> None:
    timeline = play(
        WRITTEN,
        *("deploy egypt babylon 5", "deploy egypt hatti 6", "deploy babylon hatti 6"),
        *("deploy babylon babylon 5", "build assyria 10", "deploy assyria elam 1"),
        *("deploy hatti babylon 5", "deploy hatti hatti 5"),
    )
    with pytest.raises(Refused, match="Hatti in Babylon or Babylon in Hatti"):
        AGE_OF_IRON.parse_command(timeline.state, "a hatti babylon 2")
    heard = AGE_OF_IRON.parse_command(timeline.state, "a hatti in babylon 2")
    assert (heard.wire, heard.refused) == (move("attack egypt hatti babylon 2"), None)


@pytest.mark.parametrize(
    ("timeline", "text", "lines"),
    [
        (EXAMPLE, "", []),
        (EXAMPLE, "x", ["xenophobia "]),
        (EXAMPLE, "xen 3", ["xenophobia 3"]),
        (EXAMPLE, "xen 3 ", []),
        (EXAMPLE, "q", []),
        (ACTING, "syr", ["attack babylon syria ", "attack hatti syria "]),
        (ACTING, "hat", ["attack hatti hatti ", "attack hatti syria ", "trade hatti "]),
        (
            ACTING,
            "2",
            [
                "attack hatti hatti 2",
                "attack babylon syria 2",
                "attack hatti syria 2",
                "attack assyria mitanni 2",
            ],
        ),
        (PLACED, "a b", ["attack beauregard xenophobia "]),
        (PLACED, "e", ["end", "extend "]),
        (SEQUENTIAL, "t ass", ["trade assyria "]),
        (WRITTEN, "egypt nu", ["egypt nubia "]),
        (EXTENDED, "hatti t ass", ["hatti: trade assyria "]),
    ],
)
def test_completions(timeline: Timeline, text: str, lines: list[str]) -> None:
    assert list(AGE_OF_IRON.complete(timeline.state, text)) == lines


@pytest.mark.slow
@pytest.mark.parametrize("timeline", [EXAMPLE, PLACED, SEQUENTIAL, WRITTEN, ACTING])
def test_every_completion_is_understood_and_legal(timeline: Timeline) -> None:
    typed = (*"abcdehnrstuxyz", "ba", "eg", "t b")
    lines = [line for text in typed for line in AGE_OF_IRON.complete(timeline.state, text)]
    assert len(lines) > 5
    for line in lines:
        if heard := completed(AGE_OF_IRON, timeline.state, line):
            timeline.play(heard)
