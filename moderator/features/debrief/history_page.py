"""The history of a game: what happened so far, for everybody with the group's code."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from moderator.core import ended
from moderator.core.access import group_for
from moderator.core.cache import cached_page
from moderator.core.games import template_of
from moderator.core.log import Fold, past_of, rules_of
from moderator.core.look import Look, look_at
from moderator.core.models import Game, Group
from moderator.core.responses import render_page
from moderator.core.sheet_links import requested_game
from moderator.features.debrief.releases.part import links_to_debrief

REFRESH_S = 10


@dataclass(frozen=True)
class HistoryPage:
    """A game's history as HTML. `version` changes when a round or the game ends."""

    group: Group
    game: Game
    content: SafeString
    version: str
    refresh_s: int
    url: str
    has_debrief: bool


@require_safe
@group_for("see-chart")
def history(request: HttpRequest, group: Group) -> HttpResponse:
    """The history; 404 if the game has none, 304 for a script that asks again for the same."""
    game = requested_game(request, group)
    rules = rules_of(game)
    if not rules.has_history:
        raise Http404
    look = look_at(game)
    look = look.by(ended.seen_as(look))
    version = _version(look)
    etag = f'"{version}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    page = HistoryPage(
        group=group,
        game=game,
        content=_content(look),
        version=version,
        refresh_s=REFRESH_S,
        url=f"{reverse('history', args=[group.code])}?game={game.number}",
        has_debrief=links_to_debrief(look),
    )
    response = render_page(request, "debrief/history.html", page)
    response.headers["ETag"] = etag
    return response


def _version(look: Look) -> str:
    """A text that stays the same within a round; in a game without rounds until the next move."""
    facts = (look.game.uid, _since(look.fold), look.viewer, get_language())
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def _since(fold: Fold) -> int:
    """The number of the move that ended the last complete round; of the last entry if there are no
    rounds or the game is over. After undo and other moves it is another one.
    """
    timeline, rules = fold.timeline, fold.timeline.rules
    rounds = None if rules.is_over(timeline.state) else rules.rounds_played(timeline.state)
    if rounds is None:
        return fold.number
    ends = (one.number for one in timeline.steps() if rules.rounds_played(one.before) != rounds)
    return next(ends, 0)


def _content(look: Look) -> SafeString:
    key = (look.game.uid, look.fold.hash, look.fold.number, look.viewer, get_language())
    return cached_page("history", key, lambda: _made(look))


def _made(look: Look) -> SafeString:
    game, rules = look.game, look.rules
    steps = past_of(look.fold, look.fold.number, look.viewer)
    context: dict[str, Any] = {
        "history": rules.history_view(look.timeline.start, steps, look.viewer),
        "replay": f"{reverse('chart-replay', args=[game.group.code])}?game={game.number}&move=",
    }
    name = template_of(game.rules, "history.html", "debrief/history_points.html")
    return render_to_string(name, context)
