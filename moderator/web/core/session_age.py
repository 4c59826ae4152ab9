"""How long an instructor stays signed in; the reasons are in docs/decisions/0007."""

from __future__ import annotations

import math
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
    return left_s(session) < 0


def left_s(session: Mapping[str, Any]) -> float:
    """The seconds until the sign-in is over; negative afterwards, infinite without a sign-in."""
    if SESSION_KEY not in session:
        return math.inf
    now_s = time.time()
    ends = session.get(BEGAN, now_s) + LONGEST_S, session.get(SEEN, now_s) + IDLE_S
    return float(min(ends) - now_s)


def begin(session: MutableMapping[str, Any]) -> None:
    """Start the session's age at sign-in."""
    session[BEGAN] = session[SEEN] = int(time.time())


def note(session: MutableMapping[str, Any]) -> None:
    """Note activity in the session, at most once an hour."""
    now_s = int(time.time())
    if now_s - session.get(SEEN, now_s) > _NOTED_EACH_S:
        session[SEEN] = now_s
