"""The chart page: for everybody with the group's code, on a phone, a laptop or the wall."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from moderator.play import selectors
from moderator.play.log import folds
from moderator.play.models import Group
from moderator.rules.viewer import PUBLIC
from moderator.web.core import game_files
from moderator.web.core.access import group_for
from moderator.web.core.invitations import Invitation, invitation
from moderator.web.core.responses import render_page
from moderator.web.feed import frames
from moderator.web.feed.debrief_part import links_to_debrief
from moderator.web.feed.map_base import map_base_of


@dataclass(frozen=True)
class ChartPage:
    """The public chart; with an `invitation` it is for the wall.

    `is_open`: whether it invites people to seats that are still free. `has_history`: whether there
    is a page of the game’s history.
    """

    group: Group
    title: str
    live: SafeString
    map_base: SafeString
    version: int
    feed: str
    invitation: Invitation | None
    options: tuple[str, ...]
    options_short: tuple[str, ...]
    is_open: bool
    has_history: bool
    has_debrief: bool
    style: str
    more_styles: tuple[str, ...]
    script: str

    @property
    def is_wall(self) -> bool:
        """Whether it is large and has no controls."""
        return self.invitation is not None


@require_safe
@group_for("see-chart")
def chart(request: HttpRequest, group: Group) -> HttpResponse:
    """The public chart; with `?wall` large, without controls, with the join code."""
    game = selectors.game_now(group)
    fold = folds.fold_of(game) if game else None
    now = fold.timeline if fold else None
    is_wall = "wall" in request.GET
    page = ChartPage(
        group=group,
        title=game.title if game else group.name,
        live=frames.html_of(group, game, fold, PUBLIC),
        map_base=map_base_of(game, has_switch="wall" not in request.GET),
        version=frames.version_of(group, game, fold, PUBLIC),
        feed=f"{reverse('chart', args=[group.code])}feed",
        # The QR code takes some ms, so it isn't made for two hundred phones that don't show it.
        invitation=invitation(request, group) if is_wall else None,
        is_open=is_wall and (game is None or selectors.has_free_seat(game)),
        has_history=now is not None and now.game.has_history,
        has_debrief=game is not None and fold is not None and links_to_debrief(game, fold),
        options=now.game.options_in_force(now.state) if now else (),
        options_short=now.game.options_in_short(now.state) if now else (),
        style=game_files.style_of(game),
        more_styles=game_files.more_styles_of(game, *(["wall"] if is_wall else []), "end"),
        script=game_files.script_of(game),
    )
    return render_page(request, "web/watch/chart.html", page)
