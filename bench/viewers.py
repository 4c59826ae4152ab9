"""Many viewers of one feed on raw sockets, and when each of them had which chart."""

from __future__ import annotations

import asyncio
import time
from typing import cast

# Longest `id:` line that two pieces may share.
_TAIL = 40


class Viewer(asyncio.Protocol):
    """Opens the stream, and says when a version has come whole."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.tail = b""
        self.is_in_frame = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        self.transport.write(self.crowd.request)

    def data_received(self, data: bytes) -> None:
        crowd = self.crowd
        if not self.is_in_frame:
            self.is_in_frame = crowd.mark in self.tail + data
        self.tail = data[-_TAIL:]
        # An event ends with an empty line, and its chunk with another.
        if self.is_in_frame and data.endswith(b"\n\n\r\n"):
            self.is_in_frame = False
            crowd.has_come()

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.lost += 1


class Crowd:
    """So many viewers of one address. `wait()` gives when each had the awaited version."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self.port = port
        self.count = count
        self.request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        self.lost = 0
        self.viewers: list[Viewer] = []

    def expect(self, version: int) -> None:
        self.mark = b"id: %d\n" % version
        self.times: list[float] = []
        self.all_have_it = asyncio.Event()

    def has_come(self) -> None:
        self.times.append(time.perf_counter())
        if len(self.times) == self.count:
            self.all_have_it.set()

    async def open(self, version: int) -> None:
        """Connect all, a few at a time, and wait for the chart that comes first."""
        self.expect(version)
        loop = asyncio.get_running_loop()
        for start in range(0, self.count, 50):
            some = range(start, min(start + 50, self.count))
            opened = await asyncio.gather(
                *(
                    loop.create_connection(lambda: Viewer(self), "127.0.0.1", self.port)
                    for _ in some
                )
            )
            self.viewers += [viewer for _, viewer in opened]
        await self.wait()

    async def wait(self, limit_s: float = 30) -> list[float]:
        async with asyncio.timeout(limit_s):
            await self.all_have_it.wait()
        if self.lost:
            raise RuntimeError(f"{self.lost} viewers lost their stream")
        return self.times

    def close(self) -> None:
        for viewer in self.viewers:
            viewer.transport.abort()
