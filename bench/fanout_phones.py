"""The phones that bench/fanout.py watches, and the students who write on them."""

from __future__ import annotations

import statistics
import threading
from dataclasses import dataclass

from bench.served import Served
from bench.served_written import Phones
from bench.viewers import Crowd
from bench.writing import Writer


@dataclass(frozen=True)
class PhonesResult:
    """How long a move took to the phones, and what they were sent."""

    p50_ms: float
    p95_ms: float
    frames: int
    sent_kb: float

    @property
    def cells(self) -> list[str]:
        times = [f"{self.p50_ms:.1f}", f"{self.p95_ms:.1f}"]
        return [*times, str(self.frames), f"{self.sent_kb:.0f}"]


class WatchedPhones:
    """A stream for each phone; a move has come when its mark is on the phone's chart."""

    def __init__(self, served: Served, phones: Phones) -> None:
        self.marks = phones.marks
        paths = [path.replace("/c/", "/play/") for path in served.paths]
        self.crowds = [
            [Crowd(served.port, path, 1, cookie=cookie) for cookie in cookies]
            for path, cookies in zip(paths, phones.cookies, strict=True)
        ]
        self.waits_ms: list[float] = []

    def _all(self) -> list[Crowd]:
        return [crowd for group in self.crowds for crowd in group]

    async def open(self) -> None:
        for crowd in self._all():
            await crowd.open(0)
            crowd.bytes = crowd.frames = 0

    def expect(self, nth: int, group: int) -> None:
        for crowd in self.crowds[group]:
            crowd.expect_mark(self.marks[nth % 2])

    async def wait(self, group: int, asked: float) -> None:
        for crowd in self.crowds[group]:
            self.waits_ms += [(at - asked) * 1000 for at in await crowd.wait()]

    def result(self) -> PhonesResult:
        percentiles = statistics.quantiles(self.waits_ms, n=100)
        for crowd in self._all():
            crowd.close()
        return PhonesResult(
            p50_ms=percentiles[49],
            p95_ms=percentiles[94],
            frames=sum(crowd.frames for crowd in self._all()),
            sent_kb=sum(crowd.bytes for crowd in self._all()) / 1000,
        )


class Writing:
    """What is written meanwhile, in a thread of its own."""

    def __init__(self, phones: Phones | None, a_minute: float) -> None:
        self.writer = Writer(a_minute, threading.Event(), phones.authors if phones else [])
        self.thread = threading.Thread(target=self.writer.run, daemon=True)
        if phones and a_minute:
            for author in phones.authors:
                author.look()
            self.thread.start()

    def end(self) -> None:
        """Stop, and print what was written."""
        self.writer.over.set()
        if self.thread.ident is None:
            return
        self.thread.join()
        waits_ms = self.writer.waits_ms
        if len(waits_ms) > 1:
            p50, p95 = (statistics.quantiles(waits_ms, n=100)[place] for place in (49, 94))
            print(f"Messages: p50 {p50:.1f} ms, p95 {p95:.1f} ms to the response. ", end="")
        print(", ".join(f"{what}: {count}" for what, count in sorted(self.writer.counts.items())))


def writing_of(phones: Phones | None, a_minute: float) -> Writing:
    """Begins to write so many messages a minute; nothing if it is 0."""
    return Writing(phones, a_minute)
