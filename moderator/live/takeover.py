"""How a connection leaves uvicorn: it hands its transport on, and forgets it.

A stream inside uvicorn costs a task, a parser and several buffers; a write passes four layers.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from moderator.server.http.request_heads import Heads

EXTENSION = "moderator.transport"


class Taken(Exception):
    """Tells a protocol that its connection is lost, without an end to the connection."""


class H11(Heads, H11Protocol):
    """uvicorn's protocol in plain Python, with the transport in the scope."""

    def handle_events(self) -> None:
        super().handle_events()
        if self.scope is not None:
            # The application's task, which holds the same scope, starts after this.
            offer(self.scope, self.transport)


Protocol: type[asyncio.Protocol] = H11

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:  # not on every machine
    pass
else:

    class HttpTools(Heads, HttpToolsProtocol):
        """uvicorn's quick protocol, with the transport in the scope."""

        def on_message_begin(self) -> None:
            super().on_message_begin()
            offer(self.scope, self.transport)
            self._is_head = True

        def on_header(self, name: bytes, value: bytes) -> None:
            # What comes after a body would pass for what came before it, in the very same list:
            # without end, and as if the proxy had said it.
            if self._is_head:
                super().on_header(name, value)

        def on_headers_complete(self) -> None:
            self._is_head = False
            super().on_headers_complete()

    Protocol = HttpTools


def offer(scope: Any, transport: asyncio.Transport) -> None:
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
