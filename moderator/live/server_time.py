"""The server's time, by which pages count down: a device's own clock may be wrong, or changed."""

from __future__ import annotations

import time

from moderator.live.responses import Send, answer

PATH = "/time/"

_TEXT = (b"content-type", b"text/plain; charset=utf-8")


async def send_time(send: Send) -> None:
    """Milliseconds since 1970, UTC, for everybody."""
    await answer(send, 200, [_TEXT], b"%d" % (time.time_ns() // 1_000_000))
