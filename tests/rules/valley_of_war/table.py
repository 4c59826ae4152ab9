"""A game of Red and Blue, and a notation for throws."""

from __future__ import annotations

from typing import Any

from moderator.rules.errors import Refused
from moderator.rules.log import Timeline
from moderator.rules.valley_of_war import VALLEY_OF_WAR
from moderator.rules.valley_of_war.state import STANDARD, Emperor, State

Json = dict[str, Any]


def table(red: Emperor | None = None, blue: Emperor | None = None, **counts: int) -> Timeline:
    """A game before its first throw, or with Emperors in a given position."""
    start = VALLEY_OF_WAR.begin(STANDARD, {})
    if red or blue or counts:
        start = State((red or Emperor(), blue or Emperor()), **counts)
    return Timeline(VALLEY_OF_WAR, start)


def phase(number: int, occupying: int = 0, eyes: int = 0, samurai: int | None = None) -> Emperor:
    """An Emperor in War Phase 2 or 3, with as many Samurai in the Valley as Occupy."""
    return Emperor(number, 2, occupying if samurai is None else samurai, occupying, eyes)


def achieved(text: str) -> Json:
    """`ko1`, `occ2`, or `occ3 eyes1` in one word: `occ3,eyes1`; `-` for no field."""
    names = {"ko": "knocked_out", "occ": "occupying", "eyes": "eyes"}
    out: Json = {}
    for part in text.split(",") if text != "-" else ():
        name = next(name for name in names if part.startswith(name))
        out[names[name]] = int(part.removeprefix(name))
    return out


def move(text: str) -> Json:
    """`ko1 occ2` (Red's, then Blue's), `restart reason`, `undo`."""
    first, *rest = text.split(" ", 1)
    if first == "restart":
        return {"type": first, "reason": rest[0]}
    if not rest:
        return {"type": first}
    return {"type": "throw", "red": achieved(first), "blue": achieved(rest[0])}


def play(timeline: Timeline, *moves: str | Json) -> Timeline:
    """The game after these moves; a refusal fails the test."""
    for one in moves:
        timeline = timeline.play(move(one) if isinstance(one, str) else one)
    return timeline


def refusal(timeline: Timeline, one: str | Json) -> str | None:
    """The code of the refusal, or None; a refusal changes nothing."""
    before = summary(timeline)
    try:
        play(timeline, one)
    except Refused as refused:
        assert refused.move == timeline.number + 1
        assert str(refused).endswith((".", "?"))
        assert str(refused).isprintable()
        assert summary(timeline) == before
        return refused.code
    return None


def summary(timeline: Timeline) -> Json:
    """What `replay --json` prints."""
    return VALLEY_OF_WAR.summary(timeline.state)
