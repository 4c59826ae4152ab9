"""A subscriber: one open stream, as an asyncio protocol without task, future or queue."""

from __future__ import annotations

import asyncio
import math
from dataclasses import dataclass
from typing import Protocol

from moderator import metrics
from moderator.live.events import HEARTBEAT, Messages, Pieces

MOST_RECEIVED = 4096  # bytes that a client may send before it is disconnected


@dataclass(slots=True)
class Counters:
    """Counters of a hub: viewers now; frames rendered, sent and skipped so far."""

    viewers: int = 0
    rendered: int = 0
    sent: int = 0
    skipped: int = 0


class Source(Protocol):
    """What a subscriber needs from its channel."""

    messages: Messages | None
    serial: int
    subscribers: set[Subscriber]
    counters: Counters


class Subscriber(asyncio.Protocol):
    """Gets what is new in each frame of its channel; a slow one skips to the whole newest one.

    A write never calls `connection_lost` before it returns, so the set of subscribers can be
    iterated while they are written to.
    """

    __slots__ = ("_has_ended", "_has_frame", "_missed", "_received", "_serial", "_slice", "channel",
                 "ends_at", "form", "is_full", "person", "transport")  # fmt: skip

    def __init__(
        self,
        transport: asyncio.Transport,
        channel: Source,
        form: int,
        slice_: set[Subscriber],
        ends_at: float = math.inf,
        person: int = 0,
    ) -> None:
        self.transport = transport
        self.channel = channel
        self.form = form
        self.ends_at = ends_at  # on the monotonic clock; the next heartbeat ends the stream
        self.person = person  # behind the page; 0: nobody who is counted
        self.is_full = False  # the send buffer is full
        self._slice = slice_  # of the heartbeat
        self._serial = channel.serial  # of the last frame sent
        self._has_frame = False  # the client has that frame
        self._missed = 0  # heartbeats since the buffer was full
        self._received = 0
        self._has_ended = False

    def open(self, opening: bytes, have: int | None) -> None:
        """Take the connection over and send the present frame if there is one.

        Args:
            have: the version that the client has; None: a newer one than the channel.
        """
        transport, channel = self.transport, self.channel
        transport.set_protocol(self)
        transport.set_write_buffer_limits(high=0)  # the system's buffer is enough
        channel.subscribers.add(self)
        self._slice.add(self)
        channel.counters.viewers += 1
        metrics.VIEWERS.inc()
        if have is not None and channel.messages:
            self._has_frame = True
            channel.counters.sent += 1
            opening += channel.messages.after(have).pieces[self.form]
        transport.write(opening)

    def show(self) -> None:
        """Send the channel's newest frame, now or once the buffer has room."""
        channel = self.channel
        if self.is_full or channel.messages is None:
            return
        is_next = self._has_frame and self._serial == channel.serial - 1
        message = channel.messages.news if is_next else channel.messages.whole
        self._serial, self._has_frame = channel.serial, True
        channel.counters.sent += 1
        self.transport.write(message.pieces[self.form])

    def heartbeat(self, most_missed: int) -> None:
        """Send a heartbeat; disconnect a client that has read nothing for more than so many."""
        if self.is_full:
            self._missed += 1
            if self._missed > most_missed:
                self.transport.abort()
        elif not self._has_ended:
            self.transport.write(HEARTBEAT[self.form])

    def end(self, last: Pieces) -> None:
        """Send a last event and close."""
        if self._has_ended:
            return
        self._has_ended = True
        if self.is_full:
            self.transport.abort()
        else:
            self.transport.write(last[self.form])
            self.transport.close()

    # Called by the transport

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
        self._received += len(data)
        if self._received > MOST_RECEIVED:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.channel.subscribers.discard(self)
        self._slice.discard(self)
        self.channel.counters.viewers -= 1
        metrics.VIEWERS.dec()
