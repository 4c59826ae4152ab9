"""What a browser may watch."""

from __future__ import annotations

from collections.abc import Mapping

from moderator.core.audiences import feed_access


def watched(path: str, cookies: Mapping[str, str]) -> tuple[int, str] | None:
    """The group and the audience of a feed's path, whenever the session ends."""
    found = feed_access(path, cookies)
    return (found.group_id, found.audience) if found else None
