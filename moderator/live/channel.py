"""A channel: one audience of one group, its latest frame, and its subscribers.

Channels of a class, whose pages show several groups, have its negative number (`class_id`).

Everything here runs on the event loop; only rendering runs in a worker thread.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from moderator import metrics
from moderator.live.events import HEARTBEAT, OVER, Frame, Messages, Pieces

# A subscriber: one open stream, as an asyncio protocol without task, future or queue.

MOST_RECEIVED = 4096  # bytes that a client may send before it is disconnected


@dataclass(slots=True)
class Counters:
    """Counters of a hub: viewers now; frames rendered, sent and skipped so far."""

    viewers: int = 0
    rendered: int = 0
    sent: int = 0
    skipped: int = 0


class Subscriber(asyncio.Protocol):
    """Gets what is new in each frame of its channel; a slow one skips to the whole newest one.

    A write never calls `connection_lost` before it returns, so the set of subscribers can be
    iterated while they are written to.
    """

    __slots__ = ("_has_ended", "_has_frame", "_missed", "_received", "_serial", "_slice", "channel",
                 "ends_at", "form", "is_full", "person", "session", "transport")  # fmt: skip

    def __init__(
        self,
        transport: asyncio.Transport,
        channel: Channel,
        form: int,
        slice_: set[Subscriber],
        ends_at: float = math.inf,
        person: int = 0,
        session: str = "",
    ) -> None:
        self.transport = transport
        self.channel = channel
        self.form = form
        self.ends_at = ends_at  # on the monotonic clock; the next heartbeat ends the stream
        self.person = person  # behind the page; 0: nobody who is counted
        self.session = session  # the key of the one that gave access; empty: none did
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


@dataclass(frozen=True, slots=True)
class Pace:
    """Intervals and timeouts of the feed."""

    heartbeat_s: float = 15.0
    """Between two heartbeats on a stream."""
    private_s: float = 60 * 60
    """How long a private stream lasts at most: the page reconnects, and access is checked again."""
    sessions_s: float = 20.0
    """Between two looks at which sessions of private streams still exist."""
    missed_heartbeats: int = 2
    """A subscriber that has read nothing for more heartbeats than these is disconnected."""
    linger_s: float = 10.0
    """How long a channel is kept after its last use."""
    retry_s: float = 1.0
    """From a failed rendering to the next attempt; doubled each time."""
    longest_retry_s: float = 30.0
    class_s: float = 0.8
    """At least so long between two renderings of a class's page because of its groups' moves."""
    presence_s: float = 5.0
    """Between two looks at who is connected."""
    presence_again_s: float = 20.0
    """Who is connected is stored again after so long if nobody has come."""
    polled_s: float = 20.0
    """How long somebody who has polled counts as connected."""
    check_s: float = 0.1
    """At least so long between two renderings for clients that claim to have a newer version."""


# The channel.

log = logging.getLogger(__name__)

Render = Callable[..., Frame | None]
"""Group and audience, and perhaps what is known of it, to a frame; None: there is no such group."""

PUBLIC = "public"
"""The audience of those who only know the group's (or the class's) code. It may be followed by the
name of a page besides the chart."""


class Channel:
    """One audience of one group. Renders one frame at a time, and once more if something was
    published meanwhile. Versions never go back, and a frame with the same parts is not sent."""

    __slots__ = ("_check_timer", "_checked_at", "_class_at", "_class_due", "_class_timer",
                 "_failures", "_is_stale", "_may_go_back", "_pool", "_published_at", "_render",
                 "_rendering", "_retry_timer", "_started", "_waiting", "audience", "counters",
                 "frame", "group_id", "is_over", "messages", "pace", "serial", "subscribers",
                 "used")  # fmt: skip

    def __init__(
        self,
        group_id: int,
        audience: str,
        render: Render,
        pool: Executor,
        pace: Pace,
        counters: Counters,
    ) -> None:
        self.group_id = group_id
        self.audience = audience
        self.pace = pace
        self.counters = counters
        self.frame: Frame | None = None
        self.messages: Messages | None = None
        self.serial = 0  # counts the frames sent here
        self.is_over = False
        self.used = 0.0  # time of the last use, on the loop's clock
        self.subscribers: set[Subscriber] = set()
        self._render = render
        self._pool = pool
        self._is_stale = False
        self._may_go_back = False  # the next frame is sent whatever its version
        self._published_at = 0.0  # 0 once it has been rendered
        self._started = 0  # number of renderings
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._checked_at = -pace.check_s  # when last rendered for a client's claim
        self._check_timer: asyncio.TimerHandle | None = None
        self._rendering: asyncio.Task[None] | None = None
        self._retry_timer: asyncio.TimerHandle | None = None
        self._failures = 0
        self._class_timer: asyncio.Handle | None = None
        self._class_due = 0.0  # uvloop's handle of a time that has passed doesn't know it
        self._class_at = -pace.class_s

    @property
    def is_public(self) -> bool:
        return self.audience.startswith(PUBLIC)

    def refresh(self, may_go_back: bool = False) -> None:
        """Render and send what is committed by now."""
        if self.is_over:
            return
        self._published_at = self._published_at or time.perf_counter()
        self._is_stale = True
        self._may_go_back |= may_go_back
        if self._rendering is None:
            self._rendering = asyncio.get_running_loop().create_task(self._render_newest())

    def refresh_later(self, wait_s: float = 0.0) -> None:
        """Refresh the page of a class, after that time or sooner, but not too often.

        Its groups may all be moving at once.
        """
        if self.is_over:
            return
        loop = asyncio.get_running_loop()
        at = loop.time() + wait_s if wait_s else self._class_at + self.pace.class_s
        if self._class_timer is not None:
            if self._class_due <= at:
                return
            self._class_timer.cancel()
        self._class_due = at
        self._class_timer = loop.call_at(at, self._refresh_class)

    def _refresh_class(self) -> None:
        self._class_timer = None
        self._class_at = asyncio.get_running_loop().time()
        self.refresh()

    def made(self, frame: Frame) -> Messages:
        """What is sent of the frame, made in the thread that has rendered it: while the loop finds
        parts and compresses, another thread would take the processor from it."""
        messages = Messages(frame, self.frame, self.is_public)
        messages.news.pieces  # noqa: B018 (kept in the message)
        return messages

    def take(self, messages: Messages) -> None:
        """Send a frame that was rendered elsewhere, unless one is being rendered here.

        Only the next version is accepted: another may be of a game deleted meanwhile.
        """
        now = self.frame
        is_next = now is not None and messages.frame.version == now.version + 1
        if not is_next or self._is_stale or self._rendering is not None:
            self.refresh()
        elif not self.is_over:
            began = time.perf_counter()
            self._show(messages, may_go_back=False)
            metrics.PUSH_S.observe(time.perf_counter() - began)

    async def newest(self, version: int) -> Frame | None:
        """The newest frame, of at least this version if the database has it.

        Another process may have sent that version already. None: the channel has ended.
        """
        if self.frame is None:
            await self._rendered(self._started if self._rendering else self._started + 1)
        if self.frame is not None and self.frame.version < version:
            self._check_later()
            await self._rendered(self._started + 1)
        return None if self.is_over else self.frame

    def end(self, last: Pieces) -> None:
        """Send all subscribers a last event and close the channel for good."""
        self.is_over = True
        for pending in (
            self._retry_timer,
            self._check_timer,
            self._class_timer,
            self._rendering,
        ):
            if pending is not None:
                pending.cancel()
        for _, waiting in self._waiting:
            release(waiting)
        for subscriber in self.subscribers:
            subscriber.end(last)

    async def _rendered(self, number: int) -> None:
        if not self.is_over:
            waiting = (number, asyncio.get_running_loop().create_future())
            self._waiting.append(waiting)
            try:
                await waiting[1]
            except asyncio.CancelledError:  # the client has gone
                self._waiting = [other for other in self._waiting if other is not waiting]
                raise

    def _check_later(self) -> None:
        """Refresh, but not too often: any client may claim to have a newer version."""
        if self._check_timer is None:
            loop = asyncio.get_running_loop()
            wait_s = max(0.0, self._checked_at + self.pace.check_s - loop.time())
            self._check_timer = loop.call_later(wait_s, self._check)

    def _check(self) -> None:
        self._check_timer = None
        self._checked_at = asyncio.get_running_loop().time()
        self.refresh()

    async def _render_newest(self) -> None:
        loop = asyncio.get_running_loop()
        may_go_back, published_at = False, 0.0
        try:
            while self._is_stale:
                self._is_stale = False
                published_at, self._published_at = self._published_at, 0.0
                may_go_back, self._may_go_back = self._may_go_back, False
                self._started += 1
                messages = await loop.run_in_executor(self._pool, self._make)
                self.counters.rendered += 1
                self._failures = 0
                is_news = self.frame is not None
                self._show(messages, may_go_back)
                if is_news:
                    metrics.PUSH_S.observe(time.perf_counter() - published_at)
                self._release()
        except Exception:
            self._may_go_back |= may_go_back
            self._published_at = published_at
            # The old frame and the subscribers stay.
            log.exception("Rendering group %d for %s failed.", self.group_id, self.audience)
            self._try_again()
        finally:
            self._rendering = None

    def _make(self) -> Messages | None:
        """Render the frame, in a worker thread."""
        frame = self._render(self.group_id, self.audience)
        return None if frame is None else self.made(frame)

    def _release(self) -> None:
        for number, waiting in self._waiting:
            if number <= self._started:
                release(waiting)
        self._waiting = [(n, waiting) for n, waiting in self._waiting if not waiting.done()]

    def _try_again(self) -> None:
        if self._retry_timer is not None:
            self._retry_timer.cancel()
        wait_s = min(self.pace.retry_s * 2**self._failures, self.pace.longest_retry_s)
        self._failures = min(self._failures + 1, 10)
        self._retry_timer = asyncio.get_running_loop().call_later(wait_s, self.refresh)

    def _show(self, messages: Messages | None, may_go_back: bool) -> None:
        if messages is None:
            self.end(OVER)
            return
        frame, now = messages.frame, self.frame
        if frame.again_s:
            self.refresh_later(frame.again_s)
        if now is not None and frame.version < now.version and not may_go_back:
            return
        is_news = now is None or frame.html != now.html
        before = now if is_news or self.messages is None else self.messages.before
        if messages.before is not before:
            messages = Messages(frame, before, self.is_public)
        self.frame, self.messages = frame, messages
        if is_news:
            self.serial += 1
            for subscriber in self.subscribers:
                subscriber.show()


def release(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():  # it may have been cancelled
        waiting.set_result(None)
