"""How fast a move reaches all viewers, and what that costs.

    .venv/bin/python -m bench.fanout [--viewers 100 1000 10000] [--moves 15] [--gzip]
    .venv/bin/python -m bench.fanout --groups 40 --viewers 25 --rate 10 --moves 80
    .venv/bin/python -m bench.fanout --viewers 1000 --dead 300
    .venv/bin/python -m bench.fanout --viewers 100 --kinds bare site --messages 30

For each number of viewers, one after the other: `bare`, the reference, an asyncio writer of a
chart of 6 kB to as many sockets; `plain`, the same chart through the hub, each stream a coroutine
on stock uvicorn that awaits its channel's event; `feed`, the same through the site's own streams;
`site`, everything: a move posted to the console, stored, its chart rendered and sent. The server
has one core, the load generator the other. Measured from sending the move until the viewer has the
new chart's number; CPU is the server's for each move. With `--dead`, so many further subscribers
never read.

With `--messages`, also bench/fanout_written.py: students write so many messages a minute, in all
groups together, a third as many notes and a tenth as many promises.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import time
from contextlib import ExitStack
from dataclasses import dataclass

import uvloop

from bench import fanout_written, process
from bench.served import Served, real, synthetic
from bench.viewers import Crowd, dead_reader


@dataclass(frozen=True)
class Load:
    """The load on a server: viewers of each group, moves in all."""

    viewers: int
    groups: int
    moves: int
    rate: float  # moves a second
    dead: int
    is_packed: bool


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
    sent_mb: float
    threads: int

    def row(self) -> str:
        times = (self.p50_ms, self.p95_ms, self.p99_ms, self.worst_ms, self.cpu_ms)
        cells = [self.kind, self.viewers, *(f"{time:.1f}" for time in times)]
        cells += [f"{self.memory_mb:.0f}", f"{self.viewer_kb:.1f}", f"{self.sent_mb:.0f}"]
        return "| " + " | ".join(map(str, [*cells, self.threads])) + " |"


HEAD = """\
| server | viewers | p50 ms | p95 ms | p99 ms | worst ms | CPU ms | MB | kB a viewer | MB sent | \
threads |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


async def measure(kind: str, served: Served, load: Load) -> Result:
    pid = served.pid
    packed = load.is_packed and kind in ("feed", "site")
    crowds = [Crowd(served.port, path, load.viewers, packed) for path in served.paths]
    empty_kb = process.memory_kb(pid)
    for crowd in crowds:
        await crowd.open(served.version)
    await asyncio.sleep(1)  # until the server has finished connecting
    idle_ms = await _idle_ms(pid)
    for crowd in crowds:
        crowd.bytes = 0
    before_ms, began = process.cpu_ms(pid), time.monotonic()
    moves = []
    for number in range(load.moves):
        moves.append(asyncio.create_task(_move(served, crowds, number)))
        await asyncio.sleep(max(0, began + (number + 1) / load.rate - time.monotonic()))
    waits_ms = [wait_ms for waits in await asyncio.gather(*moves) for wait_ms in waits]
    spent_ms = process.cpu_ms(pid) - before_ms - idle_ms * (time.monotonic() - began)
    full_kb = process.memory_kb(pid)
    percentiles = statistics.quantiles(waits_ms, n=100)
    viewers = load.viewers * load.groups
    for crowd in crowds:
        crowd.close()
    return Result(
        kind=kind,
        viewers=viewers,
        p50_ms=percentiles[49],
        p95_ms=percentiles[94],
        p99_ms=percentiles[98],
        worst_ms=max(waits_ms),
        cpu_ms=spent_ms / load.moves,
        memory_mb=full_kb / 1024,
        viewer_kb=(full_kb - empty_kb) / viewers,
        sent_mb=sum(crowd.bytes for crowd in crowds) / 1e6,
        threads=process.threads(pid),
    )


async def _move(served: Served, crowds: list[Crowd], number: int) -> list[float]:
    """Sends the move, and returns how long each viewer waited for its chart."""
    nth, group = divmod(number, len(crowds))
    crowd = crowds[group]
    async with crowd.one_at_a_time:
        crowd.expect(served.version + nth + 1)
        asked = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        writer.write(served.ask(nth + 1, group))
        status = await reader.readline()
        if served.answer not in status:
            raise RuntimeError(f"move {number}: {status.decode()}")
        writer.close()
        return [(at - asked) * 1000 for at in await crowd.wait()]


async def _idle_ms(pid: int) -> float:
    """CPU time in a second without moves."""
    before = process.cpu_ms(pid)
    await asyncio.sleep(1)
    return process.cpu_ms(pid) - before


def run(kind: str, load: Load) -> Result:
    server = real(load.groups) if kind == "site" else synthetic(kind, load.groups)
    with ExitStack() as opened:
        served = opened.enter_context(server)
        for _ in range(load.dead):
            opened.enter_context(dead_reader(served.port, served.paths[0]))
        runner = opened.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        result = runner.run(measure(kind, served, load))
    print(result.row(), flush=True)
    return result


def compare(bare: Result, feed: Result) -> str:
    return (
        f"With {bare.viewers} viewers the feed takes {feed.p50_ms / bare.p50_ms:.2f} times "
        f"(p50) and {feed.p99_ms / bare.p99_ms:.2f} times (p99) as long as the bare writer, "
        f"and {feed.cpu_ms / bare.cpu_ms:.2f} times its CPU."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--viewers", type=int, nargs="+", default=[100, 1000], help="of each group")
    parser.add_argument("--moves", type=int, default=15)
    parser.add_argument("--rate", type=float, default=2, help="moves a second")
    parser.add_argument("--groups", type=int, default=1)
    parser.add_argument("--dead", type=int, default=0)
    parser.add_argument("--messages", type=float, default=0, help="a minute")
    parser.add_argument("--gzip", action="store_true", help="not for bare and plain")
    parser.add_argument("--kinds", nargs="+", default=["bare", "plain", "feed", "site"])
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.sched_setaffinity(0, process.cores()[1])
    print(HEAD)
    comparisons = []
    for viewers in given.viewers:
        load = Load(viewers, given.groups, given.moves, given.rate, given.dead, given.gzip)
        results = {kind: run(kind, load) for kind in given.kinds}
        if {"bare", "feed"} <= results.keys():
            comparisons.append(compare(results["bare"], results["feed"]))
        if given.messages:
            fanout_written.run(given.groups, viewers, given.moves, given.rate, given.messages)
    print("", *comparisons, f"Load at the end: {os.getloadavg()[0]:.1f}.", sep="\n")


if __name__ == "__main__":
    main()
