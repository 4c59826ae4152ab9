"""The history of a game: what happened so far, for everybody with the group's code."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moderator.core.access import group_for
from moderator.core.class_frames import LivePart, live_part
from moderator.core.look import look_at
from moderator.core.models import Game, Group
from moderator.core.responses import render_page
from moderator.core.sheet_links import requested_game
from moderator.features.debrief.releases.part import links_to_debrief


@dataclass(frozen=True)
class HistoryPage:
    group: Group
    game: Game
    live: LivePart
    has_debrief: bool


@require_safe
@group_for("see-chart")
def history(request: HttpRequest, group: Group) -> HttpResponse:
    """The history; 404 if the game has none."""
    game = requested_game(request, group)
    live = live_part(group, f"public:history:{game.number}")
    page = HistoryPage(group, game, live, links_to_debrief(look_at(game)))
    return render_page(request, "debrief/history.html", page)
