"""Promises in random games: the verdicts of two judges, and how verdicts change."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.promises.rules import PROMISES
from moderator.rules.log import fold
from tests.support.amount import amount
from tests.support.rules.cases import SEEDS
from tests.support.rules.promise_games import PromiseGame

pytestmark = pytest.mark.slow

LENGTHS = st.integers(0, 80)
FINAL = ("kept", "broken", "not-done")
GAMES = amount(15, 300)


def test_a_second_judge_agrees() -> None:
    met: Counter[str] = Counter()
    for seed in range(GAMES):
        game = PromiseGame(seed, 100)
        first = game.first_answers()
        assert first == game.second_answers(), seed
        met.update(kind for kind, _ in first)
    assert met.keys() == {*FINAL, "pending", "void"}


@settings(max_examples=amount(3, 25), deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_later_moves_change_no_final_verdict(seed: int, most: int) -> None:
    game = PromiseGame(seed, most)
    earlier = game.verdicts(0)
    for number, wire in enumerate(game.moves, start=1):
        now = game.verdicts(number)
        if wire["type"] not in ("undo", "redo", "correct"):
            for before, after in zip(earlier, now, strict=False):
                assert before.kind not in FINAL or after == before, number
        earlier = now


@settings(max_examples=amount(3, 25), deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_undo_and_redo_together_change_nothing(seed: int, most: int) -> None:
    game = PromiseGame(seed, most)
    before = game.verdicts()
    if game.timeline.standing is None:
        return
    game.play({"type": "undo"})
    game.play({"type": "redo"})
    assert game.verdicts() == before


@settings(max_examples=amount(3, 25), deadline=None)
@given(seed=SEEDS, most=LENGTHS)
def test_stored_logs_are_judged_the_same(seed: int, most: int) -> None:
    game = PromiseGame(seed, most)
    folded = fold(AGE_OF_IRON, game.timelines[0].start, game.moves)
    found = PROMISES.judge(folded, game.moves, game.promises, game.is_stopped)
    assert list(found) == game.verdicts(is_stopped=game.is_stopped)
