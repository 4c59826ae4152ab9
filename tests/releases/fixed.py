"""A time and a chance that are the same in each run, so that a kept database can be made again."""

from __future__ import annotations

import os
import random
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

BEGINNING = datetime(2026, 11, 23, 9, tzinfo=UTC)
"""When a kept lesson begins."""


class FixedClock:
    """The time for Django and for `time.time`; it stands still but for `tick`."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def tick(self, seconds: float = 7) -> None:
        self.now += timedelta(seconds=seconds)

    def start(self) -> None:
        """For the rest of the process; before Django's modules are imported."""
        replaced: Any = timezone
        replaced.now = lambda: self.now
        replaced = time
        replaced.time = lambda: self.now.timestamp()


def fix_chance() -> None:
    """From now on, `secrets`, `uuid` and Django draw the same in each process."""
    drawn = random.Random(29)
    replaced: Any = random
    replaced._urandom = drawn.randbytes
    replaced = os
    replaced.urandom = drawn.randbytes
