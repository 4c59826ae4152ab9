"""A bad Wi-Fi between browsers and the site: it drops, delays, cuts and doubles what is posted."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from random import Random

CUT, HANGS = "cut", "hangs"
LOOPBACK = "127.0.0.1"
LOST = 0.1
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CONNECTION = re.compile(rb"\r\nconnection: [^\r]*", re.IGNORECASE)


@dataclass(frozen=True)
class Fate:
    """What becomes of a request. `lost`, `answer_lost`: how; empty if it arrives. `again_s`: after
    how long it arrives once more; None: not at all."""

    lost: str = ""
    delay_s: float = 0.0
    again_s: float | None = None
    answer_lost: str = ""
    answer_delay_s: float = 0.0


GOOD = Fate()


Draw = Callable[[Random], Fate]


def anything(random: Random) -> Fate:
    """Whatever may become of a request, each as likely as the others."""
    later = random.uniform(0.2, 2.5)
    fates = (
        Fate(lost=HANGS),
        Fate(lost=CUT),
        Fate(answer_lost=HANGS),
        Fate(answer_lost=CUT),
        Fate(delay_s=later),  # what is sent after it arrives before it
        Fate(delay_s=later, answer_lost=CUT),
        Fate(again_s=later),
        Fate(again_s=later, answer_lost=CUT),
        Fate(answer_delay_s=later),
        GOOD,
    )
    return random.choice(fates)


def nothing(random: Random) -> Fate:
    """It doesn't arrive."""
    return Fate(lost=random.choice((HANGS, CUT)))


def one_in_ten(random: Random) -> Fate:
    """One request in ten is lost, or its answer."""
    lost = (Fate(lost=HANGS), Fate(lost=CUT), Fate(answer_lost=HANGS), Fate(answer_lost=CUT))
    return random.choice(lost) if random.random() < LOST else GOOD


class BadNetwork:
    """Forwards a port to the site's; while `is_bad`, a seed draws what becomes of a request.

    The n-th thing that is posted has the same fate in every browser. Pages themselves arrive:
    without them nothing is left to test. `fates` has what was drawn.

    Args:
        host: a loopback address. A browser keeps cookies by it, whatever the port.
    """

    def __init__(
        self,
        port: int,
        seed: str,
        draw: Draw = anything,
        host: str = LOOPBACK,
        feeds_lost: float = 0.7,
    ) -> None:
        self.is_bad = False
        self.fates: list[Fate] = []
        self.url = ""
        self._port, self._draw, self._host, self._feeds_lost = port, draw, host, feeds_lost
        self._posted, self._fed = Random(seed), Random(seed)
        self._tasks: set[asyncio.Task[object]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    async def listen(self) -> None:
        self._server = await asyncio.start_server(self._connected, self._host, 0)
        self._name = f"{self._host}:{self._server.sockets[0].getsockname()[1]}"
        self.url = f"http://{self._name}"

    async def close(self) -> None:
        """What is still on its way doesn't arrive; no connection stays open."""
        for one in self._server.sockets:
            asyncio.get_running_loop().remove_reader(one)
        await asyncio.sleep(0.1)  # a server that closes forgets whom it is just letting in
        self._server.close()
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.transport.abort()

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.append(writer)
        self._start(self._serve(reader, writer))

    def _fate(self, head: bytes) -> Fate:
        if not self.is_bad:
            return GOOD
        if not head.startswith(b"POST "):
            is_lost = b"/feed?" in head and self._fed.random() < self._feeds_lost
            return Fate(lost=CUT) if is_lost else GOOD
        fate = self._draw(self._posted)
        self.fates.append(fate)
        return fate

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = (OSError, asyncio.IncompleteReadError, asyncio.CancelledError)
        with suppress(*ends), closing(writer):
            head = await reader.readuntil(b"\r\n\r\n")
            found = _LENGTH.search(head)
            body = await reader.readexactly(int(found[1])) if found else b""
            head = head.replace(self._name.encode(), f"{LOOPBACK}:{self._port}".encode())
            request = _CONNECTION.sub(b"", head[:-2]) + b"connection: close\r\n\r\n" + body
            await self._pass(request, self._fate(head), reader, writer)

    async def _pass(
        self,
        request: bytes,
        fate: Fate,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        if fate.lost:
            return await self._lose(fate.lost, reader)
        # What is on its way arrives, even if the browser has given it up.
        arriving = self._start(self._ask(request, fate, None if fate.answer_lost else writer))
        if fate.again_s is not None:
            self._start(self._ask(request, Fate(delay_s=fate.again_s), None))
        await asyncio.shield(arriving)
        if fate.answer_lost:
            await self._lose(fate.answer_lost, reader)
        return None

    def _start(self, what: object) -> asyncio.Task[object]:
        task: asyncio.Task[object] = asyncio.ensure_future(what)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _lose(self, how: str, reader: asyncio.StreamReader) -> None:
        if how == HANGS:
            await reader.read(1)  # until the browser gives up

    async def _ask(self, request: bytes, fate: Fate, writer: asyncio.StreamWriter | None) -> None:
        await asyncio.sleep(fate.delay_s)
        there, sent = await asyncio.open_connection(LOOPBACK, self._port)
        sent.write(request)
        with suppress(OSError), closing(sent):
            while data := await there.read(65536):
                await asyncio.sleep(fate.answer_delay_s)
                if writer is not None and not writer.is_closing():
                    writer.write(data)
                    await writer.drain()


@contextmanager
def listening(networks: list[BadNetwork]) -> Iterator[None]:
    """All of these serve meanwhile."""
    ready, loops = threading.Event(), list[tuple[asyncio.AbstractEventLoop, asyncio.Event]]()

    async def serve() -> None:
        for one in networks:
            await one.listen()
        over = asyncio.Event()
        loops.append((asyncio.get_running_loop(), over))
        ready.set()
        await over.wait()
        for one in networks:
            await one.close()

    thread = threading.Thread(target=asyncio.run, args=[serve()])
    thread.start()
    assert ready.wait(10)
    try:
        yield
    finally:
        ((loop, over),) = loops
        loop.call_soon_threadsafe(over.set)
        thread.join(10)
