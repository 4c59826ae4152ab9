"""Which state of a game a sheet shows, of the one that a request asks for."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from moderator import sheets
from moderator.play.log.folds import Fold
from moderator.play.log.history import history_of
from moderator.play.models import Game
from moderator.play.stopped import end_of_stopped
from moderator.rules.viewer import MODERATOR, PUBLIC, Viewer
from moderator.web.core.forms import whole_number


@dataclass(frozen=True, slots=True)
class ShownState:
    """What a sheet shows, and up to which entry of the log.

    `viewer` is the moderator for a sheet with secrets, made on request before the game is over.
    `move` is the entry that was asked for; None for the present state.
    """

    snapshot: sheets.GameSnapshot
    number: int
    viewer: Viewer
    move: int | None = None


def state_for(request: HttpRequest, game: Game, fold: Fold, kind: sheets.SheetKind) -> ShownState:
    """The state after the entry `?move=`, or the present one, without what is secret.

    With `?moderator=1` it has everything, if the sheet can have secrets. 404 for an entry that
    isn't in the log. Of a stopped game a ranking shows the last complete round.
    """
    now = fold.timeline
    is_over = now.game.is_over(now.state)
    is_asked = "moderator" in request.GET and kind.secret_view is not None
    viewer = MODERATOR if is_asked and not is_over else PUBLIC
    seats = now.game.seats_of(now.state)
    if "move" in request.GET:
        return _earlier(request.GET["move"], game, fold, viewer)
    end = end_of_stopped(game, fold)
    if end is None or not kind.is_ranking:
        return ShownState(sheets.GameSnapshot(now.game, now.state, seats), now.number, viewer)
    if end.state is None:
        start = sheets.GameSnapshot(now.game, now.start, seats, end.sentence)
        return ShownState(start, 0, viewer)
    last = sheets.GameSnapshot(now.game, end.state, seats, end.sentence)
    return ShownState(last, end.number, viewer)


def _earlier(text: str, game: Game, fold: Fold, viewer: Viewer) -> ShownState:
    """The state after that entry; for one that the viewer may not see, at the last before it."""
    move = whole_number(text)
    if move is None or move > fold.number:
        raise Http404
    history = history_of(game, viewer, with_undone=viewer.is_moderator)
    place = history.places[history.at(move)]
    rules, is_over = fold.timeline.game, fold.timeline.game.is_over(fold.timeline.state)
    seats = rules.seats_of(place.state)
    shown = sheets.GameSnapshot(rules, place.state, seats, is_released=is_over)
    return ShownState(shown, place.number, viewer, move)
