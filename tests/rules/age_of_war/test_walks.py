"""Random games: every one ends, nobody moves out of turn, castles and dice are conserved."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.rules import log
from moderator.rules.age_of_war import AGE_OF_WAR
from moderator.rules.age_of_war.castles import DICE
from moderator.rules.age_of_war.faces import FACES
from moderator.rules.errors import Refused
from moderator.rules.game import PUBLIC
from moderator.rules.log import Timeline
from tests.rules.age_of_war.table import FACES as LETTERS
from tests.rules.age_of_war.table import Json, summary, table
from tests.support.rules.attempts import attempt

pytestmark = pytest.mark.slow

MOST_MOVES = 20_000


def next_wire(timeline: Timeline, chance: random.Random) -> Json:
    """A legal move, more often a fill than a lost die."""
    offers = [offer for offer in AGE_OF_WAR.offers(timeline.state) if offer.is_open]
    offer = offers[0] if chance.random() < 0.95 else offers[-1]
    wire = {"type": offer.verb, **chance.choice(offer.choices).values}
    if offer.verb == "roll":
        wire["dice"] = chance.choices(FACES, k=offer.limits["dice"]["count"])
    return wire


def walk(seed: int, players: int, most: int) -> tuple[Timeline, list[Json]]:
    """A game with that many players, and its moves, until it ends or reaches a number of moves."""
    chance, wires = random.Random(seed), []
    timeline = table(*(f"p{i}" for i in range(players)))
    while not AGE_OF_WAR.is_over(timeline.state) and len(wires) < most:
        wires.append(next_wire(timeline, chance))
        timeline = timeline.play(wires[-1])
    return timeline, wires


SEEDS = st.integers(0, 2**32)


@settings(max_examples=5, deadline=None)
@given(SEEDS, st.integers(2, 6))
def test_every_game_ends(seed: int, players: int) -> None:
    timeline, _ = walk(seed, players, MOST_MOVES)
    shown = summary(timeline)
    assert shown["status"] == "over"
    assert shown["center"] == []
    assert not any(offer.is_open for offer in AGE_OF_WAR.offers(timeline.state, "p0"))
    assert ("wins" in AGE_OF_WAR.glance(timeline.state)) is (len(shown["winners"]) == 1)


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.integers(2, 6), st.integers(0, 300))
def test_castles_and_dice_stay_as_many(seed: int, players: int, most: int) -> None:
    timeline, _ = walk(seed, players, most)
    for step in timeline.steps():
        state, shown = step.after, AGE_OF_WAR.summary(step.after)
        held = sum(score["castles"] for score in shown["scores"].values())
        assert held + len(shown["center"]) == 14
        placed = sum(len(dice) for _, dice in state.placed)
        if not state.is_over:
            assert state.dice_left + placed + state.lost == DICE
            assert 1 <= state.dice_left <= DICE
        assert str(AGE_OF_WAR.describe(step.before, step.move)).isprintable()


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(2, 6), st.integers(0, 120))
def test_nobody_acts_out_of_turn(seed: int, players: int, most: int) -> None:
    timeline, _ = walk(seed, players, most)
    wire = {"roll": "dice", "lose": None}
    for player in range(players):
        if player == timeline.state.active or timeline.state.is_over:
            continue
        for verb, field in wire.items():
            move: Json = {"type": verb, "player": f"p{player}", **({field: []} if field else {})}
            try:
                timeline.play(move)
            except Refused as refused:
                assert refused.code == "not-your-turn"
            else:
                raise AssertionError(move)


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.integers(2, 6), st.integers(0, 300))
def test_the_fold_is_the_play_and_all_of_it_can_be_undone(
    seed: int, players: int, most: int
) -> None:
    timeline, wires = walk(seed, players, most)
    assert log.fold(AGE_OF_WAR, timeline.start, wires).state == timeline.state
    start = timeline.start
    while timeline.standing is not None:
        timeline = timeline.play({"type": "undo"})
    assert timeline.state == start


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(0, 60), st.text(max_size=20) | st.text("rfl 0123acdgiu:", max_size=20))
def test_every_state_can_be_shown_and_spoken_to(seed: int, most: int, text: str) -> None:
    timeline, _ = walk(seed, 3, most)
    state = timeline.state
    json.dumps(AGE_OF_WAR.summary(state))
    assert AGE_OF_WAR.text(state).replace("\n", "").isprintable()
    AGE_OF_WAR.view(state, PUBLIC, timeline.before)
    for line in AGE_OF_WAR.complete(state, text):
        heard = AGE_OF_WAR.parse_command(state, line)
        assert heard.refused is None
    try:
        AGE_OF_WAR.parse_command(state, text)
    except Refused as refused:
        assert refused.code in ("not-understood", "ambiguous")


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(["roll", "fill", "lose"])},
    optional={
        "player": JUNK | st.sampled_from(["p0", "p1"]),
        "castle": JUNK | st.sampled_from(["gifu", "edo"]),
        "line": JUNK | st.integers(-1, 5),
        "dice": JUNK | st.lists(st.sampled_from([*LETTERS.values()]), max_size=7),
    },
)


@settings(max_examples=120, deadline=None)
@given(SEEDS, st.integers(0, 12), JUNK | NEARLY)
def test_anything_is_taken_or_refused_with_a_sentence(seed: int, most: int, wire: object) -> None:
    timeline, _ = walk(seed, 2, most)
    attempt(timeline, wire)
