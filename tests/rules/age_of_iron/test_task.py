"""The task of each country, the options in force, and the rules in short."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.core.games import shipped
from moderator.rules.registry import GAMES
from moderator.rules.seating import MODERATOR

RULES = GAMES["age-of-iron"]


def begin(**options: Any) -> Any:
    """1800 B.C. before the first move."""
    return RULES.begin(shipped()["age-of-iron"]["1800-bc"], options)


def play(state: Any, *moves: dict[str, Any]) -> Any:
    for wire in moves:
        move = RULES.read_move(state, wire)
        RULES.check(state, move)
        state = RULES.apply(state, move)
    return state


def tasks(state: Any) -> dict[str, str]:
    return {seat.id: RULES.task(state, seat.id).sentence for seat in RULES.seats_of(state)}


def test_written_orders_are_waited_for_until_they_are_recorded() -> None:
    state = begin(deployment="simultaneous")
    assert set(tasks(state).values()) == {"Place 11 RFs", "Place 10 RFs"}
    state = play(state, {"type": "build", "player": "egypt", "rfs": 11})
    assert tasks(state)["egypt"] == "Waiting for 3 of 4 countries"
    assert tasks(state)["hatti"] == "Place 10 RFs"
    state = play(state, {"type": "build", "player": "hatti", "rfs": 10})
    assert tasks(state)["egypt"] == "Waiting for Babylon and Assyria"


def test_sealed_orders_are_done_though_the_hand_is_full() -> None:
    state = begin(deployment="simultaneous")
    all_four = {"egypt", "babylon", "assyria", "hatti"}
    assert RULES.orders is not None
    for sealed, sentence in (
        ({"egypt"}, "Waiting for 3 of 4 countries"),
        (all_four - {"hatti"}, "Waiting for Hatti"),
        (all_four, "Waiting for the orders to be revealed"),
    ):
        assert tasks(RULES.orders.as_sealed(state, sealed))["egypt"] == sentence


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"deployment": "sequential"}, "one after the other"),
        ({"deployment": "simultaneous"}, "revealed at once"),
        ({"combat": "equal"}, "same number of RFs"),
        ({"combat": "attacker-advantage"}, "one RF less"),
        ({"combat": "odds-table"}, "A die"),
        ({"home_first": True}, "in your home"),
        ({"control": True}, "10 RFs alone"),
        ({"extended_trading": True}, "at any time"),
        ({"communication": "open"}, "talk with the other countries"),
        ({"communication": "written"}, "Written messages only"),
        ({"diplomatic_records": True}, "diplomatic record"),
        ({"turns": 3}, "3 Game-turns"),
    ],
)
def test_each_option_in_force_is_a_sentence(options: dict[str, Any], words: str) -> None:
    plain = {"deployment": "sequential", "combat": "equal", "communication": "open"}
    other = {**plain, "deployment": "simultaneous", "combat": "odds-table"}
    assert any(words in one for one in RULES.options_in_force(begin(**plain | options)))
    without = next(
        state
        for state in (begin(**plain), begin(**other, turns=5), begin(communication="written"))
        if all(getattr(state.options, name) != value for name, value in options.items())
    )
    assert not any(words in one for one in RULES.options_in_force(without))


def rules_text(state: Any) -> str:
    return "\n".join(
        f"{title}: {' '.join(sentences)}" for title, sentences in RULES.rules_in_short(state)
    )


def test_the_rules_in_short_have_this_scenarios_numbers_and_mode() -> None:
    text = rules_text(begin(deployment="sequential", control=True))
    assert "Egypt (13 RFs), Babylon (12 RFs)" in text
    assert "4 for Level I, 5 for Level II, 6 for Level III and 7 for Level IV" in text
    assert "one of each of Grain, Cloth, Tin and Silver, counts 8" in text
    assert "Control: 10 RFs of one country alone" in text
    text = rules_text(begin(deployment="simultaneous", combat="odds-table"))
    assert "Egypt (11 RFs)" in text
    assert "write down where they place" in text
    assert "D on the odds table" in text
    assert "Control:" not in text


def test_nothing_in_the_rules_in_short_is_secret() -> None:
    state = begin()
    text = rules_text(state) + " ".join(RULES.options_in_force(state))
    secret = [
        one.sentence
        for country in RULES.view(state, MODERATOR).countries
        for one in country.objectives
    ]
    assert secret
    assert not [one for one in secret if one in text]
