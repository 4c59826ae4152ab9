"""What a server says about itself to whoever watches it: counts, never names or codes."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

__all__ = [
    "CONTENT_TYPE_LATEST",
    "MOVES",
    "PUSH_S",
    "REFUSED",
    "SKIPPED",
    "VIEWERS",
    "shared",
    "text",
]

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The folder in which several processes keep their figures, so that any of them tells the sum."""

disable_created_metrics()  # type: ignore[no-untyped-call]
own = CollectorRegistry()

MOVES = Counter(
    "moderator_moves_total", "Moves recorded, by the game's rules.", ["rules"], registry=own
)
REFUSED = Counter(
    "moderator_refusals_total",
    "Moves refused, by the code of spec/record.md; stale: somebody else was faster.",
    ["code"],
    registry=own,
)
VIEWERS = Gauge(
    "moderator_viewers",
    "Open streams.",
    registry=own,
    multiprocess_mode="livesum",
)
PUSH_S = Histogram(
    "moderator_push_seconds",
    "From a committed move to its chart handed to every open stream of one audience.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=own,
)
SKIPPED = Counter(
    "moderator_charts_skipped_total",
    "Charts that a slow reader never got, because a newer one was there first.",
    registry=own,
)


def text() -> bytes:
    """All figures in Prometheus' text form; of all processes where they share a folder."""
    if not os.environ.get(SHARED):
        return generate_latest(own)
    _forget_the_dead(Path(os.environ[SHARED]))
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return generate_latest(everybody)


def shared(folder: Path) -> dict[str, str]:
    """The environment for processes that share their figures in this folder, emptied before."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.db"):
        old.unlink()
    return {SHARED: str(folder)}


def _forget_the_dead(folder: Path) -> None:
    """What a process that has ended was showing, it shows no more; what it counted stays."""
    for file in folder.glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not _is_alive(pid):
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)  # asks, and does nothing to it
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
