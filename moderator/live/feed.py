"""The feed: a plain ASGI application in front of Django that serves the hub.

A stream holds no thread and no database connection: access is decided once, on connecting.
It stands outside Django's middleware, so it checks the host and sets its headers itself.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar
from urllib.parse import parse_qs

from django.db import connections
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host

from moderator.live.hub import Frame, Hub, Signal, Watcher

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")
Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Channel = tuple[int, str]
Access = Callable[[str, Mapping[str, str]], Channel | None]
"""Path and cookies to group and audience, in a worker thread. None: a stranger."""

PATH = re.compile(r"/(?:c|g|play)/[^/]+/feed")
PUBLIC = "public"
PUBLIC_PATH = "/c/"  # the same for everybody with the group's code
ACCESS_THREADS = 4
KNOWN_PATHS = 4096  # remembered at once; a bound, not a tuning
FIRST_FRAME_S = 5.0  # a poll waits no longer for a chart that is not in memory
RETRY_MS = (1000, 4000)  # after a restart, pages come back over three seconds
SAFE = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"vary", b"Cookie"),
]


def closing(act: Callable[P, R]) -> Callable[P, R]:
    """The same for a worker thread: its database connections are closed at the end."""

    def act_and_close(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return act(*args, **kwargs)
        finally:
            connections.close_all()

    return act_and_close


class Feed:
    """Serves `…/feed`; hands everything else to Django."""

    def __init__(
        self,
        hub: Hub,
        access: Access,
        django: App,
        allowed_hosts: Callable[[], Sequence[str]],
        known_s: float = 3.0,
    ) -> None:
        self.hub = hub
        self.access = closing(access)
        self.django = django
        self.allowed_hosts = allowed_hosts
        self.known_s = known_s
        self._pool = ThreadPoolExecutor(ACCESS_THREADS, thread_name_prefix="access")
        self._known: dict[str, tuple[float, Channel]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http" and PATH.fullmatch(scope["path"]):
            await self._serve(scope, receive, send)
        else:
            await self.django(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """Start and stop with the server. Django's own handler knows no lifespan."""
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.hub.close()
        await send({"type": "lifespan.shutdown.complete"})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        is_poll = "after" in query
        if not self._is_our_host(headers.get(b"host", b"").decode("latin-1")):
            await answer(send, 400)
        elif scope["method"] not in ("GET", "HEAD"):
            await answer(send, 405, [(b"allow", b"GET, HEAD")])
        else:
            try:
                channel = await self._channel(scope["path"], headers, is_poll)
            except Exception:
                log.exception("Access to a feed could not be decided.")
                await answer(send, 503, [(b"retry-after", b"2")])
                return
            if channel is None:
                await answer(send, 404)
            elif is_poll:
                await self._poll(channel, query["after"][-1], send)
            else:
                await self._stream(channel, scope["method"] == "HEAD", receive, send)

    def _is_our_host(self, host: str) -> bool:
        domain, _port = split_domain_port(host)
        return bool(domain) and validate_host(domain, self.allowed_hosts())

    async def _channel(
        self, path: str, headers: Mapping[bytes, bytes], is_poll: bool
    ) -> Channel | None:
        # A group's public chart needs no cookie: polls ask the database every few seconds.
        until, channel = self._known.get(path, (0.0, (0, "")))
        if is_poll and time.monotonic() < until:
            return channel
        cookies = parse_cookie(headers.get(b"cookie", b"").decode("latin-1"))
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._pool, self.access, path, cookies)
        # By its path, not its audience: a moderator, say, sees the public chart under /play/ too.
        if found is not None and path.startswith(PUBLIC_PATH):
            if len(self._known) >= KNOWN_PATHS:
                self._known.clear()
            self._known[path] = (time.monotonic() + self.known_s, found)
        return found

    async def _poll(self, channel: Channel, after: str, send: Send) -> None:
        frame = None
        with suppress(TimeoutError):
            async with asyncio.timeout(FIRST_FRAME_S):
                frame = await self.hub.latest(*channel)
        kept = [cache_header(channel)]
        if frame is None:
            await answer(send, 503, [*kept, (b"retry-after", b"2")])
        elif is_number(after) and int(after) == frame.version:
            # A higher number is of a game that has been deleted: the one before is shown again.
            await answer(send, 204, [*kept, version_header(frame)])
        else:
            html = (b"content-type", b"text/html; charset=utf-8")
            await answer(send, 200, [*kept, html, version_header(frame)], frame.html)

    async def _stream(self, channel: Channel, is_head: bool, receive: Receive, send: Send) -> None:
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"x-accel-buffering", b"no"),
            cache_header(channel),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": [*SAFE, *headers]})
        if is_head:
            await send({"type": "http.response.body", "body": b""})
            return
        with self.hub.watch(*channel) as watcher:
            reader = asyncio.create_task(gone(receive))
            reader.add_done_callback(lambda _: watcher.end())
            try:
                await tell_all(watcher, send)
            except OSError:
                log.debug("A reader went while it was sent a chart.")
            except asyncio.CancelledError:
                if not watcher.has_ended:
                    raise
                # Its reader takes nothing: let the server close the connection.
            finally:
                reader.cancel()


async def tell_all(watcher: Watcher, send: Send) -> None:
    """Send what the watcher is given until it ends."""
    body = b"retry: %d\n\n" % random.randint(*RETRY_MS)  # noqa: S311 (spreads, hides nothing)
    while True:
        await send({"type": "http.response.body", "body": body, "more_body": True})
        news = await watcher.next()
        if isinstance(news, Frame):
            body = news.event
        elif news is Signal.BEAT:
            # An event, not a comment: the page must see it to know that the line is up.
            body = b"event: beat\ndata: up\n\n"
        else:
            body = b"event: over\ndata: over\n\n" if news is Signal.OVER else b""
            await send({"type": "http.response.body", "body": body})
            return


async def gone(receive: Receive) -> None:
    """Wait until the reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def answer(
    send: Send, status: int, headers: Sequence[tuple[bytes, bytes]] = (), body: bytes = b""
) -> None:
    kept = [] if any(name == b"cache-control" for name, _ in headers) else [NO_STORE]
    size = [] if status == 204 else [(b"content-length", b"%d" % len(body))]
    start = {"type": "http.response.start", "status": status}
    await send({**start, "headers": [*SAFE, *kept, *headers, *size]})
    await send({"type": "http.response.body", "body": body})


NO_STORE = (b"cache-control", b"no-store")


def cache_header(channel: Channel) -> tuple[bytes, bytes]:
    return (b"cache-control", b"no-cache") if channel[1] == PUBLIC else NO_STORE


def version_header(frame: Frame) -> tuple[bytes, bytes]:
    return (b"x-version", b"%d" % frame.version)


def is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 20
