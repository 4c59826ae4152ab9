"""What can be concluded from what was said and what was done: a part of the debrief's page.

What was said comes only from what the reader may read (`Released`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language

from moderator.play.cache import MB, LruCache
from moderator.play.log.entries import rules_of
from moderator.play.log.folds import Fold
from moderator.play.log.groups import past_of
from moderator.play.models import Game
from moderator.play.table.debrief import Released, has_debrief
from moderator.play.table.diplomacy import has_records
from moderator.rules.seating import SeatLabel
from moderator.rules.trust import JudgedFor, Trust, trust_of
from moderator.rules.viewer import Viewer
from moderator.web.core.game_files import template_of
from moderator.web.feed.said import PROMISE, SaidItem, said_in
from moderator.web.feed.told import TurningPointTold, turning_points_told


@dataclass(frozen=True, slots=True)
class Findings:
    """What can be concluded. `told`: the moves that swung the points most, in their order; empty
    where nothing can be written. `trust`: None in games without promises.

    `has_all`: nothing that was said is missing. `history` is the rules' own, or None, and
    `path_template` shows the winners' path in it; empty if there is none. `replay`: the start of
    the URL of the chart after an entry.
    """

    seats: tuple[SeatLabel, ...]
    told: tuple[TurningPointTold, ...]
    trust: Trust | None
    is_empty: bool
    has_all: bool
    history: Any
    path_template: str
    round_word: str
    replay: str


_findings: LruCache[Findings] = LruCache(4 * MB, lambda one: 60_000 + 2_000 * len(one.told))


def findings_of(game: Game, fold: Fold, what: Released, viewer: Viewer) -> Findings:
    """The findings for somebody who may read `what`; cached until the game or that changes.

    Cost: reads the whole game.
    """
    parts = (
        tuple(one.number for one in what.messages),
        tuple(one.number for one in what.records.contacts),
        tuple(one.number for one in what.records.promises),
    )
    facts = (game.uid, game.number, fold.hash, game.changes, game.is_stopped, viewer)
    key = (*facts, parts, what.has_all, get_language())
    return _findings.get_or_make(key, lambda: _made(game, fold, what, viewer))


def _made(game: Game, fold: Fold, what: Released, viewer: Viewer) -> Findings:
    rules, start = rules_of(game), fold.timeline.start
    seats = tuple(rules.seats_of(fold.timeline.state))
    history = rules.history_view(start, past_of(fold, fold.number, viewer), viewer)
    items = said_in(game, fold, what)
    path = getattr(history, "path", None)
    replay = reverse("chart-replay", args=[game.group.code])
    return Findings(
        seats=seats,
        told=turning_points_told(history, seats, items) if has_debrief(fold) else (),
        trust=trust_of(seats, _promises(items)) if has_records(fold) else None,
        is_empty=what.is_empty,
        has_all=what.has_all,
        history=history,
        path_template=template_of(game.rules, "history_path.html") if path else "",
        round_word=rules.round_word,
        replay=f"{replay}?game={game.number}&move=",
    )


def _promises(items: tuple[SaidItem, ...]) -> Iterator[JudgedFor]:
    """The accepted promises; what was promised in exchange is a promise of the partner."""
    for item in items:
        row = item.promise
        if item.kind != PROMISE or row is None or not row.promise.is_accepted:
            continue
        yield row.maker.id, row.partner.id, row.verdict
        if row.exchange:
            yield row.partner.id, row.maker.id, row.exchange_verdict
