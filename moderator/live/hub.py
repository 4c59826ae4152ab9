"""The hub: the newest chart of every group, rendered once, for everybody who watches.

Pure asyncio, no Django. A new frame is written to all subscribers of its channel at once; slow ones
skip frames, so there are no queues. `publish`, `revoke`, `refresh_all` and `close` may be called
from any thread; everything else runs on the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import threading
import time
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

from moderator.live.channel import PUBLIC, Channel, Counters, Pace, Render, Subscriber
from moderator.live.events import END, OVER, Messages, Pieces

# One timer for the heartbeats of all streams, which also ends those that are due.

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


# The hub.

log = logging.getLogger(__name__)

RENDER_THREADS = 2
SENT_S = 0.02  # how long whoever publishes a chart waits until it is sent, at most


class Hub:
    """All channels. `counters`: viewers now; frames rendered, sent, skipped so far."""

    def __init__(
        self,
        render: Render,
        pace: Pace | None = None,
        in_thread: Callable[[Render], Render] = lambda render: render,
    ) -> None:
        """`in_thread`: what `render` is wrapped in where the hub's own threads call it."""
        self.pace = pace or Pace()
        self.counters = Counters()
        self.is_closed = False
        self.revocations = 0
        """Counts the events that may have ended somebody's access."""
        self.on_revoke: Callable[[int | None], None] = lambda group_id: None
        """Called on the loop with each revocation: of a group, or of all (None)."""
        self._render = render
        self._render_in_thread = in_thread(render)
        self._groups: dict[int, dict[str, Channel]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pool = ThreadPoolExecutor(RENDER_THREADS, thread_name_prefix="render")
        self._heartbeat = Heartbeat(self.pace.heartbeat_s, self.pace.missed_heartbeats)

    # From any thread

    def publish(self, group_id: int, audience: str | None = None, known: object = None) -> None:
        """Send subscribers (of one audience) the group's committed state.

        Args:
            known: what the caller has read already, for `render`. By that the public frame is
                rendered here, and sent at once, without waiting for a thread or the database.
        """
        public, channel = None, self._groups.get(group_id, {}).get(PUBLIC)
        if known is not None and channel is not None:
            try:
                frame = self._render(group_id, PUBLIC, known)
                public = None if frame is None else channel.made(frame)
            except Exception:  # the change is committed: others must learn of it all the same
                log.exception("Rendering group %d failed.", group_id)
        self._on_loop(self._published, group_id, public, audience)
        if public is not None:  # viewers first: this thread would take the processor from the loop
            sent = threading.Event()
            self._on_loop(self._after, sent.set)
            sent.wait(SENT_S)

    def revoke(self, group_id: int, audience: str | None = None) -> None:
        """End the streams of a group (of one audience). Those who still have access reconnect."""
        self._on_loop(self._revoked, group_id, audience)

    def refresh_all(self) -> None:
        """Render every public channel again and check access to all others again, because
        notices may have been missed."""
        self._on_loop(self._all_refreshed)

    def close(self) -> None:
        """End all streams now, and accept no more."""
        self.is_closed = True
        self._on_loop(self._closed)

    def _on_loop(self, act: Callable[..., None], *args: Any) -> None:
        if self._loop is None:  # nothing was ever watched
            return
        try:
            self._loop.call_soon_threadsafe(act, *args)
        except RuntimeError:
            log.debug("The loop has ended, and every stream with it.")

    # On the loop

    def start(self) -> None:
        """From now on, calls from other threads reach this loop."""
        self._loop = asyncio.get_running_loop()

    def channel(self, group_id: int, audience: str) -> Channel:
        """The channel, which is kept for a while after its last use."""
        self.start()
        channels = self._groups.setdefault(group_id, {})
        channel = channels.get(audience)
        if channel is None or channel.is_over:
            channel = Channel(
                group_id, audience, self._render_in_thread, self._pool, self.pace, self.counters
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
        have: int | None = -1,
        ends_at: float = math.inf,
        person: int = 0,
        session: str = "",
    ) -> Subscriber:
        """Subscribe a connection to the channel; what it lacks of the present frame is sent first.

        Args:
            have: the version that the client has; None: a newer one, so the next is sent first.
            ends_at: on the monotonic clock; those who still have access then reconnect.
            person: who is behind the page; 0 for nobody who is counted.
            session: the key of the one that gave access; empty if none did.
        """
        slice_ = self._heartbeat.random_slice()
        subscriber = Subscriber(transport, channel, form, slice_, ends_at, person, session)
        subscriber.open(opening, have)
        if self.is_closed or channel.is_over:
            subscriber.end(END)
        return subscriber

    def people(self) -> set[int]:
        """Who is connected with a stream."""
        return {one.person for one in self._subscribers()} - {0}

    def sessions(self) -> set[str]:
        """The sessions that gave access to a stream."""
        return {one.session for one in self._subscribers()} - {""}

    def end_sessions(self, over: Collection[str]) -> None:
        """End the streams of these sessions."""
        for subscriber in self._subscribers():
            if subscriber.session in over:
                subscriber.end(OVER)

    def _subscribers(self) -> list[Subscriber]:
        return [one for channel in self._all() for one in channel.subscribers]

    def _sweep_later(self, channel: Channel, wait_s: float) -> None:
        asyncio.get_running_loop().call_later(wait_s, self._sweep, channel)

    def _sweep(self, channel: Channel) -> None:
        """Forget the channel if it has not been used for a while."""
        if self._groups.get(channel.group_id, {}).get(channel.audience) is not channel:
            return
        now = asyncio.get_running_loop().time()
        if channel.subscribers:
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

    def _after(self, act: Callable[[], None]) -> None:
        """Once what is written now has been sent."""
        asyncio.get_running_loop().call_soon(act)

    def _refresh(self, channel: Channel, may_go_back: bool = False) -> None:
        if not self.is_closed:
            channel.refresh(may_go_back)

    def _all(self) -> list[Channel]:
        return [channel for group in self._groups.values() for channel in group.values()]

    def _refresh_classes(self, group_id: int) -> None:
        """Refresh the pages of classes that show this group."""
        for key, channels in self._groups.items():
            for channel in channels.values() if key < 0 else ():
                if channel.frame is not None and group_id in channel.frame.groups:
                    channel.refresh_later()

    def _published(self, group_id: int, public: Messages | None, audience: str | None) -> None:
        for channel in self._groups.get(group_id, {}).values():
            if audience not in (None, channel.audience):
                continue
            if public is not None and channel.audience == PUBLIC and not self.is_closed:
                channel.take(public)
            else:
                self._refresh(channel)
        if audience is None:  # a class's pages show only what everybody may see
            self._refresh_classes(group_id)

    def _revoked(self, group_id: int, audience: str | None) -> None:
        self.revocations += 1
        self.on_revoke(group_id)
        for channel in list(self._groups.get(group_id, {}).values()):
            if audience is None or f"{channel.audience}:".startswith(f"{audience}:"):
                self._forget(channel, OVER)
        self._refresh_classes(group_id)

    def _all_refreshed(self) -> None:
        self.revocations += 1
        self.on_revoke(None)
        for channel in self._all():
            if channel.is_public:
                # The newest game may have been deleted.
                self._refresh(channel, may_go_back=True)
            else:
                self._forget(channel, OVER)

    def _closed(self) -> None:
        self._heartbeat.stop()
        for channel in self._all():
            self._forget(channel, END)
        self._pool.shutdown(wait=False, cancel_futures=True)


# Passes on what other processes publish to the hub of this one.

Notice = tuple[str, int, str | None]
"""What to do ("tell": publish, or "drop": revoke), for which group and audience."""

Notices = Generator[Sequence[Notice] | None]

RETRY_S = 0.1  # from a lost connection to the next attempt; doubled each time
LONGEST_RETRY_S = 5.0


class ClusterListener:
    """Listens in its own thread, and reconnects, for as long as the process runs.

    Args:
        listen: connects, and yields notices again and again, or None if some may have been
            missed; raises the database's error if the connection is lost.
        forget: empties this process's caches.
    """

    def __init__(
        self, hub: Hub, listen: Callable[[], Notices], forget: Callable[[], None] = lambda: None
    ) -> None:
        self._hub = hub
        self._listen = listen
        self._forget = forget
        self._is_closed = threading.Event()

    def start(self) -> None:
        threading.Thread(target=self._run, name="cluster", daemon=True).start()

    def close(self) -> None:
        self._is_closed.set()

    def _run(self) -> None:
        pause_s = RETRY_S
        while not self._is_closed.is_set():
            try:
                with closing(self._listen()) as found:
                    for notices in found:
                        self._pass_on(notices)
                        pause_s = RETRY_S
                        if self._is_closed.is_set():
                            break
            except Exception as error:  # databases raise many kinds
                log.warning("The connection to other processes is lost: %s", error)
                self._is_closed.wait(pause_s)
                pause_s = min(pause_s * 2, LONGEST_RETRY_S)

    def _pass_on(self, notices: Sequence[Notice] | None) -> None:
        if notices is None:
            self._forget()
            self._hub.refresh_all()
            return
        for what, group_id, audience in notices:
            if what == "forget":
                self._forget()
            elif what == "drop":
                self._hub.revoke(group_id, audience)
            else:
                self._hub.publish(group_id, audience=audience)
