"""How soon everybody is back after a restart, and whether anybody saw an error.

    .venv/bin/python -m bench.restart [--viewers 1000]

The site is ended and started again as its users do it, while viewers hold streams. Each reads what
the server says about coming back, as a browser's EventSource does, and comes back by itself. The
reference, in the same run: the site's own restart with nobody watching.
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
    """Holds a stream, and opens it again when it has ended."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.retry_s = 3.0  # a browser's own, until the server says another
        self.has_chart = False

    async def open(self) -> None:
        self.seen = b""
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: self, "127.0.0.1", self.hall.port)
        except OSError:
            self.hall.refused += 1
            self.come_back()

    def come_back(self) -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(self.retry_s, lambda: self.hall.hold(self.open()))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).write(self.hall.request)

    def data_received(self, data: bytes) -> None:
        self.seen += data
        if b"retry: " in self.seen:
            self.retry_s = int(self.seen.partition(b"retry: ")[2].split(b"\n")[0]) / 1000
        if b"\nid: " in self.seen and not self.has_chart:
            self.has_chart = True
            self.hall.came()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.hall.is_over:
            return
        if b" 200 OK" not in self.seen[:20] or not self.seen.endswith(b"\r\n0\r\n\r\n"):
            self.hall.errors += 1
        self.hall.with_chart -= self.has_chart
        self.has_chart = False
        self.come_back()


class Hall:
    """All pages."""

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


async def measure(site: Site, path: str, viewers: int) -> tuple[float, float, Hall]:
    hall = Hall(site.port, path, viewers)
    for _ in range(viewers):
        hall.hold(Page(hall).open())
    async with asyncio.timeout(60):
        await hall.all_here.wait()
    hall.all_here.clear()
    began = time.monotonic()
    up_s = await asyncio.to_thread(restart, site)
    async with asyncio.timeout(60):
        await hall.all_here.wait()
    back_s = time.monotonic() - began
    hall.is_over = True
    return up_s, back_s, hall


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
                up_s, back_s, hall = runner.run(measure(site, f"/c/{code}/feed", viewers))
        finally:
            site.end()
    print("| viewers | site up again s | all back s | errors | refused meanwhile |")
    print("| --- | --- | --- | --- | --- |")
    print(f"| 0 (reference) | {alone_s:.1f} | | | |")
    print(f"| {viewers} | {up_s:.1f} | {back_s:.1f} | {hall.errors} | {hall.refused} |")
    print(f"\nLoad at the end: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
