"""Offers: open ones are accepted, and the others are refused with the same sentence."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.state import State
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.offer import Choice, Offer
from tests.rules.age_of_iron.table import move, play, table
from tests.support.rules.verbs import differ

BOTH_IN_SYRIA = {"syria": {"egypt": 6, "hatti": 8, "assur": 3}}
CASES = {
    "opening": table(BOTH_IN_SYRIA),
    "placed": play(table(BOTH_IN_SYRIA), "build egypt 10"),
    "traded": play(table(BOTH_IN_SYRIA), "build egypt 10", "trade egypt hatti G1 -"),
    "attacked": play(table(BOTH_IN_SYRIA), "build egypt 10", "attack egypt hatti syria 2"),
    "odds": play(table(BOTH_IN_SYRIA, {"combat": "odds-table"}), "build egypt 10"),
    "written": play(table(options={"deployment": "simultaneous"}), "deploy egypt nile 10"),
    "control": play(table(options={"control": True}), "deploy egypt syria 10"),
    "extended": table(options={"extended_trading": True}),
}


def over() -> Timeline:
    moves = [f"{what} {who}{n}" for who in ("egypt", "hatti", "assur")
             for what, n in (("build", " 10"), ("end", ""))]  # fmt: skip
    return play(table(turns=1), *moves)


def goods_of(state: State, player: str) -> dict[str, int]:
    return state.goods(state.player(player))


def wires(offer: Offer, choice: Choice, timeline: Timeline) -> list[dict[str, Any]]:
    """The moves at both limits of a choice."""
    wire = {"type": offer.verb, **choice.values}
    if offer.verb == "trade":
        bundles = [
            {letter: units}
            for letter, units in goods_of(timeline.state, choice.values["player"]).items()
            if units
        ]
        return [{**wire, "give": bundle, "get": {}} for bundle in bundles]
    if choice.number is None:
        return [wire]
    return [{**wire, choice.number: choice.low}, {**wire, choice.number: choice.high}]


@pytest.mark.parametrize("case", CASES)
def test_open_choices_are_taken_at_both_limits(case: str) -> None:
    timeline = CASES[case]
    count = 0
    for offer in AGE_OF_IRON.offers(timeline.state):
        for choice in offer.choices if offer.is_open else ():
            for wire in wires(offer, choice, timeline) if choice.refused is None else ():
                timeline.play(wire)
                count += 1
    assert count > 0


@pytest.mark.parametrize("case", CASES)
def test_one_more_than_the_limit_is_refused(case: str) -> None:
    timeline = CASES[case]
    count = 0
    for offer in AGE_OF_IRON.offers(timeline.state):
        for choice in offer.choices:
            if choice.number and choice.refused is None:
                wire = {"type": offer.verb, **choice.values, choice.number: choice.high + 1}
                with pytest.raises(Refused):
                    timeline.play(wire)
                count += 1
    assert count > 0


TRIED = {
    "deploy": "deploy {seat} nile 1",
    "build": "build {seat} 1",
    "attack": "attack {seat} {other} syria 1",
    "trade": "trade {seat} {other} - {good}1",
    "end-turn": "end {seat}",
}
"""A move of each kind, which is refused for the offer's own reason."""


@pytest.mark.parametrize("case", CASES)
def test_what_is_not_open_is_refused_with_the_same_words(case: str) -> None:
    timeline = CASES[case]
    count = 0
    for seat, other, good in (("egypt", "hatti", "S"), ("hatti", "assur", "T")):
        for offer in AGE_OF_IRON.offers(timeline.state, seat):
            tries: list[Any] = [
                (wire, choice.refused)
                for choice in offer.choices
                for wire in wires(offer, choice, timeline)
                if choice.refused is not None
            ]
            if offer.refused is not None and "shares no region" not in str(offer.refused):
                assert offer.verb in TRIED, f"TRIED in {__file__} lacks a move {offer.verb!r}"
                wire = move(TRIED[offer.verb].format(seat=seat, other=other, good=good))
                if "die" in [field.name for field in offer.move.form(timeline.state).fields]:
                    wire["die"] = wire.pop("rfs")
                tries.append((wire, offer.refused))
            for wire, expected in tries:
                with pytest.raises(Refused) as refused:
                    timeline.play(wire)
                assert str(refused.value) == str(expected)
                count += 1
    assert count > 0


@pytest.mark.parametrize(
    ("case", "open_verbs"),
    [
        ("opening", {"deploy", "build", "trade", "extend", "correct"}),
        ("placed", {"attack", "trade", "end-turn", "extend", "correct"}),
        ("written", {"deploy", "build", "extend", "correct"}),
        ("extended", {"deploy", "build", "trade", "extend", "correct"}),
    ],
)
def test_open_verbs(case: str, open_verbs: set[str]) -> None:
    offers = AGE_OF_IRON.offers(CASES[case].state)
    found = {offer.verb for offer in offers if offer.is_open}
    assert found == open_verbs, differ(case, found, open_verbs, __file__)


def test_a_hand_that_is_empty_offers_no_deployment_in_writing() -> None:
    offers = AGE_OF_IRON.offers(CASES["written"].state, "egypt")
    deploy = next(offer for offer in offers if offer.verb == "deploy")
    assert deploy.refused is not None
    assert deploy.refused.code == "not-enough-rfs"


def test_over_only_extend_and_correct_are_open() -> None:
    state = over().state
    assert {offer.verb for offer in AGE_OF_IRON.offers(state) if offer.is_open} == {
        "extend",
        "correct",
    }
    assert {
        offer.refused.code for offer in AGE_OF_IRON.offers(state, "egypt") if offer.refused
    } == {"game-over"}
