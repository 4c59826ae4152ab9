"""What the students of a busy class write during a soak, and what that costs."""

from __future__ import annotations

import re
import statistics
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from bench import process
from bench.soak_streams import received
from bench.writing import Author, Writer
from tests.support.durability.laptop import Laptop
from tests.support.site import Site

OPTIONS = {"communication": "written", "diplomatic_records": True}
ENTRIES_MOST = 1_000_000  # as in versions of frames (moderator/core/frames.py)
SLICE_S = 15.0
HEAD = """\
| | minutes | moves | written | CPU ms a second | to the wall, p50 ms | p95 ms \
| phones: frames a minute | kB a minute |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""
_ID = re.compile(rb"event: frame\nid: (\d+)\n")


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
        rest = b""
        for data in received(port, f"/c/{code}/feed", self.over):
            for version in map(int, _ID.findall(rest + data)):
                asked = self._asked.pop((code, version), None)
                if asked is not None:
                    self.waits_ms.append((time.perf_counter() - asked) * 1000)
            rest = (rest + data)[-30:]  # shorter than a whole beginning of a frame


@dataclass
class Sum:
    """What was counted in all slices of a kind."""

    name: str
    seconds: float = 0
    cpu_ms: float = 0
    counts: Counter[str] = field(default_factory=Counter)
    waits_ms: list[float] = field(default_factory=list)

    def row(self) -> str:
        moves, phones_min = self.counts["moves"], self.counts["phones: ms"] / 60_000
        written = sum(n for what, n in self.counts.items() if what.endswith("/ stored"))
        percentiles = statistics.quantiles(self.waits_ms, n=100)
        figures = [
            f"{self.cpu_ms / self.seconds:.1f}",
            f"{percentiles[49]:.1f}",
            f"{percentiles[94]:.1f}",
            f"{self.counts['phones: frames'] / phones_min:.1f}",
            f"{self.counts['phones: bytes'] / 1000 / phones_min:.0f}",
        ]
        cells = [self.name, f"{self.seconds / 60:.1f}", moves, written, *figures]
        return "| " + " | ".join(map(str, cells)) + " |"


class Slices:
    """Lets students write in every other slice of the time, and measures both kinds of slices, so
    that they are compared within the same minutes."""

    def __init__(self, site: Site, counts: Counter[str], a_minute: float) -> None:
        self.site, self.counts = site, counts
        self.over = threading.Event()
        self.walls = Walls(self.over)
        self.writer = Writer(a_minute, self.over, counts=counts)
        self.sums = (Sum("silent"), Sum("written"))

    def author(self, phone: Laptop) -> None:
        """A student who has a seat, and writes on the same phone."""
        author = Author(Laptop(phone.room, cookies=phone.cookies))
        author.look()
        self.writer.authors.append(author)

    def run(self, wait_s: float) -> None:
        """Measure after `wait_s` seconds, until the class is over."""
        if self.over.wait(wait_s):
            return
        threading.Thread(target=self.writer.run, daemon=True).start()
        while not self.over.is_set():
            for kind in self.sums:
                self.writer.is_on = kind.name == "written"
                self._measure(kind)

    def _measure(self, kind: Sum) -> None:
        began, cpu_ms = time.monotonic(), process.cpu_ms(self.site.pid)
        counts, waits = Counter(self.counts), len(self.walls.waits_ms)
        if self.over.wait(SLICE_S):
            return  # the class is over before this slice
        kind.seconds += time.monotonic() - began
        kind.cpu_ms += process.cpu_ms(self.site.pid) - cpu_ms
        kind.counts += Counter(self.counts) - counts
        kind.waits_ms += self.walls.waits_ms[waits:]

    def end(self) -> None:
        """Stop, and print both kinds."""
        self.over.set()
        print(f"\n{HEAD}", *(kind.row() for kind in self.sums if kind.waits_ms), sep="\n")
        if len(self.writer.waits_ms) > 1:
            percentiles = statistics.quantiles(self.writer.waits_ms, n=100)
            print(f"A message: p50 {percentiles[49]:.1f} ms, p95 {percentiles[94]:.1f} ms")
