"""Responses outside Django: their headers, streams on a connection taken over, the time."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any, cast

from django.conf import settings

from moderator.live.events import CHUNKED, GZIP, Headers, opening, takes_gzip

# Headers of the responses that don't pass through Django's middleware.

_SAFE: Headers = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (
        b"content-security-policy",
        b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
]


def no_store_headers() -> Headers:
    """Headers that forbid caching and loading anything from the response."""
    return [*_SAFE, *hsts_headers()]


def hsts_headers() -> Headers:
    """The HSTS header, if HTTPS is on."""
    seconds = settings.SECURE_HSTS_SECONDS
    return [(b"strict-transport-security", b"max-age=%d" % seconds)] if seconds else []


# Takes a connection over from uvicorn, with its transport.
#
# A stream in uvicorn costs a task, a parser and several buffers; a write goes through four
# layers.

EXTENSION = "moderator.transport"


class Taken(Exception):
    """Tells uvicorn's protocol that its connection is lost, though it stays open."""


def offer(scope: Any, transport: asyncio.Transport) -> None:
    """Put the transport into a request's scope."""
    scope.setdefault("extensions", {})[EXTENSION] = transport


def transport_of(scope: MutableMapping[str, Any]) -> asyncio.Transport | None:
    """Detach the request's transport, for the caller to set another protocol on.

    None: other requests or responses are waiting on it, so it can't be taken over.

    Raises:
        KeyError: the server has not called `offer`.
    """
    transport = scope["extensions"].pop(EXTENSION)
    protocol = transport.get_protocol()
    if protocol is not None:  # else the client has gone, and uvicorn knows
        if getattr(protocol, "pipeline", None) or protocol.flow.write_paused:
            return None
        protocol.connection_lost(Taken())
        if not transport.is_closing():
            protocol.flow.resume_reading()  # to notice when the client disconnects
    return cast(asyncio.Transport, transport)


# Responses of the feed, and the types of ASGI.

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

RETRY_MS = (1000, 4000)  # after a restart, pages reconnect spread over three seconds
VARY = (b"vary", b"Accept-Encoding, Cookie")
STREAM = (b"content-type", b"text/event-stream; charset=utf-8")
JSON = (b"content-type", b"application/json")
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
    return takes_gzip(headers.get(b"accept-encoding", b"")[:200])


# The server's time, by which pages count down: a device's own clock may be wrong, or changed.

PATH = "/time/"

_TEXT = (b"content-type", b"text/plain; charset=utf-8")


async def send_time(send: Send) -> None:
    """Milliseconds since 1970, UTC, for everybody."""
    await answer(send, 200, [_TEXT], b"%d" % (time.time_ns() // 1_000_000))
