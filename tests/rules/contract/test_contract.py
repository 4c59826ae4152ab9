"""What holds for the rules of every game, in random games of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.rules import log
from moderator.rules.errors import Refused
from moderator.rules.kinds import form_of
from moderator.rules.log import Timeline
from moderator.rules.move import Move
from moderator.rules.offer import Offer
from tests.support.rules.attempts import attempt
from tests.support.rules.cases import CASES
from tests.support.rules.walks import (
    Case,
    Chance,
    Json,
    legal_wire,
    play_out,
    viewers,
    walk,
    wire_of,
)

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**32)
LENGTHS = st.integers(0, 60)
LETTERS = "abcdeflmnprtuw 0123٥:"
MOST_WALKS = 200
CHOICES = 12  # of an offer that are tried
every_game = pytest.mark.parametrize("case", CASES, ids=str)


def refusal(timeline: Timeline, wire: Any) -> Refused | None:
    """The refusal of a move; None if it is accepted."""
    try:
        timeline.play(wire)
    except Refused as refused:
        return refused
    return None


def all_offers(case: Case, state: Any) -> list[Offer]:
    """The offers of the moderator, and of every seat."""
    seats = [seat.id for seat in case.rules.seats_of(state)]
    return [offer for seat in (None, *seats) for offer in case.rules.offers(state, seat)]


def wires(timeline: Timeline) -> list[Json]:
    """The wire forms of the moves in effect, as they would be written again."""
    return [step.move.wire(step.before) for step in reversed(list(timeline.steps()))]


@every_game
@settings(max_examples=4, deadline=None)
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
@settings(max_examples=25, deadline=None)
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
@settings(max_examples=30, deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_what_a_move_may_not_change_stays(case: Case, seed: int, most: int) -> None:
    for step in walk(case, seed, most).steps():
        case.check(step.before, step.move.wire(step.before), step.after)


@every_game
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_open_offers_are_accepted_and_closed_ones_refused_with_their_reason(
    case: Case, seed: int, most: int
) -> None:
    timeline, chance = walk(case, seed, most), Chance(seed)
    state = timeline.state
    made = {wire["type"]: wire for wire in wires(timeline)}
    for offer in all_offers(case, state):
        if offer.is_open and not offer.choices:
            has_page = offer.verb == getattr(case.rules.correction, "verb", None)
            assert offer.move.check is Move.check or has_page, "nothing asks its check"
            wire = wire_of(case, state, offer, None, chance)
            assert refusal(timeline, wire) is None, wire
        for choice in chance.sample(offer.choices, min(CHOICES, len(offer.choices))):
            wire = wire_of(case, state, offer, choice, chance)
            if choice.refused and wire.keys() != offer.move.form(state).names:
                continue  # it is refused whatever its other fields would be
            refused = refusal(timeline, wire)
            expected = choice.refused and (choice.refused.code, str(choice.refused))
            assert (refused and (refused.code, str(refused))) == expected, wire
        if offer.closed and offer.verb in made:
            player = {"player": offer.player} if offer.player else {}
            refused = refusal(timeline, made[offer.verb] | player)
            assert refused is not None
            # The earlier move may be malformed now, which is said first.
            assert refused.code in (offer.closed.code, "bad-move"), made[offer.verb]


@every_game
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_the_numbers_of_a_choice_are_accepted_at_both_ends_and_not_beyond(
    case: Case, seed: int, most: int
) -> None:
    timeline, chance = walk(case, seed, most), Chance(seed)
    for offer in all_offers(case, timeline.state):
        for choice in offer.choices[:CHOICES]:
            if choice.number is None or choice.refused is not None:
                continue
            wire = wire_of(case, timeline.state, offer, choice, chance)
            for number in (choice.low, choice.high):
                assert refusal(timeline, {**wire, choice.number: number}) is None, wire
            for number in (choice.low - 1, choice.high + 1):
                assert refusal(timeline, {**wire, choice.number: number}) is not None, wire


@every_game
@settings(max_examples=25, deadline=None)
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
@settings(max_examples=25, deadline=None)
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


@every_game
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_no_view_depends_on_what_its_viewer_may_not_see(case: Case, seed: int, most: int) -> None:
    timeline, chance = walk(case, seed, most), Chance(seed)
    rules, state, before = case.rules, timeline.state, timeline.before
    for viewer in viewers(case, state):
        if case.twin is None:
            continue
        twin = case.twin(state, viewer, chance)
        assert rules.view(twin, viewer, before) == rules.view(state, viewer, before)
        assert rules.glance(twin) == rules.glance(state)


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
@settings(max_examples=100, deadline=None)
@given(seed=SEEDS, most=st.integers(0, 15), data=st.data())
def test_anything_is_accepted_or_refused_with_a_sentence_and_changes_nothing_else(
    case: Case, seed: int, most: int, data: st.DataObject
) -> None:
    timeline = walk(case, seed, most)
    attempt(timeline, data.draw(broken_wires(case, timeline)))


@every_game
@settings(max_examples=40, deadline=None)
@given(
    seed=SEEDS,
    most=LENGTHS,
    text=st.text(max_size=30) | st.text("abcdeflmnprtuw 0123:", max_size=12),
)
def test_every_state_can_be_shown_described_and_typed_to(
    case: Case, seed: int, most: int, text: str
) -> None:
    timeline = walk(case, seed, most)
    rules, state = case.rules, timeline.state
    json.dumps(rules.summary(state))
    assert rules.text(state).replace("\n", "").isprintable()
    assert rules.glance(state).isprintable()
    for viewer in viewers(case, state):
        rules.view(state, viewer, timeline.before)
    for step in timeline.steps():
        said = rules.describe(step.before, step.move)
        assert str(said).isprintable()
        assert str(said).startswith(said.action)
    lines = [line for letter in LETTERS for line in rules.complete(state, letter)]
    digits = [re.sub(r"[0-9]+", digit, line) for line in lines for digit in ("0", "9999", "٥")]
    for typed in (text, *LETTERS, *digits):
        for line in rules.complete(state, typed):
            assert rules.parse_command(state, line).refused is None, line
    try:
        parsed = rules.parse_command(state, text)
    except Refused as refused:
        assert refused.code in ("not-understood", "ambiguous")
        assert str(refused).isprintable()
    else:
        assert parsed.sentence.isprintable()


@every_game
@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_a_completed_line_is_the_move_of_its_choice(case: Case, seed: int, most: int) -> None:
    timeline = walk(case, seed, most)
    rules, state = case.rules, timeline.state
    for offer in rules.offers(state):
        for choice in offer.choices[:CHOICES] if offer.is_open else ():
            if choice.refused is not None:
                continue
            for line in offer.move.lines(state, choice):
                parsed = rules.parse_command(state, rules.line_prefix(state, offer) + line)
                assert parsed.wire["type"] == offer.verb, line
                for name, value in choice.values.items():
                    assert parsed.wire[name] == value, line
