"""A sheet of a game made from its log: the state that it shows, its moves, its PDF."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from moderator.core import log, sentences
from moderator.core.ended import end_of_stopped, seen_as
from moderator.core.log import Fold, LoggedMove, genesis, past_of
from moderator.core.look import Look
from moderator.core.models import Game
from moderator.features.debrief.comments import comments_on, comments_within
from moderator.features.debrief.lanes import turning_points_told
from moderator.features.debrief.models import Comment
from moderator.features.debrief.part import said_in
from moderator.features.debrief.releases import has_debrief, released
from moderator.features.debrief.timeline import history_of
from moderator.features.from_paper.models import LateEntry
from moderator.features.printing.class_parts import (
    Site,
    console_place,
    has_names,
    join_place,
    moderators_of,
    players_by_seat,
)
from moderator.features.slips.read import book_of
from moderator.rules.deals import SaidLine, Verdict
from moderator.rules.reading import REDO, UNDO
from moderator.rules.seating import MODERATOR, PUBLIC, SeatLabel, Viewer
from moderator.sheets.drawing import Paper
from moderator.sheets.drawing.canvas import SheetPart
from moderator.sheets.layout.kind import SheetKind
from moderator.sheets.layout.table import MoveGroup, MoveLine, MoveNote, MoveStep
from moderator.sheets.snapshot import GROUP, GameSnapshot, Said, Stamp

# What of messages and records is printed on a sheet: only what its readers may know.


def said_of(
    look: Look,
    is_for_moderator: bool = False,
    move: int | None = None,
    history: Any = None,
) -> Said:
    """What has been released; for the moderator what the moderator may read, if that is more.

    Args:
        move: only what was written until that entry of the log, and the verdicts then.
        history: the rules' own, on sheets that say what had been told before turning points.
    """
    now = look.timeline
    seats = now.seats
    if not has_debrief(look.fold):
        return Said(seats)
    is_secret = is_for_moderator and has_more(look)
    what = released(look.by(MODERATOR if is_secret else PUBLIC))
    lines = said_in(look, what)
    if move is not None:
        lines = tuple(_then(one, move) for one in lines if one.log_number <= move)
    return Said(
        seats,
        lines,
        what.has_all,
        "" if what.has_all else gettext("Only what has been released."),
        now.rules.round_word,
        turning_points_told(history, seats, lines) if lines else (),
        is_secret,
    )


def has_more(look: Look) -> bool:
    """Whether moderators may read more than everybody."""
    if not has_debrief(look.fold):
        return False
    return released(look.by(MODERATOR)).has_all and not released(look.by(PUBLIC)).has_all


def _then(line: SaidLine, move: int) -> SaidLine:
    """The line with what was known of it after that entry of the log."""

    def then(verdict: Verdict | None) -> Verdict | None:
        return verdict if verdict and verdict.entry is not None and verdict.entry <= move else None

    line = replace(line, verdict=then(line.verdict), exchange_verdict=then(line.exchange_verdict))
    if (line.accepted_after or 0) <= move:
        return line
    return replace(line, answer="", accepted_after=None, is_answer_entered=False)


# A game's moves as a sheet lists them: by part of the game, a reveal as one step.

Run = tuple[LoggedMove, ...]


def move_lines(
    fold: Fold, number: int, viewer: Viewer, *, has_ends: bool = False
) -> tuple[MoveLine, ...]:
    """The moves up to that entry that stand and that the viewer may know, in order.

    What was taken back is counted in its place. A move that only ends a turn is left out, unless
    `has_ends`.
    """
    return tuple(_Lines(fold, number, viewer, has_ends).all())


class _Lines:
    """The lines of a fold, as `move_lines` describes them."""

    def __init__(self, fold: Fold, number: int, viewer: Viewer, has_ends: bool) -> None:
        self.has_ends = has_ends
        self.fold, self.rules = fold, fold.timeline.rules
        self.viewer = viewer
        self.entries = fold.entries[:number]
        self.seats = self.rules.seats_of(fold.timeline.state)
        standing = [run for run in log.standing(fold) if run[0].number <= number]
        self.shown = [run for run in standing if not log.is_hidden(fold, run, viewer)]
        self.standing = {one.number for run in standing for one in run}

    def all(self) -> Iterator[MoveLine]:
        part, done, has_left_out = "", 0, False
        for steps in self._steps():
            yield from self._undone(done, steps[0].number)
            done = steps[-1].number
            if not self.has_ends and _is_end(steps):
                has_left_out = True
                continue
            name = self.rules.round_of(steps[0].step.before)
            if name and name != part:
                yield name
            part = name
            yield from self._line(steps)
        yield from self._undone(done, len(self.entries) + 1)
        if has_left_out:
            yield MoveNote(gettext("The numbers that are left out are ends of turns."))

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

    def _line(self, steps: Run) -> Iterator[MoveLine]:
        moves = [self._move(one) for one in steps]
        is_written = all(self._is_written(one) for one in steps)
        if not is_written and not log.is_group(steps):
            yield from moves
        elif is_written and log.is_hidden(self.fold, steps, PUBLIC):
            yield MoveGroup(gettext("Orders, not yet revealed"), moves)
        else:
            label = sentences.group_label(self.fold, [one.step for one in steps])
            yield MoveGroup(label, moves)

    def _move(self, one: LoggedMove) -> MoveStep:
        text = str(one.step.move.describe(one.step.before))
        return MoveStep(one.number, text, self._seat(one))

    def _seat(self, one: LoggedMove) -> SeatLabel | None:
        move = one.step.move
        if not move.is_players():
            return None
        player = one.step.before.player_id(move.player)
        return next((seat for seat in self.seats if seat.id == player), None)

    def _undone(self, after: int, before: int) -> Iterator[MoveLine]:
        """How many moves were taken back between two numbers, if the viewer may know of them."""
        between = self.entries[after : before - 1]
        left = [one for one in between if one.number not in self.standing]
        for _offset, run in groupby(enumerate(left), lambda pair: pair[1].number - pair[0]):
            entries = [one for _k, one in run]
            moves = [one for one in entries if one.verb not in (UNDO, REDO)]
            if not any(log.is_hidden(self.fold, (one,), self.viewer) for one in moves):
                first, last = entries[0].number, entries[-1].number
                yield MoveNote(_taken_back(len(moves)), first, last)


def _is_end(steps: Run) -> bool:
    """Whether they only end a turn."""
    return all(one.step.move.only_ends_turn(one.step.before) for one in steps)


def _taken_back(count: int) -> str:
    if not count:
        return gettext("Taken back, and put back again")
    return ngettext("%d move was taken back", "%d moves were taken back", count) % count


# The lines of a game's log sheet: all moves, with comments, and those recorded later marked.


def log_lines(look: Look, number: int) -> tuple[MoveLine, ...]:
    """The log up to that entry as the viewer may know it, the oldest move first."""
    lines = move_lines(look.fold, number, look.viewer, has_ends=True)
    return tuple(_LogLines(look).all(lines))


class _LogLines:
    """The lines of a log with what stands beside it."""

    def __init__(self, look: Look) -> None:
        self.comments = comments_on(look)
        self.late = list(look.game.late_entries.order_by("first"))
        self.zone = ZoneInfo(look.game.group.classroom.time_zone)

    def all(self, lines: Sequence[MoveLine]) -> Iterator[MoveLine]:
        """All lines; before the first one that was recorded later, an explanation."""
        if of_start := self._said(0, 0):
            yield MoveNote(gettext("On the start of the game"), comments=of_start)
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

    def _line(self, line: MoveLine) -> MoveLine:
        match line:
            case MoveStep():
                return self._step(line)
            case MoveGroup():
                return replace(line, moves=tuple(map(self._step, line.moves)))
            case MoveNote() if line.first:
                return replace(line, comments=self._said(line.first, line.last))
            case _:
                return line

    def _step(self, step: MoveStep) -> MoveStep:
        is_late = any(late.first <= step.number <= late.last for late in self.late)
        said = self._said(step.number, step.number)
        return replace(step, comments=said, is_late=is_late)

    def _said(self, first: int, last: int) -> tuple[str, ...]:
        found = comments_within(self.comments, first, last)
        return tuple(f"{_by(comment)}: {comment.text}" for comment in found)

    def _explanation(self, late: LateEntry) -> MoveNote:
        text = gettext("Played on paper and recorded later, marked *")
        if late.played:
            when = date_format(late.played.astimezone(self.zone), "j F Y, H:i")
            text = gettext("Played on paper on %s and recorded later, marked *") % when
        return MoveNote(f"{text}: {late.reason}" if late.reason else text)


def _by(comment: Comment) -> str:
    return gettext("Instructor") if comment.is_instructor else gettext("Moderator")


def _numbers(line: MoveLine) -> tuple[int, int]:
    """The first and last entry of a line; 0 if it has none."""
    match line:
        case MoveStep():
            return line.number, line.number
        case MoveGroup() if line.moves:
            numbers = [move.number for move in line.moves]
            return min(numbers), max(numbers)
        case MoveNote():
            return line.first, line.last
        case _:
            return 0, 0


# Which state of a game a sheet shows.


class NoSuchMove(LookupError):
    """The log has no entry with this number."""


class ShownState:
    """The state after the entry `move`, or the present one, without what is secret.

    For the moderator it has everything, if the sheet can have secrets. Of a stopped game a ranking
    shows the last complete round. A sheet of what was said has everything, and only says where the
    game was stopped.

    `number`: up to which entry of the log. `viewer` is the moderator for a sheet with secrets, made
    on request before the game is over. `needs`: those of the sheet. `is_secret`: whether it has
    what players may not know.

    Raises:
        NoSuchMove: the entry isn't in the log.
    """

    def __init__(
        self,
        look: Look,
        kind: SheetKind,
        move: int | None = None,
        is_for_moderator: bool = False,
        seat: str | None = None,
    ) -> None:
        now = look.timeline
        start = GameSnapshot(now.rules, now.start, now.rules.seats_of(now.start))
        needs = self.needs = kind.needs(start) or ()
        is_secret = is_for_moderator and kind.secret_view is not None
        is_over = now.is_over
        viewer = MODERATOR if is_secret and not is_over else Viewer(seat=seat)
        self.viewer = viewer
        snapshot, self.number = _shown(look.by(viewer), "last-round" in needs, move)
        history = None
        if "past" in needs:
            past = past_of(look.fold, self.number, viewer)
            snapshot = replace(snapshot, past=past)
            if "said" in needs and has_debrief(look.fold):
                history = now.rules.history_view(now.start, past, snapshot.reader)
        if "slips" in needs and viewer.is_moderator and move is None:
            written = {slip.player: slip.orders for slip in book_of(look).slips if slip.orders}
            snapshot = replace(snapshot, slips=written)
        self.is_secret = viewer.is_moderator
        if "said" in needs:
            said = said_of(look, is_for_moderator, move, history)
            snapshot = replace(snapshot, said=said)
            self.is_secret |= said.is_secret
        self.snapshot = snapshot


def _shown(look: Look, is_last_round: bool, move: int | None) -> tuple[GameSnapshot, int]:
    """The state with the number of its entry; of one that the viewer may not see, the last before
    it."""
    now, reader = look.timeline, _reader_of(look)
    if move is not None:
        if not 0 <= move <= look.fold.number:
            raise NoSuchMove
        history = history_of(look.game, look.viewer, with_undone=look.viewer.is_moderator)
        place = history.places[history.at(move)]
        seats = now.rules.seats_of(place.state)
        return GameSnapshot(now.rules, place.state, seats, reader=reader), place.number
    end = end_of_stopped(look)
    state, number = now.state, now.number
    if end and end.rounds and is_last_round:
        state, number = (now.start, 0) if end.state is None else (end.state, end.number)
    stopped, seats = end.sentence if end else "", now.seats
    return GameSnapshot(now.rules, state, seats, stopped, reader), number


def _reader_of(look: Look) -> Viewer:
    """Who reads a sheet that isn't the moderator's: its seat, or all players of the group."""
    if look.viewer.seat:
        return seen_as(look)
    return replace(seen_as(look.by(GROUP)), is_released=look.timeline.is_over)


# A sheet of a game, made from its log: for a download, or for a pack.


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """How a sheet is to be made.

    Args:
        has_moves: with the moves that stand, if the sheet can list them.
        is_for_moderator: with what is still secret, if the sheet can have it.
        move: the state after this entry; None for the present one.
        seat: for this player alone, with what it may see and no other player's part.
    """

    paper: Paper
    language: str
    has_moves: bool = False
    is_for_moderator: bool = False
    move: int | None = None
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A sheet as pages; `is_secret` if players may not see it, `is_logged` if it lists moves."""

    parts: list[SheetPart]
    is_secret: bool
    is_logged: bool


class PrintedGame:
    """A game as it is now with what all its sheets need, read once.

    It is without names if the class leaves them out.
    """

    def __init__(self, site: Site, game: Game) -> None:
        is_named = has_names(game)
        self.game, self.fold = game, log.fold_of(game)
        self.moderators = moderators_of(game) if is_named else ""
        self.players = players_by_seat(game) if is_named else {}
        self.join, self.console = join_place(site, game.group), console_place(site, game.group)

    def sheet(self, kind: SheetKind, asked: SheetRequest) -> GameSheet:
        """One of its sheets.

        Raises:
            NoSuchMove: `move` isn't in the log.
        """
        look = Look(self.game, self.fold)
        shown = ShownState(look, kind, asked.move, asked.is_for_moderator, asked.seat)
        needs, is_secret = shown.needs, shown.is_secret
        stamp = self.stamp(shown.number, asked.language, is_secret)
        if "console" in needs:
            stamp = replace(stamp, console=self.console)
        lines: tuple[MoveLine, ...] = ()
        if is_logged := bool(kind.add_moves) and (asked.has_moves or "moves" in needs):
            if "comments" in needs:
                lines = log_lines(look.by(shown.viewer), shown.number)
            else:
                lines = move_lines(self.fold, shown.number, shown.viewer)
        parts = kind.parts(shown.snapshot, stamp, asked.paper, lines)
        if asked.seat:
            parts = [part for part in parts if part.seat in ("", asked.seat)]
        return GameSheet(parts, kind.is_secret or is_secret, is_logged)

    def stamp(self, number: int, language: str, is_moderators_only: bool = False) -> Stamp:
        """The stamp of a sheet: the log up to that entry, when it was recorded, and who plays.

        The number is that of the view, since a move may be recorded while the sheet is made.
        """
        game = self.game
        last = self.fold.entries[number - 1] if number else None
        classroom = game.group.classroom
        return Stamp(
            group_name=game.group.name,
            class_name=classroom.name,
            game_number=game.number,
            entries=number,
            hash=last.hash if last else genesis(game),
            at=last.at if last else game.created,
            time_zone=classroom.time_zone,
            id=game.uid,
            language=language,
            moderators=self.moderators,
            players=self.players,
            join=self.join,
            is_moderators_only=is_moderators_only,
            title=game.title,
            copyright=self.fold.timeline.rules.copyright,
        )
