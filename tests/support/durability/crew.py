"""Several laptops that record continuously, each in its own thread."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Condition, Event
from time import monotonic

from tests.support.durability.laptop import Laptop


@dataclass
class Crew:
    """`acknowledged`: the keys of acknowledged moves, in the order of the responses."""

    laptops: list[Laptop]
    acknowledged: list[str] = field(default_factory=list)
    _news: Condition = field(default_factory=Condition)
    _stop: Event = field(default_factory=Event)
    _work: list[Future[None]] = field(default_factory=list)

    def __enter__(self) -> Crew:
        self._pool = ThreadPoolExecutor(len(self.laptops))
        self._work = [self._pool.submit(self._record, laptop) for laptop in self.laptops]
        return self

    def __exit__(self, *_: object) -> None:
        """Lets each finish its current move, and raises any exception of a thread."""
        self._stop.set()
        self._pool.shutdown()
        for laptop in self.laptops:
            laptop.close()
        for work in self._work:
            work.result()

    def cut_off(self, since: float, until: float) -> int:
        """Counts the moves sent in that span of the monotonic clock and never answered."""
        found = [began for laptop in self.laptops for began in laptop.unanswered]
        return sum(since <= began < until for began in found)

    def wait_for(self, more: int, limit_s: float = 30) -> None:
        """Waits until `more` further moves are acknowledged, and each laptop has an answer: who is
        told of a conflict gets a whole page, which takes a site that has just started a while."""
        with self._news:
            goal, began = len(self.acknowledged) + more, monotonic()

            def is_reached() -> bool:
                is_enough = len(self.acknowledged) >= goal
                return is_enough and all(laptop.heard > began for laptop in self.laptops)

            assert self._news.wait_for(
                lambda: is_reached() or any(w.done() for w in self._work), limit_s
            ), f"no {more} moves were acknowledged, and all answered, within {limit_s} s"

    def _record(self, laptop: Laptop) -> None:
        never = Event()
        while not self._stop.is_set():
            key = laptop.record(never)
            with self._news:
                self.acknowledged.append(key)
                self._news.notify_all()
