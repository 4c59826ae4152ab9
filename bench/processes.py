"""How fast a move that one process records reaches the viewers at another.

    .venv/bin/python -m bench.processes [--viewers 2000] [--moves 20]

Two processes serve the same data, half of the viewers at each; every move is posted to the first.
On SQLite, and on PostgreSQL where TEST_POSTGRES_URL names a server. The reference in the same run
is `bare`: one asyncio writer of a chart of 6 kB to as many sockets. Both processes share one
core, the load generator has the other. Measured from sending the move until a viewer has it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import uvloop

from bench import process
from bench.served import SET_UP, console, on_servers_core, synthetic
from bench.viewers import Crowd
from tests.support.durability.postgresql import SERVER, fresh_database
from tests.support.site import Site

MOVES_A_SECOND = 2
HEAD = """\
| server | viewers | p50 ms | p99 ms | worst ms | CPU ms a move |
| --- | --- | --- | --- | --- | --- |"""


@dataclass(frozen=True)
class Server:
    """One of the processes, and its name in the table."""

    name: str
    port: int
    pid: int


@dataclass(frozen=True)
class Cluster:
    """Processes on the same data; the first records the moves."""

    servers: tuple[Server, ...]
    path: str
    version: int
    ask: Callable[[int], bytes]


@contextmanager
def bare() -> Iterator[Cluster]:
    with synthetic("bare") as served:
        server = Server("bare", served.port, served.pid)
        yield Cluster((server,), served.path, served.version, served.ask)


@contextmanager
def site(database: str) -> Iterator[Cluster]:
    """Two processes as `manage.py up` starts them, each on its own port."""
    with ExitStack() as opened:
        var = Path(opened.enter_context(TemporaryDirectory()))
        on_postgresql = database == "PostgreSQL"
        env = {"DATABASE_URL": opened.enter_context(fresh_database())} if on_postgresql else {}
        sites = [Site(var, "--no-demo", env=env) for _ in range(2)]
        for each in sites:
            opened.callback(each.end)
            with on_servers_core():
                each.start()
        code, session = sites[0].run(SET_UP).split()
        names = (f"{database}, the same process", f"{database}, the other process")
        servers = [Server(n, s.port, s.pid) for n, s in zip(names, sites, strict=True)]
        yield Cluster(tuple(servers), f"/c/{code}/feed", 1_000_001, console(code, session))


async def measure(cluster: Cluster, viewers: int, moves: int) -> None:
    crowds = [
        Crowd(server.port, cluster.path, viewers // len(cluster.servers))
        for server in cluster.servers
    ]
    for crowd in crowds:
        await crowd.open(cluster.version)
    await asyncio.sleep(1)  # until the servers have finished connecting
    waits_ms: list[list[float]] = [[] for _ in crowds]
    before_ms, began = [process.cpu_ms(server.pid) for server in cluster.servers], time.monotonic()
    for number in range(1, moves + 1):
        for crowd in crowds:
            crowd.expect(cluster.version + number)
        asked = time.perf_counter()
        await ask(cluster, number)
        for waits, crowd in zip(waits_ms, crowds, strict=True):
            waits += [(at - asked) * 1000 for at in await crowd.wait()]
        await asyncio.sleep(max(0, began + number / MOVES_A_SECOND - time.monotonic()))
    for server, waits, before, crowd in zip(
        cluster.servers, waits_ms, before_ms, crowds, strict=True
    ):
        cpu_ms = (process.cpu_ms(server.pid) - before) / moves
        row(server.name, crowd.count, waits, cpu_ms)
        crowd.close()
    if len(crowds) > 1:
        row("both", viewers, [wait for waits in waits_ms for wait in waits])


def row(name: str, viewers: int, waits_ms: list[float], cpu_ms: float | None = None) -> None:
    percentiles = statistics.quantiles(waits_ms, n=100)
    times = [percentiles[49], percentiles[98], max(waits_ms), *([cpu_ms] if cpu_ms else [])]
    cells = [name, viewers, *(f"{time:.1f}" for time in times), *([] if cpu_ms else [""])]
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


async def ask(cluster: Cluster, number: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", cluster.servers[0].port)
    writer.write(cluster.ask(number))
    status = await reader.readline()
    if not status.startswith((b"HTTP/1.1 204", b"HTTP/1.1 303")):
        raise RuntimeError(f"move {number}: {status.decode()}")
    writer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--viewers", type=int, default=2000)
    parser.add_argument("--moves", type=int, default=20)
    given = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    os.sched_setaffinity(0, process.cores()[1])
    clusters = [bare(), site("SQLite"), *([site("PostgreSQL")] if SERVER else [])]
    print(HEAD)
    for opening in clusters:
        with opening as cluster, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(measure(cluster, given.viewers, given.moves))


if __name__ == "__main__":
    main()
