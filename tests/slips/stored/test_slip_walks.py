"""Random games with order slips: written, revealed, undone, redone, corrected and played on."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moderator.core import queries
from moderator.core.models import Group, Person
from moderator.features.new_game.write import game_create
from moderator.rules import record
from moderator.rules.age_of_iron import AGE_OF_IRON
from tests.rules.age_of_iron.table import scenario
from tests.support.amount import amount
from tests.support.play.slip_walk import SlipWalk, look

pytestmark = pytest.mark.slow

STEPS = 60
# On PostgreSQL a few show that nothing depends on the database; SQLite has all that can happen.
IS_COMPLETE = connection.vendor == "sqlite"
# Walks in which much happens that is rare come first.
SEEDS = (16, 3, 19, 21, *range(40))
EVERYTHING = {
    *("draft", "sealed", "opened", "filled", "reveal", "automatic reveal", "end-turn"),
    *("undo", "redo", "undo of several", "redo of several", "redo refused after a slip"),
    *("returned by an undo", "returned by a redo", "slip made illegal", "trade", "attack"),
    *("Refused", "Stale", "NotAllowed"),
}
INCOMES = st.lists(st.integers(0, 9), min_size=1, max_size=2)


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A small scenario of three countries, and options with simultaneous deployment."""
    base = scenario()
    players = [{**player, "income": draw(INCOMES)} for player in base["players"]]
    options = {
        "deployment": "simultaneous",
        "turns": draw(st.integers(1, 3)),
        **{name: draw(st.booleans()) for name in ("extended_trading", "control", "home_first")},
    }
    wire = AGE_OF_IRON.scenario_wire(AGE_OF_IRON.read_scenario({**base, "players": players}))
    return wire, options


def walk(group: Group, by: Person, game: Any, seed: int, happened: Counter[str]) -> None:
    stored = game_create(group, "age-of-iron", *game, by)
    steps = SlipWalk(stored, by, seed, happened)
    for _ in range(STEPS):
        steps.step()
    read = record.read(record.write(queries.record_of(stored)))
    assert record.replay(read, {}).state == look(stored).fold.timeline.state


@given(game=games(), seed=st.integers(0, 2**32))
@settings(
    max_examples=amount(3, 8) if IS_COMPLETE else amount(1, 3),
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def _walks(group: Group, by: Person, happened: Counter[str], game: Any, seed: int) -> None:
    walk(group, by, game, seed, happened)


def test_whatever_is_done_with_slips_the_record_is_replayed(
    group: Group, moderator: Person
) -> None:
    happened: Counter[str] = Counter()
    _walks(group, moderator, happened)
    options = {"deployment": "simultaneous", "turns": 3, "extended_trading": True}
    wire = AGE_OF_IRON.scenario_wire(AGE_OF_IRON.read_scenario(scenario()))
    wanted = EVERYTHING if IS_COMPLETE else {"sealed", "reveal", "undo", "Refused"}
    for seed in SEEDS:
        if set(happened) >= wanted:
            break
        walk(group, moderator, (wire, options), seed, happened)
    # Otherwise the walks would say nothing of it.
    assert set(happened) >= wanted
