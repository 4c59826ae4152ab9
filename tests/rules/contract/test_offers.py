"""What holds for the offers and typed commands of every game, in random games of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from moderator.rules.move import Move
from tests.support.amount import amount
from tests.support.rules.cases import LENGTHS, SEEDS, every_game
from tests.support.rules.typed import said
from tests.support.rules.walks import (
    Case,
    Chance,
    all_offers,
    refusal,
    walk,
    wire_of,
    wires,
)

pytestmark = pytest.mark.slow

CHOICES = 12  # of an offer that are tried


@every_game
@settings(max_examples=amount(3, 25), deadline=None)
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
@settings(max_examples=amount(3, 25), deadline=None)
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
@settings(max_examples=amount(3, 25), deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_a_completed_line_is_the_move_of_its_choice(case: Case, seed: int, most: int) -> None:
    timeline = walk(case, seed, most)
    rules, state = case.rules, timeline.state
    for offer in rules.offers(state):
        for choice in offer.choices[:CHOICES] if offer.is_open else ():
            if choice.refused is not None:
                continue
            for line in offer.move.lines(state, choice):
                prefix = rules.line_prefix(state, offer)
                parsed = rules.parse_command(state, prefix + said(line, choice.high))
                assert parsed.wire["type"] == offer.verb, line
                for name, value in choice.values.items():
                    assert parsed.wire[name] == value, line
