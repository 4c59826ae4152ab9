"""The feed: a plain ASGI application in front of Django that serves the hub's charts.

A stream holds no thread, no task and no database connection: access is decided once, on
connecting, and then the hub takes the connection over. Django's middleware does not run here, so
the feed checks the host and sets its headers itself.
"""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import NamedTuple, ParamSpec, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.db import close_old_connections
from django.http.request import split_domain_port, validate_host

from moderator.live import responses
from moderator.live.channel import MOST_RECEIVED, Channel
from moderator.live.events import END, HEARTBEAT, Frame, number_of, pieces_of
from moderator.live.hub import ClusterListener, Hub
from moderator.live.responses import (
    HTML,
    JSON,
    RETRY_AFTER,
    STREAM,
    App,
    Receive,
    Scope,
    Send,
    accepts_gzip,
    answer,
    begin_stream,
)

# The stream of the connection check: a few events about a second apart, and the end.
#
# It leaves the server on the same way as a chart's stream, without a thread and without a task,
# so what a network does to one it does to the other.

CONNECTION_CHECK_PATH = "/check/feed"
EVENTS = 5
INTERVAL_S = 0.9  # the whole is longer than 3 s: some networks end streams after that
MOST = 100  # streams at a time, in each process

_STEPS = [pieces_of(b"event: step\ndata: %d\n\n" % number) for number in range(1, EVENTS + 1)]


class CheckStream(asyncio.Protocol):
    """One device's stream."""

    def __init__(self, transport: asyncio.Transport, form: int, open_now: set[CheckStream]) -> None:
        self._transport = transport
        self._form = form
        self._open_now = open_now
        self._steps = iter(_STEPS)
        self._timer: asyncio.TimerHandle | None = None
        self._received = 0

    def open(self, opening: bytes) -> None:
        """Take the connection over, and send the first event."""
        self._transport.set_protocol(self)
        self._open_now.add(self)
        self._transport.write(opening)
        self._step()

    def end(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(END[self._form])
            self._transport.close()

    def _step(self) -> None:
        step = next(self._steps, None)
        if step is None:
            self.end()
        else:
            self._transport.write(step[self._form])
            self._timer = asyncio.get_running_loop().call_later(INTERVAL_S, self._step)

    # Called by the transport

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        if self._received > MOST_RECEIVED:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._open_now.discard(self)
        if self._timer is not None:
            self._timer.cancel()


class ConnectionCheck:
    """Polls and streams for everybody. They show nothing, so they need no access."""

    def __init__(self) -> None:
        self._open_now: set[CheckStream] = set()

    async def serve(self, scope: Scope, after: list[str] | None, send: Send) -> None:
        """A poll, as of a chart whose version stays 1, or a stream of a few seconds."""
        headers = dict(scope["headers"])
        if after is not None:
            version = (b"x-version", b"1")
            if number_of(after[-1]) == 1:
                await answer(send, 204, [version])
            else:
                await answer(send, 200, [HTML, version], b"1")
        elif len(self._open_now) >= MOST:
            await answer(send, 503, [RETRY_AFTER])
        else:
            begun = await begin_stream(scope, accepts_gzip(headers), send)
            if begun is not None:
                transport, form, opening = begun
                CheckStream(transport, form, self._open_now).open(opening)

    def close(self) -> None:
        for stream in list(self._open_now):
            stream.end()


log = logging.getLogger(__name__)

# Who is connected, reported again and again so that all processes can know who is online.

Report = Callable[[frozenset[int]], object]
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


# A cache of access decisions, for a few seconds, so that polls don't query the database.


class WatchedGroup(NamedTuple):
    """What a browser may watch, until its session ends.

    `person`: who is behind the page, on a phone or as a moderator; 0 for everybody else.
    """

    group_id: int
    audience: str
    ends_at: float = math.inf  # on the monotonic clock
    person: int = 0


Key = tuple[str, str]  # path and session key, which is empty for public paths

MAX_ENTRIES = 4096


class AccessCache:
    """Entries expire, or are removed as soon as somebody's access may have ended."""

    def __init__(self) -> None:
        self._found: dict[Key, tuple[float, WatchedGroup]] = {}

    def get(self, key: Key) -> WatchedGroup | None:
        until, found = self._found.get(key, (0.0, None))
        return found if time.monotonic() < until else None

    def put(self, key: Key, found: WatchedGroup, seconds: float) -> None:
        if len(self._found) >= MAX_ENTRIES:
            self._found.clear()
        self._found[key] = min(time.monotonic() + seconds, found.ends_at), found

    def forget(self, group_id: int | None) -> None:
        """Remove the entries of a group, or of all groups (None)."""
        kept = {} if group_id is None else self._found
        self._found = {key: entry for key, entry in kept.items() if entry[1].group_id != group_id}


def session_of(cookies: bytes) -> str:
    """The session key in a Cookie header; empty if there is none.

    Django is too slow for the event loop: a quoted cookie of 60 kB takes it half a minute.
    """
    name = re.escape(settings.SESSION_COOKIE_NAME.encode())
    found = re.findall(rb"(?:^|; ?)" + name + rb"=([a-z0-9]+) ?(?=;|$)", cookies)
    return found[-1].decode() if found else ""


# The application.

P = ParamSpec("P")
R = TypeVar("R")
Access = Callable[[str, Mapping[str, str]], WatchedGroup | None]
"""Path and cookies to what may be watched, in a worker thread. None: no access."""
SessionsOver = Callable[[Collection[str]], set[str]]
"""Those of these sessions, by their keys, that exist no more, in a worker thread."""

PATH = re.compile(
    r"/(?:(?:c|w)/[^/]{1,64}|classes/[0-9]{1,18})/(?:[a-z]{1,20}/(?:[0-9]{1,9}/)?)?feed|"
    r"/(?:g|play)/[^/]{1,64}/feed|"
    + "|".join(map(re.escape, (CONNECTION_CHECK_PATH, responses.PATH)))
)
PUBLIC_PATHS = ("/c/", "/w/")  # the same for everybody with the group's or the class's code
WAITING_PATH = "/seats/feed"  # one of these, but those who wait there are known, as connected
ACCESS_THREADS = 4
CACHE_PRIVATE_S = 2.0
TRIES = 3  # if the channel ends meanwhile
FIRST_FRAME_S = 5.0  # the longest wait for a chart that is not in memory
SMALL = 500  # bytes; not worth compressing
MOST_QUERY = 200  # bytes; enough for two numbers


def is_public(path: str) -> bool:
    """Whether the stream is for everybody with the group's or the class's code."""
    return path.startswith(PUBLIC_PATHS)


def closing_old_connections(function: Callable[P, R]) -> Callable[P, R]:
    """The function for a worker thread: it closes database connections as the settings say."""

    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        close_old_connections()
        try:
            return function(*args, **kwargs)
        finally:
            close_old_connections()

    return wrapper


def _has_one_host(scope: Scope) -> bool:
    """Whether a request names its host once; before HTTP/1.1 it needn't."""
    hosts = [name for name, _ in scope.get("headers", ()) if name == b"host"]
    return len(hosts) == 1 or (not hosts and scope.get("http_version") == "1.0")


class Feed:
    """Serves `…/feed` and the server's time; hands everything else to Django."""

    def __init__(
        self,
        hub: Hub,
        access: Access,
        django: App,
        allowed_hosts: Callable[[], Sequence[str]],
        cache_s: float = 3.0,
        cluster: ClusterListener | None = None,
        report: Report = lambda people: None,
        sessions_over: SessionsOver = lambda keys: set(),
    ) -> None:
        self.hub = hub
        self.access = closing_old_connections(access)
        self.django = django
        self.allowed_hosts = allowed_hosts
        self.cache_s = cache_s
        self.cluster = cluster
        self._pool = ThreadPoolExecutor(ACCESS_THREADS, thread_name_prefix="access")
        self._access_cache = AccessCache()
        self._connection_check = ConnectionCheck()
        self._presence = PresenceTimer(hub, closing_old_connections(report), self._pool)
        self._sessions_over = closing_old_connections(sessions_over)
        self._looking: asyncio.Task[None] | None = None
        hub.on_revoke = self._access_cache.forget

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif not _has_one_host(scope):
            await answer(send, 400)
        elif scope["type"] == "http" and PATH.fullmatch(scope["path"]):
            await self._serve(scope, send)
        else:
            await self.django(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        """Start and stop with the server. Django's own handler does not support lifespan."""
        await receive()
        self.hub.start()
        self._presence.start()
        self._looking = asyncio.create_task(self._end_sessions())
        if self.cluster is not None:
            self.cluster.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._presence.stop()
        self._looking.cancel()
        if self.cluster is not None:
            self.cluster.close()
        self.hub.close()
        self._connection_check.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _end_sessions(self) -> None:
        """End the streams of sessions that exist no more, for as long as the server runs."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.hub.pace.sessions_s)
            try:
                if keys := self.hub.sessions():
                    over = await loop.run_in_executor(self._pool, self._sessions_over, keys)
                    self.hub.end_sessions(over)
            except Exception:  # databases raise many kinds; the next look is soon
                log.exception("Nobody knows which sessions are over.")

    async def _serve(self, scope: Scope, send: Send) -> None:
        headers = dict(scope["headers"])
        if not self._is_our_host(headers.get(b"host", b"").decode("latin-1")):
            await answer(send, 400)
        elif scope["method"] not in ("GET", "HEAD"):
            await answer(send, 405, [(b"allow", b"GET, HEAD")])
        elif len(scope["query_string"]) > MOST_QUERY:
            await answer(send, 414)
        else:
            query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
            try:
                if scope["path"] == responses.PATH:
                    await responses.send_time(send)
                elif scope["path"] == CONNECTION_CHECK_PATH:
                    await self._connection_check.serve(scope, query.get("after"), send)
                elif "protocol" not in query and query:
                    await self._reload(is_poll="after" in query, send=send)
                elif "after" in query:
                    await self._poll(scope["path"], headers, query["after"][-1], send)
                else:
                    have = query.get("have", [""])[-1]
                    await self._stream(scope, headers, have, send)
            except Exception:
                log.exception("A feed request failed.")
                await answer(send, 503, [RETRY_AFTER])

    def _is_our_host(self, host: str) -> bool:
        domain, _port = split_domain_port(host)
        return bool(domain) and validate_host(domain, self.allowed_hosts())

    async def _watched(self, path: str, headers: Mapping[bytes, bytes]) -> WatchedGroup | None:
        """What this browser may watch here."""
        cookies: Mapping[str, str] = {}
        session, cache_s = "", self.cache_s
        if not is_public(path) or path.endswith(WAITING_PATH):
            session = session_of(headers.get(b"cookie", b""))
        if session:
            cookies = {settings.SESSION_COOKIE_NAME: session}
            cache_s = min(cache_s, CACHE_PRIVATE_S)
        elif not is_public(path):
            return None
        found = self._access_cache.get((path, session))
        while found is None:
            drops = self.hub.revocations
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._pool, self.access, path, cookies)
            if found is None:
                return None
            if drops != self.hub.revocations:
                found = None  # access may have ended meanwhile
            else:
                self._access_cache.put((path, session), found, cache_s)
        return found

    async def _newest(
        self, path: str, headers: Mapping[bytes, bytes], version: int
    ) -> tuple[Channel, Frame | None, WatchedGroup] | None:
        """The channel to watch, its frame if there is one in time, and whose access it is.

        None: no access.
        """
        for _ in range(TRIES):
            found = await self._watched(path, headers)
            if found is None:
                return None
            channel = self.hub.channel(found.group_id, found.audience)
            frame = channel.frame
            if self.hub.is_closed:
                return channel, None, found
            if frame is None or frame.version < version:
                try:
                    async with asyncio.timeout(FIRST_FRAME_S):
                        frame = await channel.newest(version)
                except TimeoutError:
                    return channel, None, found
            if not channel.is_over:
                return channel, frame, found
            self._access_cache.forget(channel.group_id)  # it ended: check access again
        return None  # there is no such page

    async def _poll(
        self, path: str, headers: Mapping[bytes, bytes], after: str, send: Send
    ) -> None:
        version = number_of(after)
        newest = await self._newest(path, headers, version)
        if newest is None:
            await answer(send, 404)
            return
        channel, frame, found = newest
        self._presence.polled(found.person)
        if frame is None:
            await answer(send, 503, [RETRY_AFTER])
            return
        current = (b"x-version", b"%d" % frame.version)
        if version == frame.version or channel.messages is None:
            await answer(send, 204, [current])
            return
        message = channel.messages.after(version)
        more, body = [JSON, current], message.body
        if channel.is_public and accepts_gzip(headers) and len(body) > SMALL:
            more, body = [*more, (b"content-encoding", b"gzip")], message.gzipped
        await answer(send, 200, more, body)

    async def _stream(
        self, scope: Scope, headers: Mapping[bytes, bytes], have: str, send: Send
    ) -> None:
        # `have` is the page's version; a browser that reconnects sends the newer Last-Event-ID.
        last = headers.get(b"last-event-id", b"").decode("latin-1")
        version = number_of(last or have)
        newest = await self._newest(scope["path"], headers, version)
        if newest is None:
            await answer(send, 404)
            return
        channel, frame, found = newest
        ends_at, session = found.ends_at, ""
        if not is_public(scope["path"]):
            ends_at = min(ends_at, time.monotonic() + self.hub.pace.private_s)
            session = session_of(headers.get(b"cookie", b""))
        begun = await begin_stream(scope, channel.is_public and accepts_gzip(headers), send)
        if begun is not None:
            has_newer = frame is None
            seen = None if has_newer else version
            self.hub.open(channel, *begun, seen, ends_at, found.person, session)

    async def _reload(self, is_poll: bool, send: Send) -> None:
        """Make a page from before the parts load itself again.

        It does so when a poll finds no access any more, but only once it has been let in.
        """
        if is_poll:
            await answer(send, 404)
        else:
            await answer(send, 200, [STREAM], HEARTBEAT[0])
