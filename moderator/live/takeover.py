"""Takes a connection over from uvicorn, with its transport.

A stream in uvicorn costs a task, a parser and several buffers; a write goes through four layers.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any, cast

EXTENSION = "moderator.transport"


class Taken(Exception):
    """Tells uvicorn's protocol that its connection is lost, though it stays open."""


def offer(scope: Any, transport: asyncio.Transport) -> None:
    """Put the transport into a request's scope."""
    scope.setdefault("extensions", {})[EXTENSION] = transport


def transport_of(scope: MutableMapping[str, Any]) -> asyncio.Transport | None:
    """Detach the request's transport, for the caller to set another protocol on.

    None: other requests or responses are waiting on it, so it can't be taken over.

    Raises:
        KeyError: the server has not called `offer`.
    """
    transport = scope["extensions"].pop(EXTENSION)
    protocol = transport.get_protocol()
    if protocol is not None:  # else the client has gone, and uvicorn knows
        if getattr(protocol, "pipeline", None) or protocol.flow.write_paused:
            return None
        protocol.connection_lost(Taken())
        if not transport.is_closing():
            protocol.flow.resume_reading()  # to notice when the client disconnects
    return cast(asyncio.Transport, transport)
