"""Sheets of games that were played, and the largest game that there can be."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Any

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.log import Timeline
from moderator.rules.seating import PUBLIC
from moderator.sheets.drawing import Paper
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.games import sheets_of
from moderator.sheets.snapshot import GameSnapshot, Stamp
from tests.support.sheets.cases import STAMP, move, scenario
from tests.support.sheets.printing import sheet_pdf

PLAYERS, REGIONS, TURNS, ATTACKS = 10, 40, 30, 2


def snapshot(timeline: Timeline) -> GameSnapshot:
    """The game as everybody may see it, with its past."""
    state, steps = timeline.state, list(timeline.steps())[::-1]
    hidden = AGE_OF_IRON.is_hidden
    known = [one for one in steps if not hidden(one.before, one.move, state, PUBLIC)]
    return GameSnapshot(AGE_OF_IRON, state, AGE_OF_IRON.seats_of(state), past=tuple(known))


def sheet(id: str, timeline: Timeline, paper: Paper = "a4", stamp: Stamp = STAMP) -> bytes:
    return sheet_pdf(sheets_of("age-of-iron")[id], snapshot(timeline), stamp, paper)


def parts(id: str, timeline: Timeline) -> list[SheetPart]:
    return sheets_of("age-of-iron")[id].parts(snapshot(timeline), STAMP)


@cache
def largest(names: tuple[str, ...] = ()) -> Timeline:
    """Ten countries fight in forty regions for thirty Game-turns, in hundreds of attacks.

    Args:
        names: of countries and regions in turn, as if no check had refused them.
    """
    wire = scenario(PLAYERS, REGIONS, name="Country with a very long name {}")
    places = [[22.5 + k % 8 * 4, 20.5 + k // 8 * 5.5] for k in range(REGIONS)]
    for region, place in zip(wire["regions"], places, strict=True):
        region["position"] = place
    read = _renamed(AGE_OF_IRON.read_scenario({**wire, "turns": TURNS}), names)
    timeline = Timeline(AGE_OF_IRON, AGE_OF_IRON.begin(read, {"deployment": "sequential"}))
    held = {f"p{k}": {"for_trade": {}, "acquired": {"A": 40}} for k in range(PLAYERS)}
    timeline = timeline.play(move("correct", reason="goods for everybody", goods=held))
    for turn in range(TURNS):
        for k in range(PLAYERS):
            timeline = _player_turn(timeline, turn, k)
    return timeline


def _player_turn(timeline: Timeline, turn: int, k: int) -> Timeline:
    """RFs in five regions and in civilization, two attacks; the first country trades."""
    me = f"p{k}"
    play = partial(move, player=me)
    state = timeline.state
    built = min(4, state.room(k))
    regions = [(turn + k * 3 + 8 * j) % REGIONS for j in range(5)]
    rfs = [10, 10, 10, 10, 10 - built]
    for region, number in zip(regions, rfs, strict=True):
        timeline = timeline.play(play("deploy", region=f"r{region}", rfs=number))
    if built:
        timeline = timeline.play(play("build", rfs=built))
    if k == 0:  # before anybody has fought
        partner = f"p{1 + turn % (PLAYERS - 1)}"
        timeline = timeline.play(play("trade", partner=partner, give={"A": 1}, get={}))
    for region, other in _targets(timeline.state, regions, k)[:ATTACKS]:
        timeline = timeline.play(play("attack", defender=f"p{other}", region=f"r{region}", rfs=3))
    return timeline.play(play("end-turn"))


def _targets(state: Any, regions: list[int], k: int) -> list[tuple[int, int]]:
    """Where somebody else has three RFs or more: the strongest other in each region."""
    found = []
    for region in regions:
        barred = {k, *(one for pair in state.traded if k in pair for one in pair)}
        others = [
            (rfs, other) for other, rfs in enumerate(state.chart[region]) if other not in barred
        ]
        rfs, other = max(others)
        if rfs >= 3:
            found.append((region, other))
    return found


def _renamed(read: Any, names: tuple[str, ...]) -> Any:
    if not names:
        return read
    count = len(names)
    players = tuple(replace(one, name=names[k % count]) for k, one in enumerate(read.players))
    regions = tuple(replace(one, name=names[(k + 1) % count]) for k, one in enumerate(read.regions))
    goods = tuple((letter, names[k % count]) for k, (letter, _name) in enumerate(read.goods))
    return replace(read, players=players, regions=regions, goods=goods, title=names[0])
