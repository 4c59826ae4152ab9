"""How soon all viewers have reconnected after a restart, and whether any saw an error.

    .venv/bin/python -m bench.restart [--viewers 1000]

The site is stopped and started again as its users do it, while viewers hold streams. Like an
EventSource, each viewer reads the server's `retry` and reconnects by itself. The reference, in
the same run: a restart without viewers.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import time
from collections.abc import Coroutine
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import uvloop

from bench import process
from bench.served import SET_UP, on_servers_core
from tests.support.site import Site


class Page(asyncio.Protocol):
    """Holds a stream, and reconnects when it ends."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.retry_s = 3.0  # a browser's default, until the server sends another
        self.has_chart = False

    async def open(self) -> None:
        self.seen = b""
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: self, "127.0.0.1", self.crowd.port)
        except OSError:
            self.crowd.refused += 1
            self.reconnect()

    def reconnect(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self.retry_s, lambda: self.crowd.hold(self.open()))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).write(self.crowd.request)

    def data_received(self, data: bytes) -> None:
        self.seen += data
        if b"retry: " in self.seen:
            self.retry_s = int(self.seen.partition(b"retry: ")[2].split(b"\n")[0]) / 1000
        if b"\nid: " in self.seen and not self.has_chart:
            self.has_chart = True
            self.crowd.came()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.crowd.is_over:
            return
        if b" 200 OK" not in self.seen[:20] or not self.seen.endswith(b"\r\n0\r\n\r\n"):
            self.crowd.errors += 1
        self.crowd.with_chart -= self.has_chart
        self.has_chart = False
        self.reconnect()


class Crowd:
    """All pages that hold a stream."""

    def __init__(self, port: int, path: str, count: int) -> None:
        self.port = port
        self.count = count
        self.request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        self.with_chart = self.refused = self.errors = 0
        self.is_over = False
        self.all_here = asyncio.Event()
        self._held: set[asyncio.Task[None]] = set()

    def hold(self, opening: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(opening)
        self._held.add(task)
        task.add_done_callback(self._held.discard)

    def came(self) -> None:
        self.with_chart += 1
        if self.with_chart == self.count:
            self.all_here.set()


def restart(site: Site) -> float:
    began = time.monotonic()
    site.interrupt(by=signal.SIGTERM)
    with on_servers_core():
        site.start()
    return time.monotonic() - began


async def measure(site: Site, path: str, viewers: int) -> tuple[float, float, Crowd]:
    crowd = Crowd(site.port, path, viewers)
    for _ in range(viewers):
        crowd.hold(Page(crowd).open())
    async with asyncio.timeout(60):
        await crowd.all_here.wait()
    crowd.all_here.clear()
    began = time.monotonic()
    up_s = await asyncio.to_thread(restart, site)
    async with asyncio.timeout(60):
        await crowd.all_here.wait()
    back_s = time.monotonic() - began
    crowd.is_over = True
    return up_s, back_s, crowd


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--viewers", type=int, default=1000)
    viewers = parser.parse_args().viewers
    os.sched_setaffinity(0, process.cores()[1])
    with TemporaryDirectory() as var:
        site = Site(Path(var), "--no-demo")
        try:
            with on_servers_core():
                site.start()
            code, _ = site.run(SET_UP).split()
            alone_s = restart(site)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                up_s, back_s, crowd = runner.run(measure(site, f"/c/{code}/feed", viewers))
        finally:
            site.end()
    print("| viewers | site up again s | all reconnected s | errors | refused meanwhile |")
    print("| --- | --- | --- | --- | --- |")
    print(f"| 0 (reference) | {alone_s:.1f} | | | |")
    print(f"| {viewers} | {up_s:.1f} | {back_s:.1f} | {crowd.errors} | {crowd.refused} |")
    print(f"\nLoad at the end: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
