"""The help about typing: every command that it shows is understood when its time has come."""

from __future__ import annotations

import re

import pytest

from moderator.core.games import shipped
from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.moves.build import Build
from moderator.rules.age_of_iron.moves.correct import Correct
from moderator.rules.age_of_iron.moves.deploy import Deploy
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.extend import Extend
from moderator.rules.age_of_iron.state import ACTION, State
from moderator.rules.command import TypedHelp, parse
from moderator.rules.errors import Refused
from moderator.rules.move import Move


def opened(id: str, **options: str | bool) -> State:
    scenario = shipped()["age-of-iron"][id]
    return AGE_OF_IRON.begin(scenario, {**scenario.options, **options})


def acting(state: State) -> State:
    """The same chart in the first country's turn, with nothing left to place."""
    return state._replace(phase=ACTION, active=0, hand=(0,) * len(state.hand))


STATES = [
    opened(id, **options)
    for id in sorted(shipped()["age-of-iron"])
    for options in (
        {},
        {"deployment": "sequential", "extended_trading": True},
        {"control": True, "combat": "odds-table"},
    )
    if id != "example-of-play" or "extended_trading" not in options
]


def check(state: State, part: TypedHelp) -> None:
    """Every command is understood, those between quotation marks too."""
    for command, meaning in part.examples:
        for line in (command, *re.findall(r"“([^”]+)”", meaning)):
            orders = AGE_OF_IRON.orders
            if orders and orders.is_open(state) and orders.command(state, line):
                continue
            try:
                AGE_OF_IRON.parse_command(state, line)
            except Refused as refused:
                pytest.fail(f"{line}: {refused}")


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.scenario.id)
def test_the_help_shows_what_is_understood_in_each_phase(state: State) -> None:
    for now in (state, acting(state)):
        parts = AGE_OF_IRON.typed_help(now)
        assert [part.is_now for part in parts] == [True, False, False]
        check(now, parts[0])
        check(now, parts[2])
    assert AGE_OF_IRON.typed_help(state)[0].title != parts[0].title


def test_the_help_names_the_countries_of_the_game() -> None:
    lines = " ".join(
        " ".join(one) for part in AGE_OF_IRON.typed_help(opened("1800-bc")) for one in part.examples
    )
    assert "Egypt" in lines
    assert not re.search("xen|yurt|beau", lines.lower())


@pytest.mark.parametrize("move", AGE_OF_IRON.moves, ids=lambda move: move.verb)
def test_every_move_has_an_example_which_means_that_move(move: type[Move[State]]) -> None:
    met = 0
    for state in map(acting, STATES):
        shown = [one for part in AGE_OF_IRON.typed_help(state) for one in part.examples]
        for line, meant, more in move.typed_examples(state, 0) if move.is_in(state) else ():
            met += 1
            assert f"{meant.describe(state).action}{more}" in [meaning for _, meaning in shown] or (
                move in (Deploy, Build) and state.options.is_simultaneous
            )
            typed = parse(AGE_OF_IRON, state, line)
            assert AGE_OF_IRON.read_move(state, typed, False) == meant
    assert met


SAID_ELSEWHERE = {
    Build: "in the section about placing RFs",
    EndTurn: "in the section about a Game-turn",
    Extend: "the moderator's",
    Correct: "the moderator's",
}


@pytest.mark.parametrize("move", AGE_OF_IRON.moves, ids=lambda move: move.verb)
def test_every_move_has_its_rules_in_short(move: type[Move[State]]) -> None:
    titles = {title for state in STATES for title, _ in AGE_OF_IRON.rules_in_short(state)}
    assert ((move.title or move.button) in titles) == (move not in SAID_ELSEWHERE)
