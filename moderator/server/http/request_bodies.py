"""Reads request bodies completely on the loop, within limits, before a thread is used."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from moderator.live.feed import Receive
from moderator.play.services.records import MOST_UPLOAD_BYTES

MOST = 2**20  # bytes of a form; ours are a few kB
# The file's own limit, which its view explains, and room for the rest of the form.
MOST_RECORD = MOST_UPLOAD_BYTES + 2**16
RECORD = re.compile(r"/classes/\d+/groups/\d+/record/")
# Moves are parsed while the game is locked, and SQLite has one lock for all games.
MOST_MOVE = 2**16
MOVE = re.compile(r"/(?:g|play)/[^/]+/(?:move|preview|partner|finish)/")
MOST_ADDRESS = 2**13
MOST_HEAD = 2**15
# Python takes quadratic time to parse these two: 32 kB of them would block the site for 9 s and
# for 1.4 s.
MOST_ESCAPES = 300  # in cookies
MOST_TYPE = 2**8  # bytes of Content-Type
MOST_TOGETHER = 2**26  # bytes of all bodies in memory
PAUSE_S = 10.0  # after such a pause a body is given up
LEAST_RATE = 50_000  # bytes per second
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


def most_of(path: str) -> int:
    """The largest body for a path, in bytes."""
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
            largest = max(self.incomplete, key=lambda one: len(one.data))
            if len(largest.data) <= len(body.data) + size:
                return False
            largest.give_up()
        return True


class Body:
    """One request's body. `with Body(store, most) as body: await body.read(receive, length)`."""

    def __init__(self, store: Store, most: int) -> None:
        self.store = store
        self.most = most
        self.data = bytearray()
        self._waiting: asyncio.Timeout | None = None
        self._is_given_up = False

    def __enter__(self) -> Body:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.incomplete.discard(self)
        self.store.used -= len(self.data)

    def give_up(self) -> None:
        """Free the memory at once; `read` then raises Unread."""
        self._is_given_up = True
        self.store.incomplete.discard(self)
        self.store.used -= len(self.data)
        self.data = bytearray()
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
            until = began + PAUSE_S + len(self.data) / LEAST_RATE
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
        if len(self.data) + len(piece) > self.most:
            raise Unread("large", more)
        if not self.store.make_room(self, len(piece)):
            raise Unread("full", more)
        self.store.used += len(piece)
        self.data += piece


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
