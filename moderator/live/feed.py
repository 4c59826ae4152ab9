"""The feed: a plain ASGI application in front of Django that serves the hub's charts.

A stream holds no thread, no task and no database connection: access is decided once, on
connecting, and then the hub takes the connection over. Django's middleware does not run here, so
the feed checks the host and sets its headers itself.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar
from urllib.parse import parse_qs

from django.conf import settings
from django.db import close_old_connections
from django.http.request import split_domain_port, validate_host

from moderator.live import connection_check, server_time
from moderator.live.access_cache import AccessCache, WatchedGroup, session_of
from moderator.live.cluster import ClusterListener
from moderator.live.connection_check import ConnectionCheck
from moderator.live.events import number_of
from moderator.live.hub import Channel, Frame, Hub
from moderator.live.presence import PresenceTimer, Report
from moderator.live.responses import (
    HTML,
    RETRY_AFTER,
    App,
    Message,
    Receive,
    Scope,
    Send,
    accepts_gzip,
    answer,
    begin_stream,
)

__all__ = ["PATH", "Access", "App", "Feed", "Message", "Receive", "Scope", "Send"]

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")
Access = Callable[[str, Mapping[str, str]], WatchedGroup | None]
"""Path and cookies to what may be watched, in a worker thread. None: no access."""

PATH = re.compile(
    r"/(?:c|g|play|w)/[^/]{1,64}/feed|/classes/[0-9]{1,18}/(?:reports/)?feed|"
    + "|".join(map(re.escape, (connection_check.PATH, server_time.PATH)))
)
PUBLIC_PATHS = ("/c/", "/w/")  # the same for everybody with the group's or the class's code
ACCESS_THREADS = 4
CACHE_PRIVATE_S = 2.0
TRIES = 3  # if the channel ends meanwhile
FIRST_FRAME_S = 5.0  # the longest wait for a chart that is not in memory
SMALL = 500  # bytes; not worth compressing
MOST_QUERY = 200  # bytes; enough for two numbers


def is_public(path: str) -> bool:
    """Whether the stream is for everybody with the group's or the class's code.

    By path, not by audience: /play/ can show the public chart, but only to the group.
    """
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
        hub.on_revoke = self._access_cache.forget

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and PATH.fullmatch(scope["path"]):
            await self._serve(scope, send)
        else:
            await self.django(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        """Start and stop with the server. Django's own handler does not support lifespan."""
        await receive()
        self.hub.start()
        self._presence.start()
        if self.cluster is not None:
            self.cluster.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._presence.stop()
        if self.cluster is not None:
            self.cluster.close()
        self.hub.close()
        self._connection_check.close()
        await send({"type": "lifespan.shutdown.complete"})

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
                if scope["path"] == server_time.PATH:
                    await server_time.send_time(send)
                elif scope["path"] == connection_check.PATH:
                    await self._connection_check.serve(scope, query.get("after"), send)
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
        if not is_public(path):
            session = session_of(headers.get(b"cookie", b""))
            if not session:
                return None
            cookies = {settings.SESSION_COOKIE_NAME: session}
            cache_s = min(cache_s, CACHE_PRIVATE_S)
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
        return (channel, None, found) if found else None

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
        if version == frame.version:
            await answer(send, 204, [current])
            return
        more, body = [HTML, current], frame.html
        if channel.is_public and accepts_gzip(headers) and len(body) > SMALL:
            more, body = [*more, (b"content-encoding", b"gzip")], frame.gzipped
        await answer(send, 200, more, body)

    async def _stream(
        self, scope: Scope, headers: Mapping[bytes, bytes], have: str, send: Send
    ) -> None:
        # `have` is the page's version; a browser that reconnects sends the newer Last-Event-ID.
        last = headers.get(b"last-event-id", b"").decode("latin-1")
        newest = await self._newest(scope["path"], headers, number_of(last or have))
        if newest is None:
            await answer(send, 404)
            return
        channel, frame, found = newest
        ends_at = found.ends_at
        if not is_public(scope["path"]):
            ends_at = min(ends_at, time.monotonic() + self.hub.pace.private_s)
        begun = await begin_stream(scope, channel.is_public and accepts_gzip(headers), send)
        if begun is not None:
            self.hub.open(channel, *begun, frame is not None, ends_at, found.person)
