"""uvicorn's protocols with limits for headers, and with the transport in the scope."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

from moderator.live.takeover import offer
from moderator.server.http.request_heads import HeadLimits


class H11(HeadLimits, H11Protocol):
    """uvicorn's pure Python protocol, with the transport in the scope."""

    def handle_events(self) -> None:
        super().handle_events()
        if self.scope is not None:
            # The application's task, which has the same scope, starts after this.
            offer(self.scope, self.transport)


Protocol: type[asyncio.Protocol] = H11

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
except ImportError:  # not on every machine
    pass
else:

    class HttpTools(HeadLimits, HttpToolsProtocol):
        """uvicorn's fast protocol, with the transport in the scope."""

        def on_message_begin(self) -> None:
            super().on_message_begin()
            offer(self.scope, self.transport)
            self._is_head = True

        def on_header(self, name: bytes, value: bytes) -> None:
            # Trailers after a body would be added to the headers without limit, as if they came
            # from the proxy.
            if self._is_head:
                super().on_header(name, value)

        def on_headers_complete(self) -> None:
            self._is_head = False
            super().on_headers_complete()

    Protocol = HttpTools
