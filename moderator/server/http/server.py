"""uvicorn, set up for streams."""

from __future__ import annotations

import contextlib
import gc
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn

from moderator.live.feed import App
from moderator.live.hub import Hub
from moderator.server.http.protocol import Protocol

SWITCH_S = 0.0005
DEAD_MS = 30_000
UNSENT = 32_768  # bytes; a few charts


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

    `at_end` is called when the server begins to shut down.
    """

    def __init__(
        self, config: uvicorn.Config, hub: Hub, at_end: Callable[[], object] = lambda: None
    ) -> None:
        super().__init__(config)
        self.hub = hub
        self.at_end = at_end

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        allow_connections()
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                end_dead_connections(listening)
                limit_unsent(listening)
        # Objects of the start-up stay; scanning them again and again delayed moves.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        # So that the loop sends charts while threads render pages. With Python's default of 5 ms
        # it had to wait 15 ms (p50, beside a thread that renders charts), with this 0.6 ms, and
        # six rendering threads took no more CPU.
        sys.setswitchinterval(SWITCH_S)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.at_end()
        self.hub.close()
        await super().shutdown(sockets)


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
