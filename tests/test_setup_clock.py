"""`up` under a clock that jumps by hours: pages, moves and streams go on, and it ends in time."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests.durability.laptop import RECORDED, Laptop
from tests.durability.room import check_whole, rooms_of
from tests.site import Site

LIBRARY = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)

pytestmark = pytest.mark.slow


@pytest.fixture
def library() -> Path:
    if LIBRARY is None:
        message = "no libfaketime here: `apt install faketime` brings it, and the test then runs"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    return LIBRARY


def clock_of(site: Site) -> int:
    """What the site's processes are told."""
    done = subprocess.run(["date", "+%s"], env=site.env, capture_output=True, check=True)
    return int(done.stdout)


def chart(stream: HTTPResponse) -> int:
    """The number of the next chart on a stream; beats are passed over."""
    while line := stream.readline():
        if line.startswith(b"id:"):
            return int(line[3:])
    raise AssertionError("the stream has ended")


def test_the_clock_jumps(site_start: Callable[..., Site], tmp_path: Path, library: Path) -> None:
    clock = tmp_path / "clock"
    clock.write_text("+0")
    env = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",  # no system's does that
    }
    site = site_start("--no-demo", env=env)
    (room,) = rooms_of(site)
    keys = []
    laptop = Laptop(room).enter("Mo")
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=20)) as line:
        line.request("GET", f"/c/{room.code}/feed")
        stream = line.getresponse()
        shown = chart(stream)
        for number, jump in enumerate(("+5h", "-7h", "+0")):
            before = clock_of(site)
            clock.write_text(jump)
            assert abs(clock_of(site) - before) > 3600
            keys.append(f"jump-{number}")
            assert laptop.send(keys[-1]).status == RECORDED
            now = chart(stream)
            assert now == shown + 1
            shown = now
            laptop.look()  # still the same person, and still at the console
    laptop.close()
    check_whole(site, [room], keys)
    clock.write_text("-7h")
    _, took_s = site.interrupt(by=signal.SIGTERM)
    assert took_s < 5
