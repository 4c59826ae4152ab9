"""Typed order slips: what a line means, and what the answer to a wrong one says."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moderator.rules.errors import Refused
from moderator.rules.orders import OrderRules, SlipCommand
from moderator.rules.registry import GAMES
from tests.support.play.play import scenario

RULES = GAMES["age-of-iron"]


def opened(wire: Any) -> Any:
    read = RULES.read_scenario(wire)
    return RULES.begin(read, {**RULES.recommended(read), "deployment": "simultaneous"})


STATE = opened(scenario("1800-bc"))


def orders() -> OrderRules[Any]:
    assert RULES.orders
    return RULES.orders


def written(text: str, state: Any = STATE) -> tuple[str, dict[str, int]]:
    command = orders().command(state, text)
    assert command, text
    assert command.verb == "write", text
    return command.player, {place_name(place): rfs for place, rfs in command.amounts}


def place_name(place: str) -> str:
    """Just the region, or nothing for civilization."""
    return place.partition(":")[2]


@pytest.mark.parametrize(
    "text",
    [
        "e nub4 pal3 civ4",
        "e nub 4 pal 3 civ 4",
        "egypt: nub4, pal3, civ4",
        "Egypt:nub=4;pal=3;civ=4",
        "e 4 nub 3 pal 4 civ",
        "e 4nub 3pal 4civ",
        "e n4p3ci4",
        "egy NUBIA 4 palestine 3 build 4",
    ],
)
def test_a_slip_is_typed_in_one_line(text: str) -> None:
    assert written(text) == ("egypt", {"nubia": 4, "palestine": 3, "": 4})


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("nub4", "not-understood", "Which country writes this.*“egypt nub 4”"),
        ("b4", "not-understood", "Where does Babylon place 4"),
        ("z nub4", "not-understood", "No country begins with “z”"),
        ("e", "not-understood", "What does Egypt write.*“egypt nubia 4”"),
        ("e nub", "not-understood", "How many RFs does Egypt write for “nub”.*“egypt nubia 4”"),
        (
            "e nub pal 3",
            "not-understood",
            "How many RFs does Egypt write for “nub”.*“egypt nubia 4”",
        ),
        ("e nub4 4", "not-understood", "one number for each place"),
        ("e xyz4", "not-understood", "No region or civilization begins with “xyz”"),
        ("s4", "ambiguous", "“s” could be Syria or Sumer"),
        ("syr", "not-understood", "Which country writes this"),
        ("egypt 5", "not-understood", "Where does Egypt place 5"),
        ("e s4", "ambiguous", "“s” could be Syria or Sumer"),
        ("e c4", "ambiguous", "“c” could be Cyprus or Civilization"),
        ("e b4", "ambiguous", "“b” could be Babylon or building: write “babylon” or “civ” instead"),
        ("e nub4 nubia3", "not-understood", "named already"),
        ("e nub9999999999", "not-understood", "as a number"),
        ("clear", "not-understood", "Name one country: “clear egypt”"),
        ("clear z", "not-understood", "No country begins with “z”"),
    ],
)
def test_a_wrong_line_is_answered_with_what_would_be_right(text: str, code: str, says: str) -> None:
    with pytest.raises(Refused, match=says) as refused:
        orders().command(STATE, text)
    assert refused.value.code == code


def test_a_bare_b_builds_where_nothing_begins_with_b() -> None:
    text = json.dumps(scenario("1800-bc")).replace("babylon", "kassites")
    state = opened(json.loads(text.replace("Babylon", "Kassites")))
    assert written("e b4 nub3", state) == ("egypt", {"": 4, "nubia": 3})


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("reveal", SlipCommand("reveal")),
        ("rev", SlipCommand("reveal")),
        ("clear e", SlipCommand("clear", "egypt")),
        ("seal hat", SlipCommand("seal", "hatti")),
        ("open Babylon", SlipCommand("open", "babylon")),
    ],
)
def test_slips_are_revealed_cleared_sealed_and_opened(text: str, command: SlipCommand) -> None:
    assert orders().command(STATE, text) == command


@pytest.mark.parametrize(
    "text",
    ["", "undo", "u", "redo", "re", "end", "extend 8", "c nubia egypt 4 why", "t e g t",
     "e t h g t", "s e h syr", "e a h nub 5"],
)  # fmt: skip
def test_other_commands_are_left_alone(text: str) -> None:
    assert orders().command(STATE, text) is None


def test_named_amounts_replace_those_for_the_same_place() -> None:
    def after(before: Any, text: str) -> Any:
        command = orders().command(STATE, text)
        assert command
        return orders().with_amounts(STATE, command.player, before, command.amounts)

    first = after((), "e nub4 pal3 civ4")
    assert [order["rfs"] for order in first] == [4, 3, 4]
    second = after(first, "e nub5 pal0")
    assert dict(orders().placed(second)) == {"deploy:nubia": 5, "build": 4}
    with pytest.raises(Refused, match="Egypt") as refused:
        after(first, "e syr 1")
    assert refused.value.code == "not-enough-rfs"


def test_lines_have_the_numbers_of_the_charts_before_and_after() -> None:
    lines = orders().lines(STATE, "egypt", (("deploy:egypt", 4), ("build", 3)))
    assert [(one.place, one.rfs, one.before, one.after) for one in lines] == [
        ("Egypt", 4, STATE.chart[0][0], STATE.chart[0][0] + 4),
        ("civilization", 3, 0, 3),
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("e", ("egypt",)),
        ("e nu", ("e nubia",)),
        ("e nub4 pal", ("e nub4 palestine",)),
        ("clear e", ("clear egypt",)),
        ("rev", ("reveal",)),
        ("e nub4", ()),
        ("e nub4 ", ()),
        ("syr", tuple(f"{one} syria" for one in ("egypt", "babylon", "assyria", "hatti"))),
        ("4", ("egypt 4", "babylon 4", "assyria 4", "hatti 4")),
    ],
)
def test_completions_have_no_numbers_that_nobody_typed(text: str, lines: tuple[str, ...]) -> None:
    assert tuple(orders().complete(STATE, text)) == lines


def test_a_country_alone_is_completed_with_places() -> None:
    for text in ("hatti", "hatti "):
        lines = orders().complete(STATE, text)
        assert lines[:3] == ("hatti hatti", "hatti civilization", "hatti nubia")
