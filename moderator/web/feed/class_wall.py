"""The class wall: all groups of a class on the projector, for everybody with its code."""

from __future__ import annotations

from django.template.loader import render_to_string

from moderator.play import selectors
from moderator.play.models import Classroom


def wall_html(classroom: Classroom) -> str:
    """The wall's frame; nothing secret is on it."""
    groups = [selectors.game_summary(group) for group in selectors.groups_of(classroom)]
    return render_to_string("web/feed/class_wall.html", {"classroom": classroom, "groups": groups})
