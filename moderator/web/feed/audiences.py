"""Whom a frame is for: the names by which the feed tells them apart, and what the rules call them.

Of these `live` knows one alone, the public: those with the group's code and nothing more.
"""

from __future__ import annotations

from moderator.live.hub import PUBLIC
from moderator.rules.game import MODERATOR as MODERATOR_VIEWER
from moderator.rules.game import PUBLIC as PUBLIC_VIEWER
from moderator.rules.game import Viewer

__all__ = ["MODERATOR", "PUBLIC", "seat_audience", "viewer_of"]

MODERATOR = "moderator"
_SEAT = "seat:"


def seat_audience(player: str) -> str:
    """Those who sit on that seat."""
    return f"{_SEAT}{player}"


def viewer_of(audience: str) -> Viewer:
    """Whose eyes the frame is drawn for.

    Raises:
        ValueError: there is no such audience.
    """
    if audience == PUBLIC:
        return PUBLIC_VIEWER
    if audience == MODERATOR:
        return MODERATOR_VIEWER
    if audience.startswith(_SEAT):
        return Viewer(seat=audience.removeprefix(_SEAT))
    raise ValueError(f"no audience: {audience}")
