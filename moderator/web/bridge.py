"""Django's pages behind the feed: WSGI in a small pool of threads that live as long as the server.

A body is read whole before a thread is taken, and an answer is put together whole in the thread:
no thread ever waits for a browser.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Any

from moderator.web import plain_pages
from moderator.web.bodies import Body, Gone, Receive, Store, Unread, drain, most_of

log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

THREADS = 6


@dataclass(frozen=True)
class Answer:
    """All of an answer."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Bridge:
    """A WSGI application as an ASGI one."""

    def __init__(self, app: Application, threads: int = THREADS) -> None:
        self.app = app
        self.store = Store()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        environ = environ_of(scope)
        length = environ.pop("CONTENT_LENGTH", None)
        is_chunked = environ.pop("HTTP_TRANSFER_ENCODING", None) is not None
        with Body(self.store, most_of(scope["path"])) as body:
            if length is not None or is_chunked:
                try:
                    await body.read(receive, None if length is None else int(length))
                except Unread as unread:
                    await refuse(unread.status, receive, send)
                    return
                except Gone:
                    return
            environ["CONTENT_LENGTH"] = str(len(body.data))
            environ["wsgi.input"] = BytesIO(body.data)
            await write(send, await self._answer(environ))

    async def _answer(self, environ: Environ) -> Answer:
        loop = asyncio.get_running_loop()
        # A context of its own: a language or time zone never stays for the thread's next request.
        run = contextvars.Context().run
        try:
            return await loop.run_in_executor(self._pool, run, ask, self.app, environ)
        except Exception:
            log.exception("A request could not be answered.")
            return Answer(500, *plain_pages.page(500))


def ask(app: Application, environ: Environ) -> Answer:
    """The application's answer, in this thread."""
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
        # The end of the request for Django: it lets go of files and of broken connections.
        close = getattr(pieces, "close", None)
        if close is not None:
            close()
    return Answer(status, headers, body)


def environ_of(scope: Scope) -> Environ:
    """A request as WSGI (PEP 3333) tells it, but for its body."""
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


@lru_cache(1024)
def key_of(name: bytes) -> str | None:
    """A header's name in an environ. None: it has an underscore, and would pass for another."""
    if b"_" in name:
        return None
    key = name.decode("latin-1").upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


async def write(send: Send, answer: Answer, more: bool = False) -> None:
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    await send({"type": "http.response.body", "body": answer.body, "more_body": more})


async def refuse(status: int, receive: Receive, send: Send) -> None:
    """Say why the body is not read, and end the connection: what is left of it is no request."""
    headers, page = plain_pages.page(status)
    await write(send, Answer(status, [*headers, (b"connection", b"close")], page), more=True)
    if status != 408:
        await drain(receive)
    await send({"type": "http.response.body", "body": b""})
