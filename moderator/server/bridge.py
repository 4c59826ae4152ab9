"""Runs Django as a WSGI application in a small pool of threads behind the feed.

A request's body is read completely before a thread is used, and the thread makes the complete
response, or the file that it is: so threads never wait for browsers.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, closing, nullcontext
from dataclasses import dataclass, field
from functools import cache
from tempfile import SpooledTemporaryFile
from typing import IO, TYPE_CHECKING, Any, cast
from wsgiref.util import FileWrapper

from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from moderator.core.responses import HEADERS
from moderator.features.archive.making import MOST_BYTES as MOST_ARCHIVE_BYTES
from moderator.features.new_game.write import MOST_UPLOAD_BYTES
from moderator.live.responses import Receive, Scope, Send, hsts_headers

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise


# Error pages for requests that never reach a view: without session or database.

Headers = list[tuple[bytes, bytes]]


# Status, title and text of each, as lazy translations.
PAGES: dict[str, tuple[int, StrPromise, StrPromise]] = {
    "slow": (
        408,
        _("That took too long"),
        _("Your browser stopped sending half-way, so nothing was changed. Go back and try again."),
    ),
    "large": (
        413,
        _("That was too large"),
        _(
            "Nothing was changed. A form can have 1 MiB (a move’s 64 KiB), a record or gradebook "
            "%(most)d MiB, the archive of a class %(archive)d MB."
        ),
    ),
    "address": (
        414,
        _("No such address"),
        _("The address is too long for this site. Go to the start page."),
    ),
    "head": (
        431,
        _("That could not be read"),
        _(
            "Your browser sends too much with each page. Delete its cookies for this site and go "
            "to the start page."
        ),
    ),
    "broken": (
        500,
        _("Something broke here"),
        _(
            "That was not your fault. All confirmed moves are safe. Go back and try again; if it "
            "was a move, look at the log first."
        ),
    ),
    "full": (
        503,
        _("The site is too busy"),
        _(
            "Too many people are sending at once, so nothing was changed. Go back and try again in "
            "a minute."
        ),
    ),
    "ending": (
        503,
        _("The site is shutting down"),
        _(
            "If it was a move, it may or may not have been recorded. Load the page that you came "
            "from again in a minute: the log shows it."
        ),
    ),
}


@cache
def plain(why: str) -> BridgeResponse:
    """An error page, rendered once.

    It closes the connection, on which part of the request may be left.
    """
    status, title, told = PAGES[why]
    most = {"most": MOST_UPLOAD_BYTES // 2**20, "archive": MOST_ARCHIVE_BYTES // 2**20}
    text = str(told) % most
    body = render_to_string("core/plain.html", {"title": title, "text": text}).encode()
    headers = {
        **HEADERS,
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(len(body)),
        **({"Retry-After": "60"} if status == 503 else {}),
    }
    items = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return BridgeResponse(status, [*items, *hsts_headers(), (b"connection", b"close")], body)


# Reads request bodies completely on the loop, within limits, before a thread is used.

MOST = 2**20  # bytes of a form; ours are a few kB
# The file's own limit, which its view explains, and room for the rest of the form.
MOST_RECORD = MOST_UPLOAD_BYTES + 2**16
RECORD = re.compile(r"/classes/\d+/(?:groups/\d+/record|grades)/")
# Only for instructors who are signed in; it waits in a file, not in memory.
MOST_ARCHIVE = MOST_ARCHIVE_BYTES + 2**16
ARCHIVE = "/classes/archive/"
MOST_KEPT = MOST_RECORD  # bytes of a body in memory
# Moves are parsed while the game is locked, and SQLite has one lock for all games.
MOST_MOVE = 2**16
MOVE = re.compile(r"/(?:g|play)/[^/]+/(?:move|preview|partner|finish|correct)/")
MOST_ADDRESS = 2**13
MOST_HEAD = 2**15
# Python takes quadratic time to parse these two: 32 kB of them would block the site for 9 s and
# for 1.4 s.
MOST_ESCAPES = 300  # in cookies
MOST_TYPE = 2**8  # bytes of Content-Type
MOST_TOGETHER = 2**26  # bytes of all bodies in memory
PAUSE_S = 10.0  # after such a pause a body is given up
LEAST_RATE = 50_000  # bytes per second
PIECE = 2**16  # of a file that is sent
DRAIN_S = 2.0  # browsers read no answer before they have sent everything


class Unread(Exception):
    """The request is refused before a thread is used.

    `why` names the error page; `more`: whether more of the body may follow.
    """

    def __init__(self, why: str, more: bool = True) -> None:
        super().__init__(why)
        self.why = why
        self.more = more


class Gone(Exception):
    """The browser disconnected before it had sent everything."""


def check_head(path: bytes, headers: Sequence[tuple[bytes, bytes]]) -> None:
    """Raise Unread if the address or the headers are too large."""
    if len(path) > MOST_ADDRESS:
        raise Unread("address")
    size = escapes = kind = 0
    for name, value in headers:
        size += len(name) + len(value)
        escapes += value.count(b"\\") if name == b"cookie" else 0
        kind += len(value) if name == b"content-type" else 0
    if size > MOST_HEAD or escapes > MOST_ESCAPES or kind > MOST_TYPE:
        raise Unread("head")


def most_of(path: str, is_instructor: bool = False) -> int:
    """The largest body for a path, in bytes."""
    if path == ARCHIVE and is_instructor:
        return MOST_ARCHIVE
    if RECORD.fullmatch(path):
        return MOST_RECORD
    return MOST_MOVE if MOVE.fullmatch(path) else MOST


@dataclass
class Store:
    """Counts the memory of all bodies.

    When it is full the largest body is given up, so that a few endless ones don't block others.
    """

    most: int = MOST_TOGETHER
    used: int = 0
    incomplete: set[Body] = field(default_factory=set)  # still being received

    def make_room(self, body: Body, size: int) -> bool:
        """Whether there is room for more of the body, if necessary by giving up larger ones."""
        while self.used + size > self.most:
            largest = max(self.incomplete, key=lambda one: one.kept)
            if largest.kept <= body.kept + size:
                return False
            largest.give_up()
        return True


class Body:
    """One request's body. `with Body(store, most) as body: await body.read(receive, length)`.

    `size`: what has come of it; `kept`: how much of that is in memory.
    """

    def __init__(self, store: Store, most: int) -> None:
        self.store = store
        self.most = most
        self.file = cast(IO[bytes], SpooledTemporaryFile(MOST_KEPT))  # noqa: SIM115 (`_drop`)
        self.size = self.kept = 0
        self._waiting: asyncio.Timeout | None = None
        self._is_given_up = False

    def __enter__(self) -> Body:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.incomplete.discard(self)
        self._drop()

    def give_up(self) -> None:
        """Free the memory at once; `read` then raises Unread."""
        self._is_given_up = True
        self.store.incomplete.discard(self)
        self._drop()
        if self._waiting is not None and not self._waiting.expired():
            self._waiting.reschedule(asyncio.get_running_loop().time())

    async def read(self, receive: Receive, length: int | None) -> None:
        """Read the complete body; `length` is that of its headers, if given.

        Raises:
            Unread: it is too large or too slow, or there is no room for it now.
            Gone: the browser has disconnected.
        """
        if length is not None and length > self.most:
            raise Unread("large")
        began = asyncio.get_running_loop().time()
        self.store.incomplete.add(self)
        more = True
        while more:
            until = began + PAUSE_S + self.size / LEAST_RATE
            try:
                async with asyncio.timeout_at(until) as self._waiting:
                    message = await receive()
            except TimeoutError:
                if self._is_given_up:
                    raise Unread("full") from None
                raise Unread("slow", more=False) from None
            if message["type"] == "http.disconnect":
                raise Gone
            more = message.get("more_body", False)
            if self._is_given_up:
                raise Unread("full", more)
            self._keep(message.get("body", b""), more)
        self.store.incomplete.discard(self)

    def _keep(self, piece: bytes, more: bool) -> None:
        if self.size + len(piece) > self.most:
            raise Unread("large", more)
        self.size += len(piece)
        if self.size > MOST_KEPT:
            self._keep_count(0)
        elif self.store.make_room(self, len(piece)):
            self._keep_count(self.size)
        else:
            raise Unread("full", more)
        self.file.write(piece)

    def _keep_count(self, kept: int) -> None:
        self.store.used += kept - self.kept
        self.kept = kept

    def _drop(self) -> None:
        self._keep_count(0)
        self.file.close()


async def drain(receive: Receive) -> None:
    """Receive and discard the rest of the body, for a while."""
    try:
        async with asyncio.timeout(DRAIN_S):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect" or not message.get("more_body"):
                    return
    except TimeoutError:
        return


# The bridge.

log = logging.getLogger(__name__)

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

THREADS = 6
# Requests that hash passwords, replay whole games or make PDFs take about a second each. They
# can't use all threads, or a few people guessing passwords would delay everybody's moves.
# Django takes a method in small letters, too, and answers HEAD with the work of GET.
SLOW = re.compile(
    r"POST (/sign-in/.*|/classes/\d+/(?:groups/\d+/record|roster)/|/classes/archive/)"
    r"|\w+ (.*\.pdf|.*\.zip|/[cg]/[^/]+/(replay|debrief)/|/classes/\d+/grades/)",
    re.IGNORECASE | re.DOTALL,
)
# Sign-ins of the school wait for its answers: they can't use all threads, nor delay passwords.
SCHOOL = re.compile(r"\w+ /school/.*", re.DOTALL)
SLOW_AT_ONCE = 2


@dataclass(frozen=True)
class BridgeResponse:
    """A complete response. `file`: what follows the body; whoever sends it closes it."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    file: IO[bytes] | None = None


class Bridge:
    """A WSGI application as an ASGI application.

    Args:
        is_instructor: whether a request's session, by its headers, is an instructor's; in a thread.
    """

    def __init__(
        self,
        app: Application,
        threads: int = THREADS,
        is_instructor: Callable[[Scope], bool] = lambda scope: False,
    ) -> None:
        self.app = app
        self.is_instructor = is_instructor
        self.store = Store()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._turns = {kind: asyncio.Semaphore(SLOW_AT_ONCE) for kind in (SLOW, SCHOOL)}

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
        with Body(self.store, await self._most_of(scope)) as body:
            if length is not None or is_chunked:
                await body.read(receive, None if length is None else int(length))
            body.file.seek(0)
            environ["CONTENT_LENGTH"] = str(body.size)
            environ["wsgi.input"] = body.file
            # A new context, so that no language or time zone is left for the next request.
            run = contextvars.Context().run
            loop = asyncio.get_running_loop()
            async with self._turn(scope):
                try:
                    return await loop.run_in_executor(self._pool, run, ask, self.app, environ)
                except Exception:
                    log.exception("A request failed.")
                    return plain("broken")

    async def _most_of(self, scope: Scope) -> int:
        if scope["path"] != ARCHIVE:
            return most_of(scope["path"])
        loop = asyncio.get_running_loop()
        try:
            is_instructor = await loop.run_in_executor(self._pool, self.is_instructor, scope)
        except Exception:  # of the database
            log.exception("Nobody knows whose request it is.")
            raise Unread("broken") from None
        return most_of(scope["path"], is_instructor)

    def _turn(self, scope: Scope) -> AbstractAsyncContextManager[None]:
        """The semaphore that a slow request waits for before it gets a thread."""
        asked = f"{scope['method']} {scope['path']}"
        found = (turn for kind, turn in self._turns.items() if kind.fullmatch(asked))
        return next(found, nullcontext())


class Attached(FileWrapper):
    """A file that a view answers with (PEP 3333): a large one is sent without a thread."""

    file: IO[bytes]

    def __init__(self, file: IO[bytes], size: int = PIECE) -> None:
        super().__init__(file, size)
        self.file = file


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

    pieces = app({**environ, "wsgi.file_wrapper": Attached}, start)
    if isinstance(pieces, Attached) and int(dict(headers)[b"content-length"]) > MOST_KEPT:
        return BridgeResponse(status, headers, b"", pieces.file)
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


async def write(send: Send, answer: BridgeResponse, more: bool = False) -> None:
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    if answer.file is not None:
        with closing(answer.file):
            while piece := answer.file.read(PIECE):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": answer.body, "more_body": more})


async def refuse(unread: Unread, receive: Receive, send: Send) -> None:
    """Answer at once, then let the browser finish sending: many read nothing before that."""
    await write(send, plain(unread.why), more=True)
    if unread.more:
        await drain(receive)
    await send({"type": "http.response.body", "body": b""})
