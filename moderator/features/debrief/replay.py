"""The replay: a game after any entry of its log, and the ways to other positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import ended, frames, queries
from moderator.core.access import group_for
from moderator.core.feature import FEATURES
from moderator.core.forms import whole_number
from moderator.core.games import script_of, style_of
from moderator.core.links import requested_game
from moderator.core.log import entries_of, rules_of
from moderator.core.look import Look
from moderator.core.models import Entry, Game, Group
from moderator.core.responses import render_page
from moderator.core.sentences import (
    author_of,
    details_of,
    late_notes,
    map_base_of,
    said_move,
)
from moderator.features.debrief.comments import comments_at
from moderator.features.debrief.part import links_to_debrief
from moderator.features.debrief.timeline import (
    History,
    Position,
    ReplayTimeline,
    history_of,
    timeline_of,
)
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer

# The buttons of a replay: from one position to others.


@dataclass(frozen=True)
class Jump:
    """A link to another position; `url` is empty if there is none. `keys` is its shortcut.

    `is_minor`: the timeline leads there, too, so that it is a button only where that lacks turns.
    """

    id: str
    sign: str
    label: str
    keys: str
    url: str
    is_minor: bool = False


def jumps_of(history: History, index: int, here: str) -> tuple[Jump, ...]:
    """The buttons at a position: first, previous turn, previous, next, next turn, last."""
    last = len(history.places) - 1
    starts = [i for i, position in enumerate(history.places) if position.is_turn]
    previous_turn = max((i for i in starts if i < index), default=None)
    next_turn = min((i for i in starts if i > index), default=last if index < last else None)
    has_previous, has_next = index > 0, index < last
    targets = (
        ("first", "⇤", gettext("First"), "Home", 0 if has_previous else None),
        ("turn-back", "«", gettext("Previous turn"), "Shift+ArrowLeft", previous_turn),
        ("back", "‹", gettext("Previous"), "ArrowLeft", index - 1 if has_previous else None),
        ("on", "›", gettext("Next"), "ArrowRight", index + 1 if has_next else None),
        ("turn-on", "»", gettext("Next turn"), "Shift+ArrowRight", next_turn),
        ("last", "⇥", gettext("Last"), "End", last if has_next else None),
    )
    return tuple(
        Jump(
            id,
            sign,
            label,
            keys,
            url="" if to is None else f"{here}{history.places[to].number}",
            is_minor=id not in ("back", "on"),
        )
        for id, sign, label, keys, to in targets
    )


# What the page of a replay contains: a position, and the ways to others.


class Film:
    """A position of a game's log with the ways to others: that at entry `requested`, or at the last
    one before it, if that doesn't exist; the last one if None.

    `entry` led to it, and `said` is its move; `details`: the moves of a reveal, which is one
    position. `reasons`: of bots. `here` and the number of an entry are the address of its position,
    `url` that of the page. `x`: its place on the timeline.

    Args:
        url: of the page. Links to other positions keep the parameters in `kept`.
        widths: of the timeline, as in `timeline_of`.
    """

    def __init__(
        self,
        game: Game,
        history: History,
        viewer: Viewer,
        requested: int | None,
        url: str,
        kept: Mapping[str, str],
        widths: Sequence[float] = (),
    ) -> None:
        look = Look(game, history.fold, viewer)
        seen = ended.seen_as(look)
        index = len(history.places) - 1 if requested is None else history.at(requested)
        position = history.places[index]
        self.group, self.game, self.url = game.group, game, url
        self.here = f"{url}?{urlencode({'game': game.number, **kept})}&move="
        self.position, self.place = position, _place(position)
        self.index, self.last = index, len(history.places) - 1
        self.requested = None if requested is None or position.has(requested) else requested
        self.is_cut = history.is_cut and index == self.last
        self.chart = frames.html_of_state(
            game, position.state, position.before, seen, beside={"is_past": True}
        )
        self.said = said_move(history.fold, position.run, seen) if position.run else None
        self.details = details_of(look, position.run) if position.run else None
        self.entry = entries_of(game).filter(number=position.number).first()
        self.late = late_notes(look, position.run).get(position.number)
        self.reasons = tuple(why for one in FEATURES for why in one.reasons(look, position.run))
        self.timeline = timeline_of(game, history, seen, widths)
        self.x = self.timeline.middles[index]
        self.points = _points(game, position, self.timeline, index)
        self.jumps = jumps_of(history, index, self.here)
        self.games = tuple(game.group.games.order_by("number"))
        self.style, self.script = style_of(game), script_of(game)
        self.map_base = map_base_of(game)


def requested_move(request: HttpRequest) -> int | None:
    """The entry `?move=`; None without it. 404 if it is no number."""
    return queries.or_404(whole_number(request.GET["move"])) if "move" in request.GET else None


def _place(position: Position) -> str:
    if not position.run:
        return gettext("At the start")
    facts = {"first": position.first, "number": position.number}
    if position.first < position.number:
        return gettext("After entries %(first)d–%(number)d") % facts
    return gettext("After entry %(number)d") % facts


def _points(
    game: Game, position: Position, timeline: ReplayTimeline, index: int
) -> list[Mapping[str, Any]]:
    """Each seat's points, and by how much the last move changed them; below 0 they are `lost`."""
    now, before = timeline.totals[index], timeline.totals[max(index - 1, 0)]
    seats = rules_of(game).seats_of(position.state) if now else ()
    return [
        {"seat": seat, "total": total, "change": total - earlier, "lost": earlier - total}
        for seat, total, earlier in zip(seats, now, before, strict=True)
    ]


# The replay: a game after any entry of its log. Nothing is recorded here.


@group_for("see-console", "GET")
def console(request: HttpRequest, group: Group) -> HttpResponse:
    """The moderator's replay, with `?undone` including moves that were taken back."""
    return _answer(request, group, MODERATOR)


@group_for("see-chart", "GET")
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
    film = Film(game, history, viewer, requested, here, kept)
    is_console, entry = viewer.is_moderator, film.entry
    with timezone.override(frames.zone_of(group)):
        return render_page(
            request,
            "debrief/replay.html",
            **vars(film),
            by=author_of(entry.role, entry.person) if entry and is_console else "",
            is_automatic=entry is not None and entry.role == Entry.Role.SYSTEM,  # `by` triggered it
            comments=comments_at(request, Look(game, history.fold, viewer), film.position),
            undone=_undone(history, film, is_undone_shown) if is_console else "",
            is_undone_shown=is_undone_shown,
            now=reverse("console" if is_console else "chart", args=[group.code]),
            is_console=is_console,
            has_debrief=links_to_debrief(Look(game, history.fold)),
        )


def _undone(history: History, film: Film, is_shown: bool) -> str:
    """The address that shows or hides moves that were taken back; empty if there are none."""
    timeline = history.fold.timeline
    if timeline.number == sum(1 for _ in timeline.steps()):
        return ""
    other = {} if is_shown else {"undone": "1"}
    number = {"game": film.game.number, "move": film.position.number}
    return f"{film.url}?{urlencode({**number, **other})}"
