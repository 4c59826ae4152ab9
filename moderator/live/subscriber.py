"""A reader: one open stream, as the connection's own protocol. No task, no future, no queue."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from moderator import metrics
from moderator.live.events import BEAT, Pieces

CHATTER = 4096  # bytes that a reader may send; it has nothing to say


@dataclass(slots=True)
class Counters:
    """Of a whole hub: viewers now; frames rendered, sent and skipped so far."""

    viewers: int = 0
    rendered: int = 0
    sent: int = 0
    skipped: int = 0


class Source(Protocol):
    """What a reader needs of its channel."""

    pieces: Pieces
    serial: int
    readers: set[Subscriber]
    counters: Counters


class Subscriber(asyncio.Protocol):
    """Gets each frame of its channel; one that can't keep up skips to the newest.

    A write never calls `connection_lost` before it returns, so readers can be gone through while
    they are written to.
    """

    __slots__ = ("_chatter", "_has_ended", "_missed", "_serial", "_siblings", "channel", "form",
                 "is_full", "transport")  # fmt: skip

    def __init__(
        self, transport: asyncio.Transport, channel: Source, form: int, siblings: set[Subscriber]
    ) -> None:
        self.transport = transport
        self.channel = channel
        self.form = form
        self.is_full = False  # the line takes no more for now
        self._siblings = siblings  # those who beat together
        self._serial = 0  # of the frame sent last
        self._missed = 0  # beats since the line is full
        self._chatter = 0
        self._has_ended = False

    def open(self, opening: bytes, is_current: bool) -> None:
        """Take the connection over, and send the present frame if there is one."""
        transport, channel = self.transport, self.channel
        transport.set_protocol(self)
        transport.set_write_buffer_limits(high=0)  # full is what the system doesn't take
        channel.readers.add(self)
        self._siblings.add(self)
        channel.counters.viewers += 1
        metrics.VIEWERS.inc()
        if not is_current:
            self._serial = channel.serial
        elif channel.serial:
            self._serial = channel.serial
            channel.counters.sent += 1
            opening += channel.pieces[self.form]
        transport.write(opening)

    def show(self) -> None:
        """The channel's newest frame, now, or once the line takes something again."""
        if self.is_full:
            return
        channel = self.channel
        self._serial = channel.serial
        channel.counters.sent += 1
        self.transport.write(channel.pieces[self.form])

    def beat(self, stuck_beats: int) -> None:
        """Say that the line is up; end a reader that has taken nothing for so many beats."""
        if self.is_full:
            self._missed += 1
            if self._missed > stuck_beats:
                self.transport.abort()
        elif not self._has_ended:
            self.transport.write(BEAT[self.form])

    def end(self, last: Pieces) -> None:
        """Say the last words, and close."""
        if self._has_ended:
            return
        self._has_ended = True
        if self.is_full:
            self.transport.abort()
        else:
            self.transport.write(last[self.form])
            self.transport.close()

    # What the connection says

    def pause_writing(self) -> None:
        self.is_full = True

    def resume_writing(self) -> None:
        self.is_full = False
        self._missed = 0
        channel = self.channel
        if not self._has_ended and channel.serial != self._serial:
            skipped = channel.serial - self._serial - 1
            channel.counters.skipped += skipped
            metrics.SKIPPED.inc(skipped)
            self.show()

    def data_received(self, data: bytes) -> None:
        self._chatter += len(data)
        if self._chatter > CHATTER:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.channel.readers.discard(self)
        self._siblings.discard(self)
        self.channel.counters.viewers -= 1
        metrics.VIEWERS.dec()
