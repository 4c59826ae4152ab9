"""All games of a group: for its moderator, and with less for everybody with its code."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from moderator.play.games_list import ListedGame, games_of
from moderator.play.models import Group
from moderator.web.core.access import group_for
from moderator.web.core.responses import render_page
from moderator.web.feed import frames


@dataclass(frozen=True)
class GamesPage:
    """The group's games, the newest first; score sheets and records are for the console."""

    group: Group
    games: tuple[ListedGame, ...]
    is_console: bool


@require_safe
@group_for("see-console")
def console(request: HttpRequest, group: Group) -> HttpResponse:
    """The list with score sheets and records."""
    return _show(request, group, is_console=True)


@require_safe
@group_for("see-chart")
def chart(request: HttpRequest, group: Group) -> HttpResponse:
    """The list with replays and logs."""
    return _show(request, group, is_console=False)


def _show(request: HttpRequest, group: Group, is_console: bool) -> HttpResponse:
    page = GamesPage(group, games_of(group), is_console)
    with timezone.override(frames.zone_of(group)):
        return render_page(request, "web/watch/games.html", page)
