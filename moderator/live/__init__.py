"""The live feed. Everything else calls `live.publish(group.pk)` after a commit."""

from __future__ import annotations

from moderator.live.events import Frame
from moderator.live.hub import Hub

__all__ = ["Frame", "Hub", "is_running", "publish", "revoke", "run"]

_hub: Hub | None = None


def run(hub: Hub) -> None:
    """Set the hub of this process. Called once, when the server starts."""
    global _hub
    _hub = hub


def is_running() -> bool:
    """Whether there is a hub and it accepts subscribers."""
    return _hub is not None and not _hub.is_closed


def publish(group_id: int, audience: str | None = None, known: object = None) -> None:
    """Send everybody who watches this group the committed state. Does nothing without a server.

    Args:
        audience: only these: "moderator" or "seat:ariel"; all if left out.
        known: what the caller has read of it already, for the hub's `render`.
    """
    if _hub is not None:
        _hub.publish(group_id, audience, known)


def revoke(group_id: int, audience: str | None = None) -> None:
    """End this group's streams when access has ended: "moderator", "seat:ariel", or all.

    A page that still has access reconnects at once and is checked again.
    """
    if _hub is not None:
        _hub.revoke(group_id, audience)
