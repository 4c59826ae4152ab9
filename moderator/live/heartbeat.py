"""The pulse: one timer for the beats of all streams."""

from __future__ import annotations

import asyncio
import random

from moderator.live.subscriber import Subscriber

SLICES = 30


class Heartbeat:
    """Beats for all readers, a slice of them at a time, so that ten thousand don't beat at once."""

    def __init__(self, beat_s: float, stuck_beats: int) -> None:
        self._slice_s = beat_s / SLICES
        self._stuck_beats = stuck_beats
        self._slices: list[set[Subscriber]] = [set() for _ in range(SLICES)]
        self._next = 0
        self._timer: asyncio.TimerHandle | None = None

    def siblings(self) -> set[Subscriber]:
        """Where a new reader finds its place."""
        if self._timer is None:
            self._wait()
        return random.choice(self._slices)  # noqa: S311 (spreads, hides nothing)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._slice_s, self._beat)

    def _beat(self) -> None:
        self._wait()
        for reader in self._slices[self._next]:
            reader.beat(self._stuck_beats)
        self._next = (self._next + 1) % SLICES
