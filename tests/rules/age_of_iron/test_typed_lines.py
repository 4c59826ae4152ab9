"""Lines of a text: several places in one line, and corrections for what the rules refuse."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules import command
from moderator.rules.errors import Refused
from moderator.rules.registry import GAMES
from tests.support.play.play import scenario

RULES = GAMES["age-of-iron"]


def opened(id: str) -> Any:
    read = RULES.read_scenario(scenario(id))
    return RULES.begin(read, {**RULES.recommended(read), "deployment": "sequential"})


def played(id: str, *lines: str) -> Any:
    state = opened(id)
    for line in lines:
        for wire in RULES.typed_line(state, line):
            move = RULES.read_move(state, wire)
            RULES.check(state, move)
            state = RULES.apply(state, move)
    return state


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("e nub4 pal3 civ4", 3),
        ("nub 4 pal 3 civ 4", 3),
        ("egypt: 4 nub, 3 pal, 4 civ", 3),
        ("nub4 pal3", 2),
    ],
)
def test_a_line_can_name_several_places(line: str, count: int) -> None:
    placed = (
        {"type": "deploy", "player": "egypt", "region": "nubia", "rfs": 4},
        {"type": "deploy", "player": "egypt", "region": "palestine", "rfs": 3},
        {"type": "build", "player": "egypt", "rfs": 4},
    )
    assert RULES.typed_line(opened("1800-bc"), line) == placed[:count]


@pytest.mark.parametrize("line", ["nub 4", "end", "e: civ 4", "c syr egypt 7 miscounted"])
def test_any_other_line_is_a_command(line: str) -> None:
    state = opened("1800-bc")
    assert RULES.typed_line(state, line) == (command.parse(RULES, state, line),)


@pytest.mark.parametrize("line", ["nub 4 pal", "e nub4 xyz3", "qqq nub4 pal3", "nub x pal 3"])
def test_what_is_not_understood_is_refused(line: str) -> None:
    with pytest.raises(Refused) as caught:
        RULES.typed_line(opened("1800-bc"), line)
    assert caught.value.code in ("not-understood", "ambiguous")


@pytest.mark.parametrize(
    ("before", "line", "lines"),
    [
        # 10 and 10 in Xenophobia, but 12 are attacked with.
        (("xen 10",), "a chas xen 12", ("c xenophobia ariel 3 {}", "c xenophobia chas 0 {}")),
        (("xen 10",), "a dirk zen 3", ("c zen dirk 8 {}",)),
        ((), "yurt 12", ("yurt 10", "c yurt ariel 18 {}")),
        (("xen 10",), "yurt 2", ("c yurt ariel 8 {}",)),
        ((), "a chas xen 2", ()),  # RFs are still to be placed: nothing to correct
    ],
)
def test_a_refused_move_can_be_replaced_by_corrections(
    before: tuple[str, ...], line: str, lines: tuple[str, ...]
) -> None:
    state = played("example-of-play", *before)
    (wire,) = RULES.typed_line(state, line)
    move = RULES.read_move(state, wire)
    with pytest.raises(Refused) as caught:
        RULES.check(state, move)
    found = move.lines_instead(state, caught.value.code)
    assert found == tuple(one.format("played so on paper") for one in lines)
    played("example-of-play", *before, *found)  # and the rules accept them
