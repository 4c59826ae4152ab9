"""What countries can promise each other, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_iron.promises.rules import PROMISES
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from tests.rules.age_of_iron.table import Json, play, scenario, table

SETUP = {"syria": {"egypt": 8, "hatti": 9, "assur": 3}, "cyprus": {"assur": 12}}
NO_ATTACK = {"kind": "no-attack", "target": "hatti", "until": 2}
ATTACK = {"kind": "attack", "target": "hatti", "region": "syria", "turn": 1}
NO_PLACEMENT = {"kind": "no-placement", "region": "syria", "until": 1}
TRADE = {"kind": "trade", "give": {"G": 1}, "get": {"S": 2}, "turn": 1}
NO_PRESENCE = {"kind": "no-presence", "region": "syria", "at": 1}
PRESENCE = {"kind": "presence", "region": "syria", "at": 1}


def game(*moves: Any, income: int = 0, **options: Any) -> Timeline:
    """A game of two Game-turns after these moves; Assur controls Cyprus."""
    players = [{**player, "income": income} for player in scenario()["players"]]
    return play(table(SETUP, {"control": True, **options}, players=players), *moves)


def refusal(wire: object, timeline: Timeline | None = None, partner: str = "hatti") -> str:
    """Why Egypt can't promise that."""
    state = (timeline or game()).state
    with pytest.raises(Refused) as found:
        PROMISES.read(state, "egypt", partner, wire)
    assert found.value.code == "bad-promise"
    return str(found.value)


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        (NO_ATTACK, "Egypt won’t attack Hatti until the end of Game-turn 2."),
        (
            {"kind": "no-attack", "target": "assur", "region": "syria", "until": 1},
            "Egypt won’t attack Assur in Syria until the end of Game-turn 1.",
        ),
        (ATTACK, "Egypt will attack Hatti in Syria in Game-turn 1."),
        (NO_PLACEMENT, "Egypt will place nothing in Syria until the end of Game-turn 1."),
        (
            TRADE,
            "Egypt will trade 1 Grain (G) to Hatti for 2 Silver (S) in Game-turn 1.",
        ),
        ({**TRADE, "get": {}}, "Egypt will give 1 Grain (G) to Hatti in Game-turn 1."),
        ({**TRADE, "give": {}}, "Egypt will take 2 Silver (S) from Hatti in Game-turn 1."),
        ({**TRADE, "give": {"T": 2}}, None),  # which it may still get
        (NO_PRESENCE, "Egypt will have no Presence in Syria at the end of Game-turn 1."),
        (PRESENCE, "Egypt will have a Presence in Syria at the end of Game-turn 1."),
        ({**PRESENCE, "region": "nile", "at": 2}, None),
    ],
)
def test_promise(terms: Json, sentence: str | None) -> None:
    state = game().state
    read = PROMISES.read(state, "egypt", "hatti", terms)
    assert read == terms
    assert sentence in (None, PROMISES.sentence(state, "egypt", "hatti", read))


@pytest.mark.parametrize(
    ("wire", "reason"),
    [
        (None, "Choose what is promised"),
        ({}, "Choose what is promised"),
        ({"kind": []}, "Choose what is promised"),
        ({"kind": "peace"}, "Choose what is promised"),
        ({**NO_ATTACK, "note": "x"}, "“note” is unknown"),
        ({"kind": "attack", "target": "hatti", "turn": 1}, "“region” is missing"),
        ({**NO_ATTACK, "until": "2"}, "“until” should be a whole number"),
        ({**NO_ATTACK, "until": True}, "“until” should be a whole number"),
        ({**NO_ATTACK, "until": 0}, "“until” should be a whole number"),
        ({**NO_ATTACK, "until": 3}, "The game has 2 Game-turns"),
        ({**NO_ATTACK, "target": "egypt"}, "can’t attack itself"),
        ({**NO_ATTACK, "target": "rome"}, "no player “rome”"),
        ({**NO_ATTACK, "target": ["hatti"]}, "“target” should be a text"),
        ({**PRESENCE, "region": "rome"}, "no region “rome”"),
        ({**TRADE, "give": {}, "get": {}}, "at least one number"),
        ({**TRADE, "give": {"G": 3}}, "There are 2 Grain in the whole game"),
        ({**TRADE, "give": {"X": 1}}, "no good “X”"),
        ({**TRADE, "give": {"G": 0}}, "“give” should be goods"),
        ({**TRADE, "give": [1]}, "“give” should be goods"),
        ({**NO_PLACEMENT, "region": "cyprus"}, "nobody can place anything there anyway"),
        ({**ATTACK, "region": "cyprus"}, "can’t meet there"),
        ({**NO_ATTACK, "region": "cyprus"}, "can’t meet there"),
        ({**PRESENCE, "region": "cyprus"}, "decided already"),
        ({**NO_PRESENCE, "region": "cyprus"}, "decided already"),
    ],
)
def test_refusal(wire: object, reason: str) -> None:
    assert reason in refusal(wire)


def test_nothing_is_promised_to_oneself_or_after_the_game() -> None:
    assert "another country" in refusal(NO_ATTACK, partner="egypt")
    turn = ("end egypt", "end hatti", "end assur")
    assert "The game is over" in refusal(NO_ATTACK, game(*turn, *turn))
    assert "Game-turn 1 is over" in refusal(PRESENCE, game(*turn))
    assert PROMISES.forms(game(*turn, *turn).state, "egypt", "hatti") == ()


def test_what_this_turn_has_made_impossible() -> None:
    assert "turn in Game-turn 1 is over" in refusal(ATTACK, game("end egypt"))
    assert "traded" in refusal(ATTACK, game("trade egypt hatti G1 S1"))
    assert "already attacked" in refusal(ATTACK, game("attack egypt hatti syria 1"))
    assert "fought" in refusal(TRADE, game("attack egypt hatti syria 1"))
    assert "are over" in refusal(TRADE, game("end egypt", "end hatti"))
    extended = game("end egypt", "end hatti", extended_trading=True)
    assert PROMISES.read(extended.state, "egypt", "hatti", TRADE) == TRADE
    nile = {**PRESENCE, "region": "nile"}
    assert PROMISES.read(game(income=5).state, "egypt", "hatti", nile) == nile
    assert "any more" in refusal(nile, game())
    assert "any more" in refusal(nile, game("deploy egypt nile 1", "build egypt 4", income=5))
    assert "any more" in refusal(nile, game("deploy egypt nile 4", "end egypt", income=4))


def test_forms_offer_what_is_possible() -> None:
    forms = {form.kind: form for form in PROMISES.forms(game().state, "egypt", "hatti")}
    assert list(forms) == [
        *("no-attack", "attack", "no-placement", "trade", "no-presence", "presence"),
    ]
    target, region, until = forms["no-attack"].fields
    assert [value for value, _ in target.choices] == ["hatti", "assur"]
    assert [label for _, label in region.choices] == [
        *("anywhere", "Syria", "Nile", "Hattusa", "Ashur"),  # first where both have RFs
    ]
    assert len(region.likely) == 2
    assert [value for value, _ in until.choices] == ["1", "2"]
    late = {form.kind: form for form in PROMISES.forms(game("end egypt").state, "egypt", "hatti")}
    assert [value for value, _ in late["attack"].fields[-1].choices] == ["2"]


def test_nobody_promises_a_trade_without_goods() -> None:
    players = [
        {key: value for key, value in player.items() if key != "good"}
        for player in scenario()["players"]
    ]
    without = table(players=players, goods={}, trade=None)
    kinds = [form.kind for form in PROMISES.forms(without.state, "egypt", "hatti")]
    assert len(kinds) == 5
    assert "trade" not in kinds
    assert "the goods are none" in refusal(TRADE, without)


def test_a_form_makes_terms() -> None:
    forms = {form.kind: form for form in PROMISES.forms(game().state, "egypt", "hatti")}
    typed = {"target": "hatti", "region": "", "until": " 2 ", "other": "x"}
    assert forms["no-attack"].wire(typed) == NO_ATTACK
    assert forms["trade"].wire({"give.G": "1", "give.S": "0", "get.S": "2", "turn": "1"}) == TRADE
    assert "should be goods" in refusal(forms["trade"].wire({"give.G": "one", "turn": "1"}))
