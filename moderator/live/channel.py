"""A channel: one audience of one group, its latest frame, and those who read it.

Everything here belongs to the loop; only rendering runs in a worker thread.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor

from moderator import metrics
from moderator.live.events import END, OVER, Frame, Pieces, pieces_of
from moderator.live.pace import Pace
from moderator.live.subscriber import Counters, Subscriber

log = logging.getLogger(__name__)

Render = Callable[[int, str], Frame | None]
"""Group and audience to a frame. None: there is nothing to watch here any more."""

PUBLIC = "public"  # the audience of those who know the group's code and nothing more


class Channel:
    """One audience of one group. Renders when told: one at a time, and once more if told
    meanwhile. A version never goes back; what has nothing new is not sent."""

    __slots__ = ("_begun", "_failures", "_is_stale", "_look_timer", "_looked", "_may_fall",
                 "_pool", "_render", "_renewal", "_retry_timer", "_told", "_waiting", "audience",
                 "counters", "frame", "group_id", "is_over", "pace", "pieces", "readers",
                 "serial", "used")  # fmt: skip

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
        self.pieces: Pieces = (b"", b"", b"", b"")
        self.serial = 0  # of the frames shown here
        self.is_over = False
        self.used = 0.0  # when somebody last asked, on the loop's clock
        self.readers: set[Subscriber] = set()
        self._render = render
        self._pool = pool
        self._is_stale = False
        self._may_fall = False  # the next frame counts, whatever its version
        self._told = 0.0  # when, if it has not been rendered yet
        self._begun = 0  # renderings
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._looked = -pace.look_s  # when, for those who know more
        self._look_timer: asyncio.TimerHandle | None = None
        self._renewal: asyncio.Task[None] | None = None
        self._retry_timer: asyncio.TimerHandle | None = None
        self._failures = 0

    @property
    def is_public(self) -> bool:
        return self.audience == PUBLIC

    def refresh(self, may_fall: bool = False) -> None:
        """Show from now on what is committed by now."""
        if self.is_over:
            return
        self._told = self._told or time.perf_counter()
        self._is_stale = True
        self._may_fall |= may_fall
        if self._renewal is None:
            self._renewal = asyncio.get_running_loop().create_task(self._renew())

    def take(self, frame: Frame, pieces: Pieces) -> None:
        """Show what was rendered elsewhere; while something is rendered here, that comes first.

        Only what comes next is taken: anything else can be of a game that was deleted meanwhile.
        """
        is_next = self.frame is not None and frame.version == self.frame.version + 1
        if not is_next or self._is_stale or self._renewal is not None:
            self.refresh()
        elif not self.is_over:
            began = time.perf_counter()
            self._show(frame, pieces, may_fall=False)
            metrics.PUSH_S.observe(time.perf_counter() - began)

    async def newest(self, version: int) -> Frame | None:
        """The present frame; of a lower version than this only if the database has no higher.

        Another process may have shown that version already. None: there is no frame any more.
        """
        if self.frame is None:
            await self._rendered(self._begun if self._renewal else self._begun + 1)
        if self.frame is not None and self.frame.version < version:
            self._look()
            await self._rendered(self._begun + 1)
        return None if self.is_over else self.frame

    def end(self, last: Pieces) -> None:
        """The last words for all readers. Nothing happens here afterwards."""
        self.is_over = True
        for pending in (self._retry_timer, self._look_timer, self._renewal):
            if pending is not None:
                pending.cancel()
        for _, waiting in self._waiting:
            release(waiting)
        for reader in self.readers:
            reader.end(last)

    async def _rendered(self, number: int) -> None:
        if not self.is_over:
            waiting = (number, asyncio.get_running_loop().create_future())
            self._waiting.append(waiting)
            try:
                await waiting[1]
            except asyncio.CancelledError:  # who asked waits no longer
                self._waiting = [other for other in self._waiting if other is not waiting]
                raise

    def _look(self) -> None:
        """Refresh, but not all the time: anybody may claim to know more."""
        if self._look_timer is None:
            loop = asyncio.get_running_loop()
            wait_s = max(0.0, self._looked + self.pace.look_s - loop.time())
            self._look_timer = loop.call_later(wait_s, self._look_now)

    def _look_now(self) -> None:
        self._look_timer = None
        self._looked = asyncio.get_running_loop().time()
        self.refresh()

    async def _renew(self) -> None:
        loop = asyncio.get_running_loop()
        may_fall, told = False, 0.0
        try:
            while self._is_stale:
                self._is_stale = False
                told, self._told = self._told, 0.0
                may_fall, self._may_fall = self._may_fall, False
                self._begun += 1
                frame, pieces = await loop.run_in_executor(self._pool, self._make)
                self.counters.rendered += 1
                self._failures = 0
                is_news = self.frame is not None
                self._show(frame, pieces, may_fall)
                if is_news:
                    metrics.PUSH_S.observe(time.perf_counter() - told)
                self._release()
        except Exception:
            self._may_fall |= may_fall
            self._told = told
            # The old frame stays, and so do the readers.
            log.exception("Rendering group %d for %s failed.", self.group_id, self.audience)
            self._try_again()
        finally:
            self._renewal = None

    def _make(self) -> tuple[Frame | None, Pieces]:
        """In a worker thread: the frame, and its bytes for all who read it."""
        frame = self._render(self.group_id, self.audience)
        return frame, pieces_of(frame.event, self.is_public) if frame else END

    def _release(self) -> None:
        for number, waiting in self._waiting:
            if number <= self._begun:
                release(waiting)
        self._waiting = [(n, waiting) for n, waiting in self._waiting if not waiting.done()]

    def _try_again(self) -> None:
        if self._retry_timer is not None:
            self._retry_timer.cancel()
        wait_s = min(self.pace.retry_s * 2**self._failures, self.pace.longest_retry_s)
        self._failures = min(self._failures + 1, 10)
        self._retry_timer = asyncio.get_running_loop().call_later(wait_s, self.refresh)

    def _show(self, frame: Frame | None, pieces: Pieces, may_fall: bool) -> None:
        if frame is None:
            self.end(OVER)
            return
        now = self.frame
        if now is not None and (frame == now or (frame.version < now.version and not may_fall)):
            return
        self.frame = frame
        self.pieces = pieces
        self.serial += 1
        for reader in self.readers:
            reader.show()


def release(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():  # who waited may have gone
        waiting.set_result(None)
