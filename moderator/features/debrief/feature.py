"""The debrief: a finished game as a film, with what has been released of what was said.

What the debrief adds to what all features share.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from typing import Any
from unicodedata import east_asian_width
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import ended, frames
from moderator.core.access import group_for
from moderator.core.cache import cached_page
from moderator.core.class_page import LivePart, live_part
from moderator.core.feature import Feature, Part
from moderator.core.forms import whole_number
from moderator.core.links import requested_game
from moderator.core.log import Fold
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group
from moderator.core.responses import render_page
from moderator.core.sentences import run_sentence
from moderator.features.debrief import comments, replay
from moderator.features.debrief.class_pages import class_debrief, class_questions
from moderator.features.debrief.lanes import (
    Findings,
    Placed,
    decisive,
    findings_of,
    lanes_of,
    verdict_names,
    widths_for,
)
from moderator.features.debrief.part import (
    ReleasedNow,
    debrief_html,
    history_html,
    links_to_debrief,
    released_now,
    shown_debrief,
    shown_questions,
    where_of,
)
from moderator.features.debrief.question_pages import player_questions
from moderator.features.debrief.releases import RELEASES, has_debrief_page, seal_again
from moderator.features.debrief.replay import Film, Jump, requested_move
from moderator.features.debrief.timeline import History, history_of
from moderator.rules.deals import PENDING, PROMISE, SaidLine, Verdict
from moderator.rules.seating import PUBLIC, SeatLabel

# What the page contains besides the film: what was said, and whose of it.

LETTER_MS = 67  # 15 letters a second, some 150 words a minute, as a class reads from a wall
CARD_LETTERS = 320  # what a wall shows at once
LARGE_LETTERS = 160
LINE_LETTERS = 40
LINES_MOST = 100  # of what was said up to a position: each costs half a millisecond
MOVE, DECIDED = "move", "decided"
_ENDS = re.compile(r"[.!?…。！？]+[\"'”’»)]*\s+|[。！？]+|\n+")


@dataclass(frozen=True, slots=True)
class Decided:
    """A promise of `seat` to `partner`, made in round `turn`, that the move of a position has
    decided."""

    seat: SeatLabel
    partner: SeatLabel
    turn: int
    sentence: str
    verdict: Verdict

    @property
    def name(self) -> str:
        """The verdict in a word."""
        return verdict_names().get(self.verdict.kind, "")


@dataclass(frozen=True, slots=True)
class Card:
    """What a wall shows at once: the move, a promise that it decided, or `text`, which is what was
    said or a `page` of it."""

    kind: str
    text: str = ""
    item: SaidLine | None = None
    decided: Decided | None = None
    page: int = 1
    pages: int = 1

    @property
    def is_large(self) -> bool:
        return _size(self.text) <= LARGE_LETTERS

    @property
    def reading_ms(self) -> int:
        """How much longer the film stops here."""
        more = self.decided.verdict.sentence if self.decided else ""
        return len(self.text + more) * LETTER_MS


@dataclass(frozen=True, slots=True)
class Words:
    """What was said at the position shown, what its move decided, and the newest of what was said
    up to it. So many `older` lines are left out, the last of them at entry `older_at`."""

    now: tuple[SaidLine, ...]
    decided: tuple[Decided, ...]
    rounds: tuple[Mapping[str, Any], ...] = ()
    older: int = 0
    older_at: int = 0

    @property
    def number(self) -> int:
        """How much was said up to here."""
        return self.older + sum(len(one["lines"]) for one in self.rounds)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All but the move, one after the other."""
        found = [Card(DECIDED, one.sentence, decided=one) for one in self.decided]
        for item in self.now:
            whole = f"{item.text}\n{item.exchange}".strip()
            pages = [whole] if item.kind == PROMISE else pages_of(whole)
            found += [
                Card(item.kind, text, item, None, number, len(pages))
                for number, text in enumerate(pages, start=1)
            ]
        return tuple(found)

    @property
    def reading_ms(self) -> int:
        """How much longer the film stops here, with everything on one page."""
        return sum(card.reading_ms for card in self.cards)


def pages_of(text: str) -> list[str]:
    """The text in pieces for a wall, cut at the end of a sentence, or at least of a word."""
    pages = []
    while _size(text) > CARD_LETTERS:
        sizes = accumulate(map(_size, text))
        most = sum(1 for size in sizes if size <= CARD_LETTERS)
        ends = [found.end() for found in _ENDS.finditer(text, 0, most)]
        ends = [end for end in ends if end > most // 3] or [text.rfind(" ", 0, most) + 1]
        pages.append(text[: ends[-1] or most].strip())
        text = text[ends[-1] or most :].strip()
    return [*pages, text]


def _size(text: str) -> int:
    """How many letters of usual width need as much room."""
    wide = sum(east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide + text.count("\n") * (LINE_LETTERS - 1)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a position on a wall, of which that of `number` is shown. `urls`: of the jumps
    to those before and after it. `then`: the shape of the next move's mark, if there is one."""

    cards: tuple[Card, ...]
    number: int
    urls: Mapping[str, str]
    then: str

    @property
    def card(self) -> Card:
        return self.cards[self.number - 1]


def placed_in(history: History, items: Sequence[SaidLine]) -> tuple[Placed, ...]:
    """The items with the positions at which they were said, and at which promises were decided."""
    found = []
    for item in items:
        verdict = decisive(item)
        decided = history.at(verdict.entry) if verdict and verdict.entry else None
        found.append(Placed(item, history.at(item.log_number), decided))
    return tuple(found)


def words_at(history: History, placed: Sequence[Placed], index: int) -> Words:
    here = _words_here(history, placed, index)
    until = sorted((one for one in placed if one.index <= index), key=lambda one: one.index)
    older = until[:-LINES_MOST]
    return replace(
        here,
        rounds=_rounds(history, until[-LINES_MOST:], index),
        older=len(older),
        older_at=history.places[older[-1].index].number if older else 0,
    )


def _words_here(history: History, placed: Sequence[Placed], index: int) -> Words:
    decided = (one for each in placed for one in verdicts_in(each.item))
    return Words(
        tuple(one.item for one in placed if one.index == index),
        tuple(one for one in decided if history.at(one.verdict.entry or 0) == index),
    )


def verdicts_in(item: SaidLine) -> tuple[Decided, ...]:
    """The verdicts that a move has decided, of a promise and what was promised in exchange."""
    return tuple(
        Decided(maker, partner, item.turn, sentence, verdict)
        for maker, partner, sentence, verdict in item.sides
        if verdict and verdict.entry and verdict.kind != PENDING
    )


def _rounds(history: History, until: Sequence[Placed], index: int) -> tuple[Mapping[str, Any], ...]:
    rules = history.fold.timeline.rules
    names = [rules.round_of(place.state) for place in history.places]
    return tuple(
        {
            "name": name,
            "lines": tuple((one.item, history.places[one.index].number) for one in run),
            "is_now": name == names[index],
        }
        for name, run in groupby(until, key=lambda one: names[one.index])
    )


# The debrief: a finished game as a film, with what has been released of what was said.

PAIR = 2
NO_FILTERS: dict[str, Any] = {"who": (), "chosen": None, "pairs": ()}
PROMISES_MOST, PROMISES_MOST_ON_WALL = 8, 4  # below each other on the timeline


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks for: entry `move`, only what these players said, and for a wall, on which
    that `card` of the position stands."""

    move: int | None
    who: tuple[str, ...]
    is_wall: bool
    card: int = 1

    @property
    def kept(self) -> dict[str, str]:
        """The parameters of links to other positions."""
        who = {"who": ",".join(self.who)} if self.who else {}
        return who | ({"wall": "1"} if self.is_wall else {})


@group_for("see-chart", "GET")
def debrief(request: HttpRequest, group: Group) -> HttpResponse:
    """The debrief of `?game=` at `?move=` (else where it begins), with what the players of `?who=`
    said; with `?wall` large, one `?card=` at a time. 404 for rules without promises."""
    game = requested_game(request, group)
    look = look_at(game)
    if not has_debrief_page(look.fold):
        raise Http404
    who, card = _who(request, look.fold), whole_number(request.GET.get("card", "")) or 1
    asked = Asked(requested_move(request), who, "wall" in request.GET, card)
    look = look.by(ended.seen_as(look))
    live = live_part(group, f"public:debrief:{game.number}")
    return HttpResponse(_html(look, asked, live))


def _who(request: HttpRequest, fold: Fold) -> tuple[str, ...]:
    """The one or two players of `?who=`, in the order of play; 404 for others."""
    asked = [one for one in request.GET.get("who", "").split(",") if one]
    ids = [seat.id for seat in fold.timeline.seats]
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
) -> Mapping[str, Any]:
    """The film with what has been released of messages and records.

    `state`: why there is nothing to read, or empty; `summary`: how much there is. `events`: the
    jumps to positions at which something was said, decided or marked. `live` changes with what has
    been released. `who` filters by who said it; `pairs` with whom else the `chosen` player. `deck`:
    what a wall shows, instead of `words`; None elsewhere. `verdicts`: those that occur, with their
    names.
    """
    history = history_of(game, PUBLIC)
    placed = placed_in(history, shown.items)
    here = reverse("debrief", args=[game.group.code])
    who = set(asked.who)
    said = tuple(one for one in placed if who <= {seat.id for seat in one.item.seats})
    first = history.places[min((one.index for one in said), default=0)]
    move = first.number if asked.move is None else asked.move
    least = widths_for(placed, len(history.places))
    film = Film(game, history, PUBLIC, move, here, asked.kept, least)
    state = shown.state
    if shown.items and not said:
        state = gettext("None of that has been released.")
    around = _around(history, film, said)
    deck = _deck(history, film, said, around, asked.card) if asked.is_wall else None
    urls = deck.urls if deck else {}
    jumps = tuple(replace(jump, url=urls.get(jump.id, jump.url)) for jump in film.jumps)
    rows = PROMISES_MOST_ON_WALL if asked.is_wall else PROMISES_MOST
    numbers = [one.number for one in history.places]
    lanes = lanes_of(said, numbers, film.timeline.middles, rows)
    marked = {mark.kind for lane in lanes for mark in lane.verdicts}
    return {
        **vars(film),
        "jumps": jumps,
        "lanes": lanes,
        "lanes_height": lanes[-1].y + lanes[-1].height if lanes else 0,
        "verdicts": {kind: name for kind, name in verdict_names().items() if kind in marked},
        "words": None if deck else words_at(history, said, film.index),
        **(_filters(history, film, asked) if shown.items else NO_FILTERS),
        "state": state,
        "summary": shown.summary,
        "events": _event_jumps(history, film, around),
        "deck": deck,
        "is_wall": asked.is_wall,
        "findings": findings,
        "live": live,
    }


Around = tuple[int | None, int | None]


def _around(history: History, film: Film, said: Sequence[Placed]) -> Around:
    """The last position before that shown, and the first after it, with something to talk about."""
    marked = {mark.number for mark in film.timeline.marks}
    stops = {i for i, place in enumerate(history.places) if place.number in marked}
    stops |= {one.index for one in said}
    decided = (one for each in said for one in verdicts_in(each.item))
    stops |= {history.at(one.verdict.entry or 0) for one in decided}
    before = max((i for i in stops if i < film.index), default=None)
    return before, min((i for i in stops if i > film.index), default=None)


def _deck(history: History, film: Film, said: Sequence[Placed], around: Around, asked: int) -> Deck:
    """The cards of the position shown, and the ways to those before and after the one asked for."""
    before, after = around
    shapes = {mark.number: mark.shape for mark in film.timeline.marks}

    def cards_at(index: int) -> tuple[Card, ...]:
        place, cards = history.places[index], _words_here(history, said, index).cards
        if cards and place.number not in shapes:
            return cards
        move = run_sentence(history.fold, place.run) if place.run else ""
        return Card(MOVE, move), *cards

    def address(index: int | None, card: int) -> str:
        if index is None:
            return ""
        return f"{film.here}{history.places[index].number}" + (f"&card={card}" if card > 1 else "")

    cards = cards_at(film.index)
    number = min(asked, len(cards))
    last = len(cards_at(before)) if before is not None else 0
    return Deck(
        cards=cards,
        number=number,
        urls={
            "back": address(film.index, number - 1) if number > 1 else address(before, last),
            "on": address(film.index, number + 1) if number < len(cards) else address(after, 1),
        },
        then=shapes.get(history.places[after].number, MOVE) if after is not None else "",
    )


def _filters(history: History, film: Film, asked: Asked) -> dict[str, Any]:
    """Links to what each player said and heard, and each pair, at the same position."""
    fold = history.fold
    seats = fold.timeline.seats
    chosen = next((seat for seat in seats if seat.id in asked.who), None)

    def link(who: tuple[SeatLabel, ...], seat: SeatLabel | None) -> Mapping[str, Any]:
        ids = tuple(one.id for one in who)
        kept = Asked(None, ids, asked.is_wall).kept
        query = urlencode(
            {"game": film.game.number, **kept, "move": film.position.number}, safe=","
        )
        return {"seat": seat, "url": f"{film.url}?{query}", "is_on": set(ids) == set(asked.who)}

    links = (link((), None), *(link((seat,), seat) for seat in seats))
    others = [seat for seat in seats if seat != chosen] if chosen else []
    pairs = tuple(link((chosen, seat), seat) for seat in others if chosen)
    return {"who": links, "chosen": chosen, "pairs": pairs}


def _event_jumps(history: History, film: Film, around: Around) -> tuple[Jump, Jump]:
    """The jumps to the previous and to the next position with something to talk about."""
    before, after = around

    def url(index: int | None) -> str:
        return "" if index is None else f"{film.here}{history.places[index].number}"

    return (
        Jump("event-back", gettext("‹ Event"), gettext("Previous event"), "p", url(before)),
        Jump("event-on", gettext("Event ›"), gettext("Next event"), "n", url(after)),
    )


@group_for("see-chart", "GET")
def history(request: HttpRequest, group: Group) -> HttpResponse:
    """The history; 404 if the game has none."""
    game = requested_game(request, group)
    live = live_part(group, f"public:history:{game.number}")
    return render_page(
        request,
        "debrief/history.html",
        group=group,
        game=game,
        live=live,
        has_debrief=links_to_debrief(look_at(game)),
    )


FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/debrief/", class_debrief, name="class-debrief"),
        path("classes/<int:pk>/questions/", class_questions, name="debrief-questions"),
        path("g/<code:code>/comments/", comments.comments, name="comments"),
        path("c/<code:code>/replay/", replay.chart, name="chart-replay"),
        path("c/<code:code>/history/", history, name="history"),
        path("c/<code:code>/debrief/", debrief, name="debrief"),
        path("play/<code:code>/questions/", player_questions, name="play-questions"),
        path("g/<code:code>/replay/", replay.console, name="replay"),
    ),
    group_pages={"public:history:": history_html, "public:debrief:": debrief_html},
    books=(RELEASES,),
    goes_on=seal_again,
    forget_person=lambda person: person.answers.all().delete(),
    parts=(Part("debrief", shown_debrief), Part("questions", shown_questions, is_private=True)),
)
