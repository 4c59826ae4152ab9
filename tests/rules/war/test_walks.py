"""Random legal play on random maps and with shuffled decks: what must be true in every game."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.rules import log
from moderator.rules.errors import Refused
from moderator.rules.game import MODERATOR, PUBLIC, Viewer
from moderator.rules.log import Timeline
from moderator.rules.offer import Offer
from moderator.rules.war import WAR
from tests.rules.war.table import PILES, PLAYERS, SYMBOLS, Json, tiles
from tests.support.rules.attempts import attempt

pytestmark = pytest.mark.slow

WEIGHTS = {"play": 6, "combat-card": 3, "move": 4, "fight": 6, "withdraw": 1, "draw": 4}


@st.composite
def starts(draw: st.DrawFn) -> Timeline:
    """A game before its first move: the board's symbols and the three piles are shuffled."""
    players = draw(st.integers(2, 4))
    board = tiles(players)
    symbols = draw(st.permutations(list(board.values())))
    deck: list[Any] = []
    for values in PILES:
        pile = [[symbol, value] for symbol in SYMBOLS[: players + 2] for value in values]
        deck += draw(st.permutations(pile))
    scenario = {"id": "map", "tiles": dict(zip(board, symbols, strict=True)), "deck": deck}
    options = {"players": list(PLAYERS[:players]), "gifts": draw(st.booleans())}
    return Timeline(WAR, WAR.begin(WAR.read_scenario(scenario), options))


def wire_for(draw: st.DrawFn, offer: Offer) -> Json:
    """A legal move of an open offer."""
    open_choices = [choice for choice in offer.choices if choice.refused is None]
    choice = draw(st.sampled_from(open_choices))
    wire: Json = {"type": offer.verb, **choice.values}
    if choice.number:
        wire[choice.number] = draw(st.integers(choice.low, choice.high))
    if offer.verb == "fight":
        wire |= {side: draw(st.integers(1, 6)) for side in ("attacker", "defender")}
    return wire


@st.composite
def walks(draw: st.DrawFn, most: int = 70) -> tuple[Timeline, list[Json]]:
    """A start and legal moves from it, undo and redo among them."""
    timeline = start = draw(starts())
    wires: list[Json] = []
    for _ in range(draw(st.integers(0, most))):
        offers = [one for one in WAR.offers(timeline.state) if one.is_open]
        pool: list[Any] = [one for one in offers for _ in range(WEIGHTS.get(one.verb, 3))]
        if draw(st.integers(0, 9)) == 0:
            pool += [{"type": "undo"}] * (timeline.standing is not None)
            pool += [{"type": "redo"}] * 2 * (timeline.undone is not None)
        if not pool:
            break
        picked = draw(st.sampled_from(pool))
        wire = wire_for(draw, picked) if isinstance(picked, Offer) else picked
        timeline = timeline.play(wire)
        wires.append(wire)
    return start, wires


def cards_of(state: Any) -> Counter[Any]:
    """All cards that are in hands, on the table or in the deck."""
    laid = [card for card in state.combat if card]
    held = [card for hand in state.hands for card in hand]
    return Counter([*held, *laid, *state.face_up, *state.deck])


@settings(max_examples=80, deadline=None)
@given(walks())
def test_units_and_cards_are_neither_made_nor_lost(walk: tuple[Timeline, list[Json]]) -> None:
    timeline, wires = walk
    for wire in wires:
        before = timeline.state
        timeline = timeline.play(wire)
        state = timeline.state
        if wire["type"] in ("undo", "redo"):
            continue
        assert not cards_of(state) - cards_of(before)
        gone = cards_of(before) - cards_of(state)
        if wire["type"] == "play":
            assert gone == Counter([tuple(wire["card"])])
        else:  # the next player's combat card is put away at the start of his turn
            assert gone in [Counter(), *[Counter([card]) for card in before.combat if card]]
            assert not gone or wire["type"] in ("draw", "end-turn")
        change = in_supply(state) - in_supply(before)
        assert change in changes_by(wire)
        assert all(0 <= state.supply(player) <= 20 for player in range(len(state.players)))


def in_supply(state: Any) -> int:
    """The units of all players that are not on the board."""
    return sum(state.supply(player) for player in range(len(state.players)))


def changes_by(wire: Json) -> tuple[int, ...]:
    """By how much such a move may change the supply."""
    if wire["type"] in ("place", "reinforce"):
        return (-1,)
    if wire["type"] == "play":
        return (-sum(wire["units"].values()),)
    return (0, 1) if wire["type"] == "fight" else (0,)


@settings(max_examples=60, deadline=None)
@given(walks())
def test_the_fold_equals_the_play_and_undo_then_redo_is_nothing(
    walk: tuple[Timeline, list[Json]],
) -> None:
    timeline, wires = walk
    start = timeline.start
    for wire in wires:
        timeline = timeline.play(json.loads(json.dumps(wire)))
    assert log.fold(WAR, start, wires).state == timeline.state
    if timeline.standing is not None:
        again = timeline.play({"type": "undo"}).play({"type": "redo"})
        assert again.state == timeline.state
    while timeline.standing is not None:
        timeline = timeline.play({"type": "undo"})
    assert timeline.state == start


@settings(max_examples=60, deadline=None)
@given(walks(), st.sampled_from(PLAYERS))
def test_nobody_acts_out_of_turn(walk: tuple[Timeline, list[Json]], name: str) -> None:
    """Only the player to move gets offers."""
    timeline, wires = walk
    for wire in wires:
        shown = WAR.summary(timeline.state)
        assert wire.get("player", shown["active"]) == shown["active"]
        timeline = timeline.play(wire)
    shown = WAR.summary(timeline.state)
    if name in shown["supply"] and name != shown["active"]:
        assert not any(offer.is_open for offer in WAR.offers(timeline.state, name))
        for offer in WAR.offers(timeline.state):
            for choice in offer.choices[:5]:
                wire = {"type": offer.verb, **choice.values, "player": name}
                if choice.number:
                    wire[choice.number] = choice.low
                if offer.verb == "fight":
                    wire |= {"attacker": 1, "defender": 1}
                if offer.verb == "play":
                    wire.setdefault("units", {"a1": 1})
                with pytest.raises(Refused) as refused:
                    timeline.play(wire)
                over = shown["status"] == "over"
                assert refused.value.code == ("game-over" if over else "not-your-turn")


@settings(max_examples=40, deadline=None)
@given(starts(), st.data())
def test_every_game_ends_when_cards_are_drawn_and_turns_ended(
    timeline: Timeline, data: st.DataObject
) -> None:
    players, turns = len(timeline.state.players), 0
    for _ in range(500):
        offers = {one.verb: one for one in WAR.offers(timeline.state) if one.is_open}
        if not offers:
            break
        ending = next((verb for verb in ("draw", "end-turn") if verb in offers), None)
        turns += ending is not None
        verb = ending or next(iter(offers))
        timeline = timeline.play(wire_for(data.draw, offers[verb]))
    state = timeline.state
    assert WAR.is_over(state)
    cards = sum(len(hand) for hand in state.hands)
    assert turns == (cards - len(gifts(timeline)) + 1) // 2 + players
    assert not state.face_up
    assert not state.deck
    assert cards == 9 * (players + 2)


def gifts(timeline: Timeline) -> list[Any]:
    """The cards that players started with."""
    return [card for hand in timeline.start.hands for card in hand]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
LIKELY = st.sampled_from(["ann", "bob", "a1", "b1", ["drop", 1], [["drop", 1]], {"a1": 1}, 1, 3])
FIELDS = ("player", "tile", "card", "cards", "units", "from", "to", "attacker", "defender")
TYPES = ("place", "reinforce", "play", "combat-card", "move", "fight", "withdraw", "draw")
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from((*TYPES, "end-turn"))},
    optional=dict.fromkeys(FIELDS, JUNK | LIKELY),
)


@settings(max_examples=120, deadline=None)
@given(walks(most=16), JUNK | NEARLY)
def test_anything_is_taken_or_refused_with_a_sentence(
    walk: tuple[Timeline, list[Json]], wire: Any
) -> None:
    timeline, wires = walk
    for one in wires:
        timeline = timeline.play(one)
    assert timeline.number == len(wires)
    attempt(timeline, wire)


@settings(max_examples=60, deadline=None)
@given(walks(), st.text(max_size=30) | st.sampled_from(["a", "pl", "c", "d", "a1 ", "m "]))
def test_every_state_can_be_shown_said_and_spoken_to(
    walk: tuple[Timeline, list[Json]], text: str
) -> None:
    timeline, wires = walk
    for wire in wires:
        timeline = timeline.play(wire)
    state = timeline.state
    json.dumps(WAR.summary(state))
    assert WAR.text(state).replace("\n", "").isprintable()
    assert WAR.glance(state).isprintable()
    for viewer in (PUBLIC, MODERATOR, Viewer("ann")):
        WAR.view(state, viewer, timeline.before)
    for step in timeline.steps():
        assert str(WAR.describe(step.before, step.move)).isprintable()
    for line in WAR.complete(state, text):
        assert WAR.parse_command(state, line).refused is None
    try:
        WAR.parse_command(state, text)
    except Refused as refused:
        assert refused.code in ("not-understood", "ambiguous")
