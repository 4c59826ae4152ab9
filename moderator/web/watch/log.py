"""The log of a group's game for everybody with its code, without what is still secret."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from moderator.play import access
from moderator.play.announced import Announced, announced_in
from moderator.play.comments import Comments, comments_on, comments_within
from moderator.play.log import folds
from moderator.play.log_lines import LogLine, log_lines
from moderator.play.models import Comment, Game, Group
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
    start: tuple[Comment, ...]
    comment_at: str = ""
    """The start of the address at which a moderator comments on an entry."""


@require_safe
@group_for("see-chart")
def log(request: HttpRequest, group: Group) -> HttpResponse:
    """The log of the group's game; the lines have no names of people.

    Announcements to one player are there for that player and for moderators, too.
    """
    game = requested_game(request, group)
    fold, reader = folds.fold_of(game), _reader(request, game)
    comments = comments_on(game, fold, PUBLIC)
    page = LogPage(
        group,
        game,
        lines=_with_comments(log_lines(game, fold, PUBLIC), comments),
        announced=announced_in(game, fold, reader),
        can_catch_up=game.can_catch_up and access.may(actor_of(request), "record", group),
        start=comments.get(0, ()),
        comment_at=_comment_at(game) if reader.is_moderator else "",
    )
    with timezone.override(frames.zone_of(group)):
        return render_page(request, "web/watch/log.html", page)


def _with_comments(lines: list[LogLine], comments: Comments) -> list[LogLine]:
    return [
        replace(line, comments=comments_within(comments, line.first, line.number)) for line in lines
    ]


def _comment_at(game: Game) -> str:
    return f"{reverse('comments', args=[game.group.code])}?game={game.number}&move="


def _reader(request: HttpRequest, game: Game) -> Viewer:
    """Who reads it: a moderator, somebody who has a seat in this game, or the public."""
    actor = actor_of(request)
    if access.may(actor, "see-console", game.group):
        return MODERATOR
    seat = access.seat_of(actor, game)
    return Viewer(seat=seat.player) if seat else PUBLIC
