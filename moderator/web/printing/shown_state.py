"""Which state of a game a sheet shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from moderator import sheets
from moderator.play.log.folds import Fold
from moderator.play.log.groups import past_of
from moderator.play.log.history import history_of
from moderator.play.models import Game
from moderator.play.stopped import end_of_stopped
from moderator.play.table.debrief import has_debrief
from moderator.play.table.slips import book_of
from moderator.rules.viewer import MODERATOR, PUBLIC, Viewer
from moderator.web.printing.said import said_of


class NoSuchMove(LookupError):
    """The log has no entry with this number."""


@dataclass(frozen=True, slots=True)
class ShownState:
    """What a sheet shows, and up to which entry of the log.

    `viewer` is the moderator for a sheet with secrets, made on request before the game is over.
    `move` is the entry that was asked for; None for the present state. `is_secret`: whether it has
    what players may not know.
    """

    snapshot: sheets.GameSnapshot
    number: int
    viewer: Viewer
    move: int | None = None
    is_secret: bool = False


def state_for(
    game: Game,
    fold: Fold,
    kind: sheets.SheetKind,
    move: int | None = None,
    is_for_moderator: bool = False,
) -> ShownState:
    """The state after the entry `move`, or the present one, without what is secret.

    For the moderator it has everything, if the sheet can have secrets. Of a stopped game a ranking
    shows the last complete round. A sheet of what was said has everything, and only says where the
    game was stopped.

    Raises:
        NoSuchMove: the entry isn't in the log.
    """
    now = fold.timeline
    is_over = now.game.is_over(now.state)
    is_secret = is_for_moderator and kind.secret_view is not None
    viewer = MODERATOR if is_secret and not is_over else PUBLIC
    shown = _shown(game, fold, kind, move, viewer)
    snapshot = shown.snapshot
    if kind.needs_past:
        snapshot = replace(snapshot, past=past_of(fold, shown.number, viewer))
    if kind.needs_slips and viewer.is_moderator and move is None:
        written = {slip.player: slip.orders for slip in book_of(game, fold).slips if slip.orders}
        snapshot = replace(snapshot, slips=written)
    has_secrets = viewer.is_moderator
    if kind.written:
        printed = said_of(game, fold, is_for_moderator, move, _history(kind, fold, snapshot))
        snapshot = replace(snapshot, said=printed.said)
        has_secrets |= printed.is_secret
    return replace(shown, snapshot=snapshot, is_secret=has_secrets)


def _history(kind: sheets.SheetKind, fold: Fold, shown: sheets.GameSnapshot) -> Any:
    """The rules' own history up to the state that is shown, for sheets that need the past."""
    if not (kind.needs_past and has_debrief(fold)):
        return None
    start = fold.timeline.start
    return shown.game.history_view(start, shown.past, Viewer(is_released=shown.is_released))


def _shown(
    game: Game, fold: Fold, kind: sheets.SheetKind, move: int | None, viewer: Viewer
) -> ShownState:
    now = fold.timeline
    seats = now.game.seats_of(now.state)
    if move is not None:
        return _earlier(move, game, fold, viewer)
    end = end_of_stopped(game, fold)
    if end is None or not kind.is_ranking:
        stopped = end.sentence if end and kind.written else ""
        present = sheets.GameSnapshot(now.game, now.state, seats, stopped)
        return ShownState(present, now.number, viewer)
    if end.state is None:
        start = sheets.GameSnapshot(now.game, now.start, seats, end.sentence)
        return ShownState(start, 0, viewer)
    last = sheets.GameSnapshot(now.game, end.state, seats, end.sentence)
    return ShownState(last, end.number, viewer)


def _earlier(move: int, game: Game, fold: Fold, viewer: Viewer) -> ShownState:
    """The state after that entry; for one that the viewer may not see, at the last before it."""
    if not 0 <= move <= fold.number:
        raise NoSuchMove
    history = history_of(game, viewer, with_undone=viewer.is_moderator)
    place = history.places[history.at(move)]
    rules, is_over = fold.timeline.game, fold.timeline.game.is_over(fold.timeline.state)
    seats = rules.seats_of(place.state)
    shown = sheets.GameSnapshot(rules, place.state, seats, is_released=is_over)
    return ShownState(shown, place.number, viewer, move)
