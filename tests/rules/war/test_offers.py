"""Offers: open ones are accepted, and the others are refused with the same sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.offer import Choice, Offer
from moderator.rules.war import WAR
from tests.rules.war.table import in_turns, play, table
from tests.rules.war.test_setting_out import PLACES, REINFORCED
from tests.support.rules.verbs import differ

BOARD = {"b1": "ann 3", "d1": "ann 1", "a2": "ann 1", "c1": "bob 2", "f3": "bob 2"}
HAND = ("drop1", "drop6", "drop2", "drop2", "bricks4")
FACE = {"face_up": ("drop1", "drop2", "drop2", "drop3")}
TURN = in_turns(table(), BOARD, ann=HAND, bob=("circles1",), **FACE)
NO_CARDS = replace(TURN.start, deck=(), face_up=(), last_turn=4)
CASES = {
    "placing": play(table(), "place ann a1"),
    "reinforcing": play(table(), *PLACES),
    "first turn": play(table(), *PLACES, *REINFORCED),
    "cards": TURN,
    "full": play(TURN, "play ann drop6 b1:3 d1:1"),
    "played": play(TURN, "play ann drop2 b1:2", "play ann drop1 b1:1", "combat ann drop2"),
    "moved": play(TURN, "move ann b1 a1 1", "move ann d1 d2 1"),
    "attack": play(TURN, "move ann b1 c1 2"),
    "fought": play(TURN, "move ann b1 c1 2", "fight ann 6 1"),
    "last card": Timeline(WAR, replace(TURN.start, deck=(), face_up=TURN.start.face_up[:1])),
    "final": Timeline(WAR, NO_CARDS),
    "nobody": in_turns(table(), {"f3": "bob 2"}),
    "over": play(Timeline(WAR, replace(NO_CARDS, last_turn=3)), "end ann"),
}


def wires(offer: Offer, choice: Choice) -> list[dict[str, Any]]:
    """The moves at both limits of a choice; none if the choice is incomplete."""
    wire = {"type": offer.verb, **choice.values}
    if offer.verb == "fight":
        return [{**wire, "attacker": one, "defender": 7 - one} for one in (1, 6)]
    if choice.number:
        return [{**wire, choice.number: choice.low}, {**wire, choice.number: choice.high}]
    is_whole = offer.verb != "play" or "units" in choice.values
    return [wire] if is_whole and choice.values else []


@pytest.mark.parametrize("case", sorted(CASES.keys() - {"over"}))
def test_open_choices_are_taken_at_both_limits(case: str) -> None:
    count = 0
    for offer in WAR.offers(CASES[case].state):
        for choice in offer.choices if offer.is_open else ():
            for wire in wires(offer, choice) if choice.refused is None else ():
                CASES[case].play(wire)
                count += 1
    assert count > 0


@pytest.mark.parametrize("case", ["placing", "cards", "full", "played", "moved", "attack"])
def test_what_is_not_open_is_refused_with_the_same_words(case: str) -> None:
    count = 0
    for seat in ("ann", "bob"):
        for offer in WAR.offers(CASES[case].state, seat):
            for choice in offer.choices:
                for wire in wires(offer, choice) if choice.refused else ():
                    with pytest.raises(Refused) as refused:
                        CASES[case].play(wire)
                    assert str(refused.value) == str(choice.refused)
                    count += 1
    assert count > 0


@pytest.mark.parametrize("case", ["first turn", "cards", "full", "played", "last card", "final"])
def test_one_more_than_the_limit_is_refused(case: str) -> None:
    count = 0
    for offer in WAR.offers(CASES[case].state):
        for choice in offer.choices:
            if choice.number and choice.refused is None:
                wire = {"type": offer.verb, **choice.values, choice.number: choice.high + 1}
                with pytest.raises(Refused):
                    CASES[case].play(wire)
                count += 1
    assert count > 0


@pytest.mark.parametrize(
    ("case", "open_verbs"),
    [
        ("placing", {"place"}),
        ("reinforcing", {"reinforce"}),
        ("first turn", {"move", "draw"}),
        ("cards", {"play", "combat-card", "move", "draw"}),
        ("full", {"combat-card", "move", "draw"}),
        ("played", {"move", "draw"}),
        ("moved", {"draw"}),
        ("attack", {"fight"}),
        ("fought", {"fight", "withdraw"}),
        ("last card", {"play", "combat-card", "move", "draw"}),
        ("final", {"play", "combat-card", "move", "end-turn"}),
        ("nobody", {"draw"}),
        ("over", set()),
    ],
)
def test_open_verbs(case: str, open_verbs: set[str]) -> None:
    state = CASES[case].state
    found = {offer.verb for offer in WAR.offers(state) if offer.is_open}
    assert found == open_verbs, differ(case, found, open_verbs, __file__)
    other = {"ann": "bob", "bob": "ann", None: "bob"}[
        None if state.active is None else state.players[state.active]
    ]
    for offer in WAR.offers(state, other):
        assert offer.refused is not None
        codes = {"game-over"} if state.is_over else {"wrong-step", "not-your-turn"}
        assert offer.refused.code in codes


def offer_of(case: str, verb: str) -> Offer:
    return next(offer for offer in WAR.offers(CASES[case].state) if offer.verb == verb)


def test_every_way_to_place_a_cards_units_is_a_choice() -> None:
    ways = {choice.label: choice.refused for choice in offer_of("cards", "play").choices}
    assert list(ways) == [
        "drop 1: b1 +1",
        "drop 1: d1 +1",
        "drop 6: b1 +3, d1 +1",
        "drop 2: b1 +2",
        "drop 2: b1 +1, d1 +1",
        "bricks 4",
    ]
    refused = ways.pop("bricks 4")
    assert refused is not None
    assert refused.code == "bad-tile"
    assert not any(ways.values())


def test_every_pair_of_cards_to_draw_is_a_choice() -> None:
    pairs = {choice.label: choice.refused for choice in offer_of("cards", "draw").choices}
    assert [pair for pair, refused in pairs.items() if refused is None] == [
        "drop 1 and drop 2",
        "drop 1 and drop 3",
    ]
    assert {refused.code for refused in pairs.values() if refused} == {"must-take-lowest"}
    assert [choice.label for choice in offer_of("last card", "draw").choices] == ["drop 1"]


def test_a_hand_is_offered_to_its_owner_alone() -> None:
    """Bob waits: he gets no offers of cards, neither Ann's nor his own."""
    waiting = WAR.offers(CASES["cards"].state, "bob")
    assert {"play", "combat-card"} <= {offer.verb for offer in waiting}
    for offer in waiting:
        assert offer.choices == ()
    bobs = play(CASES["cards"], "draw ann drop1 drop2").state
    with_cards = [one for one in WAR.offers(bobs) if one.verb in ("play", "combat-card")]
    assert len(with_cards) == 2
    for offer in with_cards:
        assert {tuple(choice.values["card"]) for choice in offer.choices} == {("circles", 1)}
