"""How long the feed waits: for a heartbeat, a stuck subscriber, another try."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things wait."""

    beat_s: float = 15.0
    """Between two signs of life on every stream."""
    stuck_beats: int = 2
    """A reader that has taken nothing for so many beats is ended with the next."""
    linger_s: float = 10.0
    """A channel is remembered for as long after the last who asked for it."""
    retry_s: float = 1.0
    """From a failed rendering to the next try; doubled each time."""
    longest_retry_s: float = 30.0
    look_s: float = 0.1
    """Between two renderings that were asked for by those who claim to know more."""
