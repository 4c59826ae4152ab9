"""One timer for the heartbeats of all streams, which also ends those that are due."""

from __future__ import annotations

import asyncio
import random
import time

from moderator.live.events import OVER
from moderator.live.subscriber import Subscriber

SLICES = 30


class Heartbeat:
    """Sends heartbeats to one slice of the subscribers at a time, to spread the load."""

    def __init__(self, heartbeat_s: float, missed_heartbeats: int) -> None:
        self._slice_s = heartbeat_s / SLICES
        self._missed_heartbeats = missed_heartbeats
        self._slices: list[set[Subscriber]] = [set() for _ in range(SLICES)]
        self._next = 0
        self._timer: asyncio.TimerHandle | None = None

    def random_slice(self) -> set[Subscriber]:
        """The slice that a new subscriber joins."""
        if self._timer is None:
            self._wait()
        return random.choice(self._slices)  # noqa: S311 (not for security)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._slice_s, self._beat)

    def _beat(self) -> None:
        self._wait()
        now = time.monotonic()
        for subscriber in self._slices[self._next]:
            if subscriber.ends_at <= now:
                subscriber.end(OVER)
            subscriber.heartbeat(self._missed_heartbeats)
        self._next = (self._next + 1) % SLICES
