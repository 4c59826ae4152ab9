"""The time zones that this machine knows, read from its disk once because that is slow."""

from functools import cache
from zoneinfo import available_timezones


@cache
def time_zones() -> frozenset[str]:
    """Their names, such as Europe/Vienna."""
    return frozenset(available_timezones())
