"""The debrief: a finished game as a film, with what has been released of what was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import ended, frames
from moderator.core.access import group_for
from moderator.core.cache import cached_page
from moderator.core.class_page import LivePart, live_part
from moderator.core.links import requested_game
from moderator.core.log import Fold
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group
from moderator.core.responses import render_page
from moderator.features.debrief.lanes import (
    Findings,
    Lane,
    Placed,
    decisive,
    findings_of,
    lanes_of,
    verdict_names,
    widths_for,
)
from moderator.features.debrief.part import (
    ReleasedNow,
    has_debrief_page,
    links_to_debrief,
    released_now,
    where_of,
)
from moderator.features.debrief.replay import Film, Jump, film_of, requested_move
from moderator.features.debrief.timeline import LEAST_WIDTH, History, history_of
from moderator.rules.deals import PENDING, Verdict
from moderator.rules.said import SaidLine
from moderator.rules.seating import PUBLIC, SeatLabel

# What the page contains besides the film: what was said, and whose of it.

LETTER_MS = 45  # to read one on a wall
READING_MOST_MS = 30_000
LINES_MOST = 100  # of what was said up to a position: each costs half a millisecond


@dataclass(frozen=True, slots=True)
class Decided:
    """A promise of `seat` that the move of a position has decided."""

    seat: SeatLabel
    sentence: str
    verdict: Verdict

    @property
    def name(self) -> str:
        """The verdict in a word."""
        return verdict_names().get(self.verdict.kind, "")


@dataclass(frozen=True, slots=True)
class RoundOfTalk:
    """What was said in a round, as far as the film has come, with the positions’ entries."""

    name: str
    lines: tuple[tuple[SaidLine, int], ...]
    is_now: bool


@dataclass(frozen=True, slots=True)
class Words:
    """What was said at the position shown, what its move decided, and the newest of what was said
    up to it. So many `older` lines are left out, the last of them at entry `older_at`."""

    now: tuple[SaidLine, ...]
    decided: tuple[Decided, ...]
    rounds: tuple[RoundOfTalk, ...]
    letters: int
    older: int = 0
    older_at: int = 0

    @property
    def number(self) -> int:
        """How much was said up to here."""
        return self.older + sum(len(one.lines) for one in self.rounds)

    @property
    def size(self) -> str:
        """How large a wall can show it."""
        sizes = ((350, "few"), (900, "some"), (1_700, "many"))
        return next((name for most, name in sizes if self.letters <= most), "most")

    @property
    def reading_ms(self) -> int:
        """How much longer the film stops here."""
        return min(self.letters * LETTER_MS, READING_MOST_MS)


@dataclass(frozen=True, slots=True)
class WhoLink:
    """A filter of what was said: `seat` None for no filter."""

    seat: SeatLabel | None
    url: str
    is_on: bool


@dataclass(frozen=True)
class DebriefPage(Film):
    """The debrief: the film with what has been released of messages and records.

    `state`: why there is nothing to read, or empty; `summary`: how much there is. `events`: the
    jumps to positions at which something was said, decided or marked. `live` changes with what has
    been released. `who` filters by who said it; `pairs` with whom else the `chosen` player.
    """

    lanes: tuple[Lane, ...]
    words: Words
    who: tuple[WhoLink, ...]
    chosen: SeatLabel | None
    pairs: tuple[WhoLink, ...]
    state: str
    summary: str
    events: tuple[Jump, ...]
    is_wall: bool
    findings: Findings
    live: LivePart

    @property
    def lanes_height(self) -> float:
        """Of all lanes, which are below each other."""
        return self.lanes[-1].y + self.lanes[-1].height

    @property
    def verdicts(self) -> dict[str, str]:
        """The verdicts that occur, with their names."""
        found = {mark.kind for lane in self.lanes for mark in lane.verdicts}
        return {kind: name for kind, name in verdict_names().items() if kind in found}


def placed_in(history: History, items: Sequence[SaidLine]) -> tuple[Placed, ...]:
    """The items with the positions at which they were said, and at which promises were decided."""
    return tuple(
        Placed(item, history.at(item.log_number), _decided_at(history, item)) for item in items
    )


def first_said(history: History, placed: Sequence[Placed]) -> int:
    """The entry of the first position at which something was said; if nothing was, the start's."""
    return history.places[min((one.index for one in placed), default=0)].number


def words_at(history: History, placed: Sequence[Placed], index: int) -> Words:
    now = tuple(one.item for one in placed if one.index == index)
    decided = tuple(
        one for each in placed for one in verdicts_in(each.item) if _is_here(history, one, index)
    )
    texts = [f"{item.text}{item.exchange}" for item in now] + [one.sentence for one in decided]
    until = sorted((one for one in placed if one.index <= index), key=lambda one: one.index)
    older = until[:-LINES_MOST]
    return Words(
        now,
        decided,
        _rounds(history, until[-LINES_MOST:], index),
        sum(map(len, texts)),
        len(older),
        history.places[older[-1].index].number if older else 0,
    )


def verdicts_in(item: SaidLine) -> tuple[Decided, ...]:
    """The verdicts that a move has decided, of a promise and what was promised in exchange."""
    return tuple(
        Decided(maker, sentence, verdict)
        for maker, _partner, sentence, verdict in item.sides
        if verdict and verdict.entry and verdict.kind != PENDING
    )


def _decided_at(history: History, item: SaidLine) -> int | None:
    verdict = decisive(item)
    return history.at(verdict.entry) if verdict and verdict.entry else None


def _is_here(history: History, one: Decided, index: int) -> bool:
    return one.verdict.entry is not None and history.at(one.verdict.entry) == index


def _rounds(history: History, until: Sequence[Placed], index: int) -> tuple[RoundOfTalk, ...]:
    rules = history.fold.timeline.rules
    names = [rules.round_of(place.state) for place in history.places]
    return tuple(
        RoundOfTalk(
            name,
            tuple((one.item, history.places[one.index].number) for one in run),
            name == names[index],
        )
        for name, run in groupby(until, key=lambda one: names[one.index])
    )


# The debrief: a finished game as a film, with what has been released of what was said.

PAIR = 2
NO_FILTERS: dict[str, Any] = {"who": (), "chosen": None, "pairs": ()}
WALL_WIDTH = 1830.0  # of the timeline, so that it is not too high


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


@group_for("see-chart", "GET")
def debrief(request: HttpRequest, group: Group) -> HttpResponse:
    """The debrief of `?game=` at `?move=` (else where it begins), with what the players of `?who=`
    said; large with `?wall`. 404 for rules without promises."""
    game = requested_game(request, group)
    look = look_at(game)
    if not has_debrief_page(look.fold):
        raise Http404
    asked = Asked(requested_move(request), _who(request, look.fold), "wall" in request.GET)
    look = look.by(ended.seen_as(look))
    live = live_part(group, f"public:debrief:{game.number}")
    return HttpResponse(_html(look, asked, live))


def _who(request: HttpRequest, fold: Fold) -> tuple[str, ...]:
    """The one or two players of `?who=`, in the order of play; 404 for others."""
    asked = [one for one in request.GET.get("who", "").split(",") if one]
    ids = [seat.id for seat in fold.timeline.rules.seats_of(fold.timeline.state)]
    if len(asked) > PAIR or not set(ids).issuperset(asked):
        raise Http404
    return tuple(one for one in ids if one in asked)


def _html(look: Look, asked: Asked, live: LivePart) -> str:
    """The whole page, which is the same for everybody; cached."""
    group = look.game.group
    zone = frames.zone_of(group)
    games = tuple(group.games.values_list("pk", flat=True))
    key = (look.game.changes, *where_of(look), asked, group.name, games, zone, live)

    def make() -> str:
        shown = released_now(look)
        findings = findings_of(look, shown.what)
        with timezone.override(zone):
            page = _page(look.game, shown, asked, findings, live)
            return render_to_string("debrief/debrief.html", {"page": page})

    return cached_page("page of a debrief", key, make)


def _page(
    game: Game, shown: ReleasedNow, asked: Asked, findings: Findings, live: LivePart
) -> DebriefPage:
    history = history_of(game, PUBLIC)
    placed = placed_in(history, shown.items)
    here = reverse("debrief", args=[game.group.code])
    least = widths_for(placed, len(history.places))
    width = WALL_WIDTH if asked.is_wall else LEAST_WIDTH
    who = set(asked.who)
    said = tuple(one for one in placed if who <= {seat.id for seat in one.item.seats})
    move = first_said(history, said) if asked.move is None else asked.move
    film = film_of(game, history, PUBLIC, move, here, asked.kept, least, width)
    state = shown.state
    if shown.items and not said:
        state = gettext("None of that has been released.")
    return DebriefPage(
        **vars(film),
        lanes=lanes_of(said, [one.number for one in history.places], film.timeline.middles),
        words=words_at(history, said, film.index),
        **(_filters(history, film, asked) if shown.items else NO_FILTERS),
        state=state,
        summary=shown.summary,
        events=_event_jumps(history, film, said),
        is_wall=asked.is_wall,
        findings=findings,
        live=live,
    )


def _filters(history: History, film: Film, asked: Asked) -> dict[str, Any]:
    """Links to what each player said and heard, and each pair, at the same position."""
    fold = history.fold
    seats = fold.timeline.rules.seats_of(fold.timeline.state)
    chosen = next((seat for seat in seats if seat.id in asked.who), None)

    def link(who: tuple[SeatLabel, ...], seat: SeatLabel | None) -> WhoLink:
        ids = tuple(one.id for one in who)
        kept = Asked(None, ids, asked.is_wall).kept
        query = urlencode(
            {"game": film.game.number, **kept, "move": film.position.number}, safe=","
        )
        return WhoLink(seat, f"{film.url}?{query}", set(ids) == set(asked.who))

    links = (link((), None), *(link((seat,), seat) for seat in seats))
    others = [seat for seat in seats if seat != chosen] if chosen else []
    pairs = tuple(link((chosen, seat), seat) for seat in others if chosen)
    return {"who": links, "chosen": chosen, "pairs": pairs}


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


@dataclass(frozen=True)
class HistoryPage:
    group: Group
    game: Game
    live: LivePart
    has_debrief: bool


@group_for("see-chart", "GET")
def history(request: HttpRequest, group: Group) -> HttpResponse:
    """The history; 404 if the game has none."""
    game = requested_game(request, group)
    live = live_part(group, f"public:history:{game.number}")
    page = HistoryPage(group, game, live, links_to_debrief(look_at(game)))
    return render_page(request, "debrief/history.html", page)
