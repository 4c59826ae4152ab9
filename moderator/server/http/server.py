"""The server, with what streams need from it."""

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
    """How uvicorn serves the site; `more` is any of uvicorn's own settings."""
    return uvicorn.Config(
        app,
        **{
            "access_log": False,  # It would hold codes and links of consoles.
            "server_header": False,
            "http": Protocol,
            "log_config": None,  # Django's logging holds.
            "backlog": 4096,  # After a restart, a whole lecture hall comes back at once.
            **more,
        },
    )


class Server(uvicorn.Server):
    """uvicorn that ends the streams before it waits for them.

    `at_end` is called first of all when the server begins to stop.
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
                end_dead_readers(listening)
                keep_little(listening)
        # What start-up has made stays. Looking through it again and again held up moves.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)
        # A chart goes out while threads still make pages. With Python's own 5 ms the loop got its
        # turn after 15 ms (p50, a thread making charts beside it), with this after 0.6 ms, and a
        # chart made by six threads took as much CPU.
        sys.setswitchinterval(SWITCH_S)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.at_end()
        self.hub.close()
        await super().shutdown(sockets)


def end_dead_readers(listening: socket.socket) -> None:
    """Let the system end connections whose other end takes nothing, where it can.

    Closing alone waits for the last bytes to go, which to a phone that is off is for ever.
    """
    with contextlib.suppress(AttributeError, OSError):  # Linux only; not on local sockets
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_MS)


def keep_little(listening: socket.socket) -> None:
    """Let the system keep little for a slow reader: what waits there is old when it comes."""
    with contextlib.suppress(AttributeError, OSError):  # not everywhere
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)


def allow_connections() -> None:
    """As many open connections as the system lets this process have."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # not on Windows
        import resource

        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
