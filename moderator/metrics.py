"""Metrics for monitoring: only figures, never names or codes."""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The folder in which several processes keep their figures, so that each can give the sum."""

disable_created_metrics()  # type: ignore[no-untyped-call]
own = CollectorRegistry()

MOVES = Counter(
    "moderator_moves_total", "Moves recorded, by the game's rules.", ["rules"], registry=own
)
REFUSED = Counter(
    "moderator_refusals_total",
    'Moves refused, by the codes of docs/rules/record.md, "Error codes"; stale: somebody else was '
    "faster.",
    ["code"],
    registry=own,
)
NO_TOKEN = Counter(
    "moderator_posts_without_token_total",
    "Forms refused because they had no valid token against forged ones.",
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
    "From a committed move until its chart is written to every open stream of one audience.",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
    registry=own,
)
SKIPPED = Counter(
    "moderator_charts_skipped_total",
    "Charts that a slow subscriber skipped because there was a newer one.",
    registry=own,
)


def text() -> bytes:
    """All figures in Prometheus' text format; of all processes if they share a folder."""
    if not os.environ.get(SHARED):
        return generate_latest(own)
    _forget_ended(Path(os.environ[SHARED]))
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def shared(folder: Path) -> dict[str, str]:
    """The environment for processes that share their figures in this folder, which is emptied."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.db"):
        old.unlink()
    return {SHARED: str(folder)}


def _forget_ended(folder: Path) -> None:
    """Remove the gauges of processes that have ended; their counters stay."""
    for file in folder.glob("gauge_live*.db"):
        pid = int(file.stem.rpartition("_")[2])
        if not _is_alive(pid):
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)  # only checks whether it exists
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
