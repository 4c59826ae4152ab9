"""uvicorn, set up for streams, with limits for the headers of requests."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import http
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from moderator.live.hub import Hub
from moderator.live.responses import App, no_store_headers, offer

# Limits the size of request headers and the time to send them.
#
# uvicorn waits for them for ever, and its fast parser has no limit.

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


# uvicorn's protocols with limits for headers, and with the transport in the scope.


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


# The server.

SWITCH_S = 0.0005
GC_THRESHOLDS = (1_000, 5, 200)
"""A recorded move leaves 700 objects, of which 530 are in cycles. Collected 50,000 at a time, they
delayed one move in a hundred by 60 to 90 ms; so it is 6 ms, and less in all."""
DEAD_MS = 30_000
UNSENT = 32_768  # bytes; a few charts
M_ARENA_MAX = -8  # in glibc's malloc.h


def config_for(app: App, **more: Any) -> uvicorn.Config:
    """uvicorn's configuration; `more`: further settings of uvicorn."""
    return uvicorn.Config(
        app,
        **{
            "access_log": False,  # it would contain codes and links of consoles
            "server_header": False,
            "ws": "none",  # also where a package for WebSockets is installed
            "http": Protocol,
            "log_config": None,  # Django configures logging
            "backlog": 4096,  # after a restart, a whole lecture hall reconnects at once
            **more,
        },
    )


class Server(uvicorn.Server):
    """A uvicorn server that ends the streams before it waits for them.

    `at_end` is called when the server begins to shut down, and `afterwards` in a thread when all
    requests have ended.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        hub: Hub,
        at_end: Callable[[], object] = lambda: None,
        afterwards: Callable[[], object] = lambda: None,
    ) -> None:
        super().__init__(config)
        self.hub = hub
        self.at_end = at_end
        self.afterwards = afterwards

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        threads_share_memory()
        allow_connections()
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                end_dead_connections(listening)
                limit_unsent(listening)
        # Objects of the start-up stay; scanning them again and again delayed moves.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        # So that the loop sends charts while threads render pages. With Python's default of 5 ms
        # it had to wait 15 ms (p50, beside a thread that renders charts), with this 0.6 ms, and
        # six rendering threads took no more CPU.
        sys.setswitchinterval(SWITCH_S)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.at_end()
        self.hub.close()
        await super().shutdown(sockets)
        await asyncio.to_thread(self.afterwards)


def threads_share_memory() -> None:
    """Let all threads use one heap of glibc's, where there is one.

    Else up to 16 each keep free space between the pages that caches hold: a fifth of all memory.
    """
    with contextlib.suppress(AttributeError, OSError, TypeError):  # another C library
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def end_dead_connections(listening: socket.socket) -> None:
    """Let the system end connections whose client acknowledges nothing, if it can.

    Closing alone waits until the last bytes are sent: for a phone that is off, for ever.
    """
    with contextlib.suppress(AttributeError, OSError):  # Linux only; not on local sockets
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)


def limit_unsent(listening: socket.socket) -> None:
    """Let the system buffer little for slow clients, as buffered charts are outdated on arrival."""
    with contextlib.suppress(AttributeError, OSError):  # not everywhere
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)


def allow_connections() -> None:
    """Allow as many open connections as the system permits."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not on Windows
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
