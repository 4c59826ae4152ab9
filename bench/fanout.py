"""How fast a move reaches everybody who watches, and what that costs.

    .venv/bin/python -m bench.fanout [--viewers 200 1000] [--moves 15]

For each number of viewers, one after the other: `bare`, the reference, an asyncio writer of a
chart of 6 kB to as many sockets; `feed`, the same chart through the hub; `site`, everything: a
move posted to the console, stored, its chart rendered and shown. The server has one core, the
load the other. Measured from asking for the move to the viewer holding the whole new chart; CPU
is the server's, a move.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass

import uvloop

from bench import process
from bench.served import Served, real, synthetic
from bench.viewers import Crowd

MOVES_A_SECOND = 2


@dataclass(frozen=True)
class Result:
    kind: str
    viewers: int
    p50_ms: float
    p95_ms: float
    p99_ms: float
    worst_ms: float
    cpu_ms: float  # of the server, a move
    memory_mb: float
    viewer_kb: float
    threads: int

    def row(self) -> str:
        times = (self.p50_ms, self.p95_ms, self.p99_ms, self.worst_ms, self.cpu_ms)
        cells = [self.kind, self.viewers, *(f"{time:.1f}" for time in times)]
        cells += [f"{self.memory_mb:.0f}", f"{self.viewer_kb:.1f}", self.threads]
        return "| " + " | ".join(map(str, cells)) + " |"


HEAD = """\
| server | viewers | p50 ms | p95 ms | p99 ms | worst ms | CPU ms | MB | kB a viewer | threads |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


async def measure(kind: str, served: Served, viewers: int, moves: int) -> Result:
    pid = served.pid
    crowd = Crowd(served.port, served.path, viewers)
    empty_kb = process.memory_kb(pid)
    await crowd.open(served.version)
    await asyncio.sleep(1)  # what connecting left behind is done
    waits_ms: list[float] = []
    idle_ms = await _idle_ms(pid)
    before_ms, began = process.cpu_ms(pid), time.monotonic()
    for number in range(1, moves + 1):
        crowd.expect(served.version + number)
        asked = time.perf_counter()
        await _ask(served, number)
        waits_ms += [(at - asked) * 1000 for at in await crowd.wait()]
        await asyncio.sleep(max(0, began + number / MOVES_A_SECOND - time.monotonic()))
    spent_ms = process.cpu_ms(pid) - before_ms - idle_ms * (time.monotonic() - began)
    full_kb = process.memory_kb(pid)
    percentiles = statistics.quantiles(waits_ms, n=100)
    result = Result(
        kind=kind,
        viewers=viewers,
        p50_ms=percentiles[49],
        p95_ms=percentiles[94],
        p99_ms=percentiles[98],
        worst_ms=max(waits_ms),
        cpu_ms=spent_ms / moves,
        memory_mb=full_kb / 1024,
        viewer_kb=(full_kb - empty_kb) / viewers,
        threads=process.threads(pid),
    )
    crowd.close()
    return result


async def _idle_ms(pid: int) -> float:
    """CPU a second when nothing happens."""
    before = process.cpu_ms(pid)
    await asyncio.sleep(1)
    return process.cpu_ms(pid) - before


async def _ask(served: Served, number: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(served.ask(number))
    status = await reader.readline()
    if served.answer not in status:
        raise RuntimeError(f"move {number}: {status.decode()}")
    writer.close()


def run(kind: str, viewers: int, moves: int) -> Result:
    server: AbstractContextManager[Served] = real() if kind == "site" else synthetic(kind)
    with server as served, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result = runner.run(measure(kind, served, viewers, moves))
    print(result.row(), flush=True)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--viewers", type=int, nargs="+", default=[200, 1000])
    parser.add_argument("--moves", type=int, default=15)
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.sched_setaffinity(0, process.cores()[1])
    print(HEAD)
    results = [
        [run(kind, viewers, given.moves) for kind in ("bare", "feed", "site")]
        for viewers in given.viewers
    ]
    print()
    for bare, feed, _ in results:
        print(
            f"With {bare.viewers} viewers the feed takes {feed.p50_ms / bare.p50_ms:.2f} times "
            f"(p50) and {feed.p99_ms / bare.p99_ms:.2f} times (p99) as long as the bare writer, "
            f"and {feed.cpu_ms / bare.cpu_ms:.2f} times its CPU."
        )


if __name__ == "__main__":
    main()
