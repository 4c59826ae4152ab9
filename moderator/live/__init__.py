"""Who watches what. The rest of the house says `live.publish(group.pk)` after a commit."""

from __future__ import annotations

from moderator.live.hub import Frame, Hub

__all__ = ["Frame", "Hub", "is_running", "publish", "revoke", "run"]

_hub: Hub | None = None


def run(hub: Hub) -> None:
    """Make this the hub that is told. Done once, where the server starts."""
    global _hub
    _hub = hub


def is_running() -> bool:
    """Whether there is a hub, and it takes watchers."""
    return _hub is not None and not _hub.is_closed


def publish(group_id: int, public: Frame | None = None) -> None:
    """Show everybody who watches this group what has been committed. No server: no effect.

    Args:
        public: what the public sees from now on, if that has been drawn already.
    """
    if _hub is not None:
        _hub.tell(group_id, public)


def revoke(group_id: int, audience: str | None = None) -> None:
    """End this group's streams after access was withdrawn: "moderator", "seat:ariel", or all.

    A page whose access still stands opens its stream again at once and is checked anew.
    """
    if _hub is not None:
        _hub.drop(group_id, audience)
