"""Whether memory, threads and open files stay constant during a long, busy class.

    .venv/bin/python -m bench.soak [--minutes 60] [--groups 8] [--students 5] [--moves 2]
                                   [--no-overview] [--messages 30]

The real site, with 8 groups of a moderator and 5 students: they join, open and close streams, let
phones sleep, record 2 moves a second in all, undo some, play one game after the other, print
sheets; a stranger tries PINs. The instructor has the overview open: its frames and bytes are
printed at the end, and a run without it shows what it costs. First the consoles and charts of 160
earlier games are opened, so that the caches are full, as on a site that has run for days. 60
samples, at least 10 s apart; after a warm-up, each figure's slope is that of a straight line
through its samples. The reference is the site itself at the end of the warm-up. Exits with 1 if
something grows, or if a response was an error.

With `--messages`, students write so many a minute in the whole class, with a third as many notes of
contacts and a tenth as many promises: after the warm-up, in every other slice of 15 s, so that both
kinds of slices are compared.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from bench import process
from bench.soak_class import Classroom
from bench.soak_written import Slices
from tests.support.site import Site

SAMPLES, APART_S = 60, 10.0
LEAST = 6  # samples after the warm-up that a result needs
HEAD = """\
| minute | MB | threads | files | of the database | streams and pages | moves | CPU s |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


@dataclass(frozen=True)
class Sample:
    minute: float
    memory_kb: int
    threads: int
    files: int  # all open files of the process except sockets
    database: int  # of those, the database's
    sockets: int
    moves: int
    cpu_s: float

    def row(self) -> str:
        cells = [f"{self.minute:.1f}", f"{self.memory_kb / 1024:.1f}", self.threads, self.files]
        cells += [self.database, self.sockets, self.moves, f"{self.cpu_s:.1f}"]
        return "| " + " | ".join(map(str, cells)) + " |"


def sample(site: Site, began: float, moves: int) -> Sample:
    targets = []
    for link in Path(f"/proc/{site.pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            targets.append(os.readlink(link))
    sockets = sum(target.startswith("socket:") for target in targets)
    return Sample(
        minute=(time.monotonic() - began) / 60,
        memory_kb=process.memory_kb(site.pid),
        threads=process.threads(site.pid),
        files=len(targets) - sockets,
        database=sum("moderator.sqlite3" in target for target in targets),
        sockets=sockets,
        moves=moves,
        cpu_s=process.cpu_ms(site.pid) / 1000,
    )


@dataclass(frozen=True)
class Verdict:
    """A figure after the warm-up: its start, and how much it gains in the remaining time."""

    name: str
    start: float
    gain: float
    most: float

    @property
    def is_flat(self) -> bool:
        return self.gain <= self.most

    def __str__(self) -> str:
        what = "flat" if self.is_flat else "GROWS"
        change = f"{self.gain:+.1f} (at most {self.most:.1f})"
        return f"{self.name}: from {self.start:.1f}, {change}: {what}"


def verdicts(samples: list[Sample]) -> list[Verdict]:
    """Judges by the slope of each. Load varies, so 5 % or a little more are allowed."""
    minutes = [one.minute for one in samples]
    span = minutes[-1] - minutes[0]
    found = []
    for name, values, least in (
        ("memory, MB", [one.memory_kb / 1024 for one in samples], 3.0),
        ("threads", [float(one.threads) for one in samples], 1.0),
        ("files", [float(one.files) for one in samples], 2.0),
        ("of the database", [float(one.database) for one in samples], 2.0),
        ("streams and pages", [float(one.sockets) for one in samples], 10.0),
    ):
        slope, start = statistics.linear_regression([m - minutes[0] for m in minutes], values)
        found.append(Verdict(name, start, slope * span, max(least, start * 0.05)))
    return found


def run(
    minutes: float,
    warm_up: float,
    groups: int,
    students: int,
    moves: float,
    past: int,
    has_overview: bool,
    messages: float,
) -> bool:
    samples: list[Sample] = []
    every_s = max(APART_S, minutes * 60 / SAMPLES)
    with TemporaryDirectory() as var:
        site = Site(Path(var), "--no-demo")
        try:
            site.start()
            classroom = Classroom(site)
            if messages:
                classroom.slices = Slices(site, classroom.counts, messages)
            classroom.make(groups)
            print(HEAD, flush=True)
            began = time.monotonic()
            samples.append(sample(site, began, 0))
            print(samples[-1].row(), flush=True)
            classroom.look_back(past)
            classroom.begin(students, moves, has_overview)
            if classroom.slices:
                wait_s = max(0.0, warm_up * 60 - (time.monotonic() - began))
                Thread(target=classroom.slices.run, args=[wait_s], daemon=True).start()
            while time.monotonic() - began < minutes * 60:
                time.sleep(min(every_s, max(0.1, began + minutes * 60 - time.monotonic())))
                samples.append(sample(site, began, classroom.counts["moves"]))
                print(samples[-1].row(), flush=True)
            if classroom.slices:
                classroom.slices.end()
            classroom.end()
        finally:
            site.end()
    print("\n" + ", ".join(f"{name}: {n}" for name, n in sorted(classroom.counts.items())))
    errors = [name for name in classroom.counts if name.startswith(("status 5", "gave up", "no "))]
    for name in errors:
        print(f"ERROR: {name}")
    if errors:
        print(site.printed)
    later = [one for one in samples if one.minute >= warm_up]
    if len(later) < LEAST:
        print(f"Fewer than {LEAST} samples after {warm_up:.0f} minutes: too short for a result.")
        return not errors
    found = verdicts(later)
    for verdict in found:
        print(verdict)
    return not errors and all(verdict.is_flat for verdict in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--warm-up", type=float, help="minutes; a sixth of all if left out")
    parser.add_argument("--groups", type=int, default=8)
    parser.add_argument("--students", type=int, default=5)
    parser.add_argument("--moves", type=float, default=2, help="a second, in all groups together")
    parser.add_argument("--past", type=int, default=160, help="earlier games (%(default)s)")
    parser.add_argument("--no-overview", dest="overview", action="store_false")
    parser.add_argument("--messages", type=float, default=0, help="written a minute, in all")
    given = parser.parse_args()
    warm_up = given.minutes / 6 if given.warm_up is None else given.warm_up
    is_fine = run(
        given.minutes,
        warm_up,
        given.groups,
        given.students,
        given.moves,
        given.past,
        given.overview,
        given.messages,
    )
    sys.exit(0 if is_fine else 1)


if __name__ == "__main__":
    main()
