"""The hub: the latest chart of every group, rendered once, for everybody who watches.

Pure asyncio, no Django. A new frame is written to all readers of its channel in one go; one that
can't keep up skips, so nobody queues. `tell`, `drop`, `look` and `close` may be called from any
thread; everything else belongs to the loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from moderator.live.channel import PUBLIC, Channel, Render
from moderator.live.events import END, OVER, Frame, Pieces, pieces_of
from moderator.live.heartbeat import Heartbeat
from moderator.live.pace import Pace
from moderator.live.subscriber import Counters, Subscriber

__all__ = ["PUBLIC", "Channel", "Counters", "Frame", "Hub", "Pace", "Render", "Subscriber"]

log = logging.getLogger(__name__)

RENDER_THREADS = 2


class Hub:
    """Who watches what. `counters`: viewers now; frames rendered, sent, skipped so far."""

    def __init__(self, render: Render, pace: Pace | None = None) -> None:
        self.pace = pace or Pace()
        self.counters = Counters()
        self.is_closed = False
        self.drops = 0
        """Grows with everything that may have ended somebody's access."""
        self.at_drop: Callable[[int | None], None] = lambda group_id: None
        """Called on the loop with each drop: of a group, or of all (None)."""
        self._render = render
        self._groups: dict[int, dict[str, Channel]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pool = ThreadPoolExecutor(RENDER_THREADS, thread_name_prefix="render")
        self._pulse = Heartbeat(self.pace.beat_s, self.pace.stuck_beats)

    # From any thread

    def tell(self, group_id: int, public: Frame | None = None) -> None:
        """Something of this group has changed and is committed. Cheap; never fails.

        Args:
            public: what the public sees from now on, where who tells has drawn it already. It
                goes out at once: no thread has to be waited for, and no database.
        """
        is_watched = PUBLIC in self._groups.get(group_id, {})
        pieces = pieces_of(public.event) if public is not None and is_watched else END
        self._on_loop(self._told, group_id, public if is_watched else None, pieces)

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

    def start(self) -> None:
        """From now on, what is told is heard."""
        self._loop = asyncio.get_running_loop()

    def channel(self, group_id: int, audience: str) -> Channel:
        """The channel, kept for a while for others who ask for it."""
        self.start()
        channels = self._groups.setdefault(group_id, {})
        channel = channels.get(audience)
        if channel is None or channel.is_over:
            channel = Channel(
                group_id, audience, self._render, self._pool, self.pace, self.counters
            )
            channels[audience] = channel
            self._sweep_later(channel, self.pace.linger_s)
            self._refresh(channel)
        channel.used = asyncio.get_running_loop().time()
        return channel

    def open(
        self,
        channel: Channel,
        transport: asyncio.Transport,
        form: int,
        opening: bytes,
        is_current: bool = True,
    ) -> Subscriber:
        """Take a connection over: from now on it reads this channel, the present frame first.

        Not `is_current`: it has seen a newer one already, so the next comes first.
        """
        reader = Subscriber(transport, channel, form, self._pulse.siblings())
        reader.open(opening, is_current)
        if self.is_closed or channel.is_over:
            reader.end(END)
        return reader

    def _sweep_later(self, channel: Channel, wait_s: float) -> None:
        asyncio.get_running_loop().call_later(wait_s, self._sweep, channel)

    def _sweep(self, channel: Channel) -> None:
        """Forget the channel when nobody has asked for it for a while."""
        if self._groups.get(channel.group_id, {}).get(channel.audience) is not channel:
            return
        now = asyncio.get_running_loop().time()
        if channel.readers:
            channel.used = now
        left_s = channel.used + self.pace.linger_s - now
        if left_s > 0:
            self._sweep_later(channel, left_s)
        else:
            self._forget(channel, END)

    def _forget(self, channel: Channel, last: Pieces) -> None:
        channels = self._groups[channel.group_id]
        del channels[channel.audience]
        if not channels:
            del self._groups[channel.group_id]
        channel.end(last)

    def _refresh(self, channel: Channel, may_fall: bool = False) -> None:
        if not self.is_closed:
            channel.refresh(may_fall)

    def _all(self) -> list[Channel]:
        return [channel for group in self._groups.values() for channel in group.values()]

    def _told(self, group_id: int, public: Frame | None, pieces: Pieces) -> None:
        for channel in self._groups.get(group_id, {}).values():
            if public is not None and channel.is_public and not self.is_closed:
                channel.take(public, pieces)
            else:
                self._refresh(channel)

    def _dropped(self, group_id: int, audience: str | None) -> None:
        self.drops += 1
        self.at_drop(group_id)
        for channel in list(self._groups.get(group_id, {}).values()):
            if audience in (None, channel.audience):
                self._forget(channel, OVER)

    def _looked(self) -> None:
        self.drops += 1
        self.at_drop(None)
        for channel in self._all():
            if channel.is_public:
                # What was missed may be that the newest game has been deleted.
                self._refresh(channel, may_fall=True)
            else:
                self._forget(channel, OVER)

    def _ended(self) -> None:
        self._pulse.stop()
        for channel in self._all():
            self._forget(channel, END)
        self._pool.shutdown(wait=False, cancel_futures=True)
