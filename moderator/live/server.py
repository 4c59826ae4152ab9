"""The server, with what streams need from it."""

from __future__ import annotations

import contextlib
import gc
import socket
from collections.abc import Callable
from typing import Any

import uvicorn

from moderator.live.feed import App
from moderator.live.hub import Hub
from moderator.live.takeover import Protocol

DEAD_MS = 30_000


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
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                end_dead_readers(listening)
        # What start-up has made stays. Looking through it again and again held up moves.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 20, 100)

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
