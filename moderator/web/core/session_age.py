"""How long an instructor stays signed in. Why so long and no longer: docs/decisions/0007."""

from __future__ import annotations

import time
from collections.abc import Mapping, MutableMapping
from typing import Any

from django.contrib.auth import SESSION_KEY

LONGEST_S = 14 * 24 * 60 * 60
IDLE_S = 12 * 60 * 60
_NOTED_EACH_S = 60 * 60  # so that looking at pages hardly ever writes

BEGAN = "signed-in"  # in the session, as seconds since 1970; an earlier release's has neither
SEEN = "seen"


def is_over(session: Mapping[str, Any]) -> bool:
    """Whether somebody signed in too long ago, or has not been seen for too long."""
    if SESSION_KEY not in session:
        return False
    now_s = time.time()
    began, seen = session.get(BEGAN, now_s), session.get(SEEN, now_s)
    return bool(now_s - began > LONGEST_S or now_s - seen > IDLE_S)


def begin(session: MutableMapping[str, Any]) -> None:
    """Somebody signs in now."""
    session[BEGAN] = session[SEEN] = int(time.time())


def note(session: MutableMapping[str, Any]) -> None:
    """Somebody is seen now; noted to the hour."""
    now_s = int(time.time())
    if now_s - session.get(SEEN, now_s) > _NOTED_EACH_S:
        session[SEEN] = now_s
