"""Who may watch what, remembered for seconds, so that polls don't ask the database each time."""

from __future__ import annotations

import re
import time

from django.conf import settings

WatchedGroup = tuple[int, str]  # group and audience
Key = tuple[str, str]  # path and session; a path that is for everybody has no session

MOST = 4096  # remembered at once; a bound, not a tuning


class AccessCache:
    """Forgets by time, and by word as soon as somebody's access may have ended."""

    def __init__(self) -> None:
        self._found: dict[Key, tuple[float, WatchedGroup]] = {}

    def get(self, key: Key) -> WatchedGroup | None:
        until, found = self._found.get(key, (0.0, None))
        return found if time.monotonic() < until else None

    def put(self, key: Key, found: WatchedGroup, seconds: float) -> None:
        if len(self._found) >= MOST:
            self._found.clear()
        self._found[key] = time.monotonic() + seconds, found

    def forget(self, group_id: int | None) -> None:
        """What is known of a group, or of all (None)."""
        kept = {} if group_id is None else self._found
        self._found = {key: known for key, known in kept.items() if known[1][0] != group_id}


def session_of(cookies: bytes) -> str:
    """The session's key, of letters and digits alone.

    Not by Django: a quoted cookie of 60 kB takes Python half a minute, and this is the loop.
    """
    name = re.escape(settings.SESSION_COOKIE_NAME.encode())
    found = re.findall(rb"(?:^|; ?)" + name + rb"=([a-z0-9]+) ?(?=;|$)", cookies)
    return found[-1].decode() if found else ""
