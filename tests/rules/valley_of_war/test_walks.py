"""Random games: every one ends, and pieces are conserved."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.rules import log
from moderator.rules.errors import Refused
from moderator.rules.game import PUBLIC
from moderator.rules.log import Timeline
from moderator.rules.valley_of_war import VALLEY_OF_WAR
from tests.rules.valley_of_war.table import Json, summary, table
from tests.support.rules.attempts import attempt

pytestmark = pytest.mark.slow

MOST_MOVES = 5_000
SEEDS = st.integers(0, 2**32)


def walk(seed: int, most: int) -> tuple[Timeline, list[Json]]:
    """A game with a limited number of throws and occasional restarts, and its moves.

    In every second game the Emperors throw badly, so that pieces accumulate.
    """
    chance, wires = random.Random(seed), []
    timeline = table()
    while not VALLEY_OF_WAR.is_over(timeline.state) and len(wires) < most:
        throw, restart = VALLEY_OF_WAR.offers(timeline.state)
        choices = throw.choices[: 1 + len(throw.choices) // 3] if seed % 2 else throw.choices
        wire = {"type": throw.verb, **chance.choice(choices).values}
        if chance.random() < 0.005:
            wire = {"type": restart.verb, "reason": "A body over the edge."}
        wires.append(wire)
        timeline = timeline.play(wire)
    return timeline, wires


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_every_game_ends(seed: int) -> None:
    timeline, _ = walk(2 * seed, MOST_MOVES)
    shown = summary(timeline)
    assert shown["status"] == "over"
    eyes = [emperor["eyes"] for emperor in shown["emperors"].values()]
    assert max(eyes) == 2
    assert (shown["result"] == "loss-draw") is (min(eyes) == 2)
    assert len(shown["winners"]) == (shown["result"] == "win")


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(0, 150))
def test_pieces_are_neither_made_nor_lost(seed: int, most: int) -> None:
    """Everything thrown since a restart is in the Valley, or was picked out of it."""
    timeline, _ = walk(seed, most)
    for step in reversed(list(timeline.steps())):
        before, state = step.before, step.after
        assert 0 <= state.ninjas <= 30
        for emperor in state.emperors:
            assert 0 <= emperor.occupying <= min(3, emperor.samurai) <= emperor.samurai <= 10
            assert emperor.phase == 1 or emperor.knocked_out == 2
        if state.restarts > before.restarts:
            assert state.throws == state.ninjas == 0
            continue
        if state.restocked_ninjas == before.restocked_ninjas:
            thrown = sum(emperor.throws_next == "ninja" for emperor in before.emperors)
            assert state.ninjas == before.ninjas + thrown
        else:
            assert state.ninjas == 0
        if not state.is_over:
            needed = sum(emperor.throws_next == "ninja" for emperor in state.emperors)
            assert 30 - state.ninjas >= needed
            assert all(e.samurai < 10 for e in state.emperors if e.throws_next == "samurai")
        assert str(VALLEY_OF_WAR.describe(before, step.move)).isprintable()


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(0, 60))
def test_the_fold_is_the_play_and_all_of_it_can_be_undone(seed: int, most: int) -> None:
    timeline, wires = walk(seed, most)
    assert log.fold(VALLEY_OF_WAR, timeline.start, wires).state == timeline.state
    if timeline.standing is not None:
        again = timeline.play({"type": "undo"}).play({"type": "redo"})
        assert again.state == timeline.state
    while timeline.standing is not None:
        timeline = timeline.play({"type": "undo"})
    assert timeline.state == timeline.start


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 60), st.text(max_size=20) | st.text("trebdu 0123:", max_size=20))
def test_every_state_can_be_shown_and_spoken_to(seed: int, most: int, text: str) -> None:
    timeline, _ = walk(seed, most)
    state = timeline.state
    json.dumps(VALLEY_OF_WAR.summary(state))
    assert VALLEY_OF_WAR.text(state).replace("\n", "").isprintable()
    VALLEY_OF_WAR.view(state, PUBLIC, timeline.before)
    for line in VALLEY_OF_WAR.complete(state, text):
        assert VALLEY_OF_WAR.parse_command(state, line).refused is None
    try:
        VALLEY_OF_WAR.parse_command(state, text)
    except Refused as refused:
        assert refused.code in ("not-understood", "ambiguous")


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
HALF = JUNK | st.dictionaries(
    st.sampled_from(["knocked_out", "occupying", "eyes"]), JUNK | st.integers(-1, 4)
)
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(["throw", "restart"])},
    optional={"red": HALF, "blue": HALF, "reason": JUNK},
)


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.integers(0, 20), JUNK | NEARLY)
def test_anything_is_taken_or_refused_with_a_sentence(seed: int, most: int, wire: object) -> None:
    timeline, _ = walk(seed, most)
    attempt(timeline, wire)
