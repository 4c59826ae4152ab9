"""Who may watch what, remembered for seconds, so that polls don't ask the database each time."""

from __future__ import annotations

import time

Found = tuple[int, str]  # group and audience
Key = tuple[str, str]  # path and session; a path that is for everybody has no session

MOST = 4096  # remembered at once; a bound, not a tuning


class Known:
    """Forgets by time, and by word as soon as somebody's access may have ended."""

    def __init__(self) -> None:
        self._found: dict[Key, tuple[float, Found]] = {}

    def get(self, key: Key) -> Found | None:
        until, found = self._found.get(key, (0.0, None))
        return found if time.monotonic() < until else None

    def put(self, key: Key, found: Found, seconds: float) -> None:
        if len(self._found) >= MOST:
            self._found.clear()
        self._found[key] = time.monotonic() + seconds, found

    def forget(self, group_id: int | None) -> None:
        """What is known of a group, or of all (None)."""
        kept = {} if group_id is None else self._found
        self._found = {key: known for key, known in kept.items() if known[1][0] != group_id}
