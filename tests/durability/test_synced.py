"""What is acknowledged is on the disk: the system was asked to put it there before the answer."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.durability.laptop import RECORDED, Enter
from tests.durability.room import Room
from tests.site import Site

MOVES = 10
# 12345 1700000000.123456 fdatasync(12</var/moderator.sqlite3>) = 0 <0.000123>
CALL = re.compile(r"\d+ +([\d.]+) f(?:data)?sync\(\d+<(.*?)>\) += 0 <([\d.]+)>")

pytestmark = pytest.mark.slow


@contextmanager
def watched(site: Site, out: Path) -> Iterator[None]:
    """Every call that asks for the disk is written down, with its time."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("no strace here: `apt install strace` brings it, and the test then runs")
    calls = ["-e", "trace=fsync,fdatasync", "-e", "signal=none"]
    command = [strace, "-f", "-ttt", "-T", "-y", *calls, "-o", str(out), "-p", str(site.pid)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        first = tracer.stderr.readline()
        if "attached" not in first:
            tracer.wait()
            pytest.skip(f"strace may not watch here: {first}")
        try:
            yield
        finally:
            tracer.terminate()
            tracer.communicate()


def test_every_move_is_on_the_disk_before_it_is_acknowledged(
    room: Room, enter: Enter, tmp_path: Path
) -> None:
    laptop = enter(room, "Mo")
    spans: list[tuple[float, float]] = []
    out = tmp_path / "calls"
    with watched(room.site, out):
        for number in range(MOVES):
            began = time.time()
            assert laptop.send(f"synced-{number}").status == RECORDED
            spans.append((began, time.time()))
    calls = [
        (float(at), float(at) + float(took_s), Path(path).name)
        for at, path, took_s in CALL.findall(out.read_text())
    ]
    # A commit is the database's own pages (or its log's), not the journal for taking it back.
    data = ("moderator.sqlite3", "moderator.sqlite3-wal")
    for began, ended in spans:
        synced = [name for start, end, name in calls if began <= start and end <= ended]
        assert any(name in data for name in synced), synced
    print(f"{MOVES} moves, {len(calls)} calls to sync")
