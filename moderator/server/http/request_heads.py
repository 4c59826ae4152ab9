"""Limits the size of request headers and the time to send them.

uvicorn waits for them for ever, and its fast parser has no limit.
"""

from __future__ import annotations

import asyncio
import http
from typing import Any

from moderator.live.headers import no_store_headers

HEAD_S = 10.0
MOST_HEAD = 2**16  # bytes; shorter ones that are still too long get an error page

CLOSING = ((b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"))


class HeadLimits(asyncio.Protocol):
    """A mixin for uvicorn's protocols, which have these three attributes."""

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
            # The headers are complete. Bodies have limits elsewhere.
            self._end_waiting()
            return
        self._head_size += len(data)
        if self._head_timer is None:
            self._wait_for_head()
        if self._head_size > MOST_HEAD:
            self._refuse(431, "Your browser sends too much with each request.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer data that is not HTTP."""
        self._refuse(400, "This site does not understand that request.")

    def _wait_for_head(self) -> None:
        self._head_timer = self.loop.call_later(self.head_s, self._time_out)

    def _end_waiting(self) -> None:
        self._head_size = 0
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _time_out(self) -> None:
        self._head_timer = None
        if self._head_size:
            self._refuse(408, "The request was not completed.")
        else:
            # Browsers open connections in advance. Without a request there is no answer.
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
