"""The heads of requests: they come within seconds, and none is without end.

uvicorn waits for a head for ever, and its quick parser keeps whatever comes.
"""

from __future__ import annotations

import asyncio
import http
from typing import Any

from moderator.live.headers import no_store_headers

HEAD_S = 10.0
MOST_HEAD = 2**16  # bytes; shorter ones that are still too long get a page of their own

CLOSING = ((b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"))


class HeadLimits(asyncio.Protocol):
    """Goes before one of uvicorn's protocols, whose these three are."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    cycle: Any

    head_s = HEAD_S

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._head_size = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete:
            # A request is here. Its body is not our business, and the next one comes after it.
            self._end_waiting()
            return
        self._head_size += len(data)
        if self._head_timer is None:
            self._wait_for_head()
        if self._head_size > MOST_HEAD:
            self._refuse(431, "What your browser sends before each page is too long.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """What came is no HTTP."""
        self._refuse(400, "That is no request that this site understands.")

    def _wait_for_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_s, self._waited)

    def _end_waiting(self) -> None:
        self._head_size = 0
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _waited(self) -> None:
        self._head_timer = None
        if self._head_size:
            self._refuse(408, "The request did not come to its end.")
        else:
            # A browser opens connections in advance. It did not ask, so it gets no answer.
            self.transport.close()

    def _refuse(self, status: int, text: str) -> None:
        self._end_waiting()
        if self.transport.is_closing():
            return
        cycle = self.cycle
        if cycle is None or cycle.response_complete or not cycle.response_started:
            body = f"{text}\n".encode()
            line = f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}\r\n".encode()
            headers = [*no_store_headers(), *CLOSING, (b"content-length", b"%d" % len(body))]
            head = b"".join(b"%b: %b\r\n" % header for header in headers)
            self.transport.write(line + head + b"\r\n" + body)
        self.transport.close()
