"""Guessing made slow: a few wrong tries a minute, then a pause."""

from __future__ import annotations

import hashlib

from django.core.cache import cache
from django.http import HttpRequest

TRIES = 10
PAUSE_S = 60


def _key(request: HttpRequest, door: str) -> str:
    who = f"{door}\0{request.META.get('REMOTE_ADDR', '')}"
    return f"wrong-{hashlib.sha256(who.encode('utf-8', 'replace')).hexdigest()}"


def is_paused(request: HttpRequest, door: str) -> bool:
    """Whether too many tries at this door went wrong within the last minute."""
    tries: int = cache.get(_key(request, door), 0)
    return tries >= TRIES


def count_wrong(request: HttpRequest, door: str) -> None:
    """One more wrong try. Counted for the door and the address, for a cookie is thrown away."""
    key = _key(request, door)
    if not cache.add(key, 1, PAUSE_S):
        try:
            cache.incr(key)
        except ValueError:  # it ran out between the two lines
            cache.add(key, 1, PAUSE_S)
