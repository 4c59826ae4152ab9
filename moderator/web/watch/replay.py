"""The replay: a game after any entry of its log. Nothing is recorded here."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from moderator.play import released, sentences
from moderator.play.from_paper.notes import late_notes
from moderator.play.log.entries import entries_of, rules_of
from moderator.play.log.history import History, Position, history_of
from moderator.play.log_lines import details_of
from moderator.play.models import Game, Group
from moderator.rules.viewer import MODERATOR, PUBLIC, Viewer
from moderator.web.core.access import group_for
from moderator.web.core.forms import whole_number
from moderator.web.core.responses import render_page
from moderator.web.core.sheet_links import requested_game
from moderator.web.feed import frames
from moderator.web.watch.comments import comments_at
from moderator.web.watch.jumps import jumps_of
from moderator.web.watch.replay_page import GameLink, Points, ReplayPage, Undone
from moderator.web.watch.timeline import ReplayTimeline, timeline_of


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
    requested = whole_number(request.GET["move"]) if "move" in request.GET else None
    if requested is None and "move" in request.GET:
        raise Http404
    is_undone_shown = viewer.is_moderator and "undone" in request.GET
    history = history_of(game, viewer, is_undone_shown)
    if requested is not None and viewer.is_moderator and not history.has(requested):
        whole_log = history_of(game, viewer, with_undone=True)
        if whole_log.has(requested):  # an undone move or an undo
            history, is_undone_shown = whole_log, True
    index = len(history.places) - 1 if requested is None else history.at(requested)
    page = _page(request, group, game, viewer, history, index, requested, is_undone_shown)
    with timezone.override(frames.zone_of(group)):
        return render_page(request, "web/watch/replay.html", page)


def _page(
    request: HttpRequest,
    group: Group,
    game: Game,
    viewer: Viewer,
    history: History,
    index: int,
    requested: int | None,
    is_undone_shown: bool,
) -> ReplayPage:
    position = history.places[index]
    is_console = viewer.is_moderator
    here = reverse("replay" if is_console else "chart-replay", args=[group.code])
    kept = {"undone": "1"} if is_undone_shown else {}
    at = f"{here}?{urlencode({'game': game.number, **kept})}&move="
    timeline = timeline_of(game, history, viewer)
    return ReplayPage(
        group=group,
        game=game,
        chart=_chart(game, position, viewer),
        position=position,
        place=_place(position),
        sentence=_sentence(history, position),
        details=details_of(game, history.fold, position.run, viewer) if position.run else None,
        comments=comments_at(request, game, history.fold, position, viewer),
        entry=entries_of(game).filter(number=position.number).first(),
        late=late_notes(game, position.run, viewer).get(position.number),
        here=at,
        timeline=timeline,
        points=_points(game, position, timeline, index),
        index=index,
        last=len(history.places) - 1,
        is_cut=history.is_cut and index == len(history.places) - 1,
        requested=None if requested is None or position.has(requested) else requested,
        jumps=jumps_of(history, index, at),
        games=_games(group, game, here),
        undone=_undone(game, history, position, here, is_undone_shown) if is_console else None,
        now=reverse("console" if is_console else "chart", args=[group.code]),
        is_console=is_console,
    )


def _chart(game: Game, position: Position, viewer: Viewer) -> SafeString:
    is_over = rules_of(game).is_over(position.state)
    seen = released.seen_as(game, is_over, viewer)
    return frames.html_of_state(game, position.state, position.before, seen)


def _sentence(history: History, position: Position) -> str:
    if not position.run:
        return gettext("Before the first move")
    return sentences.run_sentence(history.fold, position.run)


def _place(position: Position) -> str:
    if not position.run:
        return gettext("At the start")
    facts = {"first": position.first, "number": position.number}
    if position.first < position.number:
        return gettext("After entries %(first)d–%(number)d") % facts
    return gettext("After entry %(number)d") % facts


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


def _games(group: Group, shown: Game, here: str) -> tuple[GameLink, ...]:
    return tuple(
        GameLink(game.number, game.title, f"{here}?game={game.number}", game == shown)
        for game in group.games.order_by("number")
    )


def _points(
    game: Game, position: Position, timeline: ReplayTimeline, index: int
) -> tuple[Points, ...]:
    now, before = timeline.totals[index], timeline.totals[max(index - 1, 0)]
    if not now:
        return ()
    seats = rules_of(game).seats_of(position.state)
    return tuple(
        Points(seat, total, total - earlier)
        for seat, total, earlier in zip(seats, now, before, strict=True)
    )
