"""The time by which things are erased: the machine's clock, unless it has jumped.

A clock may be a year ahead for one start, because a battery is empty or somebody mistyped a date.
What goes after some time must not go then. So the site notes the time; where the clock has jumped,
the site's time stands still until the clock is back, or has gone on for a week from where it
jumped, as after the summer, or an administrator has looked at it.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta

from django.utils import timezone

from moderator.core.class_models import SiteTime

log = logging.getLogger(__name__)

JUMP = timedelta(days=3)  # a site may be off for a long weekend
GOES_ON = timedelta(days=7)  # so long the clock goes on before a jump is believed
_NOTED_EACH = timedelta(hours=1)  # so that looking rarely writes

_noted: tuple[datetime, float] | None = None  # the site's time, and when on the monotonic clock


def passed() -> datetime:
    """What is due before this is over for sure: the site's time or the clock's, whichever is
    earlier."""
    return min(site_time(), timezone.now())


def bounds() -> tuple[datetime, datetime]:
    """The earliest and the latest that it may be, by the clock and by the site's time as this
    process has noted it last, without the database."""
    at = timezone.now()
    if _noted is None:
        return at, at
    went = timedelta(seconds=time.monotonic() - _noted[1])
    return min(at, _noted[0] + went), max(at, _noted[0] + went)


def note() -> None:
    """Note the site's time for `bounds`, as the server does at its start and every minute."""
    global _noted
    _noted = site_time(), time.monotonic()


def site_time() -> datetime:
    """The clock's time; where it has jumped, the last one that was believed."""
    return stands_at() or timezone.now()


def stands_at() -> datetime | None:
    """Where the site's time stands still because the clock has jumped; None while it goes on.

    Cost: a read, once an hour a write.
    """
    at = timezone.now()
    row = SiteTime.objects.filter(pk=1).first()
    if row is None or abs(at - row.at) <= JUMP:
        if row is None or row.doubted_from or abs(at - row.at) >= _NOTED_EACH:
            believe(at)
        return None
    began = row.doubted_from
    if began is None or at < began or (at > row.at) != (began > row.at):
        SiteTime.objects.update(doubted_from=at)  # it has jumped, or once more
        log.warning(
            "The clock says %s, and the site was last seen on %s. Nothing is erased by its age "
            "until the clock is right, or has gone on for a week. If it is right: "
            "manage.py purge_classes --clock-is-right",
            *(f"{one:%Y-%m-%d}" for one in (at, row.at)),
        )
    elif at - began >= GOES_ON:
        believe(at)
        return None
    return row.at


def believe(at: datetime) -> None:
    """Take this as the site's time: the clock is right."""
    SiteTime.objects.update_or_create(pk=1, defaults={"at": at, "doubted_from": None})
