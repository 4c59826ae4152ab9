"""A cache of access decisions, for a few seconds, so that polls don't query the database."""

from __future__ import annotations

import math
import re
import time
from typing import NamedTuple

from django.conf import settings


class WatchedGroup(NamedTuple):
    """What a browser may watch, until its session ends.

    `person`: who is behind the page, on a phone or as a moderator; 0 for everybody else.
    """

    group_id: int
    audience: str
    ends_at: float = math.inf  # on the monotonic clock
    person: int = 0


Key = tuple[str, str]  # path and session key, which is empty for public paths

MAX_ENTRIES = 4096


class AccessCache:
    """Entries expire, or are removed as soon as somebody's access may have ended."""

    def __init__(self) -> None:
        self._found: dict[Key, tuple[float, WatchedGroup]] = {}

    def get(self, key: Key) -> WatchedGroup | None:
        until, found = self._found.get(key, (0.0, None))
        return found if time.monotonic() < until else None

    def put(self, key: Key, found: WatchedGroup, seconds: float) -> None:
        if len(self._found) >= MAX_ENTRIES:
            self._found.clear()
        self._found[key] = min(time.monotonic() + seconds, found.ends_at), found

    def forget(self, group_id: int | None) -> None:
        """Remove the entries of a group, or of all groups (None)."""
        kept = {} if group_id is None else self._found
        self._found = {key: entry for key, entry in kept.items() if entry[1].group_id != group_id}


def session_of(cookies: bytes) -> str:
    """The session key in a Cookie header; empty if there is none.

    Django is too slow for the event loop: a quoted cookie of 60 kB takes it half a minute.
    """
    name = re.escape(settings.SESSION_COOKIE_NAME.encode())
    found = re.findall(rb"(?:^|; ?)" + name + rb"=([a-z0-9]+) ?(?=;|$)", cookies)
    return found[-1].decode() if found else ""
