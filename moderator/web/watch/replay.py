"""The replay: a game after any entry of its log. Nothing is recorded here."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from moderator.play.log.history import History, Position, history_of
from moderator.play.models import Game, Group
from moderator.rules.viewer import MODERATOR, PUBLIC, Viewer
from moderator.web.core.access import group_for
from moderator.web.core.responses import render_page
from moderator.web.core.sheet_links import requested_game
from moderator.web.feed import frames
from moderator.web.feed.debrief_part import links_to_debrief
from moderator.web.watch.comments import comments_at
from moderator.web.watch.film import film_of, requested_move
from moderator.web.watch.replay_page import ReplayPage, Undone


@require_safe
@group_for("see-console")
def console(request: HttpRequest, group: Group) -> HttpResponse:
    """The moderator's replay, with `?undone` including moves that were taken back."""
    return _answer(request, group, MODERATOR)


@require_safe
@group_for("see-chart")
def chart(request: HttpRequest, group: Group) -> HttpResponse:
    """The public replay: the moves that stand, up to the first one that is still secret."""
    return _answer(request, group, PUBLIC)


def _answer(request: HttpRequest, group: Group, viewer: Viewer) -> HttpResponse:
    """The replay at `?move=`; for an entry that isn't shown, at the last one before it."""
    game = requested_game(request, group)
    requested = requested_move(request)
    is_undone_shown = viewer.is_moderator and "undone" in request.GET
    history = history_of(game, viewer, is_undone_shown)
    if requested is not None and viewer.is_moderator and not history.has(requested):
        whole_log = history_of(game, viewer, with_undone=True)
        if whole_log.has(requested):  # an undone move or an undo
            history, is_undone_shown = whole_log, True
    kept = {"undone": "1"} if is_undone_shown else {}
    here = reverse("replay" if viewer.is_moderator else "chart-replay", args=[group.code])
    film = film_of(game, history, viewer, requested, here, kept)
    is_console = viewer.is_moderator
    page = ReplayPage(
        **vars(film),
        comments=comments_at(request, game, history.fold, film.position, viewer),
        undone=_undone(game, history, film.position, here, is_undone_shown) if is_console else None,
        now=reverse("console" if is_console else "chart", args=[group.code]),
        is_console=is_console,
        has_debrief=links_to_debrief(game, history.fold),
    )
    with timezone.override(frames.zone_of(group)):
        return render_page(request, "web/watch/replay.html", page)


def _undone(
    game: Game, history: History, position: Position, here: str, is_shown: bool
) -> Undone | None:
    """The link that shows or hides moves that were taken back; None if there are none."""
    timeline = history.fold.timeline
    if timeline.number == sum(1 for _ in timeline.steps()):
        return None
    other = {} if is_shown else {"undone": "1"}
    number = {"game": game.number, "move": position.number}
    return Undone(f"{here}?{urlencode({**number, **other})}", is_shown)
