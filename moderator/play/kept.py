"""What was made lately, kept in memory for the next who asks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock, RLock
from typing import Generic, TypeVar

V = TypeVar("V")


class Kept(Generic[V]):
    """Values by key; of more than `most`, those that nobody asked for longest are forgotten.

    A key has to name all that its value depends on: what is kept is never looked at again.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()
        self._making = RLock()  # what is made may hold what is made here too

    def get(self, key: Hashable) -> V | None:
        """What is kept under the key."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: V) -> None:
        """Keep it from now on."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

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
