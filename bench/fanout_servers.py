"""The servers that fanout.py measures: the feed, and a bare writer of the same bytes.

Both show a chart of 6 kB, and make the next one when asked for `/move`.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Mapping
from typing import cast

import uvloop
from django.conf import settings

from moderator.live.feed import Feed, Receive, Scope, Send
from moderator.live.hub import Frame, Hub
from moderator.live.server import Server, config_for

FIRST = 1_000_001
LINE = '<tr><th scope="row">Xenophobia</th><td class="seat-1">12</td><td class="seat-2">7</td></tr>'
HTML = "\n".join([LINE] * (6_000 // (len(LINE) + 1))).encode()


class Table:
    """A group whose chart changes its number and nothing else."""

    def __init__(self) -> None:
        self.version = FIRST

    def render(self, group_id: int, audience: str) -> Frame:
        return Frame(self.version, HTML)


def feed(port: int) -> None:
    settings.configure(DATABASES={})  # the feed closes what connections there are
    table = Table()
    hub = Hub(table.render)

    async def move(scope: Scope, receive: Receive, send: Send) -> None:
        table.version += 1
        hub.tell(1)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def access(path: str, cookies: Mapping[str, str]) -> tuple[int, str]:
        return 1, "public"

    app = Feed(hub, access, move, lambda: ["127.0.0.1"])
    config = config_for(app, port=port, log_level="warning")
    Server(config, hub).run()


class Bare(asyncio.Protocol):
    """Writes a frame to every connection: the least that any server must do."""

    version = FIRST
    readers: set[asyncio.Transport] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass

    def connection_lost(self, exc: Exception | None) -> None:
        self.readers.discard(self.transport)

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"GET /move"):
            Bare.version += 1
            piece = chunk(Frame(Bare.version, HTML))
            for reader in self.readers:
                reader.write(piece)
            self.transport.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        elif data:
            self.readers.add(self.transport)
            head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
            self.transport.write(head + chunk(Frame(Bare.version, HTML)))


def chunk(frame: Frame) -> bytes:
    return b"%x\r\n%b\r\n" % (len(frame.event), frame.event)


def bare(port: int) -> None:
    async def serve() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(Bare, "127.0.0.1", port, backlog=4096)
        await server.serve_forever()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["feed", "bare"])
    parser.add_argument("port", type=int)
    given = parser.parse_args()
    {"feed": feed, "bare": bare}[given.kind](given.port)
