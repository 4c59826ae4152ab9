"""How many polls a second are answered while moves go on.

    .venv/bin/python -m bench.poll [--seconds 5] [--connections 32]

`bare`, the reference, is an asyncio protocol that answers everything with the same 204; `feed` is
the feed with a chart of 6 kB; `site` is everything, with moves posted to the console and stored.
Two moves a second; each connection polls for anything newer than its version, and again as soon as
it gets a response. The server has one core, the load generator the other.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import time
from dataclasses import dataclass
from typing import cast

import uvloop

from bench import process
from bench.served import Served, real, synthetic

MOVES_A_SECOND = 2
_LENGTH = re.compile(rb"content-length: (\d+)")
_VERSION = re.compile(rb"x-version: (\d+)")


class Poller(asyncio.Protocol):
    """Polls again as soon as it gets a response."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.version = crowd.version
        self.came = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        self.ask()

    def ask(self) -> None:
        self.asked = time.perf_counter()
        self.transport.write(self.crowd.request % self.version)

    def data_received(self, data: bytes) -> None:
        self.came += data
        head, end, body = self.came.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        if not end or (length and len(body) < int(length[1])):
            return
        self.came = b""
        crowd = self.crowd
        if b" 204 " in head[:20]:
            crowd.unchanged += 1
        elif b" 200 " in head[:20] and (version := _VERSION.search(head)):
            crowd.changed += 1
            self.version = int(version[1])
        else:
            crowd.wrong += 1
        crowd.waits_ms.append((time.perf_counter() - self.asked) * 1000)
        if not crowd.is_over:
            self.ask()

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.wrong += not self.crowd.is_over


class Crowd:
    """All pollers, and the responses that they got."""

    def __init__(self, served: Served) -> None:
        self.version = served.version
        self.request = (
            f"GET {served.path}?protocol=1&after=%d HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        )
        self.unchanged = self.changed = self.wrong = 0
        self.waits_ms: list[float] = []
        self.is_over = False


@dataclass(frozen=True)
class Result:
    kind: str
    answers: float  # a second
    p50_ms: float
    p99_ms: float
    move_ms: float
    cpu_us: float  # of the server, an answer
    changed: int
    wrong: int

    def row(self) -> str:
        figures = (self.p50_ms, self.p99_ms, self.move_ms, self.cpu_us)
        cells = [self.kind, f"{self.answers:.0f}", *(f"{figure:.1f}" for figure in figures)]
        return "| " + " | ".join(map(str, [*cells, self.changed, self.wrong])) + " |"


HEAD = """\
| server | answers a second | p50 ms | p99 ms | a move, p50 ms | CPU µs | new charts | wrong |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


async def measure(kind: str, served: Served, seconds: float, connections: int) -> Result:
    loop = asyncio.get_running_loop()
    crowd = Crowd(served)
    for _ in range(connections):
        await loop.create_connection(lambda: Poller(crowd), "127.0.0.1", served.port)
    await asyncio.sleep(0.5)
    crowd.waits_ms.clear()
    crowd.unchanged = crowd.changed = 0
    before_ms, began = process.cpu_ms(served.pid), time.monotonic()
    moves_ms = []
    for number in range(1, int(seconds * MOVES_A_SECOND) + 1):
        moves_ms.append(await _move(served, number))
        await asyncio.sleep(max(0, began + number / MOVES_A_SECOND - time.monotonic()))
    took_s = time.monotonic() - began
    spent_ms = process.cpu_ms(served.pid) - before_ms
    crowd.is_over = True
    percentiles = statistics.quantiles(crowd.waits_ms, n=100)
    count = len(crowd.waits_ms)
    return Result(
        kind=kind,
        answers=count / took_s,
        p50_ms=percentiles[49],
        p99_ms=percentiles[98],
        move_ms=statistics.median(moves_ms),
        cpu_us=spent_ms * 1000 / count,
        changed=crowd.changed,
        wrong=crowd.wrong,
    )


async def _move(served: Served, number: int) -> float:
    asked = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(served.ask(number))
    status = await reader.readline()
    if served.answer not in status:
        raise RuntimeError(f"move {number}: {status.decode()}")
    writer.close()
    return (time.perf_counter() - asked) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--connections", type=int, default=32)
    given = parser.parse_args()
    os.sched_setaffinity(0, process.cores()[1])
    print(HEAD)
    answers = {}
    for kind in ("bare", "feed", "site"):
        server = real() if kind == "site" else synthetic(kind)
        with server as served, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            result = runner.run(measure(kind, served, given.seconds, given.connections))
        print(result.row(), flush=True)
        answers[kind] = result.answers
    for kind in ("feed", "site"):
        print(f"\nThe {kind} gives {answers[kind] / answers['bare']:.2f} times the bare answers.")
    print(f"Load at the end: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
