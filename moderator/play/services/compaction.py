"""Compaction: what was deleted for good is removed from the database's files, too.

That holds other requests up for as long as the files take to be written again (25 ms for each MB
on SQLite), so it waits for a moment when nobody plays.
"""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from moderator.play.databases import compaction
from moderator.play.models import Compaction, Entry, Presence

QUIET = timedelta(minutes=2)
"""So long ago somebody was connected or a move was recorded last."""
PATIENCE = timedelta(hours=12)
"""After so long it doesn't wait for a quiet moment any more."""


def compaction_request() -> None:
    """Say, in the transaction that deletes something for good, that the files must be compacted."""
    Compaction.objects.create(at=timezone.now())


def compact(*, is_urgent: bool = False) -> bool:
    """Remove from the files what has been deleted, if that is due and can be done now.

    Args:
        is_urgent: without waiting for a quiet moment, and even if nothing is known to be due.

    Returns:
        Whether nothing is left to be done; otherwise it must be tried again later.
    """
    due = list(Compaction.objects.order_by("pk"))
    if not (due or is_urgent):
        return True
    # At once, since that takes a moment: afterwards, at most single copies are left on SQLite.
    compaction.checkpoint()
    if not (is_urgent or _is_quiet() or due[0].at < timezone.now() - PATIENCE):
        return False
    if not compaction.rewrite():
        return False
    # Not those up to the last: another may have been committed since.
    Compaction.objects.filter(pk__in=[one.pk for one in due]).delete()
    return True


def _is_quiet() -> bool:
    since = timezone.now() - QUIET
    last = Entry.objects.order_by("-pk").only("at").first()
    is_playing = last is not None and last.at > since
    return not (is_playing or Presence.objects.filter(seen__gt=since).exists())
