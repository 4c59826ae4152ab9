"""What the students of a busy class write in the second half of a soak, and what that costs."""

from __future__ import annotations

import re
import socket
import statistics
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from bench import process
from bench.writing import Author, Writer
from tests.support.durability.laptop import Laptop
from tests.support.site import Site

OPTIONS = {"communication": "written", "diplomatic_records": True}
ENTRIES_MOST = 1_000_000
HEAD = """\
| | minutes | moves | written | CPU ms a second | to the wall, p50 ms | p95 ms \
| phones: frames a minute | kB a minute | MB gained |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"""
_ID = re.compile(rb"event: chart\nid: (\d+)\n")


@dataclass
class Walls:
    """A wall for each group, and how long each move took from its request until it was there."""

    over: threading.Event
    waits_ms: list[float] = field(default_factory=list)
    _asked: dict[tuple[str, int], float] = field(default_factory=dict)

    def asked(self, code: str, game: int, number: int, at: float) -> None:
        """A move is being sent that will be this entry of that game."""
        self._asked[code, game * ENTRIES_MOST + number] = at

    def look(self, port: int, code: str) -> None:
        """Read the group's public stream until the class is over."""
        head = f"GET /c/{code}/feed HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
        while not self.over.is_set():
            with socket.create_connection(("127.0.0.1", port), 10) as line:
                line.sendall(head.encode())
                line.settimeout(1)
                self._read(line, code)

    def _read(self, line: socket.socket, code: str) -> None:
        rest = b""
        while not self.over.is_set():
            try:
                data = line.recv(65536)
            except TimeoutError:
                continue
            if not data:
                return
            for version in map(int, _ID.findall(rest + data)):
                asked = self._asked.pop((code, version), None)
                if asked is not None:
                    self.waits_ms.append((time.perf_counter() - asked) * 1000)
            rest = (rest + data)[-30:]  # shorter than a whole beginning of a frame


@dataclass
class Half:
    """One half of a soak: what was counted at its beginning and its end."""

    name: str
    minutes: float
    cpu_ms: float
    memory_kb: int
    counts: Counter[str]
    waits_ms: list[float]

    def row(self) -> str:
        moves, seconds = self.counts["moves"], self.counts["phones: ms"] / 1000
        written = sum(n for what, n in self.counts.items() if what.endswith("/ stored"))
        percentiles = statistics.quantiles(self.waits_ms, n=100)
        figures = [
            f"{self.cpu_ms / self.minutes / 60:.1f}",
            f"{percentiles[49]:.1f}",
            f"{percentiles[94]:.1f}",
            f"{self.counts['phones: frames'] / seconds * 60:.1f}",
            f"{self.counts['phones: bytes'] / 1000 / seconds * 60:.0f}",
            f"{self.memory_kb / 1024:+.1f}",
        ]
        cells = [self.name, f"{self.minutes:.1f}", moves, written, *figures]
        return "| " + " | ".join(map(str, cells)) + " |"


class Halves:
    """Measures from `begin` on, and separately from `write` on."""

    def __init__(self, site: Site, counts: Counter[str], a_minute: float) -> None:
        self.site, self.counts = site, counts
        self.over = threading.Event()
        self.walls = Walls(self.over)
        self.writer = Writer(a_minute, self.over, counts=counts)
        self.rows: list[Half] = []
        self.is_begun = False
        self._thread = threading.Thread(target=self.writer.run, daemon=True)

    def author(self, phone: Laptop) -> None:
        """A student who has a seat, and writes on the same phone."""
        self.writer.authors.append(Author(Laptop(phone.room, cookies=phone.cookies)))

    def begin(self) -> None:
        self.is_begun = True
        self._mark()

    def write(self) -> None:
        self._end("silent")
        self._mark()
        self._thread.start()

    def end(self) -> None:
        """Stop, and print both halves."""
        self._end("written")
        self.over.set()
        self._thread.join()
        print(f"\n{HEAD}", *(half.row() for half in self.rows), sep="\n")
        if len(self.writer.waits_ms) > 1:
            percentiles = statistics.quantiles(self.writer.waits_ms, n=100)
            print(f"A message: p50 {percentiles[49]:.1f} ms, p95 {percentiles[94]:.1f} ms")

    def _mark(self) -> None:
        self._began: tuple[Any, ...] = (
            time.monotonic(),
            process.cpu_ms(self.site.pid),
            process.memory_kb(self.site.pid),
            Counter(self.counts),
            len(self.walls.waits_ms),
        )

    def _end(self, name: str) -> None:
        began, cpu_ms, memory_kb, counts, waits = self._began
        self.rows.append(
            Half(
                name,
                (time.monotonic() - began) / 60,
                process.cpu_ms(self.site.pid) - cpu_ms,
                process.memory_kb(self.site.pid) - memory_kb,
                Counter(self.counts) - counts,
                self.walls.waits_ms[waits:],
            )
        )
