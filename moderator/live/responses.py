"""Responses of the feed, and the types of ASGI."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any

from moderator.live.events import CHUNKED, GZIP, opening, takes_gzip
from moderator.live.headers import no_store_headers
from moderator.live.takeover import transport_of

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

RETRY_MS = (1000, 4000)  # after a restart, pages reconnect spread over three seconds
VARY = (b"vary", b"Accept-Encoding, Cookie")
STREAM = (b"content-type", b"text/event-stream; charset=utf-8")
HTML = (b"content-type", b"text/html; charset=utf-8")
RETRY_AFTER = (b"retry-after", b"2")


async def begin_stream(
    scope: Scope, is_gzip: bool, send: Send
) -> tuple[asyncio.Transport, int, bytes] | None:
    """The connection of a stream, its form, and what is sent first. None: it was answered."""
    more = [*no_store_headers(), VARY, STREAM, (b"x-accel-buffering", b"no")]
    if scope["method"] == "HEAD":
        await send({"type": "http.response.start", "status": 200, "headers": more})
        await send({"type": "http.response.body", "body": b""})
        return None
    form = 0 if scope["http_version"] == "1.0" else CHUNKED
    if is_gzip:
        form |= GZIP
    transport = transport_of(scope)
    if transport is None:
        await answer(send, 400)
        return None
    if transport.is_closing():
        return None
    retry_ms = random.randint(*RETRY_MS)  # noqa: S311 (not for security)
    return transport, form, opening(more, form, retry_ms)


async def answer(
    send: Send, status: int, headers: Sequence[tuple[bytes, bytes]] = (), body: bytes = b""
) -> None:
    """Send a whole response that is not cached."""
    size = [] if status == 204 else [(b"content-length", b"%d" % len(body))]
    start = {"type": "http.response.start", "status": status}
    await send({**start, "headers": [*no_store_headers(), VARY, *headers, *size]})
    await send({"type": "http.response.body", "body": body})


def accepts_gzip(headers: Mapping[bytes, bytes]) -> bool:
    """Whether the client accepts gzip."""
    return takes_gzip(headers.get(b"accept-encoding", b"")[:200])
