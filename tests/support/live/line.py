"""A connection without a network: the test decides when to read what was written."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from tests.support.live.shown import Shown


class Flow:
    """uvicorn's state of a connection with pipelined requests."""

    is_reading = False
    write_paused = False

    def resume_reading(self) -> None:
        self.is_reading = True


class Before(asyncio.Protocol):
    """The protocol that had the connection before the feed took it over."""

    def __init__(self) -> None:
        self.flow = Flow()
        self.lost: list[Exception | None] = []

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.append(exc)


class Line(asyncio.Transport):
    """Accepts bytes like a socket. After `fill()` it accepts none until `drain()`."""

    def __init__(self) -> None:
        super().__init__()
        self.before = Before()
        self.protocol: asyncio.BaseProtocol = self.before
        self.shown = Shown()
        self.sent = ""  # with the last frame
        self.came = b""  # received and not yet read by the test
        self.waiting: list[bytes] = []
        self.is_full = False
        self.is_gone = False
        self.is_lost = False
        self.was_cut = False
        self._news = asyncio.Event()

    # For the test

    def fill(self) -> None:
        self.is_full = True

    def drain(self) -> None:
        self.is_full = False
        had, self.waiting = self.waiting, []
        for data in had:
            self.write(data)
        if had:
            self._writer().resume_writing()

    def leave(self) -> None:
        self._end()

    async def ended(self) -> None:
        while not self.is_gone:
            await self._wait()
        await asyncio.sleep(0)

    async def head(self) -> tuple[int, dict[str, str]]:
        """Status and headers of the response."""
        first, *lines = (await self._part(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines)
        assert len(headers) == len(lines), "a header stands twice"
        return int(first.split()[1]), headers

    async def event(self) -> dict[str, str]:
        """The next server-sent event, its fields by name; of a frame `data` is what is shown."""
        text = (await self._part(b"\n\n")).decode()
        fields = dict(line.split(": ", 1) for line in text.split("\n"))
        if fields.get("event") == "frame":
            self.sent, shown = fields["data"], self.shown.take(fields["data"])
            fields["data"] = "" if shown.lacks else shown.text
        return fields

    async def _part(self, mark: bytes) -> bytes:
        while mark not in self.came:
            assert not self.is_gone, f"ended after {self.came!r}"
            await self._wait()
        part, _, self.came = self.came.partition(mark)
        return part

    async def _wait(self) -> None:
        self._news.clear()
        await self._news.wait()

    # For who writes

    def write(self, data: Any) -> None:
        if self.is_gone:
            return
        if not self.is_full:
            self.came += data
            self._news.set()
        elif data:
            self.waiting.append(data)
            if len(self.waiting) == 1:
                self._writer().pause_writing()

    def close(self) -> None:
        if not self.waiting:  # else not before these have gone
            self._end()

    def abort(self) -> None:
        self.was_cut = True
        self._end()

    def _end(self) -> None:
        if not self.is_gone:
            self.is_gone = True
            self._news.set()
            asyncio.get_running_loop().call_soon(self._lose)

    def _lose(self) -> None:
        self._writer().connection_lost(None)
        self.is_lost = True

    def _writer(self) -> asyncio.Protocol:
        return cast(asyncio.Protocol, self.protocol)

    def is_closing(self) -> bool:
        return self.is_gone

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return cast(asyncio.BaseProtocol, None if self.is_lost else self.protocol)  # as uvloop's

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        assert high == 0, "a reader is full as soon as anything waits"
