"""The stream of the connection check: a few events about a second apart, and the end.

It leaves the server on the same way as a chart's stream, without a thread and without a task, so
what a network does to one it does to the other.
"""

from __future__ import annotations

import asyncio

from moderator.live.events import END, number_of, pieces_of
from moderator.live.responses import (
    HTML,
    RETRY_AFTER,
    Scope,
    Send,
    accepts_gzip,
    answer,
    begin_stream,
)
from moderator.live.subscriber import MOST_RECEIVED

PATH = "/check/feed"
EVENTS = 5
INTERVAL_S = 0.9  # the whole is longer than 3 s: some networks end streams after that
MOST = 100  # streams at a time, in each process

_STEPS = [pieces_of(b"event: step\ndata: %d\n\n" % number) for number in range(1, EVENTS + 1)]


class CheckStream(asyncio.Protocol):
    """One device's stream."""

    def __init__(self, transport: asyncio.Transport, form: int, open_now: set[CheckStream]) -> None:
        self._transport = transport
        self._form = form
        self._open_now = open_now
        self._steps = iter(_STEPS)
        self._timer: asyncio.TimerHandle | None = None
        self._received = 0

    def open(self, opening: bytes) -> None:
        """Take the connection over, and send the first event."""
        self._transport.set_protocol(self)
        self._open_now.add(self)
        self._transport.write(opening)
        self._step()

    def end(self) -> None:
        """Close it."""
        if not self._transport.is_closing():
            self._transport.write(END[self._form])
            self._transport.close()

    def _step(self) -> None:
        step = next(self._steps, None)
        if step is None:
            self.end()
        else:
            self._transport.write(step[self._form])
            self._timer = asyncio.get_running_loop().call_later(INTERVAL_S, self._step)

    # Called by the transport

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._received > MOST_RECEIVED:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._open_now.discard(self)
        if self._timer is not None:
            self._timer.cancel()


class ConnectionCheck:
    """Polls and streams for everybody. They show nothing, so they need no access."""

    def __init__(self) -> None:
        self._open_now: set[CheckStream] = set()

    async def serve(self, scope: Scope, after: list[str] | None, send: Send) -> None:
        """A poll, as of a chart whose version stays 1, or a stream of a few seconds."""
        headers = dict(scope["headers"])
        if after is not None:
            version = (b"x-version", b"1")
            if number_of(after[-1]) == 1:
                await answer(send, 204, [version])
            else:
                await answer(send, 200, [HTML, version], b"1")
        elif len(self._open_now) >= MOST:
            await answer(send, 503, [RETRY_AFTER])
        else:
            begun = await begin_stream(scope, accepts_gzip(headers), send)
            if begun is not None:
                transport, form, opening = begun
                CheckStream(transport, form, self._open_now).open(opening)

    def close(self) -> None:
        """End all streams."""
        for stream in list(self._open_now):
            stream.end()
