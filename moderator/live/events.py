"""What goes over the line: events as the bytes that each kind of reader takes.

A form is whether a reader takes chunks (HTTP/1.1) and whether it takes gzip. Every event is made
once in each form, and the same bytes go to all readers.
"""

from __future__ import annotations

import gzip
import struct
import zlib
from dataclasses import dataclass
from email.utils import formatdate
from functools import cached_property, lru_cache

Headers = list[tuple[bytes, bytes]]
Pieces = tuple[bytes, bytes, bytes, bytes]
"""The same in each form: `pieces[form]`."""

CHUNKED, GZIP = 1, 2  # a form is a sum of these

# A third of the time of level 6, for a chart that is 15 % larger.
LEVEL = 3
GZIP_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"


def pieces_of(event: bytes, is_public: bool = True) -> Pieces:
    """The event in each form. What is not public is not compressed: its size would tell of it."""
    small = deflated(event) if is_public else event
    return event, chunked(event), small, chunked(small)


def chunked(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


def deflated(data: bytes) -> bytes:
    """Blocks that lean on nothing before them and end on a byte: they fit into any stream."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def stored(data: bytes) -> bytes:
    """One such block that is not smaller, but costs nothing to make."""
    return struct.pack("<BHH", 0, len(data), len(data) ^ 0xFFFF) + data


# An event, not a comment: the page must see it to know that the line is up.
BEAT = pieces_of(b"event: beat\ndata: up\n\n")
# A stream in gzip ends without gzip's own end, whose sum would be another for each reader.
END: Pieces = (b"", b"0\r\n\r\n", b"", b"0\r\n\r\n")
_over = pieces_of(b"event: over\ndata: over\n\n")
OVER: Pieces = (_over[0], _over[1] + END[1], _over[2], _over[3] + END[3])


def opening(headers: Headers, form: int, retry_ms: int) -> bytes:
    """The head of the response, and what tells the page when to come back after an end."""
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
    """Whether a reader that sends this header takes gzip."""
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
    """A version; -1 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1


@dataclass(frozen=True)
class Frame:
    """The whole chart, never a difference. Versions of a group only grow."""

    version: int
    html: bytes

    @cached_property
    def event(self) -> bytes:
        """The frame as a server-sent event."""
        lines = self.html.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        data = b"".join(b"data: %b\n" % line for line in lines)
        return b"event: chart\nid: %d\n%b\n" % (self.version, data)

    @cached_property
    def gzipped(self) -> bytes:
        """The chart as a page that asks for it may take it. Never of anything private."""
        return gzip.compress(self.html, compresslevel=6, mtime=0)
