"""Entries that were recorded together, such as a reveal: they are undone and redone together.

The keys of a group's entries are `KEY:1`, `KEY:2` …; no client can post a key with a colon.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from moderator.play.errors import broken_form
from moderator.rules.log import Step
from moderator.rules.viewer import Viewer
from moderator.rules.wire import UNDO

if TYPE_CHECKING:
    from moderator.play.log.folds import Fold, LoggedMove

KEY_MOST = 56
"""The longest key of a group: with a colon and the entry's place it must fit the column."""


def check_key(key: str) -> None:
    """Raise `Refused` for a key that is too long for a group; no form of the site has one."""
    if len(key) > KEY_MOST:
        raise broken_form()


def keys(key: str, count: int) -> list[str]:
    """The keys of so many entries that are recorded together; `Refused` as in `check_key`."""
    check_key(key)
    return [f"{key}:{place}" for place in range(1, count + 1)]


def name_of(key: str) -> str:
    """What the keys of a group share; empty for an entry that was recorded alone."""
    name, colon, _ = key.partition(":")
    return name if colon else ""


def steps_of_next(fold: Fold, verb: str) -> list[Step]:
    """The moves that the next undo or redo covers, oldest first; empty if there is none."""
    steps: list[Step] = []
    name = ""
    for step in _chain(fold.timeline.standing if verb == UNDO else fold.timeline.undone):
        own = name_of(fold.entries[step.number - 1].key)
        if steps and (not name or own != name):
            break
        steps.append(step)
        name = own
    return sorted(steps, key=lambda step: step.number)


def size_of_next(fold: Fold, verb: str) -> int:
    """How many moves the next undo or redo covers; 1 also if there is none."""
    return len(steps_of_next(fold, verb)) or 1


def last_run(fold: Fold) -> tuple[LoggedMove, ...]:
    """The log's last entry with those that were recorded together with it; the log isn't empty."""
    return next(runs(reversed(fold.entries)))[::-1]


def runs(entries: Iterable[LoggedMove]) -> Iterator[tuple[LoggedMove, ...]]:
    """The entries, those of a group together, in the given order."""
    run: list[LoggedMove] = []
    for entry in entries:
        name = name_of(entry.key)
        if run and (not name or name != name_of(run[-1].key)):
            yield tuple(run)
            run = []
        run.append(entry)
    if run:
        yield tuple(run)


def is_group(run: Sequence[LoggedMove]) -> bool:
    """Whether the entries were recorded together; also if it was only one order to reveal."""
    return bool(name_of(run[0].key))


def standing(fold: Fold) -> Iterator[tuple[LoggedMove, ...]]:
    """The entries of the moves that stand, oldest first, those of a group together."""
    # A move that was put back is where it was first made.
    numbers = [step.number for step in fold.timeline.steps()]
    return runs(fold.entries[number - 1] for number in reversed(numbers))


def past_of(fold: Fold, number: int, viewer: Viewer) -> tuple[Step, ...]:
    """The moves in effect up to that entry, oldest first, without those that are still secret."""
    runs = [run for run in standing(fold) if run[-1].number <= number]
    known = [run for run in runs if not is_hidden(fold, run, viewer)]
    return tuple(one.step for run in known for one in run)


def is_hidden(fold: Fold, run: Iterable[LoggedMove], viewer: Viewer) -> bool:
    """Whether the rules hide any of these moves from the viewer: a group is shown as a whole."""
    return _is_hidden_in(fold, fold.timeline.state, run, viewer)


def was_hidden(fold: Fold, run: Sequence[LoggedMove], viewer: Viewer) -> bool:
    """Whether the rules hid these moves, which don't stand, when they were undone."""
    last = max((one.step for one in run), key=lambda step: step.number)
    return _is_hidden_in(fold, last.after, run, viewer)


def _is_hidden_in(fold: Fold, state: Any, run: Iterable[LoggedMove], viewer: Viewer) -> bool:
    rules = fold.timeline.game
    return any(rules.is_hidden(one.step.before, one.step.move, state, viewer) for one in run)


def _chain(step: Step | None) -> Iterator[Step]:
    while step is not None:
        yield step
        step = step.earlier
