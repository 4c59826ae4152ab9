"""Runs Django as a WSGI application in a small pool of threads behind the feed.

A request's body is read completely before a thread is used, and the thread makes the complete
response: so threads never wait for browsers.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import re
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from moderator.live.feed import Receive, Scope, Send
from moderator.server.http import bare_pages
from moderator.server.http.request_bodies import (
    Body,
    Gone,
    Store,
    Unread,
    check_head,
    drain,
    most_of,
)

log = logging.getLogger(__name__)

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

THREADS = 6
# Requests that hash passwords, replay whole games or make PDFs take about a second each. They
# can't use all threads, or a few people guessing passwords would delay everybody's moves.
# Django takes a method in small letters, too, and answers HEAD with the work of GET.
SLOW = re.compile(
    r"POST (/sign-in/.*|/classes/\d+/groups/\d+/record/)"
    r"|\w+ (.*\.pdf|/[cg]/[^/]+/(replay|debrief)/)",
    re.IGNORECASE | re.DOTALL,
)
SLOW_AT_ONCE = 2


@dataclass(frozen=True)
class BridgeResponse:
    """A complete response."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Bridge:
    """A WSGI application as an ASGI application."""

    def __init__(self, app: Application, threads: int = THREADS) -> None:
        self.app = app
        self.store = Store()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._slow = asyncio.Semaphore(SLOW_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            answer = await self._answer(scope, receive)
        except Gone:
            return
        except Unread as unread:
            await refuse(unread, receive, send)
        except asyncio.CancelledError:
            # The server shuts down and has waited long enough. The thread continues while it can.
            await write(send, plain("ending"))
        else:
            await write(send, answer)

    async def _answer(self, scope: Scope, receive: Receive) -> BridgeResponse:
        check_head(scope["path"].encode() + scope["query_string"], scope["headers"])
        environ = environ_of(scope)
        length = environ.pop("CONTENT_LENGTH", None)
        is_chunked = environ.pop("HTTP_TRANSFER_ENCODING", None) is not None
        with Body(self.store, most_of(scope["path"])) as body:
            if length is not None or is_chunked:
                await body.read(receive, None if length is None else int(length))
            environ["CONTENT_LENGTH"] = str(len(body.data))
            environ["wsgi.input"] = BytesIO(body.data)
            # A new context, so that no language or time zone is left for the next request.
            run = contextvars.Context().run
            loop = asyncio.get_running_loop()
            async with self._turn(scope):
                try:
                    return await loop.run_in_executor(self._pool, run, ask, self.app, environ)
                except Exception:
                    log.exception("A request failed.")
                    return plain("broken")

    def _turn(self, scope: Scope) -> AbstractAsyncContextManager[None]:
        """The semaphore that a slow request waits for before it gets a thread."""
        is_slow = SLOW.fullmatch(f"{scope['method']} {scope['path']}")
        return self._slow if is_slow else nullcontext()


def ask(app: Application, environ: Environ) -> BridgeResponse:
    """The application's response, made in this thread."""
    status, headers = 0, []

    def start(line: str, items: list[tuple[str, str]], exc_info: object = None) -> None:
        nonlocal status, headers
        status = int(line[:3])
        headers = [
            (name.lower().encode("latin-1"), value.strip().encode("latin-1"))
            for name, value in items
        ]

    pieces = app(environ, start)
    try:
        body = b"".join(pieces)
    finally:
        # This ends the request for Django, which then closes files and broken connections.
        close = getattr(pieces, "close", None)
        if close is not None:
            close()
    return BridgeResponse(status, headers, body)


def environ_of(scope: Scope) -> Environ:
    """The WSGI environ (PEP 3333) of a request, without its body."""
    root: str = scope.get("root_path", "")
    server, port = scope.get("server") or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root.encode().decode("latin-1"),
        "PATH_INFO": scope["path"].removeprefix(root).encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = key_of(name)
        if key is None:
            continue
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    return environ


def key_of(name: bytes) -> str | None:
    """A header's key in the environ. None: it has an underscore, so it could imitate another."""
    if b"_" in name:
        return None
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


def plain(why: str) -> BridgeResponse:
    """An error page. It closes the connection, on which part of the request may be left."""
    status, headers, body = bare_pages.page(why)
    return BridgeResponse(status, [*headers, (b"connection", b"close")], body)


async def write(send: Send, answer: BridgeResponse, more: bool = False) -> None:
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    await send({"type": "http.response.body", "body": answer.body, "more_body": more})


async def refuse(unread: Unread, receive: Receive, send: Send) -> None:
    """Answer at once, then let the browser finish sending: many read nothing before that."""
    await write(send, plain(unread.why), more=True)
    if unread.more:
        await drain(receive)
    await send({"type": "http.response.body", "body": b""})
