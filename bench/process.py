"""What a process has used: CPU, memory, threads. Linux only."""

from __future__ import annotations

import os
from pathlib import Path

CORES = sorted(os.sched_getaffinity(0))  # those available to this run


def cpu_ms(pid: int) -> float:
    """CPU time of all threads so far."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6


def cpu_with_ended_ms(pid: int) -> float:
    """CPU time so far, including ended threads, in steps of some 10 ms."""
    times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) * 1000 / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> int:
    """Resident memory."""
    return _status(pid, "VmRSS")


def threads(pid: int) -> int:
    return _status(pid, "Threads")


def _status(pid: int, name: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise KeyError(name)


def cores() -> tuple[set[int], set[int]]:
    """One core for the server and the others for the load; the same one if there is only one."""
    return {CORES[0]}, set(CORES[1:] or CORES)
