"""Who is online: whose phone, or whose console, is connected now."""

from __future__ import annotations

from datetime import datetime, timedelta

from moderator.play.models import Classroom, Presence

ONLINE = timedelta(seconds=45)
"""How long somebody is online after having been seen; those connected are seen every 20 s."""


def seen_in(classroom: Classroom) -> dict[int, datetime]:
    """When the people of a class were connected last, by their primary keys."""
    seen = Presence.objects.filter(person__classroom=classroom)
    return dict(seen.values_list("person_id", "seen"))


def is_online(seen: datetime | None, now: datetime) -> bool:
    """Whether somebody who was seen then is online."""
    return seen is not None and now - seen < ONLINE
