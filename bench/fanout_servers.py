"""The servers that fanout.py measures.

The feed, a plain ASGI route on stock uvicorn, and a bare writer of the same bytes. All send a chart
of 6 kB to each group, and the group's next one on a request for `/move/<group>`. A group's feed is
`/c/<group>/feed`.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, cast

import uvloop
from django.conf import settings

from moderator.live.events import CHUNKED, Frame, FrameMessage
from moderator.live.feed import Feed, WatchedGroup
from moderator.live.hub import Hub
from moderator.live.responses import Receive, Scope, Send
from moderator.server.http import Server, config_for

FIRST = 1_000_001
LINE = '<tr><th scope="row">Xenophobia</th><td class="seat-1">12</td><td class="seat-2">7</td></tr>'
HTML = "\n".join([LINE] * (6_000 // (len(LINE) + 1)))


def frame_of(version: int) -> Frame:
    return Frame.of(version, f"{HTML}{version}")


class Table:
    """Groups whose charts change with their number."""

    def __init__(self) -> None:
        self.versions: dict[int, int] = defaultdict(lambda: FIRST)

    def render(self, group_id: int, audience: str) -> Frame:
        return frame_of(self.versions[group_id])


def feed(port: int) -> None:
    settings.configure(DATABASES={})  # the feed closes open connections
    table = Table()
    hub = Hub(table.render)

    async def move(scope: Scope, receive: Receive, send: Send) -> None:
        group = int(scope["path"].rpartition("/")[2])
        table.versions[group] += 1
        hub.publish(group)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def access(path: str, cookies: Mapping[str, str]) -> WatchedGroup:
        return WatchedGroup(int(path.split("/")[2]), "public")

    app = Feed(hub, access, move, lambda: ["127.0.0.1"])
    Server(config_for(app, port=port, log_level="warning"), hub).run()


class Bell:
    """A channel's only subscriber: it wakes all streams by one event."""

    def __init__(self) -> None:
        self.event = asyncio.Event()

    def show(self) -> None:
        self.event.set()
        self.event = asyncio.Event()

    def end(self, last: object) -> None:
        pass


def plain(port: int) -> None:
    """The hub, with a coroutine for each stream that awaits its channel's event and sends."""
    table = Table()
    hub = Hub(table.render)
    bells: dict[int, Bell] = {}

    async def stream(group: int, send: Send) -> None:
        channel = hub.channel(group, "public")
        await channel.newest(0)
        if group not in bells:
            bells[group] = Bell()
            channel.subscribers.add(cast(Any, bells[group]))
        headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        serial = 0
        while True:
            if serial == channel.serial:
                await bells[group].event.wait()
            serial = channel.serial
            body = channel.messages.news.pieces[0] if channel.messages else b""
            await send({"type": "http.response.body", "body": body, "more_body": True})

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return
        if scope["path"].startswith("/move/"):
            group = int(scope["path"].rpartition("/")[2])
            table.versions[group] += 1
            hub.publish(group)
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        streaming = asyncio.create_task(stream(int(scope["path"].split("/")[2]), send))
        while (await receive())["type"] != "http.disconnect":
            pass
        streaming.cancel()

    Server(config_for(app, port=port, log_level="warning", http="auto"), hub).run()


class Bare(asyncio.Protocol):
    """Writes a frame to every connection of a group: the minimum that any server must do."""

    versions: dict[int, int] = defaultdict(lambda: FIRST)
    readers: dict[int, set[asyncio.Transport]] = defaultdict(set)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        self.group = 0

    def connection_lost(self, exc: Exception | None) -> None:
        self.readers[self.group].discard(self.transport)

    def data_received(self, data: bytes) -> None:
        path = data.split(b" ", 2)[1]
        if path.startswith(b"/move/"):
            group = int(path[6:])
            self.versions[group] += 1
            piece = chunk(frame_of(self.versions[group]))
            for reader in self.readers[group]:
                reader.write(piece)
            self.transport.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        else:
            self.group = int(path.split(b"/")[2])
            self.readers[self.group].add(self.transport)
            head = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
            self.transport.write(head + chunk(frame_of(self.versions[self.group])))


def chunk(frame: Frame) -> bytes:
    return FrameMessage(frame, {}, is_public=True).pieces[CHUNKED]


def bare(port: int) -> None:
    async def serve() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(Bare, "127.0.0.1", port, backlog=4096)
        await server.serve_forever()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["feed", "plain", "bare"])
    parser.add_argument("port", type=int)
    given = parser.parse_args()
    {"feed": feed, "plain": plain, "bare": bare}[given.kind](given.port)
