"""Who is connected, reported again and again so that all processes can know who is online."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor

from moderator.live.hub import Hub

log = logging.getLogger(__name__)

Report = Callable[[frozenset[int]], None]
"""Stores that these people are connected now, in a worker thread."""


class PresenceTimer:
    """Reports who has a stream or has polled a short while ago.

    At most every `presence_s` seconds if somebody has come, and otherwise every `presence_again_s`;
    not at all while nobody is connected.

    Everything runs on the event loop but the report.
    """

    def __init__(self, hub: Hub, report: Report, pool: Executor) -> None:
        self._hub = hub
        self._report = report
        self._pool = pool
        self._polled: dict[int, float] = {}  # by person: when
        self._reported: frozenset[int] = frozenset()
        self._reported_at = 0.0
        self._reporting: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._hub.pace.presence_s, self._tick)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def polled(self, person: int) -> None:
        """Note that the person has polled now; 0 is nobody."""
        if person:
            self._polled[person] = asyncio.get_running_loop().time()

    def _tick(self) -> None:
        self.start()
        now, pace = asyncio.get_running_loop().time(), self._hub.pace
        self._polled = {who: at for who, at in self._polled.items() if now - at < pace.polled_s}
        people = self._hub.people() | self._polled.keys()
        is_due = now - self._reported_at >= pace.presence_again_s
        if people and self._reporting is None and (is_due or not people <= self._reported):
            self._reporting = asyncio.ensure_future(self._pass_on(frozenset(people), now))

    async def _pass_on(self, people: frozenset[int], now: float) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, self._report, people)
            self._reported, self._reported_at = people, now
        except Exception:  # databases raise many kinds; the next time is soon
            log.exception("Who is online could not be stored.")
        finally:
            self._reporting = None
