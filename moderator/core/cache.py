"""LRU caches in memory, bounded by bytes: one for what is read and judged, one for pages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Any, ClassVar, Generic, TypeVar, cast
from weakref import WeakSet

V = TypeVar("V")

MB = 2**20


class _Key:
    """A key, hashed once: a deep one takes longer to hash than all the rest."""

    __slots__ = ("hash", "key")

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self.hash = hash(key)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.key == other.key


class LruCache(Generic[V]):
    """Values by key, of at most `most_bytes` together; the least recently used are removed first.

    A key must contain everything that its value depends on: values never expire.

    Args:
        size_of: a value's bytes in memory, estimated. What a value shares with others is counted
            for each.
        entry_bytes: of a key and its place in the cache.
    """

    all: ClassVar[WeakSet[LruCache[Any]]] = WeakSet()

    def __init__(
        self,
        most_bytes: int,
        size_of: Callable[[V], int] = sys.getsizeof,
        entry_bytes: int = 300,
    ) -> None:
        # Two halves: values used since the last swap, and older ones.
        self._half = most_bytes // 2
        self._size_of = size_of
        self._entry_bytes = entry_bytes
        self._used = 0  # bytes of the new half
        self._new: dict[_Key, tuple[V, int]] = {}
        self._old: dict[_Key, tuple[V, int]] = {}
        # For each kind of value, as a large page must not delay a move; `make` may use it again.
        self._making: dict[str, RLock] = {}
        self.all.add(self)

    def get(self, key: Hashable) -> V | None:
        """The value of the key; None if there is none."""
        return self._get(_Key(key))

    def put(self, key: Hashable, value: V) -> None:
        self._put(_Key(key), value, self._size_of(value) + self._entry_bytes)

    def _get(self, key: _Key) -> V | None:
        found = self._new.get(key)
        if found is None:
            found = self._old.get(key)
            # A very large value gets no second life: used often, it would displace all others.
            if found is not None and found[1] < self._half // 2:
                self._put(key, *found)
        return None if found is None else found[0]

    def _put(self, key: _Key, value: V, size: int) -> None:
        new = self._new
        replaced = new.get(key)
        new[key] = value, size
        self._used += size - (replaced[1] if replaced else 0)
        if self._used >= self._half:
            # Threads that swap at the same time only lose some values too early, and what they
            # miscount is forgotten with the next swap.
            self._old, self._new, self._used = new, {}, 0

    def get_or_make(
        self,
        key: Hashable,
        make: Callable[[], V],
        kind: str = "",
        size_of: Callable[[V], int] | None = None,
    ) -> V:
        """The value of the key, made if necessary: once, even if several threads ask at once.

        Values of a kind are made one after the other, as threads can't share the processor anyway.
        """
        hashed = _Key(key)
        value = self._get(hashed)
        if value is not None:
            return value
        with self._making.setdefault(kind, RLock()):
            value = self._get(hashed)
            if value is None:
                value = make()
                self._put(hashed, value, (size_of or self._size_of)(value) + self._entry_bytes)
        return value


_facts: LruCache[Any] = LruCache(30 * MB, entry_bytes=1_000)
_pages: LruCache[Any] = LruCache(48 * MB, entry_bytes=1_000)  # many have some 100 kB


def cached(
    kind: str, key: Hashable, make: Callable[[], V], size_of: Callable[[V], int] = sys.getsizeof
) -> V:
    """What is read or judged of games and classes, made if it isn't in memory.

    Args:
        kind: what it is; each has keys of its own.
        key: everything that it depends on.
        size_of: its bytes, as for `LruCache`.
    """
    return cast(V, _facts.get_or_make((kind, key), make, kind, size_of))


def cached_page(
    kind: str, key: Hashable, make: Callable[[], V], size_of: Callable[[V], int] = sys.getsizeof
) -> V:
    """The same for what is large: pages, and what they are made of."""
    return cast(V, _pages.get_or_make((kind, key), make, kind, size_of))


def forget_all() -> None:
    """Empty all caches of this process, as if it were new."""
    for cache in LruCache.all:
        cache._new, cache._old, cache._used = {}, {}, 0
