"""A frame's parts, and server-sent events as bytes, in each form that a subscriber can take.

Parts are ranges of a frame's HTML between comments, each with its own version. A template marks one
with `<!--[row-->…<!--]-->`; parts nest. In a frame it has a number, counted from the end, and a
version: `<!--[row.3 Qk3x9a0Z-->…<!--]-->`. The version is a hash of the part's own HTML, without
the parts inside it: all processes find the same one, and it says nothing that the HTML doesn't.

A form says whether chunks (HTTP/1.1) are used and whether gzip is. Every event is encoded once in
each form, and the same bytes go to all subscribers.
"""

from __future__ import annotations

import gzip
import json
import re
import struct
import sys
import zlib
from binascii import b2a_base64
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import cached_property, lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

PROTOCOL = 2
"""Of events and polls. A page that was made for another one loads itself again: 2 since the
student's page has tabs."""

_END = "<!--]-->"
_MARK = re.compile(r"<!--\[([a-z_]+)-->|<!--\]-->")
_NO_DASHES = bytes.maketrans(b"+/", b"_.")  # they could end a comment


class Part(NamedTuple):
    """`html`: its own, in which each part inside it is an empty range without a version."""

    version: str
    html: str


def marked(html: str) -> tuple[str, dict[str, Part]]:
    """A frame as pages have it, one part with numbered parts in it, which have versions; and all
    parts by name, in the order of the page."""
    texts = _MARK.split(f"<!--[frame-->{html}{_END}")
    numbers: Counter[str] = Counter()
    parts: dict[str, Part] = {}
    # From the outermost part to the innermost, each from its end: its own HTML, and all of it.
    open_: list[tuple[list[str], list[str]]] = [([], [])]
    for text, stem in zip(texts[::-2], [*texts[-2::-2], ""], strict=True):
        own, whole = open_[-1]
        own.append(text)
        whole.append(text)
        if stem is None:
            open_.append(([], []))
        elif stem:
            numbers[stem] += 1
            name, own_html = f"{stem}.{numbers[stem]}", "".join(reversed(own))
            parts[name] = Part(_version(own_html), own_html)
            open_.pop()
            open_[-1][0].append(f"<!--[{name}-->{_END}")
            open_[-1][1].extend((_END, *whole, f"<!--[{name} {parts[name].version}-->"))
    return "".join(reversed(open_[0][1])), dict(reversed(parts.items()))


def unmarked(html: str) -> str:
    """The HTML of a part without the parts in it: it is sent as a whole."""
    return _MARK.sub("", html)


def versions_of(parts: Mapping[str, Part]) -> dict[str, str]:
    """The versions of all parts of a frame: those of `row.1`, `row.2`… after each other."""
    found: dict[str, dict[int, str]] = {}
    for name, part in parts.items():
        stem, _, number = name.partition(".")
        found.setdefault(stem, {})[int(number)] = part.version
    return {stem: "".join(one[n] for n in sorted(one)) for stem, one in found.items()}


def sign_of(facts: object) -> str:
    """A part that changes with these facts, for a page that then asks for itself again."""
    return f"<!-- {_version(repr(facts))} -->"


def _version(html: str) -> str:
    digest = blake2b(html.encode(), digest_size=6).digest()
    return b2a_base64(digest, newline=False).translate(_NO_DASHES).decode()


Headers = list[tuple[bytes, bytes]]
Pieces = tuple[bytes, bytes, bytes, bytes]
"""An event in each form: `pieces[form]`."""

CHUNKED, GZIP = 1, 2  # a form is a sum of these

# A third of the time of level 6, for a chart that is 15 % larger.
LEVEL = 3
GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"


def pieces_of(event: bytes, is_public: bool = True) -> Pieces:
    """The event in each form. Private ones are not compressed: the size would leak secrets."""
    small = deflated(event) if is_public else event
    return event, chunked(event), small, chunked(small)


def chunked(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


def deflated(data: bytes) -> bytes:
    """Compressed blocks that refer to no earlier data, so that they fit into any gzip stream."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def stored(data: bytes) -> bytes:
    """The data as one uncompressed block."""
    return struct.pack("<BHH", 0, len(data), len(data) ^ 0xFFFF) + data


# An event, not a comment: the page's script must see it to know that the connection works.
HEARTBEAT = pieces_of(b"event: beat\ndata: up\n\n")
# A gzip stream ends without gzip's trailer: its checksum would differ for each subscriber.
END: Pieces = (b"", b"0\r\n\r\n", b"", b"0\r\n\r\n")
_over = pieces_of(b"event: over\ndata: over\n\n")
OVER: Pieces = (_over[0], _over[1] + END[1], _over[2], _over[3] + END[3])


def opening(headers: Headers, form: int, retry_ms: int) -> bytes:
    """The response's headers, and how soon the page reconnects after an end."""
    retry = b"retry: %d\n\n" % retry_ms
    more = [(b"date", formatdate(usegmt=True).encode()), (b"connection", b"close")]
    if form & GZIP:
        retry = GZIP_HEAD + stored(retry)
        more.append((b"content-encoding", b"gzip"))
    if form & CHUNKED:
        retry = chunked(retry)
        more.append((b"transfer-encoding", b"chunked"))
    lines = b"".join(b"%b: %b\r\n" % header for header in (*headers, *more))
    return b"HTTP/1.1 200 OK\r\n%b\r\n%b" % (lines, retry)


@lru_cache(256)
def takes_gzip(accept_encoding: bytes) -> bool:
    """Whether a client that sends this header accepts gzip."""
    weights: dict[str, float] = {}
    for part in accept_encoding.decode("latin-1").lower().split(","):
        name, _, parameter = part.partition(";")
        key, _, value = parameter.partition("=")
        try:
            weight = float(value) if key.strip() == "q" else 1.0
        except ValueError:
            weight = 0.0
        weights[name.strip()] = weight
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", 0.0))) > 0


def number_of(text: str) -> int:
    """The version in a text; -1 if it is not a number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1


@dataclass(frozen=True)
class Frame:
    """All that one audience sees. A group's versions only grow.

    `html` and `parts`: as `marked` makes them. `groups`: for the page of a class, the groups that
    it shows. `again_s`: after so many seconds it is rendered again (0: not by itself).
    """

    version: int
    html: str
    parts: Mapping[str, Part] = field(compare=False, repr=False)
    groups: frozenset[int] = frozenset()
    again_s: float = field(default=0, compare=False)

    @classmethod
    def of(cls, version: int, text: str, **more: Any) -> Frame:
        """The frame of a rendered text, in which parts are marked but not numbered yet."""
        return cls(version, *marked(text), **more)

    @property
    def size(self) -> int:
        """Its bytes in memory, estimated: its HTML, and its parts'."""
        return 2 * sys.getsizeof(self.html)

    def body(self, had: Mapping[str, Part]) -> bytes:
        """JSON: the versions of all parts, and those parts that somebody with `had` lacks."""
        body = {
            "protocol": PROTOCOL,
            "parts": versions_of(self.parts),
            "html": {name: one.html for name, one in self.parts.items() if had.get(name) != one},
        }
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


class FrameMessage:
    """A frame for those who have some of its parts: the event in each form, and a poll's answer.

    Each is made when it is first asked for.
    """

    def __init__(self, frame: Frame, had: Mapping[str, Part], is_public: bool) -> None:
        self.frame = frame
        self._had = had
        self._is_public = is_public

    @cached_property
    def pieces(self) -> Pieces:
        event = b"event: frame\nid: %d\ndata: %b\n\n" % (self.frame.version, self.body)
        return pieces_of(event, self._is_public)

    @cached_property
    def body(self) -> bytes:
        return self.frame.body(self._had)

    @cached_property
    def gzipped(self) -> bytes:
        """The body compressed. Never used for private frames."""
        return gzip.compress(self.body, compresslevel=6, mtime=0)


class Messages:
    """A frame as it is sent.

    `news`: to those who have exactly the frame `before`; `whole`: to others; `versions`: to those
    who have this one.
    """

    def __init__(self, frame: Frame, before: Frame | None, is_public: bool) -> None:
        self.frame = frame
        self.before = before
        self.news = FrameMessage(frame, before.parts if before else {}, is_public)
        self.whole = FrameMessage(frame, {}, is_public)
        self.versions = FrameMessage(frame, frame.parts, is_public)

    def after(self, version: int) -> FrameMessage:
        """For somebody who has this version; -1: none."""
        if version == self.frame.version:
            return self.versions
        is_next = self.before is not None and version == self.before.version
        return self.news if is_next else self.whole
