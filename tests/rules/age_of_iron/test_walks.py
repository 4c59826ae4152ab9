"""Random legal play in random scenarios: what must be true in every game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moderator.rules import log
from moderator.rules.errors import Refused
from moderator.rules.game import MODERATOR, PUBLIC, Viewer
from moderator.rules.log import Timeline
from moderator.rules.offer import Offer
from moderator.rules.registry import GAMES
from tests.rules.age_of_iron.table import Json, scenario
from tests.support.rules.attempts import attempt

pytestmark = pytest.mark.slow

GAME = GAMES["age-of-iron"]

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "turns": st.integers(1, 3),
        "deployment": st.sampled_from(["sequential", "simultaneous"]),
        "combat": st.sampled_from(["equal", "attacker-advantage", "odds-table"]),
        "home_first": st.booleans(),
        "control": st.booleans(),
        "extended_trading": st.booleans(),
    },
)
SETUP = st.dictionaries(
    st.sampled_from(["nile", "hattusa", "syria", "cyprus"]),
    st.dictionaries(st.sampled_from(["egypt", "hatti", "assur"]), st.integers(0, 12)),
)
INCOME = st.integers(0, 12) | st.lists(st.integers(0, 12), min_size=1, max_size=3)


@st.composite
def starts(draw: st.DrawFn) -> Timeline:
    """A game before its first move."""
    players = [{**player, "income": draw(INCOME)} for player in scenario()["players"]]
    value = scenario(players=players, setup=draw(SETUP), objectives=scenario()["objectives"])
    read = GAME.read_scenario(value)
    return Timeline(GAME, GAME.begin(read, draw(OPTIONS)))


def wire_for(draw: st.DrawFn, timeline: Timeline, offer: Offer) -> Json:
    """A legal move of an open offer."""
    open_choices = [choice for choice in offer.choices if choice.refused is None]
    if offer.verb == "correct":
        rfs = draw(st.integers(0, 20))
        return {"type": "correct", "reason": "a slip", "chart": {"syria": {"egypt": rfs}}}
    choice = draw(st.sampled_from(open_choices))
    wire: Json = {"type": offer.verb, **choice.values}
    if choice.number:
        high = min(choice.high, timeline.state.turns + 1) if offer.verb == "extend" else choice.high
        wire[choice.number] = draw(st.integers(choice.low, high))
    if offer.verb == "trade":
        sides = [offer.limits[wire["player"]], offer.limits[wire["partner"]]]
        wire["give"], wire["get"] = (
            {k: draw(st.integers(1, n)) for k, n in side.items() if n and draw(st.booleans())}
            for side in sides
        )
    return wire


WEIGHTS = {"deploy": 8, "build": 3, "attack": 6, "trade": 3, "end-turn": 6, "split-control": 8}


@st.composite
def walks(draw: st.DrawFn, most: int = 40) -> tuple[Timeline, list[Json]]:
    """A start and legal moves from it, undo and redo among them."""
    timeline = start = draw(starts())
    wires: list[Json] = []
    for _ in range(draw(st.integers(0, most))):
        offers = [one for one in GAME.offers(timeline.state) if one.is_open]
        pool: list[Any] = [one for one in offers for _ in range(WEIGHTS.get(one.verb, 1))]
        pool += [{"type": "undo"}] * (timeline.standing is not None)
        pool += [{"type": "redo"}] * 2 * (timeline.undone is not None)
        picked = draw(st.sampled_from(pool))
        wire = wire_for(draw, timeline, picked) if isinstance(picked, Offer) else picked
        if wire["type"] == "trade" and not wire["give"] and not wire["get"]:
            continue
        timeline = timeline.play(wire)
        wires.append(wire)
    return start, wires


def rfs_of(state: Any) -> int:
    """All RFs: on the chart, in boxes, in hands."""
    return sum(map(sum, state.chart)) + sum(state.built) + sum(state.hand)


def goods_of(state: Any) -> list[int]:
    """The units of each good."""
    players = range(len(state.hand))
    return [sum(state.has_goods(p, k) for p in players) for k in range(len(state.scenario.goods))]


@settings(max_examples=150, deadline=None)
@given(walks())
def test_totals_are_conserved(walk: tuple[Timeline, list[Json]]) -> None:
    timeline, wires = walk
    for wire in wires:
        before = timeline.state
        timeline = timeline.play(wire)
        state, change = timeline.state, rfs_of(timeline.state) - rfs_of(before)
        assert goods_of(state) == goods_of(timeline.start)
        assert min(map(min, state.chart)) >= 0
        assert min(state.hand) >= 0
        assert max(state.built) <= state.scenario.box_capacity
        if wire["type"] in ("deploy", "build", "trade", "split-control"):
            assert change <= 0  # fewer only if RFs that can't be placed are lost at the reveal
            assert change == 0 or before.phase != state.phase
        if wire["type"] == "attack":
            assert change <= 0
            assert before.hand == state.hand


@settings(max_examples=100, deadline=None)
@given(walks())
def test_the_fold_equals_the_play_and_undo_then_redo_is_nothing(
    walk: tuple[Timeline, list[Json]],
) -> None:
    timeline, wires = walk
    start = timeline.start
    for wire in wires:
        timeline = timeline.play(json.loads(json.dumps(wire)))
    assert log.fold(GAME, start, wires).state == timeline.state
    if timeline.standing is not None:
        again = timeline.play({"type": "undo"}).play({"type": "redo"})
        assert again.state == timeline.state
        assert [s.number for s in again.steps()] == [s.number for s in timeline.steps()]
    while timeline.standing is not None:
        timeline = timeline.play({"type": "undo"})
    assert timeline.state == start


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
FIELDS = ("player", "defender", "partner", "region", "rfs", "die", "give", "get", "turns", "reason")
TYPES = ("deploy", "build", "attack", "trade", "split-control", "end-turn", "extend", "correct")
NEARLY = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES)},
    optional={
        field: JUNK | st.sampled_from(["egypt", "hatti", "syria"]) | st.integers(0, 9)
        for field in (*FIELDS, "chart", "civilization", "goods", "controlled", "players")
    },
)


@settings(max_examples=200, deadline=None)
@given(walks(most=12), JUNK | NEARLY)
def test_anything_is_taken_or_refused_with_a_sentence(
    walk: tuple[Timeline, list[Json]], wire: Any
) -> None:
    timeline, wires = walk
    for one in wires:
        timeline = timeline.play(one)
    attempt(timeline, wire)


@settings(max_examples=60, deadline=None)
@given(walks(), st.text(max_size=30))
def test_every_state_can_be_shown_said_and_spoken_to(
    walk: tuple[Timeline, list[Json]], text: str
) -> None:
    timeline, wires = walk
    for wire in wires:
        timeline = timeline.play(wire)
    state = timeline.state
    json.dumps(GAME.summary(state))
    assert GAME.text(state).replace("\n", "").isprintable()
    for viewer in (PUBLIC, MODERATOR, Viewer("egypt")):
        GAME.view(state, viewer, timeline.before)
    for step in timeline.steps():
        assert str(GAME.describe(step.before, step.move)).isprintable()
    for line in GAME.complete(state, text):
        GAME.parse_command(state, line)
    try:
        GAME.parse_command(state, text)
    except Refused as refused:
        assert refused.code in ("not-understood", "ambiguous")
