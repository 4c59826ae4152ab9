"""`manage.py up --processes`: crashed processes are replaced, and none is left at the end."""

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.server.test_up import COUNTS, lines, status, stream
from tests.support.site import Site

LIMIT_S = 5

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def workers_of(site: Site) -> set[int]:
    children = Path(f"/proc/{site.pid}/task/{site.pid}/children")
    return {int(pid) for pid in children.read_text().split() if lives(int(pid))}


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def until(is_so: Callable[[], bool], limit_s: float = 20) -> None:
    end = monotonic() + limit_s
    while not is_so():
        assert monotonic() < end, "waited in vain"
        sleep(0.02)


@pytest.mark.long
def test_one_that_dies_is_replaced_and_all_end_with_the_first(
    site_start: Callable[..., Site],
) -> None:
    site = site_start("--processes", "2")
    until(lambda: len(workers_of(site)) == 2)
    before = workers_of(site)
    chart = next(path for path in lines(site).values() if path.startswith("/c/"))
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    until(lambda: len(workers_of(site)) == 2 and victim not in workers_of(site))
    assert status(site.url + chart) == 200
    assert "A process of the site has ended (code -9)" in site.printed
    streams = [stream(site, f"{chart}feed") for _ in range(4)]
    workers = workers_of(site)
    code, took_s = site.interrupt(by=signal.SIGTERM)
    assert (code, took_s < LIMIT_S) == (0, True)
    assert not any(map(lives, workers))
    for each in streams:
        each.close()
    assert "Traceback" not in site.printed


def test_none_is_left_over_when_the_first_is_killed(site_start: Callable[..., Site]) -> None:
    site = site_start("--no-demo", "--processes", "2")
    until(lambda: len(workers_of(site)) == 2)
    workers = workers_of(site)
    site.kill()
    until(lambda: not any(map(lives, workers)), LIMIT_S)


@pytest.mark.long
def test_two_that_begin_at_once_make_the_data_once(
    site_start: Callable[..., Site], tmp_path: Path
) -> None:
    with ThreadPoolExecutor(2) as pool:
        started = [pool.submit(site_start, var=tmp_path) for _ in range(2)]
        sites = [each.result() for each in started]
    assert sites[0].run(COUNTS).split()[0] == "1"  # one demo class
    chart = next(path for path in lines(sites[0]).values() if path.startswith("/c/"))
    assert {status(site.url + chart) for site in sites} == {200}
    for private in ("secret.key", "moderator.sqlite3"):
        assert (tmp_path / private).stat().st_mode & 0o077 == 0
