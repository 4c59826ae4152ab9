"""What watchers are shown: the same template for a page's first look and for its feed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from django.template import TemplateDoesNotExist
from django.template.loader import get_template, render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from moderator.live.frame import Frame
from moderator.play import log, selectors
from moderator.play.models import Game, Group
from moderator.rules.game import MODERATOR, PUBLIC, Viewer
from moderator.rules.log import Timeline
from moderator.web.feed_access import feed_access

__all__ = ["SEAT", "feed_access", "folder_of", "html_of", "render", "version_of"]

SEAT = "seat:"
ENTRIES_MOST = 1_000_000  # more than any game's log holds
LOG_LINES = 200


def render(group_id: int, audience: str) -> Frame | None:
    """The frame of a group for "public", "moderator" or "seat:<player>"; None if it is gone."""
    group = Group.objects.select_related("classroom").filter(pk=group_id).first()
    if group is None:
        return None
    game = selectors.game_now(group)
    timeline = selectors.timeline(game) if game else None
    html = html_of(group, game, timeline, _viewer(audience))
    return Frame(version_of(game, timeline), html.encode())


def version_of(game: Game | None, timeline: Timeline | None) -> int:
    """A number that grows with every entry and every new game of a group."""
    if game is None or timeline is None:
        return 0
    return game.number * ENTRIES_MOST + timeline.number


def folder_of(game: Game) -> str:
    """Where the templates of the game's rules are: `templates/games/<folder>/`."""
    return game.rules.replace("-", "_")


def html_of(
    group: Group, game: Game | None, timeline: Timeline | None, viewer: Viewer
) -> SafeString:
    """Everything that the viewer may see, and no inputs."""
    more: dict[str, object] = {}
    if game is None or timeline is None:
        return _html(group, viewer, {"game": ""})
    if viewer.is_moderator:
        more["log"] = selectors.log_lines(game, viewer, LOG_LINES)
        more["older"] = max(0, timeline.number - LOG_LINES)
    return html_of_state(group, game, timeline.state, timeline.before, viewer, more)


def html_of_state(
    group: Group,
    game: Game,
    state: Any,
    before: Any,
    viewer: Viewer,
    more: Mapping[str, object] = MappingProxyType({}),
) -> SafeString:
    """The same of any state of the game, without the log unless `more` holds it."""
    context = {
        "game": folder_of(game),
        "chart": chart_template(game.rules),
        "view": log.rules_of(game).view(state, viewer, before),
        "own": viewer.seat or "",
        "log": None,
        **more,
    }
    return _html(group, viewer, context)


def _html(group: Group, viewer: Viewer, context: Mapping[str, object]) -> SafeString:
    with timezone.override(zone_of(group)):
        return render_to_string("web/frame.html", {"group": group, "viewer": viewer, **context})


def chart_template(rules: str) -> str:
    """The template that draws a state of these rules."""
    return f"games/{rules.replace('-', '_')}/chart.html"


def has_chart(rules: str) -> bool:
    """Whether the site has a page for a game with these rules."""
    try:
        get_template(chart_template(rules))
    except TemplateDoesNotExist:
        return False
    return True


def zone_of(group: Group) -> tzinfo:
    """The class's time zone."""
    return ZoneInfo(group.classroom.time_zone)


def _viewer(audience: str) -> Viewer:
    if audience == "moderator":
        return MODERATOR
    if audience.startswith(SEAT):
        return Viewer(seat=audience.removeprefix(SEAT))
    return PUBLIC
