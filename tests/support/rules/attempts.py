"""A move that may be anything, played: taken, or refused and nothing else."""

from __future__ import annotations

from typing import Any

from moderator.rules.errors import Refused
from moderator.rules.log import Timeline


def attempt(timeline: Timeline, wire: Any) -> None:
    """Asserts that it is taken, or refused with a sentence, and that nothing there is changed.

    The same once more where the last move was taken back, and can be put back.
    """
    _attempt(timeline, wire)
    if timeline.standing is not None:
        _attempt(timeline.play({"type": "undo"}), wire)


def _attempt(timeline: Timeline, wire: Any) -> None:
    before, asked = _all_of(timeline), repr(wire)
    try:
        after = timeline.play(wire)
    except Refused as refused:
        assert refused.message.isprintable()
        assert refused.move == timeline.number + 1
    else:
        assert after.number == timeline.number + 1
    assert _all_of(timeline) == before
    assert repr(wire) == asked


def _all_of(timeline: Timeline) -> tuple[str, ...]:
    """Every value in the log and its states, as text: what is changed in place differs from it."""
    game, state = timeline.game, timeline.state
    return repr(timeline), repr(game.summary(state)), repr(game.offers(state))
