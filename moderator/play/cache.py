"""What was made lately, kept in memory for the next who asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import RLock
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """Values by key, at most `most`; what nobody has asked for lately is forgotten first.

    A key has to name all that its value depends on: what is kept is never looked at again.
    """

    def __init__(self, most: int) -> None:
        # Two halves: what was asked for since the last change, and before. Keys are deep, and to
        # hash one takes longer than all the rest, so what is asked for often is looked up once.
        self._half = (most + 1) // 2
        self._new: dict[Hashable, V] = {}
        self._old: dict[Hashable, V] = {}
        self._making = RLock()  # what is made may hold what is made here too

    def get(self, key: Hashable) -> V | None:
        """What is kept under the key."""
        value = self._new.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: Hashable, value: V) -> None:
        """Keep it from now on."""
        new = self._new
        new[key] = value
        if len(new) >= self._half:
            # Threads that come here together forget something too early, and nothing else.
            self._old, self._new = new, {}

    def get_or_make(self, key: Hashable, make: Callable[[], V]) -> V:
        """What is kept, or what `make` gives: made once, however many ask at once.

        One is made after the other: making takes the processor, which threads can't share.
        """
        value = self.get(key)
        if value is not None:
            return value
        with self._making:
            value = self.get(key)
            if value is None:
                value = make()
                self.put(key, value)
        return value
