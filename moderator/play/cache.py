"""An LRU cache in memory."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import RLock
from typing import Generic, TypeVar

V = TypeVar("V")


class LruCache(Generic[V]):
    """Values by key, at most `most`; the least recently used are removed first.

    A key must contain everything that its value depends on: values never expire.
    """

    def __init__(self, most: int) -> None:
        # Two halves: values used since the last swap, and older ones. Hashing the deep keys is
        # the slowest part, so a frequent value is found with one look-up.
        self._half = (most + 1) // 2
        self._new: dict[Hashable, V] = {}
        self._old: dict[Hashable, V] = {}
        self._making = RLock()  # `make` may use the same cache

    def get(self, key: Hashable) -> V | None:
        """The value of the key; None if there is none."""
        value = self._new.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: Hashable, value: V) -> None:
        """Store a value."""
        new = self._new
        new[key] = value
        if len(new) >= self._half:
            # Threads that swap at the same time only lose some values too early.
            self._old, self._new = new, {}

    def get_or_make(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value of the key, made if necessary: once, even if several threads ask at once.

        Values are made one after the other, as threads can't share the processor anyway.
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
