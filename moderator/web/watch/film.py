"""A position of a game's log with the ways to others, as the replay and the debrief show it."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from moderator.play import released, sentences
from moderator.play.from_paper.notes import late_notes
from moderator.play.log.entries import entries_of, rules_of
from moderator.play.log.history import History, Position
from moderator.play.log_lines import details_of
from moderator.play.models import Game, Group
from moderator.rules.viewer import Viewer
from moderator.web.core.forms import whole_number
from moderator.web.feed import frames
from moderator.web.watch.jumps import jumps_of
from moderator.web.watch.replay_page import Film, GameLink, Points
from moderator.web.watch.timeline import NO_ROOM, ReplayTimeline, Room, timeline_of


def requested_move(request: HttpRequest) -> int | None:
    """The entry `?move=`; None without it. 404 if it is no number."""
    if "move" not in request.GET:
        return None
    number = whole_number(request.GET["move"])
    if number is None:
        raise Http404
    return number


def film_of(
    game: Game,
    history: History,
    viewer: Viewer,
    requested: int | None,
    here: str,
    kept: Mapping[str, str],
    room: Room = NO_ROOM,
) -> Film:
    """The position at entry `requested`, or at the last one before it; the last one if None.

    Args:
        here: the URL of the page. Links to other positions keep the parameters in `kept`.
        room: what else the timeline has to show.
    """
    index = len(history.places) - 1 if requested is None else history.at(requested)
    position = history.places[index]
    at = f"{here}?{urlencode({'game': game.number, **kept})}&move="
    timeline = timeline_of(game, history, viewer, room)
    return Film(
        group=game.group,
        game=game,
        chart=_chart(game, position, viewer),
        position=position,
        place=_place(position),
        sentence=_sentence(history, position),
        details=details_of(game, history.fold, position.run, viewer) if position.run else None,
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
        games=_games(game.group, game, here),
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
