"""What watchers are shown: the same template for a page's first look and for its feed."""

from __future__ import annotations

from datetime import tzinfo
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
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
    context: dict[str, object] = {"game": "", "group": group, "viewer": viewer}
    if game is not None and timeline is not None:
        context |= {
            "game": folder_of(game),
            "chart": f"games/{folder_of(game)}/chart.html",
            "view": log.rules_of(game).view(timeline.state, viewer, timeline.before),
            "own": viewer.seat or "",
            "log": None,
        }
        if viewer.is_moderator:
            context["log"] = selectors.log_lines(game, viewer, LOG_LINES)
            context["older"] = max(0, timeline.number - LOG_LINES)
    with timezone.override(zone_of(group)):
        return render_to_string("web/frame.html", context)


def zone_of(group: Group) -> tzinfo:
    """The class's time zone."""
    return ZoneInfo(group.classroom.time_zone)


def _viewer(audience: str) -> Viewer:
    if audience == "moderator":
        return MODERATOR
    if audience.startswith(SEAT):
        return Viewer(seat=audience.removeprefix(SEAT))
    return PUBLIC
