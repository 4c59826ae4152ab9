"""What comes with a request: read whole on the loop, within bounds, before a thread is taken."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from moderator.live.feed import Receive
from moderator.play.services.records import MOST_UPLOAD_BYTES

MOST = 2**20  # bytes of a form; ours are a few kB
# A record's file has its own limit, of which its view says more; the rest is the form around it.
MOST_RECORD = MOST_UPLOAD_BYTES + 2**16
RECORD = re.compile(r"/classes/\d+/groups/\d+/record/")
# A move's form is read while its game is locked, and SQLite has one lock for all games.
MOST_MOVE = 2**16
MOVE = re.compile(r"/(?:g|play)/[^/]+/(?:move|partner)/")
MOST_ADDRESS = 2**13
MOST_HEAD = 2**15
# Two things that Python reads in a time that grows with the square of what is sent: 32 kB of
# them would hold up everybody for 9 s and for 1.4 s.
MOST_ESCAPES = 300  # in cookies
MOST_TYPE = 2**8  # bytes that say what kind a body is
MOST_TOGETHER = 2**26  # all bodies that are held at once
PAUSE_S = 10.0  # a body that has stopped coming is given up
LEAST_RATE = 50_000  # bytes a second of one that goes on
DRAIN_S = 2.0  # a browser reads no answer before it has sent all, or is cut off


class Unread(Exception):
    """The request is refused before a thread is taken.

    `why` names the page that says so; `more`: whether some of the body may still come.
    """

    def __init__(self, why: str, more: bool = True) -> None:
        super().__init__(why)
        self.why = why
        self.more = more


class Gone(Exception):
    """The browser has left before it had sent all."""


def check_head(path: bytes, headers: Sequence[tuple[bytes, bytes]]) -> None:
    """Raises Unread for an address or a head that no browser sends to us."""
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
    """How many bytes may be sent to an address."""
    if RECORD.fullmatch(path):
        return MOST_RECORD
    return MOST_MOVE if MOVE.fullmatch(path) else MOST


@dataclass
class Store:
    """How much all bodies together take now.

    When it is full the largest gives way, so that a few that never end keep out nobody's forms.
    """

    most: int = MOST_TOGETHER
    held: int = 0
    coming: set[Body] = field(default_factory=set)  # of which there is more to come

    def make_room(self, body: Body, size: int) -> bool:
        """Whether there is room for so much more of the body, be it by giving up larger ones."""
        while self.held + size > self.most:
            largest = max(self.coming, key=lambda one: len(one.data))
            if len(largest.data) <= len(body.data) + size:
                return False
            largest.give_way()
        return True


class Body:
    """One request's body. `with Body(store, most) as body: await body.read(receive, length)`."""

    def __init__(self, store: Store, most: int) -> None:
        self.store = store
        self.most = most
        self.data = bytearray()
        self._waiting: asyncio.Timeout | None = None
        self._gave_way = False

    def __enter__(self) -> Body:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.coming.discard(self)
        self.store.held -= len(self.data)

    def give_way(self) -> None:
        """Forget what has come, at once; whoever waits for the rest is told."""
        self._gave_way = True
        self.store.coming.discard(self)
        self.store.held -= len(self.data)
        self.data = bytearray()
        if self._waiting is not None and not self._waiting.expired():
            self._waiting.reschedule(asyncio.get_running_loop().time())

    async def read(self, receive: Receive, length: int | None) -> None:
        """Read all of it; `length` is what its head says, if it does.

        Raises:
            Unread: it is too large or too slow, or there is no room for it now.
            Gone: there is nobody any more.
        """
        if length is not None and length > self.most:
            raise Unread("large")
        began = asyncio.get_running_loop().time()
        self.store.coming.add(self)
        more = True
        while more:
            until = began + PAUSE_S + len(self.data) / LEAST_RATE
            try:
                async with asyncio.timeout_at(until) as self._waiting:
                    message = await receive()
            except TimeoutError:
                if self._gave_way:
                    raise Unread("full") from None
                raise Unread("slow", more=False) from None
            if message["type"] == "http.disconnect":
                raise Gone
            more = message.get("more_body", False)
            if self._gave_way:
                raise Unread("full", more)
            self._keep(message.get("body", b""), more)
        self.store.coming.discard(self)

    def _keep(self, piece: bytes, more: bool) -> None:
        if len(self.data) + len(piece) > self.most:
            raise Unread("large", more)
        if not self.store.make_room(self, len(piece)):
            raise Unread("full", more)
        self.store.held += len(piece)
        self.data += piece


async def drain(receive: Receive) -> None:
    """Take what still comes, for a while, and keep nothing of it."""
    try:
        async with asyncio.timeout(DRAIN_S):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect" or not message.get("more_body"):
                    return
    except TimeoutError:
        return
