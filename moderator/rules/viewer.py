"""Who is looking at a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who is looking at a game: the moderator, one seat, or (neither of them) the public."""

    seat: str | None = None
    is_moderator: bool = False


PUBLIC = Viewer()
MODERATOR = Viewer(is_moderator=True)
