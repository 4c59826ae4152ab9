"""The view of the viewer's own moves, and of the last fight."""

from __future__ import annotations

import json
from typing import Any

import pytest

from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from moderator.rules.war import WAR
from tests.rules.war.table import in_turns, play, table
from tests.rules.war.test_offers import CASES

ANN = Viewer("ann")


def view(timeline: Timeline, viewer: Viewer = ANN) -> Any:
    return WAR.view(timeline.state, viewer, timeline.before)


def pressed(seen: Any) -> list[str]:
    """The moves that are one press."""
    tiles = [tile for _, row in seen.rows for tile in row if tile]
    texts = [*(tile.wire for tile in tiles), seen.fight, seen.withdraw, seen.end_turn]
    return [text for text in texts if text]


@pytest.mark.parametrize("viewer", [ANN, MODERATOR])
@pytest.mark.parametrize("case", CASES)
def test_what_a_press_does_is_legal(case: str, viewer: Viewer) -> None:
    timeline = CASES[case]
    for text in pressed(view(timeline, viewer)):
        wire = json.loads(text)
        dice = {"attacker": 3, "defender": 3} if wire["type"] == "fight" else {}
        timeline.play({**wire, **dice})


@pytest.mark.parametrize("case", CASES)
def test_others_have_nothing_to_press(case: str) -> None:
    active = WAR.summary(CASES[case].state)["active"]
    for viewer in (PUBLIC, Viewer("eve"), *(Viewer(id) for id in ("ann", "bob") if id != active)):
        seen = view(CASES[case], viewer)
        assert pressed(seen) == []
        assert not seen.can_pick


@pytest.mark.parametrize(
    ("case", "verbs", "can_pick"),
    [
        ("placing", {"place"}, False),
        ("reinforcing", {"reinforce"}, False),
        ("first turn", set(), True),
        ("cards", set(), True),
        ("attack", {"fight"}, False),
        ("fought", {"fight", "withdraw"}, False),
        ("final", {"end-turn"}, True),
        ("over", set(), False),
    ],
)
def test_what_can_be_pressed(case: str, verbs: set[str], can_pick: bool) -> None:
    seen = view(CASES[case], MODERATOR)
    assert {json.loads(text)["type"] for text in pressed(seen)} == verbs
    assert seen.can_pick is can_pick


def test_every_open_tile_is_lit() -> None:
    timeline = play(table(), "place ann a1", "place bob f2")
    lit = {json.loads(text)["tile"] for text in pressed(view(timeline))}
    assert 0 < len(lit) < len(timeline.state.scenario.tiles)
    for tile in timeline.state.scenario.tiles:
        try:
            timeline.play({"type": "place", "player": "ann", "tile": tile})
        except Refused:
            assert tile not in lit
        else:
            assert tile in lit


def test_what_each_card_can_do() -> None:
    game = in_turns(table(), {"b1": "ann 3"}, ann=("drop2", "hammers1"))
    cards = view(game).players[0].hand
    assert [(card.is_playable, card.is_layable) for card in cards] == [(True, True), (False, True)]
    laid = play(game, "combat ann hammers1")
    assert [(c.is_playable, c.is_layable) for c in view(laid).players[0].hand] == [(True, False)]
    moved = play(game, "move ann b1 a1 1")
    assert not any(c.is_playable or c.is_layable for c in view(moved).players[0].hand)
    waiting = in_turns(table(), {"b1": "ann 3"}, turn=4, ann=("drop2",))
    assert not any(c.is_playable or c.is_layable for c in view(waiting).players[0].hand)


def test_the_last_fight_is_shown_until_units_move_again() -> None:
    attack = CASES["attack"]
    assert view(attack).fought is None
    tie = play(attack, "fight ann 3 3")
    fought = view(tie, PUBLIC).fought
    assert (fought.attacker.die, fought.attacker.total, fought.attacker.has_lost) == (3, 5, False)
    assert (fought.defender.die, fought.defender.total, fought.defender.has_lost) == (3, 5, False)
    assert (fought.is_fresh, fought.ends, fought.is_taken) == (True, False, False)
    won = play(tie, "fight ann 6 1", "fight ann 6 1")
    fought = view(won).fought
    assert (fought.defender.has_lost, fought.ends, fought.is_taken) == (True, True, True)
    assert view(play(won, "move ann c1 b1 1")).fought is None
    drawn = play(won, "draw ann drop1 drop2")
    assert view(drawn).fought is None


def test_a_beaten_attack_is_not_taken() -> None:
    beaten = play(CASES["attack"], "fight ann 1 6", "fight ann 1 6")
    fought = view(beaten).fought
    assert (fought.attacker.has_lost, fought.ends, fought.is_taken) == (True, True, False)


def test_an_undone_fight_is_not_rolled_again() -> None:
    one = play(CASES["attack"], "fight ann 3 3")
    back = play(one, "fight ann 6 1", "undo")
    assert view(back).fought is not None
    assert not view(back).fought.is_fresh


def test_the_map_is_drawn_in_whole_tenths() -> None:
    seen = view(CASES["attack"])
    assert seen.box == "-5 -5 70 50"
    assert seen.land.count("z") == 24
    assert seen.land.startswith("M0 0h10v10h-10z")
    assert seen.attack.arrow == "M17.8 1.5h3.2"
    assert view(table()).attack is None
