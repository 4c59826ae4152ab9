"""How fast a move reaches all viewers, and what that costs.

    .venv/bin/python -m bench.fanout [--viewers 100 1000 10000] [--moves 15] [--gzip]
    .venv/bin/python -m bench.fanout --groups 40 --viewers 25 --rate 10 --moves 80
    .venv/bin/python -m bench.fanout --viewers 1000 --dead 300
    .venv/bin/python -m bench.fanout --viewers 100 --kinds site --game 900 --messages 30
    .venv/bin/python -m bench.fanout --viewers 100 --kinds site --game 1800 [--phones] \
        [--beside ../before]

For each number of viewers, one after the other: `bare`, the reference, an asyncio writer of a
chart of 6 kB to as many sockets; `plain`, the same chart through the hub, each stream a coroutine
on stock uvicorn that awaits its channel's event; `feed`, the same through the site's own streams;
`site`, everything: a move posted to the console, stored, its chart rendered and sent. The server
has one core, the load generator the other. Measured from sending the move until the viewer has the
new chart's number; CPU is the server's for each move. With `--dead`, so many further subscribers
never read.

With `--game`, `site` plays a recorded game as its console and phones post it, after the same game
has been played once; with `--phones` each player's phone watches, and 40 messages and 4 notes have
been written. With `--beside`, servers of other checkouts play it, too, move by move in turn. "kB a
move" is what a viewer's stream gets, uncompressed without `--gzip`. `--steps` prints where the time
of a move on the console goes (bench/steps.py).

With `--messages`, a second server's students write so many messages a minute, in all groups
together, a third as many notes and a tenth as many promises.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import uvloop

from bench import process, steps
from bench.served import Served, playing, real, synthetic
from bench.viewers import Crowd, dead_reader
from bench.writing import Writer
from tests.support.paths import ROOT

_LENGTH = re.compile(rb"(?i)\r\ncontent-length: (\d+)")


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
    answer_ms: float  # p50, until all of the console's own answer has come
    cpu_ms: float  # of the server, a move
    memory_mb: float
    viewer_kb: float
    sent_mb: float
    move_kb: float  # to a viewer
    phone_ms: float  # p50, until a phone has it
    phone_kb: float
    threads: int

    def row(self) -> str:
        times = (self.p50_ms, self.p95_ms, self.p99_ms, self.worst_ms, self.answer_ms, self.cpu_ms)
        cells = [self.kind, self.viewers, *(f"{time:.1f}" for time in times)]
        cells += [f"{self.memory_mb:.0f}", f"{self.viewer_kb:.1f}", f"{self.sent_mb:.0f}"]
        phone = [f"{self.phone_ms:.1f}", f"{self.phone_kb:.2f}"] if self.phone_kb else ["", ""]
        cells += [f"{self.move_kb:.2f}", *phone]
        return "| " + " | ".join(map(str, [*cells, self.threads])) + " |"


HEAD = """\
| server | viewers | p50 ms | p95 ms | p99 ms | worst ms | answer ms | CPU ms | MB | kB a viewer | \
MB sent | kB a move | phone, p50 ms | kB | threads |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


class Run:
    """A server that is being measured."""

    def __init__(self, kind: str, served: Served, load: Load) -> None:
        self.kind, self.served, self.load = kind, served, load
        packed = load.is_packed and kind in ("feed", "site")
        self.crowds = [Crowd(served.port, path, load.viewers, packed) for path in served.paths]
        self.phones = [
            [Crowd(served.port, path, 1, cookie=cookie) for path, cookie in watching]
            for watching in served.phones or [[] for _ in served.paths]
        ]
        self.waits_ms: list[float] = []
        self.phones_ms: list[float] = []
        self.answers_ms: list[float] = []
        self.times: list[tuple[float, float, float]] = []  # asked, shown, answered

    async def open(self) -> None:
        self.empty_kb = process.memory_kb(self.served.pid)
        for crowd in self.crowds:
            await crowd.open(self.served.version)
        for phone in self._all_phones:
            await phone.open(0)
        await asyncio.sleep(1)  # until the server has finished connecting
        self.idle_ms = await _idle_ms(self.served.pid)
        for crowd in (*self.crowds, *self._all_phones):
            crowd.bytes = 0
        self.before_ms, self.began = process.cpu_ms(self.served.pid), time.monotonic()

    @property
    def _all_phones(self) -> list[Crowd]:
        return [phone for group in self.phones for phone in group]

    async def move(self, number: int) -> None:
        """Send the move, and note how long each viewer waits for its chart."""
        nth, group = divmod(number, len(self.crowds))
        crowd, served = self.crowds[group], self.served
        async with crowd.one_at_a_time:
            crowd.expect(served.version_after(nth + 1))
            for phone in self.phones[group]:
                phone.expect(phone.newest + 1)
            asked = time.perf_counter()
            reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
            writer.write(served.ask(nth + 1, group))
            head = await reader.readuntil(b"\r\n\r\n")
            status = head.partition(b"\r\n")[0]
            if served.answer not in status:
                raise RuntimeError(f"move {number}: {status.decode()}")
            if length := _LENGTH.search(head):
                await reader.readexactly(int(length[1]))
            answered = time.perf_counter()
            writer.close()
            shown = await crowd.wait()
            self.waits_ms += [(at - asked) * 1000 for at in shown]
            for phone in self.phones[group]:
                self.phones_ms += [(at - asked) * 1000 for at in await phone.wait()]
            if not served.forms or served.forms[nth]:
                self.answers_ms.append((answered - asked) * 1000)
                self.times.append((asked, statistics.median(shown), answered))

    def end(self) -> Result:
        pid, load = self.served.pid, self.load
        lasted_s = time.monotonic() - self.began
        spent_ms = process.cpu_ms(pid) - self.before_ms - self.idle_ms * lasted_s
        full_kb = process.memory_kb(pid)
        percentiles = statistics.quantiles(self.waits_ms, n=100)
        viewers = load.viewers * load.groups
        for crowd in (*self.crowds, *self._all_phones):
            crowd.close()
        phones = self._all_phones
        sent, to_phones = (sum(one.bytes for one in of) for of in (self.crowds, phones))
        return Result(
            kind=self.kind,
            viewers=viewers,
            p50_ms=percentiles[49],
            p95_ms=percentiles[94],
            p99_ms=percentiles[98],
            worst_ms=max(self.waits_ms),
            answer_ms=statistics.median(self.answers_ms),
            cpu_ms=spent_ms / load.moves,
            memory_mb=full_kb / 1024,
            viewer_kb=(full_kb - self.empty_kb) / viewers,
            sent_mb=sent / 1e6,
            move_kb=sent / len(self.waits_ms) / 1000,
            phone_ms=statistics.median(self.phones_ms or [0]),
            phone_kb=to_phones * load.groups / max(1, len(phones)) / load.moves / 1000,
            threads=process.threads(pid),
        )


async def measure(runs: list[Run]) -> list[Result]:
    """Each move to every server, one after the other, in turn the first."""
    for run in runs:
        await run.open()
    load, moves, began = runs[0].load, [], time.monotonic()
    for number in range(load.moves):
        for nth, run in enumerate(runs if number % 2 else reversed(runs), start=1):
            moves.append(asyncio.create_task(run.move(number)))
            next_at = began + (number + nth / len(runs)) / load.rate
            await asyncio.sleep(max(0, next_at - time.monotonic()))
    await asyncio.gather(*moves)
    return [run.end() for run in runs]


async def _idle_ms(pid: int) -> float:
    """CPU time in a second without moves."""
    before = process.cpu_ms(pid)
    await asyncio.sleep(1)
    return process.cpu_ms(pid) - before


def run(kind: str, load: Load, given: argparse.Namespace) -> Result:
    """Print a row of each server, and return this checkout's."""
    with ExitStack() as opened:
        names, servers = [kind], []
        if kind == "site" and given.game:
            roots = [*given.beside, *[ROOT] * (1 + bool(given.messages))]
            names = [f"{kind} at {_commit(root)}" for root in roots[:-1]] + names
            how = (given.game, load.groups, given.phones or bool(given.messages))
            servers = [playing(*how, root, given.steps) for root in roots]
        else:
            servers = [real(load.groups) if kind == "site" else synthetic(kind, load.groups)]
        served = [opened.enter_context(server) for server in servers]
        if count := len(served[0].forms):
            load = replace(load, moves=(min(given.moves, count) or count) * load.groups)
        runs = [Run(*one, load) for one in zip(names, served, strict=True)]
        if given.messages:
            runs[-1].kind += ", written"
            over = opened.enter_context(ending())
            writer = Writer(given.messages, over, served[-1].authors)
            threading.Thread(target=writer.run, daemon=True).start()
        for _ in range(load.dead):
            for one in served:
                opened.enter_context(dead_reader(one.port, one.paths[0]))
        runner = opened.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        results = runner.run(measure(runs))
        found = [steps.table(one.served.steps, one.times) for one in runs if one.served.steps]
    print(*(result.row() for result in results), sep="\n", flush=True)
    for table in found:
        print(f"\n{table}\n")
    if given.messages:
        print(", ".join(f"{what}: {count}" for what, count in sorted(writer.counts.items())))
    for before in results[:-1]:
        print(ratios(before, results[-1]), flush=True)
    return results[-1]


@contextmanager
def ending() -> Iterator[threading.Event]:
    over = threading.Event()
    try:
        yield over
    finally:
        over.set()


def _commit(root: Path) -> str:
    command = ["git", "-C", str(root), "describe", "--always", "--dirty"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def ratios(before: Result, now: Result) -> str:
    names = ("p50_ms", "p99_ms", "answer_ms", "cpu_ms", "move_kb", "phone_ms", "phone_kb")
    pairs = [(name, getattr(before, name), getattr(now, name)) for name in names]
    found = (f"{name} {new / old:.2f}" for name, old, new in pairs if old)
    return f"\nTimes {before.kind}: {', '.join(found)}.\n"


def compare(bare: Result, feed: Result) -> str:
    return (
        f"With {bare.viewers} viewers the feed takes {feed.p50_ms / bare.p50_ms:.2f} times "
        f"(p50) and {feed.p99_ms / bare.p99_ms:.2f} times (p99) as long as the bare writer, "
        f"and {feed.cpu_ms / bare.cpu_ms:.2f} times its CPU."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--viewers", type=int, nargs="+", default=[100, 1000], help="of each group")
    parser.add_argument("--moves", type=int, default=0, help="15, or the whole game")
    parser.add_argument("--rate", type=float, default=2, help="moves a second")
    parser.add_argument("--groups", type=int, default=1)
    parser.add_argument("--dead", type=int, default=0)
    parser.add_argument("--messages", type=float, default=0, help="a minute")
    parser.add_argument("--gzip", action="store_true", help="not for bare and plain")
    parser.add_argument("--game", help="site plays this recorded game: 1800, 900, ...")
    parser.add_argument("--phones", action="store_true", help="of the game's players watch, too")
    parser.add_argument("--steps", action="store_true", help="of a move: where its time goes")
    parser.add_argument("--beside", type=Path, nargs="*", default=[], help="other checkouts")
    parser.add_argument("--kinds", nargs="+", default=["bare", "plain", "feed", "site"])
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.sched_setaffinity(0, process.cores()[1])
    print(f"Load at the start: {os.getloadavg()[0]:.1f}. {' '.join(sys.argv[1:])}\n\n{HEAD}")
    comparisons, moves = [], given.moves or 15
    for viewers in given.viewers:
        load = Load(viewers, given.groups, moves, given.rate, given.dead, given.gzip)
        results = {kind: run(kind, load, given) for kind in given.kinds}
        if {"bare", "feed"} <= results.keys():
            comparisons.append(compare(results["bare"], results["feed"]))
    print("", *comparisons, f"Load at the end: {os.getloadavg()[0]:.1f}.", sep="\n")


if __name__ == "__main__":
    main()
