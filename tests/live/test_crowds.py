"""Many at once: readers that never read among others, and everybody after a restart."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from contextlib import ExitStack

import pytest

from moderator.live.events import Frame
from tests.support.live.loop import run
from tests.support.live.world import World

REQUEST = b"GET /c/KLMNPQ/feed HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: %b\r\n\r\n"


class Page:
    """A page with the chart: reads, and reconnects when its stream has ended, like a browser."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.version = 0
        self.retry_s = 0.0
        self.opened = 0  # streams
        self.errors: list[Exception] = []

    async def read(self) -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.world.port)
            except ConnectionRefusedError:
                await asyncio.sleep(self.retry_s)
                continue
            try:
                writer.write(REQUEST % b"identity")
                await self._read(reader)
            except Exception as error:
                self.errors.append(error)
            finally:
                writer.close()
            await asyncio.sleep(self.retry_s)

    async def _read(self, reader: asyncio.StreamReader) -> None:
        seen = b""
        while piece := await reader.read(200_000):
            seen = seen[-100:] + piece
            for name, number in re.findall(rb"^(id|retry): (\d+)\n", seen, re.MULTILINE):
                if name == b"id":
                    self.version = int(number)
                else:
                    self.retry_s = int(number) / 1000
                    self.opened += 1
        if not seen.endswith(b"\r\n0\r\n\r\n"):
            raise AssertionError(f"cut off after {seen[-100:]!r}")


async def until(is_so: object, limit_s: float = 8) -> float:
    """Returns the seconds until it is true."""
    assert callable(is_so)
    began = time.monotonic()
    while not is_so():
        assert time.monotonic() - began < limit_s, "waited in vain"
        await asyncio.sleep(0.01)
    return time.monotonic() - began


class BigWorld(World):
    """Its charts soon fill the system's buffers of a reader that never reads."""

    def _render(self, group_id: int, audience: str) -> Frame:
        return Frame.of(self.version, f"{'x' * 40_000}{self.version}")


def dead_reader(world: World) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", world.port))
    line.sendall(REQUEST % b"identity")
    return line


@pytest.mark.slow
def test_300_readers_that_never_read_delay_nobody_and_are_disconnected() -> None:
    with BigWorld(heartbeat_s=0.5) as world, ExitStack() as opened:
        for _ in range(300):
            opened.enter_context(dead_reader(world))

        async def test() -> None:
            pages = [Page(world) for _ in range(50)]
            tasks = [asyncio.create_task(page.read()) for page in pages]
            await until(lambda: world.hub.counters.viewers == 350 and all(p.version for p in pages))
            while world.hub.counters.viewers > 50:
                world.move()
                await until(lambda: all(page.version == world.version for page in pages), 2)
            assert {page.opened for page in pages} == {1}
            assert [error for page in pages for error in page.errors] == []
            for task in tasks:
                task.cancel()

        run(test)


@pytest.mark.slow
def test_after_a_restart_everybody_is_back_soon_and_nobody_saw_an_error() -> None:
    with World(heartbeat_s=15) as world:

        async def test() -> None:
            pages = [Page(world) for _ in range(200)]
            tasks = [asyncio.create_task(page.read()) for page in pages]
            await until(lambda: all(page.version == 1 for page in pages))
            assert len({page.retry_s for page in pages}) > 100, "they come back together"
            await asyncio.to_thread(world.stop)
            world.version = 2
            await asyncio.to_thread(world.start)
            took_s = await until(lambda: all(page.version == 2 for page in pages))
            assert took_s < 8
            assert [error for page in pages for error in page.errors] == []
            for task in tasks:
                task.cancel()

        run(test)
