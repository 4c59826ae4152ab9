"""The log of a group's game for everybody with its code, without what is still secret."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from moderator.play import access
from moderator.play.announced import Announced, announced_in
from moderator.play.log import folds
from moderator.play.log_lines import LogLine, log_lines
from moderator.play.models import Game, Group
from moderator.rules.viewer import MODERATOR, PUBLIC, Viewer
from moderator.web.core.access import actor_of, group_for
from moderator.web.core.responses import render_page
from moderator.web.core.sheet_links import requested_game
from moderator.web.feed import frames


@dataclass(frozen=True)
class LogPage:
    """The entries of a log that everybody may see, and what was announced, newest first."""

    group: Group
    game: Game
    lines: list[LogLine]
    announced: list[Announced]
    can_catch_up: bool


@require_safe
@group_for("see-chart")
def log(request: HttpRequest, group: Group) -> HttpResponse:
    """The log of the group's game; the lines have no names of people.

    Announcements to one player are there for that player and for moderators, too.
    """
    game = requested_game(request, group)
    fold, reader = folds.fold_of(game), _reader(request, game)
    lines, announced = log_lines(game, fold, PUBLIC), announced_in(game, fold, reader)
    can_catch_up = game.can_catch_up and access.may(actor_of(request), "record", group)
    page = LogPage(group, game, lines, announced, can_catch_up)
    with timezone.override(frames.zone_of(group)):
        return render_page(request, "web/watch/log.html", page)


def _reader(request: HttpRequest, game: Game) -> Viewer:
    """Who reads it: a moderator, somebody who has a seat in this game, or the public."""
    actor = actor_of(request)
    if access.may(actor, "see-console", game.group):
        return MODERATOR
    seat = access.seat_of(actor, game)
    return Viewer(seat=seat.player) if seat else PUBLIC
