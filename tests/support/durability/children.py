"""The processes that a site has started beside itself, and waiting for what they do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

from tests.support.site import Site

WAIT_S = 180  # also on a busy machine


def children(of: Site | int) -> list[int]:
    """The processes that a site, or the process with this id, has started."""
    parent = of if isinstance(of, int) else of.pid
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = status.read_text().splitlines()
        except OSError:  # it has just ended
            continue
        if f"PPid:\t{parent}" in lines and "State:\tZ (zombie)" not in lines:
            found.append(int(status.parent.name))
    return found


def has_ended(pid: int) -> bool:
    try:
        return "State:\tZ (zombie)" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


def wait_until(is_so: Callable[[], bool], limit_s: float = WAIT_S) -> None:
    until = monotonic() + limit_s
    while not is_so():
        assert monotonic() < until
        sleep(0.02)
