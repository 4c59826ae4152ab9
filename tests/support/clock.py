"""A clock for the site that only moves when a test says so."""

from datetime import UTC, datetime, timedelta


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, tzinfo=UTC)

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
