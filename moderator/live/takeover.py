"""How a connection leaves uvicorn: it hands its transport on, and forgets it.

A stream inside uvicorn costs a task, a parser and several buffers; a write passes four layers.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any, cast

EXTENSION = "moderator.transport"


class Taken(Exception):
    """Tells a protocol that its connection is lost, without an end to the connection."""


def offer(scope: Any, transport: asyncio.Transport) -> None:
    """Put the connection into a request's scope."""
    scope.setdefault("extensions", {})[EXTENSION] = transport


def transport_of(scope: MutableMapping[str, Any]) -> asyncio.Transport | None:
    """The request's connection, for whoever calls `set_protocol` next.

    None: other requests or answers wait there, so this one can't have it for itself.

    Raises:
        KeyError: the server is not ours.
    """
    transport = scope["extensions"].pop(EXTENSION)
    protocol = transport.get_protocol()
    if protocol is not None:  # else the reader has gone, and uvicorn knows
        if getattr(protocol, "pipeline", None) or protocol.flow.write_paused:
            return None
        protocol.connection_lost(Taken())
        if not transport.is_closing():
            protocol.flow.resume_reading()  # else nobody would notice that the reader leaves
    return cast(asyncio.Transport, transport)
