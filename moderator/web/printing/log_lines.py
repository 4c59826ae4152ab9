"""The lines of a game's log sheet: all moves, with comments, and those recorded later marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext

from moderator import sheets
from moderator.play.comments import comments_on, comments_within
from moderator.play.log.folds import Fold
from moderator.play.models import Comment, Game, LateEntry
from moderator.rules.viewer import Viewer
from moderator.web.printing.move_lines import move_lines


def log_lines(game: Game, fold: Fold, number: int, viewer: Viewer) -> tuple[sheets.MoveLine, ...]:
    """The log up to that entry as the viewer may know it, the oldest move first."""
    lines = move_lines(fold, number, viewer, has_ends=True)
    return tuple(_LogLines(game, fold, viewer).all(lines))


class _LogLines:
    """The lines of a log with what stands beside it."""

    def __init__(self, game: Game, fold: Fold, viewer: Viewer) -> None:
        self.comments = comments_on(game, fold, viewer)
        self.late = list(game.late_entries.order_by("first"))
        self.zone = ZoneInfo(game.group.classroom.time_zone)

    def all(self, lines: Sequence[sheets.MoveLine]) -> Iterator[sheets.MoveLine]:
        """All lines; before the first one that was recorded later, an explanation."""
        if of_start := self._said(0, 0):
            yield sheets.MoveNote(gettext("On the start of the game"), comments=of_start)
        explained = 0
        for line in lines:
            first, last = _numbers(line)
            for late in self.late[explained:]:
                if not first or late.first > last:
                    break
                if late.last >= first:
                    yield self._explanation(late)
                explained += 1
            yield self._line(line)

    def _line(self, line: sheets.MoveLine) -> sheets.MoveLine:
        match line:
            case sheets.MoveStep():
                return self._step(line)
            case sheets.MoveGroup():
                return replace(line, moves=tuple(map(self._step, line.moves)))
            case sheets.MoveNote() if line.first:
                return replace(line, comments=self._said(line.first, line.last))
            case _:
                return line

    def _step(self, step: sheets.MoveStep) -> sheets.MoveStep:
        is_late = any(late.first <= step.number <= late.last for late in self.late)
        said = self._said(step.number, step.number)
        return replace(step, comments=said, is_late=is_late)

    def _said(self, first: int, last: int) -> tuple[sheets.MoveComment, ...]:
        found = comments_within(self.comments, first, last)
        return tuple(sheets.MoveComment(_by(comment), comment.text) for comment in found)

    def _explanation(self, late: LateEntry) -> sheets.MoveNote:
        text = gettext("Played on paper and recorded later, marked *")
        if late.played:
            when = date_format(late.played.astimezone(self.zone), "j F Y, H:i")
            text = gettext("Played on paper on %s and recorded later, marked *") % when
        return sheets.MoveNote(f"{text}: {late.reason}" if late.reason else text)


def _by(comment: Comment) -> str:
    return gettext("Instructor") if comment.is_instructor else gettext("Moderator")


def _numbers(line: sheets.MoveLine) -> tuple[int, int]:
    """The first and last entry of a line; 0 if it has none."""
    match line:
        case sheets.MoveStep():
            return line.number, line.number
        case sheets.MoveGroup() if line.moves:
            numbers = [move.number for move in line.moves]
            return min(numbers), max(numbers)
        case sheets.MoveNote():
            return line.first, line.last
        case _:
            return 0, 0
