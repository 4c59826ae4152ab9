"""How fast a move reaches phones and viewers while students write, and what writing costs.

For bench/fanout.py. Each group plays 900 B.C., with 200 messages and 100 notes from before; each of
the five countries has a phone, which gets its own chart, and others watch the public one. For ten
moves students write, for the next ten they don't, and so on: both are measured within the same
minutes, since the machine's speed varies.
"""

from __future__ import annotations

import asyncio
import statistics
import threading
import time
from dataclasses import dataclass, field

from bench import process
from bench.served import Served
from bench.served_written import Phones, written
from bench.viewers import Crowd
from bench.writing import Writer

SLICE = 10  # moves
HEAD = """\
| | moves | written | viewers, p50 ms | p95 ms | phones, p50 ms | p95 ms | CPU ms a second \
| viewers' frames | kB | phones' frames | kB |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


@dataclass
class Sum:
    """All slices of a kind."""

    name: str
    moves: int = 0
    written: int = 0
    seconds: float = 0
    cpu_ms: float = 0
    viewers_ms: list[float] = field(default_factory=list)
    phones_ms: list[float] = field(default_factory=list)
    sent: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def row(self) -> str:
        cells: list[object] = [self.name, self.moves, self.written]
        for waits_ms in (self.viewers_ms, self.phones_ms):
            percentiles = statistics.quantiles(waits_ms, n=100)
            cells += [f"{percentiles[49]:.1f}", f"{percentiles[94]:.1f}"]
        frames, size, own_frames, own_size = self.sent
        cells += [f"{self.cpu_ms / self.seconds:.1f}", frames, size // 1000]
        return "| " + " | ".join(map(str, [*cells, own_frames, own_size // 1000])) + " |"


class Watched:
    """The site's viewers and phones, and the students who write."""

    def __init__(self, served: Served, phones: Phones, viewers: int, a_minute: float) -> None:
        self.served, self.marks = served, phones.marks
        self.viewers = [Crowd(served.port, path, viewers) for path in served.paths]
        paths = [path.replace("/c/", "/play/") for path in served.paths]
        self.phones = [
            [Crowd(served.port, path, 1, cookie=cookie) for cookie in cookies]
            for path, cookies in zip(paths, phones.cookies, strict=True)
        ]
        self.over = threading.Event()
        self.writer = Writer(a_minute, self.over, phones.authors, is_on=False)
        for author in phones.authors:
            author.look()

    async def measure(self, moves: int, rate: float) -> tuple[Sum, Sum]:
        """So many moves with writing, and as many without."""
        sums = Sum("silent"), Sum("written")
        for crowd in self.viewers:
            await crowd.open(self.served.version)
        for crowd in self._phones:
            await crowd.open(0)
        await asyncio.sleep(1)  # until the server has finished connecting
        threading.Thread(target=self.writer.run, daemon=True).start()
        for first in range(0, 2 * moves, SLICE):
            kind = sums[first // SLICE % 2]
            self.writer.is_on = kind is sums[1]
            await self._slice(kind, first, rate)
        self.over.set()
        for crowd in (*self.viewers, *self._phones):
            crowd.close()
        return sums

    async def _slice(self, kind: Sum, first: int, rate: float) -> None:
        began, cpu_ms = time.monotonic(), process.cpu_ms(self.served.pid)
        sent, written = self._sent(), self._written
        asked = []
        for number in range(first, first + SLICE):
            asked.append(asyncio.create_task(self._move(kind, number)))
            next_at = began + (number - first + 1) / rate
            await asyncio.sleep(max(0, next_at - time.monotonic()))
        await asyncio.gather(*asked)
        kind.moves += SLICE
        kind.written += self._written - written
        kind.seconds += time.monotonic() - began
        kind.cpu_ms += process.cpu_ms(self.served.pid) - cpu_ms
        pairs = zip(kind.sent, sent, self._sent(), strict=True)
        kind.sent = [total + now - before for total, before, now in pairs]

    async def _move(self, kind: Sum, number: int) -> None:
        nth, group = divmod(number, len(self.viewers))
        viewers, phones = self.viewers[group], self.phones[group]
        async with viewers.one_at_a_time:
            viewers.expect(self.served.version + nth + 1)
            for phone in phones:
                phone.expect_mark(self.marks[nth % 2])
            asked = time.perf_counter()
            reader, writer = await asyncio.open_connection("127.0.0.1", self.served.port)
            writer.write(self.served.ask(nth + 1, group))
            status = await reader.readline()
            if self.served.answer not in status:
                raise RuntimeError(f"move {number}: {status.decode()}")
            writer.close()
            kind.viewers_ms += [(at - asked) * 1000 for at in await viewers.wait()]
            for phone in phones:
                kind.phones_ms += [(at - asked) * 1000 for at in await phone.wait()]

    @property
    def _phones(self) -> list[Crowd]:
        return [crowd for group in self.phones for crowd in group]

    @property
    def _written(self) -> int:
        return sum(n for what, n in list(self.writer.counts.items()) if what.endswith("/ stored"))

    def _sent(self) -> list[int]:
        both = self.viewers, self._phones
        return [sum(getattr(one, what) for one in crowds) for crowds in both
                for what in ("frames", "bytes")]  # fmt: skip


def run(groups: int, viewers: int, moves: int, rate: float, a_minute: float) -> None:
    """Measure, and print both rows and what was written."""
    with written(groups) as (served, phones):
        watched = Watched(served, phones, viewers, a_minute)
        sums = asyncio.run(watched.measure(moves, rate))
    print(f"\n{HEAD}", *(kind.row() for kind in sums), sep="\n")
    counts = sorted(watched.writer.counts.items())
    print("\n" + ", ".join(f"{what}: {count}" for what, count in counts))
    if len(waits_ms := watched.writer.waits_ms) > 1:
        percentiles = statistics.quantiles(waits_ms, n=100)
        print(f"A message: p50 {percentiles[49]:.1f} ms, p95 {percentiles[94]:.1f} ms")
