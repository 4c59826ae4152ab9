"""Logs folded so far, kept in memory.

A log only grows, so a fold is never wrong, only behind: what has come since is read and played
on top. Should the database have been put back from a copy, the last entry's hash shows it, and
the log is folded anew. Nothing is stored, and every process has its own.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
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
    """A log's timeline, for each entry the move that it made, took back or put back, and the
    last entry's hash."""

    timeline: Timeline
    steps: tuple[Step, ...] = ()
    hash: str = ""

    def replay(self, entries: Sequence[tuple[Wire, str]]) -> Fold:
        """The fold with more entries (move and hash), each of them accepted before."""
        timeline, steps = self.timeline, list(self.steps)
        for wire, _ in entries:
            timeline = timeline.replay(wire)
            moved = timeline.undone if wire["type"] == UNDO else timeline.standing
            steps.append(cast(Step, moved))  # the entry was accepted: it moved a step
        return Fold(timeline, tuple(steps), entries[-1][1] if entries else self.hash)


_folds: OrderedDict[str, Fold] = OrderedDict()
_lock = Lock()


def fold_of(game: Game) -> Fold:
    """The game's log folded up to its last stored entry.

    Cost: proportional to the entries that have come since it was last asked for.
    """
    with _lock:
        known = _folds.get(game.uid)
    fold = _brought_up(game, known) if known and known.hash else None
    if fold is None:
        start = Fold(Timeline(log.rules_of(game), log.start_of(game)))
        fold = start.replay(_entries(game, 1))
    with _lock:
        _folds[game.uid] = fold
        _folds.move_to_end(game.uid)
        while len(_folds) > MOST_GAMES:
            _folds.popitem(last=False)
    return fold


def _brought_up(game: Game, known: Fold) -> Fold | None:
    """The fold with what has come since; None if the log is not the one that it was of."""
    entries = _entries(game, known.timeline.number)
    if not entries or entries[0][1] != known.hash:
        return None
    return known.replay(entries[1:]) if len(entries) > 1 else known


def _entries(game: Game, first: int) -> list[tuple[Wire, str]]:
    entries = game.entries.filter(number__gte=first).order_by("number")
    return list(entries.values_list("move", "hash"))
