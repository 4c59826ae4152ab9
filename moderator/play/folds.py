"""Logs folded so far, kept in memory.

A fold here is never wrong, only behind: a log only grows, so what has come since is read and
played on top. Nothing is stored, and every process has its own.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import cast

from moderator.play import log
from moderator.play.models import Game
from moderator.rules.game import Wire
from moderator.rules.log import UNDO, Step, Timeline

MOST_GAMES = 300  # a large school's groups at once; a fold is some 100 kB


@dataclass(frozen=True, slots=True)
class Fold:
    """A log's timeline, and for each entry the move that it made, took back or put back."""

    timeline: Timeline
    steps: tuple[Step, ...] = ()

    def replay(self, wires: list[Wire]) -> Fold:
        """The fold with more entries, each of them accepted before."""
        timeline, steps = self.timeline, list(self.steps)
        for wire in wires:
            timeline = timeline.replay(wire)
            moved = timeline.undone if wire["type"] == UNDO else timeline.standing
            steps.append(cast(Step, moved))  # the entry was accepted: it moved a step
        return Fold(timeline, tuple(steps))


_folds: OrderedDict[str, Fold] = OrderedDict()
_lock = Lock()


def fold_of(game: Game) -> Fold:
    """The game's log folded up to its last stored entry.

    Cost: proportional to the entries that have come since it was last asked for.
    """
    with _lock:
        known = _folds.get(game.uid)
    if known is None:
        known = Fold(Timeline(log.rules_of(game), log.start_of(game)))
    newer = game.entries.filter(number__gt=known.timeline.number).order_by("number")
    wires = list(newer.values_list("move", flat=True))
    fold = known.replay(wires) if wires else known
    with _lock:
        _folds[game.uid] = fold
        _folds.move_to_end(game.uid)
        while len(_folds) > MOST_GAMES:
            _folds.popitem(last=False)
    return fold
