"""Rate limits: wrong attempts are counted by account, browser or address, and then paused."""

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
CLOCKS_S = 10  # how far the clocks of several hosts may differ
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How many wrong attempts are free, and the pause after each further one, which doubles."""

    name: str
    free: int
    longest_s: int
    first_s: int = 60
    forgotten_s: int = 60 * 60  # after a pause; then the count starts again at zero

    def pause_s(self, tries: int) -> int:
        """The pause after so many wrong attempts.

        >>> [RateLimit("x", free=3, longest_s=200).pause_s(tries) for tries in (2, 3, 4, 5, 500)]
        [0, 60, 120, 200, 200]
        """
        over = tries - self.free
        return 0 if over < 0 else min(self.first_s << min(over, 20), self.longest_s)


@dataclass(frozen=True, slots=True)
class RateLimitKey:
    """What attempts are counted by: a rate limit, and an account, browser or address."""

    limit: RateLimit
    who: str

    @property
    def key(self) -> str:
        """The key in the database: a hash, so that it reveals no address and no account."""
        text = f"wrong tries\0{self.limit.name}\0{self.who}".encode("utf-8", "surrogatepass")
        return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()


def try_begin(keys: Iterable[RateLimitKey]) -> int:
    """Count an attempt by all of these keys before it is checked.

    So simultaneous attempts are all counted. A right one is uncounted with `try_was_right`.

    Returns: 0; or the seconds to wait, if any key is paused. Nothing is counted then.
    Cost: a read where one is paused, so a flood writes nothing; else one transaction.
    """
    limits = {key.key: key.limit for key in keys}
    wait_s = _paused_s(limits)
    if wait_s:
        return wait_s
    with transaction.atomic():
        stored = {*WrongTries.objects.filter(key__in=limits).values_list("key", flat=True)}
        _add(sorted(limits.keys() - stored))
        # Always locked in the same order, so that there is no deadlock.
        rows = list(WrongTries.objects.select_for_update().filter(key__in=limits).order_by("key"))
        now = timezone.now()
        wait_s = max((_left_s(limits[row.key], row.paused_until, now) for row in rows), default=0)
        if not wait_s:
            for row in rows:
                _count(row, limits[row.key], now)
    if limits.keys() - stored:
        _clean()
    return wait_s


def pause_left_s(keys: Iterable[RateLimitKey]) -> int:
    """Seconds left of the longest pause of these keys; 0 if none is paused."""
    return _paused_s({key.key: key.limit for key in keys})


def _paused_s(limits: Mapping[str, RateLimit]) -> int:
    now = timezone.now()
    paused = WrongTries.objects.filter(key__in=list(limits), paused_until__gt=now)
    ends = paused.values_list("key", "paused_until")
    return max((_left_s(limits[key], end, now) for key, end in ends), default=0)


@transaction.atomic
def try_was_right(keys: Iterable[RateLimitKey], reset: Iterable[RateLimitKey] = ()) -> None:
    """Uncount an attempt that was right.

    Args:
        reset: keys whose earlier wrong attempts are forgotten too.
    """
    for key in sorted(one.key for one in keys):
        counted = WrongTries.objects.filter(key=key, tries__gt=0)
        counted.update(tries=F("tries") - 1, paused_until=_LONG_AGO)
    for key in sorted(one.key for one in reset):
        WrongTries.objects.filter(key=key).update(tries=0, paused_until=_LONG_AGO)


def _add(keys: list[str]) -> None:
    soon = timezone.now() + timedelta(minutes=1)  # so that `_clean` doesn't remove it first
    rows = [WrongTries(key=key, tries=0, paused_until=_LONG_AGO, forgotten_at=soon) for key in keys]
    WrongTries.objects.bulk_create(rows, ignore_conflicts=True)


def _count(row: WrongTries, limit: RateLimit, now: datetime) -> None:
    row.tries = 1 if row.forgotten_at <= now else row.tries + 1
    pause = timedelta(seconds=limit.pause_s(row.tries))
    row.paused_until = now + pause if pause else _LONG_AGO
    row.forgotten_at = now + pause + timedelta(seconds=limit.forgotten_s)
    row.save()


def _left_s(limit: RateLimit, end: datetime, now: datetime) -> int:
    left_s = max(0, -(-(end - now) // timedelta(seconds=1)))  # rounded up
    # Much longer than any pause means that the clock was set back meanwhile.
    return 0 if left_s > limit.longest_s + CLOCKS_S else min(left_s, limit.longest_s)


@transaction.atomic
def _clean() -> None:
    """Delete expired rows, and beyond MOST_ROWS those that expire first.

    To push an account's row out, an attacker has to make 20,000 counted attempts elsewhere.
    """
    now = timezone.now()
    rows = WrongTries.objects.select_for_update(skip_locked=True).order_by("forgotten_at")
    gone = [row.key for row in rows.filter(forgotten_at__lte=now)[:1000]]
    too_many = WrongTries.objects.count() - len(gone) - MOST_ROWS
    if too_many > 0:
        gone += [row.key for row in rows.filter(forgotten_at__gt=now)[:too_many]]
    WrongTries.objects.filter(key__in=gone).delete()
