"""The debrief: a finished game as a film, with what has been released of what was said."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from moderator.play import released as secrets
from moderator.play.cache import MB, LruCache
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.log.history import History, history_of
from moderator.play.models import Game, Group
from moderator.play.table.debrief import Released, has_debrief
from moderator.play.table.snapshot import table_of
from moderator.play.tournaments.selectors import players_of
from moderator.rules.seating import SeatLabel
from moderator.rules.viewer import PUBLIC, Viewer
from moderator.web.core.access import group_for
from moderator.web.core.sheet_links import requested_game
from moderator.web.feed import frames
from moderator.web.feed.debrief_part import has_debrief_page, has_release, released_sentence
from moderator.web.feed.said import SaidItem, said_in
from moderator.web.watch.debrief_findings import Findings, findings_of
from moderator.web.watch.debrief_lanes import Placed, lanes_of, widths_for
from moderator.web.watch.debrief_page import (
    DebriefPage,
    Who,
    WhoLink,
    first_said,
    placed_in,
    verdicts_in,
    visible,
    words_at,
)
from moderator.web.watch.film import film_of, requested_move
from moderator.web.watch.jumps import Jump
from moderator.web.watch.replay_page import Film
from moderator.web.watch.timeline import Room

REFRESH_S = 6
PAIR = 2
WALL_WIDTH = 1830.0  # of the timeline, so that it is not too high


@dataclass(frozen=True, slots=True)
class Seen:
    """What changes without this game: the viewer, who sees more when other groups have finished,
    and the names of those who play."""

    viewer: Viewer
    names: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ReleasedNow:
    """What everybody may read now. `state`: why it is nothing, or empty; `version` changes with it,
    and with nothing that others can't read."""

    what: Released
    items: tuple[SaidItem, ...]
    state: str
    summary: str
    version: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks for: entry `move`, only what these players said, and for a wall."""

    move: int | None
    who: tuple[str, ...]
    is_wall: bool

    @property
    def kept(self) -> dict[str, str]:
        """The parameters of links to other positions."""
        who = {"who": ",".join(self.who)} if self.who else {}
        return who | ({"wall": "1"} if self.is_wall else {})


_versions: LruCache[str] = LruCache(MB // 2, entry_bytes=600)
_shown: LruCache[ReleasedNow] = LruCache(2 * MB, lambda shown: 2_000 + 2_500 * len(shown.items))
_pages: LruCache[str] = LruCache(16 * MB)  # some 100 kB each


@require_safe
@group_for("see-chart")
def debrief(request: HttpRequest, group: Group) -> HttpResponse:
    """The debrief of `?game=` at `?move=` (else where it begins), with what the players of `?who=`
    said; large with `?wall`. 304 if nothing is new; 404 for rules without promises."""
    game = requested_game(request, group)
    fold = folds.fold_of(game)
    if not has_debrief_page(fold):
        raise Http404
    asked = Asked(requested_move(request), _who(request, fold), "wall" in request.GET)
    is_over = fold.timeline.game.is_over(fold.timeline.state)
    seen = Seen(secrets.seen_as(game, is_over, PUBLIC), tuple(players_of(game).items()))
    etag = f'"{_version_of(game, fold, seen)}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    shown = _released_now(game, fold, seen)
    return HttpResponse(_html(game, fold, shown, asked, seen), headers={"ETag": etag})


def _who(request: HttpRequest, fold: Fold) -> tuple[str, ...]:
    """The one or two players of `?who=`, in the order of play; 404 for others."""
    asked = [one for one in request.GET.get("who", "").split(",") if one]
    ids = [seat.id for seat in fold.timeline.game.seats_of(fold.timeline.state)]
    if len(asked) > PAIR or not set(ids).issuperset(asked):
        raise Http404
    return tuple(one for one in ids if one in asked)


def _version_of(game: Game, fold: Fold, seen: Seen) -> str:
    """The version alone, which fits in memory for all games: scripts ask for it all the time."""
    return _versions.get_or_make(
        _key_of(game, fold, seen), lambda: _released_now(game, fold, seen).version
    )


def _released_now(game: Game, fold: Fold, seen: Seen) -> ReleasedNow:
    return _shown.get_or_make(
        _key_of(game, fold, seen), lambda: _make_released_now(game, fold, seen)
    )


def _key_of(game: Game, fold: Fold, seen: Seen) -> Hashable:
    return (game.uid, game.changes, fold.hash, game.is_stopped, get_language(), seen)


def _make_released_now(game: Game, fold: Fold, seen: Seen) -> ReleasedNow:
    table = table_of(game, fold)
    what = table.released(game, fold)
    items = said_in(game, fold, what)
    state, summary = "", ""
    if not has_debrief(fold):
        pass
    elif not table.releases.can_be:
        state = gettext("Everybody was told at the start that others never read what is written.")
    elif not has_release(game, fold, table):
        state = gettext(
            "Your instructor hasn’t released anything yet. This page shows it as soon as it is "
            "released."
        )
    elif items:
        summary = released_sentence(what)
    else:
        state = released_sentence(what)
    where = (game.uid, fold.hash, game.is_stopped, get_language(), seen)
    facts = repr((where, state, summary, what.has_all, tuple(map(visible, items))))
    return ReleasedNow(what, items, state, summary, hashlib.sha256(facts.encode()).hexdigest()[:32])


def _html(game: Game, fold: Fold, shown: ReleasedNow, asked: Asked, seen: Seen) -> str:
    """The whole page, which is the same for everybody; cached."""
    group = game.group
    zone = frames.zone_of(group)
    games = tuple(group.games.values_list("pk", flat=True))
    named = (group.name, games, seen, zone, get_language())
    key = (game.uid, game.changes, fold.hash, game.is_stopped, asked, named)

    def make() -> str:
        with timezone.override(zone):
            page = _page(game, shown, asked, findings_of(game, fold, shown.what, seen.viewer))
            return render_to_string("web/watch/debrief.html", {"page": page})

    return _pages.get_or_make(key, make)


def _page(game: Game, shown: ReleasedNow, asked: Asked, findings: Findings) -> DebriefPage:
    history = history_of(game, PUBLIC)
    placed = placed_in(history, shown.items)
    here = reverse("debrief", args=[game.group.code])
    least = widths_for(placed, len(history.places))
    room = Room(WALL_WIDTH, least) if asked.is_wall else Room(positions=least)
    said = tuple(one for one in placed if _is_of(one.item, asked.who))
    move = first_said(history, said) if asked.move is None else asked.move
    film = film_of(game, history, PUBLIC, move, here, asked.kept, room)
    state = shown.state
    if shown.items and not said:
        state = gettext("None of that has been released.")
    return DebriefPage(
        **vars(film),
        lanes=lanes_of(said, [one.number for one in history.places], film.timeline.middles),
        words=words_at(history, said, film.index),
        who=_filters(history, here, film, asked) if shown.items else None,
        state=state,
        summary=shown.summary,
        events=_event_jumps(history, film, said),
        is_wall=asked.is_wall,
        findings=findings,
        version=shown.version,
        refresh_s=REFRESH_S,
        url=f"{here}?{urlencode({'game': game.number, **asked.kept})}",
    )


def _is_of(item: SaidItem, who: Sequence[str]) -> bool:
    return {seat.id for seat in item.seats}.issuperset(who)


def _filters(history: History, here: str, film: Film, asked: Asked) -> Who:
    """Links to what each player said and heard, and each pair, at the same position."""
    fold = history.fold
    seats = fold.timeline.game.seats_of(fold.timeline.state)
    chosen = tuple(seat for seat in seats if seat.id in asked.who)

    def link(who: tuple[SeatLabel, ...], seat: SeatLabel | None) -> WhoLink:
        ids = tuple(one.id for one in who)
        kept = Asked(None, ids, asked.is_wall).kept
        query = urlencode(
            {"game": film.game.number, **kept, "move": film.position.number}, safe=","
        )
        return WhoLink(seat, f"{here}?{query}", set(ids) == set(asked.who))

    links = (link((), None), *(link((seat,), seat) for seat in seats))
    if not chosen:
        return Who((), links, ())
    first = chosen[0]
    others = [seat for seat in seats if seat not in chosen[:1]]
    return Who(chosen, links, tuple(link((first, seat), seat) for seat in others))


def _event_jumps(history: History, film: Film, said: Sequence[Placed]) -> tuple[Jump, Jump]:
    """The jumps to the previous and to the next position with something to talk about."""
    marked = {mark.number for mark in film.timeline.marks}
    stops = {i for i, place in enumerate(history.places) if place.number in marked}
    stops |= {one.index for one in said}
    entries = [one.verdict.entry for each in said for one in verdicts_in(each.item)]
    stops |= {history.at(entry) for entry in entries if entry is not None}
    before = max((i for i in stops if i < film.index), default=None)
    after = min((i for i in stops if i > film.index), default=None)

    def url(index: int | None) -> str:
        return "" if index is None else f"{film.here}{history.places[index].number}"

    return (
        Jump("event-back", gettext("‹ Event"), gettext("Previous event"), "p", url(before)),
        Jump("event-on", gettext("Event ›"), gettext("Next event"), "n", url(after)),
    )
