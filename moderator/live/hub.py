"""The hub: the latest chart of every group, rendered once, for everybody who watches.

Pure asyncio, no Django. A new frame wakes the watchers of its channel; each takes the
newest when it can, so a slow one skips and nobody queues. `tell`, `drop` and `close` may be
called from any thread; everything else belongs to the loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from moderator.live.channel import Channel, Counters, Pace, Render, Signal, Watcher
from moderator.live.frame import Frame

__all__ = ["Channel", "Frame", "Hub", "Pace", "Render", "Signal", "Watcher"]

log = logging.getLogger(__name__)

RENDER_THREADS = 2
PUBLIC = "public"  # the audience of those who know the group's code and nothing more


class Hub:
    """Who watches what. `counters`: viewers now; frames rendered, sent, skipped so far."""

    def __init__(self, render: Render, pace: Pace | None = None) -> None:
        self.pace = pace or Pace()
        self.counters = Counters()
        self._render = render
        self._groups: dict[int, dict[str, Channel]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pool = ThreadPoolExecutor(RENDER_THREADS, thread_name_prefix="render")
        self.is_closed = False

    # From any thread

    def tell(self, group_id: int) -> None:
        """Something of this group has changed and is committed. Cheap; never fails."""
        self._on_loop(self._told, group_id)

    def drop(self, group_id: int, audience: str | None = None) -> None:
        """End the streams of a group (of one audience). Who still may comes back at once."""
        self._on_loop(self._dropped, group_id, audience)

    def look(self) -> None:
        """Something may have been missed: every channel is rendered anew, and who watches what
        not everybody may see is asked again."""
        self._on_loop(self._looked)

    def close(self) -> None:
        """End all streams, now, and take no more."""
        self.is_closed = True
        self._on_loop(self._ended)

    def _on_loop(self, act: Callable[..., None], *args: Any) -> None:
        if self._loop is None:  # nobody has ever watched
            return
        try:
            self._loop.call_soon_threadsafe(act, *args)
        except RuntimeError:
            log.debug("The loop has ended, and every stream with it.")

    # On the loop

    @contextmanager
    def watch(self, group_id: int, audience: str) -> Iterator[Watcher]:
        """Watch one channel; the present frame comes first."""
        channel = self._channel(group_id, audience)
        watcher = Watcher(channel)
        channel.watchers.add(watcher)
        self.counters.viewers += 1
        if self.is_closed:
            watcher.end()
        try:
            yield watcher
        finally:
            watcher.end()
            channel.watchers.discard(watcher)
            self.counters.viewers -= 1

    async def latest(self, group_id: int, audience: str) -> Frame | None:
        """The present frame, from memory if anybody has asked lately. None: there is none."""
        frame = self._channel(group_id, audience).frame
        if frame is not None:
            return frame
        with self.watch(group_id, audience) as watcher:
            while (news := await watcher.next()) is Signal.BEAT:
                pass
        return news if isinstance(news, Frame) else None

    def _channel(self, group_id: int, audience: str) -> Channel:
        self._loop = loop = asyncio.get_running_loop()
        channels = self._groups.setdefault(group_id, {})
        channel = channels.get(audience)
        if channel is None or channel.is_over:
            channel = channels[audience] = Channel(group_id, audience, self.pace, self.counters)
            loop.call_later(self.pace.linger_s, self._sweep, channel)
            self._refresh(channel)
        channel.used = loop.time()
        return channel

    def _sweep(self, channel: Channel) -> None:
        """Forget the channel when nobody has asked for it for a while."""
        if self._groups.get(channel.group_id, {}).get(channel.audience) is not channel:
            return
        loop = asyncio.get_running_loop()
        if channel.watchers:
            channel.used = loop.time()
        left_s = channel.used + self.pace.linger_s - loop.time()
        if left_s > 0:
            loop.call_later(left_s, self._sweep, channel)
        else:
            self._forget(channel, Signal.END)

    def _forget(self, channel: Channel, signal: Signal) -> None:
        channels = self._groups[channel.group_id]
        del channels[channel.audience]
        if not channels:
            del self._groups[channel.group_id]
        channel.end(signal)

    def _refresh(self, channel: Channel) -> None:
        if not self.is_closed:
            channel.refresh(self._render, self._pool)

    def _told(self, group_id: int) -> None:
        for channel in self._groups.get(group_id, {}).values():
            self._refresh(channel)

    def _dropped(self, group_id: int, audience: str | None) -> None:
        for channel in list(self._groups.get(group_id, {}).values()):
            if audience in (None, channel.audience):
                self._forget(channel, Signal.OVER)

    def _looked(self) -> None:
        for channels in list(self._groups.values()):
            for channel in list(channels.values()):
                if channel.audience == PUBLIC:
                    self._refresh(channel)
                else:
                    self._forget(channel, Signal.OVER)

    def _ended(self) -> None:
        for channels in list(self._groups.values()):
            for channel in list(channels.values()):
                self._forget(channel, Signal.END)
        self._pool.shutdown(wait=False, cancel_futures=True)
