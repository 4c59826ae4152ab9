"""A game's log for the replay, position by position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.models import Game
from moderator.rules.log import Step, Timeline
from moderator.rules.viewer import Viewer
from moderator.rules.wire import REDO, UNDO


@dataclass(frozen=True, slots=True)
class Position:
    """The state after an entry; number 0 is the start, before the first one.

    `step` is the move that the entry made, undid or redid, as `verb` says. `is_turn` marks the
    first position of a turn, `stands` is False for a move that has been undone since.
    """

    number: int
    state: Any
    before: Any = None
    step: Step | None = None
    verb: str = ""
    stands: bool = True
    is_turn: bool = True


@dataclass(frozen=True, slots=True)
class History:
    """The positions that one viewer may see, from the start; `is_cut` if secret ones follow."""

    timeline: Timeline
    places: tuple[Position, ...]
    is_cut: bool

    def at(self, number: int) -> int:
        """The index of the position with that number, or of the last one before it."""
        return max(i for i, place in enumerate(self.places) if place.number <= number)

    def has(self, number: int) -> bool:
        """Whether there is a position with exactly that number."""
        return any(place.number == number for place in self.places)


def history_of(game: Game, viewer: Viewer, with_undone: bool = False) -> History:
    """The game's log for a viewer's replay.

    For everybody but the moderator it holds only moves that stand, up to the first one that is
    still secret: so every state shown comes from moves that the viewer may know. An undone move
    may have been secret when it was made, so only the moderator sees it.

    Args:
        with_undone: every entry, including undone moves, undo and redo; for the moderator only.

    Cost: proportional to the number of entries.
    """
    fold = folds.fold_of(game)
    now = fold.timeline
    positions = _entries(fold) if with_undone and viewer.is_moderator else _standing(now)
    places = [Position(0, now.start)]
    is_cut = False
    for place in positions:
        if place.step and now.game.is_hidden(place.step.before, place.step.move, now.state, viewer):
            is_cut = True
            break
        places.append(place)
    return History(now, tuple(_with_turns(now, places)), is_cut)


def _standing(now: Timeline) -> Iterator[Position]:
    for step in reversed(list(now.steps())):
        yield Position(step.number, step.after, step.before, step, "", True)


def _entries(fold: Fold) -> Iterator[Position]:
    standing = {step.number for step in fold.timeline.steps()}
    undone: set[int] = set()
    for entry in fold.entries:
        number, step = entry.number, entry.step
        if step.number == number:
            yield Position(number, step.after, step.before, step, "", number in standing)
        elif step.number in undone:
            undone.remove(step.number)
            yield Position(number, step.after, step.before, step, REDO)
        else:
            undone.add(step.number)
            yield Position(number, step.before, step.after, step, UNDO)


def _with_turns(now: Timeline, places: list[Position]) -> Iterator[Position]:
    last: object = None
    for place in places:
        turn = now.game.turn_of(place.state)
        yield replace(place, is_turn=turn != last)
        last = turn
