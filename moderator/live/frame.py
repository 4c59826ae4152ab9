"""What is shown: one frame, the whole chart as one audience sees it."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cached_property


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
