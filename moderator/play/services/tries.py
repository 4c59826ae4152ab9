"""Wrong tries: counted for whoever makes them and whatever they are made at, then paused."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from moderator.play.models import WrongTries

MOST_ROWS = 20_000
CLOCKS_S = 10  # by which those of several hosts may differ
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How many wrong tries are free, and the pause after each further one: it doubles."""

    name: str
    free: int
    longest_s: int
    first_s: int = 60
    forgotten_s: int = 60 * 60  # after a pause has ended; then the tries are free again

    def pause_s(self, tries: int) -> int:
        """The pause after so many wrong tries.

        >>> [RateLimit("x", free=3, longest_s=200).pause_s(tries) for tries in (2, 3, 4, 5, 500)]
        [0, 60, 120, 200, 200]
        """
        over = tries - self.free
        return 0 if over < 0 else min(self.first_s << min(over, 20), self.longest_s)


@dataclass(frozen=True, slots=True)
class RateLimitKey:
    """Where tries are counted: a door, and for or at whom."""

    door: RateLimit
    who: str

    @property
    def key(self) -> str:
        """What stands in the database: it tells neither an address nor an account's name."""
        said = f"wrong tries\0{self.door.name}\0{self.who}".encode("utf-8", "surrogatepass")
        return hmac.new(settings.SECRET_KEY.encode(), said, hashlib.sha256).hexdigest()


def try_begin(tallies: Iterable[RateLimitKey]) -> int:
    """Count a try at all of these tallies before it is looked at.

    So of tries that are made at once, none slips through. A right one is taken back with
    `try_was_right`.

    Returns: 0; or the seconds to wait, if any of them is paused. Nothing is counted then.
    Cost: a read where one is paused, so a flood writes nothing; else one transaction.
    """
    doors = {tally.key: tally.door for tally in tallies}
    wait_s = _paused_s(doors)
    if wait_s:
        return wait_s
    with transaction.atomic():
        known = {*WrongTries.objects.filter(key__in=doors).values_list("key", flat=True)}
        _add(sorted(doors.keys() - known))
        # In one order everywhere, so that two who lock the same ones wait but don't block.
        rows = list(WrongTries.objects.select_for_update().filter(key__in=doors).order_by("key"))
        now = timezone.now()
        wait_s = max((_left_s(doors[row.key], row.paused_until, now) for row in rows), default=0)
        if not wait_s:
            for row in rows:
                _count(row, doors[row.key], now)
    if doors.keys() - known:
        _clean()
    return wait_s


def pause_left_s(tallies: Iterable[RateLimitKey]) -> int:
    """How many seconds are left of the longest pause at these tallies; 0 if none is paused."""
    return _paused_s({tally.key: tally.door for tally in tallies})


def _paused_s(doors: Mapping[str, RateLimit]) -> int:
    now = timezone.now()
    paused = WrongTries.objects.filter(key__in=list(doors), paused_until__gt=now)
    ends = paused.values_list("key", "paused_until")
    return max((_left_s(doors[key], end, now) for key, end in ends), default=0)


@transaction.atomic
def try_was_right(tallies: Iterable[RateLimitKey], start_anew: Iterable[RateLimitKey] = ()) -> None:
    """Take a counted try back, for it was right.

    Args:
        start_anew: tallies in which everything before is forgotten too.
    """
    for key in sorted(tally.key for tally in tallies):
        counted = WrongTries.objects.filter(key=key, tries__gt=0)
        counted.update(tries=F("tries") - 1, paused_until=_LONG_AGO)
    for key in sorted(tally.key for tally in start_anew):
        WrongTries.objects.filter(key=key).update(tries=0, paused_until=_LONG_AGO)


def _add(keys: list[str]) -> None:
    soon = timezone.now() + timedelta(minutes=1)  # not cleaned away before it is counted
    rows = [WrongTries(key=key, tries=0, paused_until=_LONG_AGO, forgotten_at=soon) for key in keys]
    WrongTries.objects.bulk_create(rows, ignore_conflicts=True)


def _count(row: WrongTries, door: RateLimit, now: datetime) -> None:
    row.tries = 1 if row.forgotten_at <= now else row.tries + 1
    pause = timedelta(seconds=door.pause_s(row.tries))
    row.paused_until = now + pause if pause else _LONG_AGO
    row.forgotten_at = now + pause + timedelta(seconds=door.forgotten_s)
    row.save()


def _left_s(door: RateLimit, end: datetime, now: datetime) -> int:
    left_s = max(0, -(-(end - now) // timedelta(seconds=1)))  # rounded up
    # Two processes differ by a little. Far more than a pause: the clock was put back meanwhile.
    return 0 if left_s > door.longest_s + CLOCKS_S else min(left_s, door.longest_s)


@transaction.atomic
def _clean() -> None:
    """Remove what is forgotten, and beyond MOST_ROWS what would be forgotten first.

    To push one account's count out, somebody has to make 20,000 counted tries elsewhere.
    """
    now = timezone.now()
    rows = WrongTries.objects.select_for_update(skip_locked=True).order_by("forgotten_at")
    gone = [row.key for row in rows.filter(forgotten_at__lte=now)[:1000]]
    too_many = WrongTries.objects.count() - len(gone) - MOST_ROWS
    if too_many > 0:
        gone += [row.key for row in rows.filter(forgotten_at__gt=now)[:too_many]]
    WrongTries.objects.filter(key__in=gone).delete()
