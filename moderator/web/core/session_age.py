"""How long an instructor stays signed in; the reasons are in docs/decisions/0007."""

from __future__ import annotations

import time
from collections.abc import Mapping, MutableMapping
from typing import Any

from django.contrib.auth import SESSION_KEY

LONGEST_S = 14 * 24 * 60 * 60
IDLE_S = 12 * 60 * 60
_NOTED_EACH_S = 60 * 60  # so that viewing pages rarely writes

BEGAN = "signed-in"  # session keys, in seconds since 1970; older sessions lack both
SEEN = "seen"


def is_over(session: Mapping[str, Any]) -> bool:
    """Whether the sign-in is too old, or the session has been idle for too long."""
    if SESSION_KEY not in session:
        return False
    now_s = time.time()
    began, seen = session.get(BEGAN, now_s), session.get(SEEN, now_s)
    return bool(now_s - began > LONGEST_S or now_s - seen > IDLE_S)


def begin(session: MutableMapping[str, Any]) -> None:
    """Start the session's age at sign-in."""
    session[BEGAN] = session[SEEN] = int(time.time())


def note(session: MutableMapping[str, Any]) -> None:
    """Note activity in the session, at most once an hour."""
    now_s = int(time.time())
    if now_s - session.get(SEEN, now_s) > _NOTED_EACH_S:
        session[SEEN] = now_s
