"""A game's log for the replay, position by position."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from moderator.core import log
from moderator.core.log import Fold, LoggedMove
from moderator.core.models import Game
from moderator.rules.seating import Viewer
from moderator.rules.wire import REDO, UNDO


@dataclass(frozen=True, slots=True)
class Position:
    """The state after an entry, or after all that were recorded together; number 0 is the start.

    `run`: the entries. `is_turn` marks the first position of a turn, `stands` is False for a move
    that has been undone since.
    """

    number: int
    state: Any
    before: Any = None
    run: tuple[LoggedMove, ...] = ()
    stands: bool = True
    is_turn: bool = True

    @property
    def first(self) -> int:
        """The number of its first entry."""
        return self.run[0].number if self.run else self.number

    def has(self, number: int) -> bool:
        """Whether the entry with that number is shown here."""
        return self.first <= number <= self.number


@dataclass(frozen=True, slots=True)
class History:
    """The positions that one viewer may see, from the start; `is_cut` if secret ones follow."""

    fold: Fold
    places: tuple[Position, ...]
    is_cut: bool

    def at(self, number: int) -> int:
        """The index of the position with that entry, or of the last one before it."""
        return max(i for i, place in enumerate(self.places) if place.first <= number)

    def has(self, number: int) -> bool:
        """Whether the entry with that number is shown at one of the positions."""
        return any(place.has(number) for place in self.places)


def history_of(game: Game, viewer: Viewer, with_undone: bool = False) -> History:
    """The game's log for a viewer's replay.

    For everybody but the moderator it holds only moves that stand, up to the first one that is
    still secret: so every state shown comes from moves that the viewer may know. An undone move
    may have been secret when it was made, so only the moderator sees it.

    Args:
        with_undone: every entry, including undone moves, undo and redo; for the moderator only.

    Cost: proportional to the number of entries.
    """
    fold = log.fold_of(game)
    is_whole = with_undone and viewer.is_moderator
    standing = {step.number for step in fold.timeline.steps()}
    places = [Position(0, fold.timeline.start)]
    is_cut = False
    for run in log.runs(fold.entries) if is_whole else log.standing(fold):
        if log.is_hidden(fold, run, viewer):
            is_cut = True
            break
        places.append(_position(run, standing))
    return History(fold, tuple(_with_turns(fold, places)), is_cut)


def _position(run: tuple[LoggedMove, ...], standing: Collection[int]) -> Position:
    first, last = run[0], run[-1]
    if last.verb == UNDO:
        return Position(last.number, last.step.before, first.step.after, run)
    stands = last.verb == REDO or last.number in standing
    return Position(last.number, last.step.after, first.step.before, run, stands)


def _with_turns(fold: Fold, places: list[Position]) -> Iterator[Position]:
    last: object = None
    for place in places:
        turn = fold.timeline.rules.turn_of(place.state)
        yield replace(place, is_turn=turn != last)
        last = turn
