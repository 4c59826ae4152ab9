"""Who is looking at a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who is looking at a game: the moderator, one seat, or (neither of them) the public."""

    seat: str | None = None
    is_moderator: bool = False
    is_released: bool = False
    """Whether a finished game's secrets are open to this viewer, who isn't one of its players."""

    @property
    def sees_end(self) -> bool:
        """Whether everything may be seen once the game is over."""
        return self.is_moderator or self.seat is not None or self.is_released


PUBLIC = Viewer()
MODERATOR = Viewer(is_moderator=True)
