"""What every game shows and says, in random games of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from tests.support.amount import amount
from tests.support.rules.cases import LENGTHS, SEEDS, every_game
from tests.support.rules.typed import completed, examples_in
from tests.support.rules.walks import (
    Case,
    Chance,
    viewers,
    walk,
)

pytestmark = pytest.mark.slow

LETTERS = "abcdeflmnprtuw 0123٥:"


@every_game
@settings(max_examples=amount(4, 40), deadline=None)
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


@every_game
@settings(max_examples=amount(4, 40), deadline=None)
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
        said = step.move.describe(step.before)
        assert str(said).isprintable()
        assert str(said).startswith(said.action)
    lines = [line for letter in LETTERS for line in rules.complete(state, letter)]
    digits = [re.sub(r"[0-9]+", digit, line) for line in lines for digit in ("0", "9999", "٥")]
    for typed in (text, *LETTERS, *digits):
        for line in rules.complete(state, typed):
            completed(rules, state, line)
    beginnings = {line[:at] for line in lines for at in range(1, len(line)) if line[at] == " "}
    for typed in (text, *sorted(beginnings)[:8], *rules.examples(state).split(" · ")):
        check_answer(rules, state, typed)


def check_answer(rules: Rules[Any], state: Any, text: str) -> None:
    """What is understood can be printed; otherwise the answer's examples are understood."""
    try:
        parsed = rules.parse_command(state, text)
        assert parsed.sentence.isprintable()
        assert "the field" not in str(parsed.refused)
    except Refused as refused:
        assert refused.code in ("not-understood", "ambiguous")
        assert str(refused).isprintable()
        assert not re.search(r"\b(rfs|die|units|defender|get)\b”", str(refused))
        assert text not in rules.examples(state).split(" · ")
        for line in examples_in(refused):
            rules.parse_command(state, line)
