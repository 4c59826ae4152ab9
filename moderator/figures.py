"""What a server says about itself to whoever watches it: counts, never names or codes."""

from __future__ import annotations

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

__all__ = ["CONTENT_TYPE_LATEST", "MOVES", "PUSH_S", "REFUSED", "SKIPPED", "VIEWERS", "text"]

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
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return generate_latest(everybody)
