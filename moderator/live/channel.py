"""A channel: one audience of one group, its latest frame, and those who watch it.

Everything here belongs to the loop; only `render` runs in a worker thread.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import Enum

from moderator.live.frame import Frame

log = logging.getLogger(__name__)

Render = Callable[[int, str], Frame | None]
"""Group and audience to a frame. None: there is nothing to watch here any more."""


class Signal(Enum):
    """What a watcher is told when it is not a frame."""

    BEAT = "nothing is new: say something, so that both ends know that the line is up"
    OVER = "what decided the access has changed: ask again"
    END = "the server stops, the reader has gone, or the reader takes nothing"


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things wait."""

    beat_s: float = 15.0
    """Between two signs of life on a stream where nothing happens."""
    stuck_beats: int = 2
    """A stream that could not send for so many beats is ended."""
    linger_s: float = 10.0
    """A channel is remembered for as long after the last who asked for it."""
    retry_s: float = 1.0
    """From a failed rendering to the next try; doubled each time."""
    longest_retry_s: float = 30.0


@dataclass(slots=True)
class Counters:
    viewers: int = 0
    rendered: int = 0
    sent: int = 0
    skipped: int = 0


class Watcher:
    """One open stream. `next()` waits for the newest frame, or for a signal."""

    __slots__ = ("_beats", "_channel", "_serial", "_signal", "_task", "_timer", "_waits")

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._serial = 0
        self._signal: Signal | None = None
        self._beats = 0
        self._waits: asyncio.Future[None] | None = None
        self._task = asyncio.current_task()
        # Spread: a thousand pages that came back together don't beat together.
        first_s = channel.pace.beat_s * random.uniform(0.5, 1.0)  # noqa: S311 (spreads, hides nothing)
        self._timer = asyncio.get_running_loop().call_later(first_s, self._beat)

    async def next(self) -> Frame | Signal:
        channel = self._channel
        while True:
            if self._signal is not None:
                return self._signal
            if channel.frame is not None and channel.serial != self._serial:
                if self._serial:
                    channel.counters.skipped += channel.serial - self._serial - 1
                channel.counters.sent += 1
                self._serial = channel.serial
                return channel.frame
            if self._beats:
                self._beats = 0
                return Signal.BEAT
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits

    def wake(self) -> None:
        # A bare future: with an Event, waking a thousand took a fifth longer.
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    def end(self, signal: Signal = Signal.END) -> None:
        """The next `next()` gives this signal, whatever else is new."""
        self._signal = self._signal or signal
        self._timer.cancel()
        self.wake()

    @property
    def has_ended(self) -> bool:
        return self._signal is not None

    def _beat(self) -> None:
        pace = self._channel.pace
        if self._beats >= pace.stuck_beats:  # nobody took them: stuck in sending since then
            self.end()
            if self._task is not None:
                self._task.cancel()
            return
        self._beats += 1
        self._timer = asyncio.get_running_loop().call_later(pace.beat_s, self._beat)
        self.wake()


class Channel:
    """One audience of one group. Renders when told: one at a time, and once more if told
    meanwhile. A version never goes back; what has nothing new wakes nobody."""

    __slots__ = ("_failures", "_is_stale", "_renewal", "_retry", "audience", "counters", "frame",
                 "group_id", "is_over", "pace", "serial", "used", "watchers")  # fmt: skip

    def __init__(self, group_id: int, audience: str, pace: Pace, counters: Counters) -> None:
        self.group_id = group_id
        self.audience = audience
        self.pace = pace
        self.counters = counters
        self.frame: Frame | None = None
        self.serial = 0  # of the frames shown here
        self.is_over = False
        self.used = 0.0  # when somebody last asked, on the loop's clock
        self.watchers: set[Watcher] = set()
        self._is_stale = False
        self._renewal: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._failures = 0

    def refresh(self, render: Render, pool: Executor) -> None:
        """Show what `render` gives from now on."""
        self._is_stale = True
        if self._renewal is None:
            loop = asyncio.get_running_loop()
            self._renewal = loop.create_task(self._renew(render, pool))

    def end(self, signal: Signal) -> None:
        self.is_over = True
        for pending in (self._retry, self._renewal):
            if pending is not None:
                pending.cancel()
        for watcher in self.watchers:
            watcher.end(signal)

    async def _renew(self, render: Render, pool: Executor) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._is_stale:
                self._is_stale = False
                frame = await loop.run_in_executor(pool, render, self.group_id, self.audience)
                self.counters.rendered += 1
                self._failures = 0
                self._show(frame)
        except Exception:
            # The old frame stays, and so do the watchers.
            log.exception("Rendering group %d for %s failed.", self.group_id, self.audience)
            self._try_again(render, pool)
        finally:
            self._renewal = None

    def _try_again(self, render: Render, pool: Executor) -> None:
        if self._retry is not None:
            self._retry.cancel()
        wait_s = min(self.pace.retry_s * 2**self._failures, self.pace.longest_retry_s)
        self._failures = min(self._failures + 1, 10)
        loop = asyncio.get_running_loop()
        self._retry = loop.call_later(wait_s, self.refresh, render, pool)

    def _show(self, frame: Frame | None) -> None:
        if frame is None:
            self.end(Signal.OVER)
            return
        now = self.frame
        if now is not None and (frame.version < now.version or frame == now):
            return
        self.frame = frame
        self.serial += 1
        for watcher in self.watchers:
            watcher.wake()
