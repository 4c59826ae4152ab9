"""What holds for the moves of every game, in random games of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.rules import log
from moderator.rules.kinds import form_of
from moderator.rules.log import Timeline
from tests.support.amount import amount
from tests.support.rules.attempts import attempt
from tests.support.rules.cases import LENGTHS, SEEDS, every_game
from tests.support.rules.walks import (
    Case,
    Chance,
    all_offers,
    legal_wire,
    play_out,
    refusal,
    walk,
    wires,
)

pytestmark = pytest.mark.slow

MOST_WALKS = 200


@every_game
@settings(max_examples=amount(2, 10), deadline=None)
@given(seed=SEEDS)
def test_every_game_ends_and_then_nothing_is_legal(case: Case, seed: int) -> None:
    timeline = play_out(case, seed)
    rules, state = case.rules, timeline.state
    assert not rules.movers(state)
    for offer in all_offers(case, state):
        assert offer.is_open is offer.move.is_legal_when_over
        if not offer.is_open:
            assert offer.refused is not None
            assert offer.refused.code == "game-over"
    for wire in wires(timeline)[-30:]:
        if not rules.verbs[wire["type"]].is_legal_when_over:
            refused = refusal(timeline, wire)
            assert refused is not None
            assert refused.code == "game-over"


@every_game
def test_random_games_contain_every_kind_of_move(case: Case) -> None:
    """Otherwise the other tests would say nothing of it."""
    made: set[str] = set()
    for seed in range(MOST_WALKS):
        made |= {wire["type"] for wire in wires(walk(case, seed, 60))}
        if made == set(case.rules.verbs):
            return
    assert made == set(case.rules.verbs)


@every_game
@settings(max_examples=amount(3, 25), deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_nobody_moves_who_is_not_to_move(case: Case, seed: int, most: int) -> None:
    timeline, chance = walk(case, seed, most), Chance(seed)
    rules, state = case.rules, timeline.state
    movers = rules.movers(state)
    for number, seat in enumerate(rules.seats_of(state)):
        for offer in rules.offers(state, seat.id):
            if number not in offer.move.offered_to(state, movers):
                assert not offer.is_open, offer
    for _ in range(5):
        wire = legal_wire(case, timeline, chance, undo=0)
        if wire is None or "player" not in wire:
            continue
        allowed = rules.verbs[wire["type"]].offered_to(state, movers)
        for number, seat in enumerate(rules.seats_of(state)):
            if number not in allowed:
                assert refusal(timeline, {**wire, "player": seat.id}) is not None


@every_game
@settings(max_examples=amount(4, 30), deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_what_a_move_may_not_change_stays(case: Case, seed: int, most: int) -> None:
    for step in walk(case, seed, most).steps():
        case.check(step.before, step.move.wire(step.before), step.after)


@every_game
@settings(max_examples=amount(3, 25), deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_a_move_is_read_and_written_as_the_same_json(case: Case, seed: int, most: int) -> None:
    chance = Chance(seed)
    timeline = case.start(chance)
    for _ in range(most):
        wire = legal_wire(case, timeline, chance)
        if wire is None:
            break
        if wire["type"] in case.rules.verbs:
            read = case.rules.read_move(timeline.state, json.loads(json.dumps(wire)))
            assert read.wire(timeline.state) == wire
            assert next(iter(read.wire(timeline.state))) == "type"
        timeline = timeline.play(wire)


@every_game
@settings(max_examples=amount(3, 25), deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_the_fold_equals_the_play_and_undo_then_redo_is_nothing(
    case: Case, seed: int, most: int
) -> None:
    chance = Chance(seed)
    timeline = start = case.start(chance)
    played = []
    while len(played) < most and (wire := legal_wire(case, timeline, chance)) is not None:
        timeline = timeline.play(json.loads(json.dumps(wire)))
        played.append(wire)
    assert log.fold(case.rules, start.start, played).state == timeline.state
    if timeline.standing is not None:
        again = timeline.play({"type": "undo"}).play({"type": "redo"})
        assert again.state == timeline.state
        assert [s.number for s in again.steps()] == [s.number for s in timeline.steps()]
    while timeline.standing is not None:
        timeline = timeline.play({"type": "undo"})
    assert timeline.state == start.start


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@st.composite
def broken_wires(draw: st.DrawFn, case: Case, timeline: Timeline) -> Any:
    """Anything at all, or nearly a move: its fields with junk, or with values from other moves."""
    if draw(st.integers(0, 4)) == 0:
        return draw(JUNK)
    move = draw(st.sampled_from(case.rules.moves))
    values = [value for wire in wires(timeline) for value in wire.values()]
    values += [seat.id for seat in case.rules.seats_of(timeline.state)]
    likely = st.sampled_from(values) | st.integers(-1, 9)
    names = [one.name for one in form_of(move).fields]
    wire = draw(st.fixed_dictionaries({}, optional=dict.fromkeys(names, likely | likely | JUNK)))
    return {"type": move.verb, **wire}


@every_game
@settings(max_examples=amount(12, 100), deadline=None)
@given(seed=SEEDS, most=st.integers(0, 15), data=st.data())
def test_anything_is_accepted_or_refused_with_a_sentence_and_changes_nothing_else(
    case: Case, seed: int, most: int, data: st.DataObject
) -> None:
    timeline = walk(case, seed, most)
    attempt(timeline, data.draw(broken_wires(case, timeline)))
