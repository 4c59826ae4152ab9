"""Plays a move that may be anything: it is accepted or refused, and nothing else happens."""

from __future__ import annotations

from typing import Any

from moderator.rules.errors import Refused
from moderator.rules.log import Timeline


def attempt(timeline: Timeline, wire: Any) -> None:
    """Asserts that it is accepted, or refused with a sentence, and changes nothing else.

    And the same after the last move was undone, and can be redone.
    """
    _attempt(timeline, wire)
    if timeline.standing is not None:
        _attempt(timeline.play({"type": "undo"}), wire)


def _attempt(timeline: Timeline, wire: Any) -> None:
    before, asked = _all_of(timeline), repr(wire)
    try:
        after = timeline.play(wire)
    except Refused as refused:
        assert str(refused).isprintable()
        assert refused.move == timeline.number + 1
    else:
        assert after.number == timeline.number + 1
    assert _all_of(timeline) == before
    assert repr(wire) == asked


def _all_of(timeline: Timeline) -> tuple[str, ...]:
    """All values in the log and its states, as text, to notice anything changed in place."""
    game, state = timeline.rules, timeline.state
    return repr(timeline), repr(game.summary(state)), repr(game.offers(state))
