"""Intervals and timeouts of the feed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Intervals and timeouts of the feed."""

    heartbeat_s: float = 15.0
    """Between two heartbeats on a stream."""
    private_s: float = 60 * 60
    """How long a private stream lasts at most: the page reconnects, and access is checked again."""
    missed_heartbeats: int = 2
    """A subscriber that has read nothing for more heartbeats than these is disconnected."""
    linger_s: float = 10.0
    """How long a channel is kept after its last use."""
    retry_s: float = 1.0
    """From a failed rendering to the next attempt; doubled each time."""
    longest_retry_s: float = 30.0
    class_s: float = 1.0
    """At least so long between two renderings of a class's page because of its groups' moves."""
    presence_s: float = 5.0
    """Between two looks at who is connected."""
    presence_again_s: float = 20.0
    """Who is connected is stored again after so long if nobody has come."""
    polled_s: float = 20.0
    """How long somebody who has polled counts as connected."""
    check_s: float = 0.1
    """At least so long between two renderings for clients that claim to have a newer version."""
