"""What is acknowledged is on the disk: the system was asked to sync it before the response."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.support.durability.cluster import own_cluster
from tests.support.durability.laptop import RECORDED, Enter, Laptop
from tests.support.durability.room import Room, rooms_of
from tests.support.durability.tracing import traced
from tests.support.site import Site

MOVES = 10
CALLS = ("-e", "trace=fsync,fdatasync")
# 12345 1700000000.123456 fdatasync(12</var/moderator.sqlite3>) = 0 <0.000123>
CALL = re.compile(r"\d+ +([\d.]+) f(?:data)?sync\(\d+<(.*?)>\) += 0 <([\d.]+)>")
# A call that is split in the list by another thread's call.
BEGUN = re.compile(r"(\d+) +([\d.]+) f(?:data)?sync\(\d+<(.*?)> <unfinished \.\.\.>")
DONE = re.compile(r"(\d+) +([\d.]+) <\.\.\. f(?:data)?sync resumed>\) += 0 <")

pytestmark = pytest.mark.slow


@dataclass
class Spans:
    """The times of each move's request and response."""

    found: list[tuple[float, float]] = field(default_factory=list)

    def record(self, laptop: Laptop) -> None:
        for number in range(MOVES):
            began = time.time()
            assert laptop.send(f"synced-{number}").status == RECORDED
            self.found.append((began, time.time()))


def calls(out: str) -> Iterator[tuple[float, float, str]]:
    """Start and end of each successful call, and the file's path."""
    begun: dict[str, tuple[float, str]] = {}
    for line in out.splitlines():
        if call := CALL.match(line):
            at, path, took_s = call.groups()
            yield float(at), float(at) + float(took_s), path
        elif call := BEGUN.match(line):
            begun[call[1]] = (float(call[2]), call[3])
        elif (call := DONE.match(line)) and call[1] in begun:
            at, path = begun.pop(call[1])
            yield at, float(call[2]), path


def check_synced(spans: Spans, out: str, is_data: Callable[[str], bool]) -> None:
    """Asserts that each move has its own call, between its request and its response."""
    found = [(start, end) for start, end, path in calls(out) if is_data(path)]
    assert len(spans.found) == MOVES
    for began, ended in spans.found:
        own = [(start, end) for start, end in found if began <= start and end <= ended]
        assert own, "answered before it was on the disk"
    assert len(found) >= MOVES
    print(f"{MOVES} moves, {len(found)} calls to sync")


def test_every_move_is_on_the_disk_before_it_is_acknowledged(
    room: Room, enter: Enter, tmp_path: Path
) -> None:
    laptop = enter(room, "Mo")
    spans, out = Spans(), tmp_path / "calls"
    with traced(room.site.pid, out, *CALLS):
        spans.record(laptop)
    # A commit syncs the database's pages (or its log's), not the rollback journal.
    data = ("moderator.sqlite3", "moderator.sqlite3-wal")
    check_synced(spans, out.read_text(), lambda path: Path(path).name in data)


@pytest.mark.long
def test_every_move_is_on_postgresql_s_disk(
    site_start: Callable[..., Site], enter: Enter, tmp_path: Path
) -> None:
    with own_cluster() as cluster:
        site = site_start("--no-demo", env={"DATABASE_URL": cluster.url})
        (room,) = rooms_of(site)
        laptop = enter(room, "Mo")
        spans, out = Spans(), tmp_path / "calls"
        # Backends sync what they commit, or the WAL writer does.
        first, *others = cluster.pids
        more = [part for pid in others for part in ("-p", str(pid))]
        with traced(first, out, *CALLS, *more):
            spans.record(laptop)
        site.end()
    check_synced(spans, out.read_text(), lambda path: "/pg_wal/" in path)
