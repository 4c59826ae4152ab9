"""A game's moves as a sheet lists them: by part of the game, a reveal as one step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.utils.translation import gettext, ngettext

from moderator import sheets
from moderator.play import sentences
from moderator.play.log import groups
from moderator.play.log.folds import Fold, LoggedMove
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import PUBLIC, Viewer
from moderator.rules.wire import REDO, UNDO

Run = tuple[LoggedMove, ...]


def move_lines(
    fold: Fold, number: int, viewer: Viewer, *, has_ends: bool = False
) -> tuple[sheets.MoveLine, ...]:
    """The moves up to that entry that stand and that the viewer may know, in order.

    What was taken back is counted in its place. A move that only ends a turn is left out, unless
    `has_ends`.
    """
    return tuple(_Lines(fold, number, viewer, has_ends).all())


class _Lines:
    """The lines of a fold, as `move_lines` describes them."""

    def __init__(self, fold: Fold, number: int, viewer: Viewer, has_ends: bool) -> None:
        self.has_ends = has_ends
        self.fold, self.rules = fold, fold.timeline.game
        self.viewer = viewer
        self.entries = fold.entries[:number]
        self.seats = self.rules.seats_of(fold.timeline.state)
        standing = [run for run in groups.standing(fold) if run[0].number <= number]
        self.shown = [run for run in standing if not groups.is_hidden(fold, run, viewer)]
        self.standing = {one.number for run in standing for one in run}

    def all(self) -> Iterator[sheets.MoveLine]:
        """All lines."""
        part, done, has_left_out = "", 0, False
        for steps in self._steps():
            yield from self._undone(done, steps[0].number)
            done = steps[-1].number
            if not self.has_ends and _is_end(steps):
                has_left_out = True
                continue
            name = self.rules.round_of(steps[0].step.before)
            if name and name != part:
                yield sheets.MoveHeading(name)
            part = name
            yield from self._line(steps)
        yield from self._undone(done, len(self.entries) + 1)
        if has_left_out:
            yield sheets.MoveNote(gettext("The numbers that are left out are ends of turns."))

    def _steps(self) -> Iterator[Run]:
        """The shown moves, written orders of one phase together."""
        for (_phase, _k), runs in groupby(enumerate(self.shown), self._phase):
            yield tuple(one for _k, run in runs for one in run)

    def _phase(self, numbered: tuple[int, Run]) -> tuple[object, int]:
        """The phase in which the moves were written; other moves are steps of their own."""
        k, run = numbered
        if not all(self._is_written(one) for one in run):
            return "", k
        return self.rules.turn_of(run[0].step.before), -1

    def _is_written(self, one: LoggedMove) -> bool:
        """Whether it is an order, given while all players write theirs."""
        orders, before = self.rules.orders, one.step.before
        if orders is None or one.step.move.verb not in orders.verbs:
            return False
        return len(self.rules.movers(before)) > 1

    def _line(self, steps: Run) -> Iterator[sheets.MoveLine]:
        moves = [self._move(one) for one in steps]
        is_written = all(self._is_written(one) for one in steps)
        if not is_written and not groups.is_group(steps):
            yield from moves
        elif is_written and groups.is_hidden(self.fold, steps, PUBLIC):
            yield sheets.MoveGroup(gettext("Orders, not yet revealed"), moves)
        else:
            label = sentences.group_label(self.fold, [one.step for one in steps])
            yield sheets.MoveGroup(label, moves)

    def _move(self, one: LoggedMove) -> sheets.MoveStep:
        text = str(self.rules.describe(one.step.before, one.step.move))
        return sheets.MoveStep(one.number, text, self._seat(one))

    def _seat(self, one: LoggedMove) -> SeatLabel | None:
        move = one.step.move
        if not move.is_players():
            return None
        player = one.step.before.player_id(move.player)
        return next((seat for seat in self.seats if seat.id == player), None)

    def _undone(self, after: int, before: int) -> Iterator[sheets.MoveLine]:
        """How many moves were taken back between two numbers, if the viewer may know of them."""
        between = self.entries[after : before - 1]
        left = [one for one in between if one.number not in self.standing]
        for _offset, run in groupby(enumerate(left), lambda pair: pair[1].number - pair[0]):
            entries = [one for _k, one in run]
            moves = [one for one in entries if one.verb not in (UNDO, REDO)]
            if not any(groups.is_hidden(self.fold, (one,), self.viewer) for one in moves):
                first, last = entries[0].number, entries[-1].number
                yield sheets.MoveNote(_taken_back(len(moves)), first, last)


def _is_end(steps: Run) -> bool:
    """Whether they only end a turn."""
    return all(one.step.move.only_ends_turn(one.step.before) for one in steps)


def _taken_back(count: int) -> str:
    if not count:
        return gettext("Taken back, and put back again")
    return ngettext("%d move was taken back", "%d moves were taken back", count) % count
