"""The log of a group's game for everybody with its code, without what is still secret."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from moderator.play.log import folds
from moderator.play.log_lines import LogLine, log_lines
from moderator.play.models import Game, Group
from moderator.rules.viewer import PUBLIC
from moderator.web.core.access import group_for
from moderator.web.core.responses import render_page
from moderator.web.core.sheet_links import requested_game
from moderator.web.feed import frames


@dataclass(frozen=True)
class LogPage:
    """The entries of a log that everybody may see, newest first."""

    group: Group
    game: Game
    lines: list[LogLine]


@require_safe
@group_for("see-chart")
def log(request: HttpRequest, group: Group) -> HttpResponse:
    """The log of the group's game; the lines have no names of people."""
    game = requested_game(request, group)
    page = LogPage(group, game, log_lines(game, folds.fold_of(game), PUBLIC))
    with timezone.override(frames.zone_of(group)):
        return render_page(request, "web/watch/log.html", page)
