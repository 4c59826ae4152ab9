"""Cells of the charts: what the rules offer, each at its cell, no more and no less."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.cells import CELLS, CIVILIZATION, GOODS
from moderator.rules.cells import CellTab
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from tests.rules.age_of_iron.table import play, table
from tests.rules.age_of_iron.test_offers import BOTH_IN_SYRIA, CASES

EVERYWHERE = {
    "end-turn": "the panel of countries has its button",
    "extend": "it changes no cell",
    "correct": "a cell's own number, which the console adds (`CellRules.correction`)",
}


def tab(timeline: Timeline, player: str, place: str, verb: str) -> CellTab:
    tabs = CELLS.tabs(AGE_OF_IRON, timeline.state, player, place)
    return next(one for one in tabs if one.verb == verb)


@pytest.mark.parametrize("timeline", CASES.values(), ids=CASES)
def test_the_cells_have_what_is_offered(timeline: Timeline) -> None:
    state = timeline.state

    def key(verb: str, values: Any) -> str:
        return json.dumps([verb, dict(values)], sort_keys=True)

    offered = {
        key(offer.verb, choice.values)
        for offer in AGE_OF_IRON.offers(state)
        if offer.verb not in EVERYWHERE
        for choice in offer.choices
        if choice.refused is None and choice.high >= choice.low
    }
    places = [*(region.id for region in state.scenario.regions), CIVILIZATION, GOODS]
    at_cells = {
        key(one.verb, pick.choice.values)
        for player in state.scenario.players
        for place in places
        for one in CELLS.tabs(AGE_OF_IRON, state, player.id, place)
        for pick in one.picks
        if pick.choice.refused is None and not one.refused
    }
    other = {json.loads(one)[0] for one in offered - at_cells}
    assert not other, (
        f"{sorted(other)} are offered, but at no cell: `CELLS` lacks them, or, if they belong to "
        f"none, EVERYWHERE in {__file__}"
    )
    assert at_cells == offered


@pytest.mark.parametrize(
    ("case", "player", "verb", "reason"),
    [
        ("opening", "egypt", "attack", "First place the 10 RFs"),
        ("opening", "hatti", "deploy", "It is Egypt’s turn"),
        ("placed", "egypt", "deploy", "nothing left to place"),
        ("attacked", "egypt", "attack", ""),
    ],
)
def test_what_can_not_be_done_has_its_reason(
    case: str, player: str, verb: str, reason: str
) -> None:
    refused = tab(CASES[case], player, "syria", verb).refused
    assert reason in str(refused) if reason else refused is None


def test_an_attack_is_offered_at_the_cell_of_its_victim() -> None:
    placed = play(table(BOTH_IN_SYRIA), "build egypt 10")
    by, on = (tab(placed, who, "syria", "attack") for who in ("egypt", "hatti"))
    (against,) = (pick for pick in by.picks if pick.seat and pick.seat.id == "hatti")
    (found,) = on.picks
    assert found.choice.values == against.choice.values
    assert found.usual == against.usual
    assert (found.seat and found.seat.id, found.has) == ("egypt", "6")
    assert on.is_target
    assert not by.is_target


@pytest.mark.parametrize(
    ("options", "usual"),
    [
        ({}, {"All 6": 6, "All but a Presence: 1": 1}),
        ({"combat": "attacker-advantage"}, {"All 6": 6, "All but a Presence: 2": 2}),
        ({"combat": "odds-table"}, {}),
    ],
)
def test_an_attack_is_often_made_with_all_or_all_but_a_presence(
    options: dict[str, str], usual: dict[str, int]
) -> None:
    placed = play(table(BOTH_IN_SYRIA, options), "build egypt 10")
    picks = tab(placed, "egypt", "syria", "attack").picks
    against = {pick.seat.id: pick for pick in picks if pick.seat}
    assert dict(against["hatti"].usual) == usual
    assert all(pick.initial is None for pick in picks)  # somebody has to say it


def test_unknown_cells_are_refused() -> None:
    for player, place in (("nobody", "syria"), ("egypt", "nowhere")):
        with pytest.raises(Refused):
            CELLS.tabs(AGE_OF_IRON, CASES["opening"].state, player, place)
