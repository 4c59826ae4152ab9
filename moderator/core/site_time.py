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

_stands_at: datetime | None = None
_noted: tuple[datetime, float] | None = None  # by the clock, and on the monotonic one


def now() -> datetime:
    """The site's time as this process has noted it last, without the database."""
    at = timezone.now()
    if _stands_at is None and _noted is not None:
        went_s = (at - _noted[0]).total_seconds() - (time.monotonic() - _noted[1])
        return _noted[0] if abs(went_s) > JUMP.total_seconds() else at
    return _stands_at or at


def note() -> None:
    """Note the site's time for `now`, as the server does at its start and every minute."""
    global _stands_at, _noted
    before, _stands_at = _stands_at, stands_at()
    at = timezone.now()
    _noted = at, time.monotonic()
    if _stands_at and not before:
        log.warning(
            "The clock says %s, and the site was last seen on %s. Nothing is erased by its age "
            "until the clock is right, or has gone on for a week. If it is right: "
            "manage.py purge_classes --clock-is-right",
            *(f"{one:%Y-%m-%d}" for one in (at, _stands_at)),
        )


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
    elif at - began >= GOES_ON:
        believe(at)
        return None
    return row.at


def believe(at: datetime) -> None:
    """Take this as the site's time: the clock is right."""
    SiteTime.objects.update_or_create(pk=1, defaults={"at": at, "doubted_from": None})
