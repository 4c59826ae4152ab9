"""A small game to test the rules with: three countries, two territories, a notation of moves."""

from __future__ import annotations

from typing import Any

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.age_of_iron.state import State
from moderator.rules.errors import Refused
from moderator.rules.log import Timeline

Json = dict[str, Any]

SIMULTANEOUS = {"deployment": "simultaneous"}
BOTH_IN_SYRIA = {"syria": {"egypt": 6, "hatti": 8, "assur": 3}}
NO_INCOME = [
    {"id": "egypt", "name": "Egypt", "income": 0, "home": "nile", "good": "G"},
    {"id": "hatti", "name": "Hatti", "income": 0, "home": "hattusa", "good": "S"},
    {"id": "assur", "name": "Assur", "income": 0, "home": "ashur", "good": "T"},
]


def scenario(**changes: Any) -> Json:
    """A scenario: egypt, hatti and assur are homes; syria and cyprus are territories."""
    value: Json = {
        "format": "age-of-iron/1",
        "id": "small",
        "title": "Small",
        "turns": 2,
        "goods": {"G": "Grain", "S": "Silver", "T": "Tin"},
        "civilization": {"box": 10, "victory_points": [2, 3]},
        "trade": {"units": 2, "victory_points": 5},
        "players": [
            {"id": "egypt", "name": "Egypt", "income": 10, "home": "nile", "good": "G"},
            {"id": "hatti", "name": "Hatti", "income": 10, "home": "hattusa", "good": "S"},
            {"id": "assur", "name": "Assur", "income": 10, "home": "ashur", "good": "T"},
        ],
        "regions": [
            {"id": "nile", "name": "Nile"},
            {"id": "hattusa", "name": "Hattusa"},
            {"id": "ashur", "name": "Ashur"},
            {"id": "syria", "name": "Syria"},
            {"id": "cyprus", "name": "Cyprus"},
        ],
        "objectives": [
            {"player": "egypt", "kind": "presence", "region": "syria", "victory_points": 4},
            {"player": "egypt", "kind": "prevent", "region": "nile", "victory_points": 3},
            {
                "player": "hatti",
                "kind": "prevent",
                "region": "syria",
                "by": ["egypt"],
                "victory_points": 6,
            },
        ],
    }
    return {key: item for key, item in {**value, **changes}.items() if item is not None}


def table(setup: Json | None = None, options: Json | None = None, **changes: Any) -> Timeline:
    """A game before its first move."""
    if setup:
        changes["setup"] = setup
    read = AGE_OF_IRON.read_scenario(scenario(**changes))
    AGE_OF_IRON.check_options(options or {})
    return Timeline(AGE_OF_IRON, AGE_OF_IRON.begin(read, options or {}))


def move(text: str) -> Json:
    """A move from its notation: `deploy egypt syria 5`, `attack egypt hatti syria 5`, `end egypt`,
    `trade egypt hatti G1 S1` (`-` for nothing), `split egypt hatti syria`, `extend 3`, `undo`."""
    verb, *rest = text.split()
    if verb == "deploy":
        return {"type": verb, "player": rest[0], "region": rest[1], "rfs": int(rest[2])}
    if verb == "build":
        return {"type": verb, "player": rest[0], "rfs": int(rest[1])}
    if verb in ("attack", "roll"):
        number = "rfs" if verb == "attack" else "die"
        names = dict(zip(("player", "defender", "region"), rest, strict=False))
        return {"type": "attack", **names, number: int(rest[3])}
    if verb == "trade":
        bundles = {
            name: {} if part == "-" else {part[0]: int(part[1:])}
            for name, part in zip(("give", "get"), rest[2:], strict=True)
        }
        return {"type": verb, "player": rest[0], "partner": rest[1], **bundles}
    if verb == "split":
        return {"type": "split-control", "players": rest[:2], "region": rest[2]}
    if verb == "end":
        return {"type": "end-turn", "player": rest[0]}
    if verb == "extend":
        return {"type": verb, "turns": int(rest[0])}
    return {"type": verb}


def play(timeline: Timeline, *moves: str | Json) -> Timeline:
    """The game after these moves; a refusal fails the test."""
    for one in moves:
        timeline = timeline.play(move(one) if isinstance(one, str) else one)
    return timeline


def refusal(timeline: Timeline, one: str | Json) -> str | None:
    """The code of the refusal, or None; a refusal changes nothing."""
    before = AGE_OF_IRON.summary(timeline.state)
    try:
        play(timeline, one)
    except Refused as refused:
        assert refused.move == timeline.number + 1
        assert str(refused).endswith((".", "?"))
        assert AGE_OF_IRON.summary(timeline.state) == before
        return refused.code
    return None


def rfs(state: State, region: str, player: str) -> int:
    """The number in one cell of the chart."""
    return state.chart[state.region(region)][state.player(player)]


def summary(timeline: Timeline) -> Json:
    """What `replay --json` prints."""
    return AGE_OF_IRON.summary(timeline.state)
