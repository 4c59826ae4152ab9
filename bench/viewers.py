"""Many viewers of one feed on raw sockets, and when each of them had which chart."""

from __future__ import annotations

import asyncio
import socket
import time
import zlib
from typing import cast

_TAIL = 200  # the longest mark that may be split between two pieces
_AT_ONCE = 100


class Viewer(asyncio.Protocol):
    """Opens the stream, and reports once when what is expected has come: the number before a
    chart, or something on it."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.tail = b""
        self.unpacker = zlib.decompressobj(31) if crowd.is_packed else None
        self.is_in_body = False
        self.found = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        self.transport.write(self.crowd.request)

    def data_received(self, data: bytes) -> None:
        self.crowd.bytes += len(data)
        if self.unpacker is not None:
            if not self.is_in_body:
                self.is_in_body, data = True, data.partition(b"\r\n\r\n")[2]
            data = self.unpacker.decompress(data)
        self.crowd.frames += data.count(b"event: frame\n")
        if self.found < self.crowd.expected and self.crowd.mark in self.tail + data:
            self.found = self.crowd.expected
            self.tail = b""
            self.crowd.has_come()
        else:
            self.tail = (self.tail + data)[-_TAIL:]

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.lost += 1


class Crowd:
    """`count` viewers of one URL. `wait()` returns when each had the expected version."""

    def __init__(
        self, port: int, path: str, count: int, is_packed: bool = False, cookie: str = ""
    ) -> None:
        self.port = port
        self.count = count
        self.is_packed = is_packed
        # Before HTTP 1.1 a stream has no chunks, which makes decompressing it simple.
        kind = "HTTP/1.0\r\nAccept-Encoding: gzip" if is_packed else "HTTP/1.1"
        kind += f"\r\nCookie: {cookie}" if cookie else ""
        self.request = f"GET {path} {kind}\r\nHost: 127.0.0.1\r\n\r\n".encode()
        self.lost = 0
        self.bytes = self.frames = 0
        self.viewers: list[Viewer] = []
        self.mark = b""
        self.expected = 0
        self.one_at_a_time = asyncio.Lock()  # moves: all viewers have one before the next

    def expect(self, version: int) -> None:
        self.expect_mark(b"id: %d\n" % version)

    def expect_mark(self, mark: bytes) -> None:
        self.mark = mark
        self.expected += 1
        self.times: list[float] = []
        self.all_have_it = asyncio.Event()

    def has_come(self) -> None:
        self.times.append(time.perf_counter())
        if len(self.times) == self.count:
            self.all_have_it.set()

    async def open(self, version: int) -> None:
        """Connects all, some at a time, and waits for the first chart (0: of any version)."""
        self.expect_mark(b"id: %d\n" % version if version else b"id: ")
        loop = asyncio.get_running_loop()
        for start in range(0, self.count, _AT_ONCE):
            some = range(start, min(start + _AT_ONCE, self.count))
            opened = await asyncio.gather(
                *(
                    loop.create_connection(lambda: Viewer(self), "127.0.0.1", self.port)
                    for _ in some
                )
            )
            self.viewers += [viewer for _, viewer in opened]
        await self.wait()

    async def wait(self, limit_s: float = 30) -> list[float]:
        try:
            async with asyncio.timeout(limit_s):
                await self.all_have_it.wait()
        except TimeoutError:
            missing = self.count - len(self.times)
            raise RuntimeError(f"{missing} viewers miss {self.mark!r}, {self.lost} lost") from None
        if self.lost:
            raise RuntimeError(f"{self.lost} viewers lost their stream")
        return self.times

    def close(self) -> None:
        for viewer in self.viewers:
            viewer.transport.abort()


def dead_reader(port: int, path: str) -> socket.socket:
    """Opens the stream and never reads, like a phone that is off."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return line
