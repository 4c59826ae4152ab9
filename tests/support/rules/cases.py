"""All games that the contract of the rules holds for: those of the registry, and the toy game."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import strategies as st

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.state import DEPLOYMENT
from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.age_of_war.castles import DICE
from moderator.rules.game import Rules
from moderator.rules.log import Timeline
from moderator.rules.offer import Offer
from moderator.rules.registry import GAMES
from moderator.rules.seating import Viewer
from moderator.rules.valley_of_war import VALLEY_OF_WAR
from moderator.rules.war import WAR
from tests.rules.age_of_iron.table import scenario as small_scenario
from tests.support.rules.walks import Case, Chance, Json
from tests.toy.nim import NIM, STICKS


def _begin(rules: Rules[Any], scenario: Any, options: Json) -> Timeline:
    rules.check_options(options)
    return Timeline(rules, rules.begin(rules.read_scenario(scenario), options))


# Age of Iron

_OPTIONS: dict[str, tuple[Any, ...]] = {
    "turns": (1, 2, 3),
    "deployment": ("sequential", "simultaneous"),
    "combat": ("equal", "attacker-advantage", "odds-table"),
    **dict.fromkeys(("home_first", "extended_trading"), (False, True)),
    "control": (False, True, True),
}


def _iron_start(chance: Chance) -> Timeline:
    """A random scenario of three countries, with a random income and setup, and random options."""

    def income() -> Any:
        several = [chance.randint(0, 12) for _ in range(chance.randint(1, 3))]
        return chance.choice([several, several[0]])

    base = small_scenario()
    players = [{**player, "income": income()} for player in base["players"]]
    ids = [player["id"] for player in players]
    places = chance.sample([region["id"] for region in base["regions"]], chance.randint(0, 4))
    setup = {place: {id: chance.randint(0, 12) for id in ids} for place in places}
    chosen = {name: chance.choice(values) for name, values in _OPTIONS.items()}
    return _begin(AGE_OF_IRON, {**base, "players": players, "setup": setup}, chosen)


def _iron_rest(state: Any, wire: Json, offer: Offer, chance: Chance) -> Json:
    if offer.verb == "correct":
        return {"reason": "a slip", "chart": {"syria": {"egypt": chance.randint(0, 20)}}}
    if offer.verb != "trade":
        return {}
    sides = [state.goods(state.player(wire[name])) for name in ("player", "partner")]
    bundles = [
        {letter: chance.randint(1, units) for letter, units in side.items() if units}
        for side in sides
    ]
    return dict(zip(("give", "get"), bundles, strict=True))


def _iron_check(before: Any, wire: Json, after: Any) -> None:
    """RFs and goods are conserved, but for the losses of attacks and what can't be placed."""
    change = _rfs(after) - _rfs(before)
    assert min(map(min, after.chart)) >= 0
    assert min(after.hand) >= 0
    assert max(after.built) <= after.scenario.box_capacity
    assert wire["type"] == "correct" or _goods(after) == _goods(before)
    if wire["type"] in ("deploy", "build", "trade", "split-control"):
        assert change == 0 or (change < 0 and before.phase != after.phase)
    if wire["type"] == "attack":
        assert change <= 0
        assert before.hand == after.hand


def _rfs(state: Any) -> int:
    rows: list[list[int]] = [*state.chart, state.built, state.hand]
    return sum(map(sum, rows))


def _goods(state: Any) -> list[int]:
    every = [state.goods(player) for player in range(len(state.hand))]
    return [sum(one[letter] for one in every) for letter in state.scenario.letters]


def _iron_twin(state: Any, viewer: Viewer, chance: Chance) -> Any:
    """While orders are written, what the others have placed is in other places."""
    if state.phase != DEPLOYMENT or viewer.is_moderator:
        return state
    chart, opening = [list(row) for row in state.chart], state.opening
    for player, one in enumerate(state.scenario.players):
        if one.id != viewer.seat:
            placed = [chart[r][player] - opening[r][player] for r in range(len(chart))]
            chance.shuffle(placed)
            for r, number in enumerate(placed):
                chart[r][player] = opening[r][player] + number
    return state._replace(chart=tuple(map(tuple, chart)))


# Age of War


def _dice_start(chance: Chance) -> Timeline:
    players = [f"p{i}" for i in range(chance.randint(2, 6))]
    return _begin(AGE_OF_WAR, "standard", {"players": players})


def _dice_check(before: Any, wire: Json, after: Any) -> None:
    """No castle and no die is lost."""
    shown = AGE_OF_WAR.summary(after)
    held = sum(score["castles"] for score in shown["scores"].values())
    assert held + len(shown["center"]) == 14
    if not after.is_over:
        placed = sum(len(dice) for _, dice in after.placed)
        assert after.dice_left + placed + after.lost == DICE
        assert 1 <= after.dice_left <= DICE


# War!


def _war_start(chance: Chance) -> Timeline:
    players = ["ann", "bob", "cem", "dee"][: chance.randint(2, 4)]
    options = {"players": players, "gifts": chance.random() < 0.5}
    drawn = WAR.draw_scenario(options, random.Random(chance.random()).randrange)
    return _begin(WAR, drawn, options)


def _war_check(before: Any, wire: Json, after: Any) -> None:
    """Cards are only put away when they are played, units only lost in fights."""
    gone = _cards(before) - _cards(after)
    assert not _cards(after) - _cards(before)
    if wire["type"] == "play":
        assert gone == Counter([tuple(wire["card"])])
    else:  # the next player's combat card is put away at the start of his turn
        assert gone in [Counter(), *[Counter([card]) for card in before.combat if card]]
        assert not gone or wire["type"] in ("draw", "end-turn")
    changes = {"place": (-1,), "reinforce": (-1,), "fight": (0, 1)}
    played = (-sum(wire["units"].values()),) if wire["type"] == "play" else (0,)
    assert _supply(after) - _supply(before) in changes.get(wire["type"], played)
    assert all(0 <= after.supply(player) <= 20 for player in range(len(after.players)))


def _cards(state: Any) -> Counter[Any]:
    laid = [card for card in state.combat if card]
    held = [card for hand in state.hands for card in hand]
    return Counter([*held, *laid, *state.face_up, *state.deck])


def _supply(state: Any) -> int:
    return sum(state.supply(player) for player in range(len(state.players)))


def _war_twin(state: Any, viewer: Viewer, chance: Chance) -> Any:
    """The deck is in another order, and the hands that the viewer may not see are others."""
    closed = [
        number
        for number, player in enumerate(state.players)
        if player != viewer.seat and not viewer.is_moderator
    ]
    cards = [*(card for number in closed for card in state.hands[number]), *state.deck]
    chance.shuffle(cards)
    hands = list(state.hands)
    for number in closed:
        count = len(hands[number])
        hands[number], cards = tuple(cards[:count]), cards[count:]
    return replace(state, hands=tuple(hands), deck=tuple(cards))


# Valley of War


def _valley_start(chance: Chance) -> Timeline:
    return _begin(VALLEY_OF_WAR, "standard", {})


def _valley_rest(state: Any, wire: Json, offer: Offer, chance: Chance) -> Json:
    return {"reason": "a body over the edge"} if offer.verb == "restart" else {}


def _valley_check(before: Any, wire: Json, after: Any) -> None:
    """Everything thrown since a restart is in the Valley, or was picked out of it."""
    assert 0 <= after.ninjas <= 30
    for emperor in after.emperors:
        assert 0 <= emperor.occupying <= min(3, emperor.samurai) <= emperor.samurai <= 10
        assert emperor.phase == 1 or emperor.knocked_out == 2
    if after.restarts > before.restarts:
        assert after.throws == after.ninjas == 0
    elif after.restocked_ninjas == before.restocked_ninjas:
        thrown = sum(emperor.throws_next == "ninja" for emperor in before.emperors)
        assert after.ninjas == before.ninjas + thrown
    else:
        assert after.ninjas == 0
    if not after.is_over:
        needed = sum(emperor.throws_next == "ninja" for emperor in after.emperors)
        assert 30 - after.ninjas >= needed
        assert all(e.samurai < 10 for e in after.emperors if e.throws_next == "samurai")


# Nim, the toy game


def _nim_start(chance: Chance) -> Timeline:
    options = {"players": ["ann", "bob"], "razing": chance.random() < 0.5}
    return _begin(NIM, "standard", options)


def _nim_rest(state: Any, wire: Json, offer: Offer, chance: Chance) -> Json:
    if offer.verb != "correct":
        return {}
    most = STICKS - 1 - state.taken[1]
    return {"reason": "a slip", "taken": {"ann": chance.randint(0, most)}}


def _nim_check(before: Any, wire: Json, after: Any) -> None:
    assert after.sticks + sum(after.taken) + after.thrown == STICKS
    assert (wire["type"] == "raze") is (after.razer is not None) is (after.thrown > 0)
    assert 0 <= after.sticks <= STICKS


CASES = (
    Case(
        AGE_OF_IRON,
        _iron_start,
        _iron_check,
        _iron_rest,
        _iron_twin,
        {
            "deploy": 16,
            "build": 2,
            "attack": 40,
            "trade": 6,
            "end-turn": 24,
            "split-control": 20,
            "correct": 3,
        },
        never=frozenset({"extend", "correct"}),
    ),
    Case(AGE_OF_WAR, _dice_start, _dice_check, weights={"fill": 20}, most_moves=20_000),
    Case(
        WAR,
        _war_start,
        _war_check,
        twin=_war_twin,
        weights={
            "play": 6,
            "combat-card": 3,
            "move": 2,
            "fight": 2,
            "draw": 4,
            "end-turn": 30,
            "withdraw": 4,
        },
    ),
    Case(
        VALLEY_OF_WAR,
        _valley_start,
        _valley_check,
        _valley_rest,
        weights={"throw": 200},
        most_moves=5_000,
        never=frozenset({"restart"}),
    ),
    Case(NIM, _nim_start, _nim_check, _nim_rest, weights={"take": 5}, never=frozenset({"correct"})),
)
assert {case.rules.id for case in CASES} == {*GAMES, NIM.id}

SEEDS = st.integers(0, 2**32)
LENGTHS = st.integers(0, 60)
every_game = pytest.mark.parametrize("case", CASES, ids=str)
"""A test with this mark runs for each of them."""
