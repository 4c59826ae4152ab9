"""Pausing a class or one group: while it is paused, nothing is recorded (`check_running`).

Its clocks wait meanwhile.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from moderator.play.models import Classroom, Clock, Group, Pause
from moderator.play.names import is_showable
from moderator.play.services.clocks import hold, let_go
from moderator.play.services.lessons import count_lesson_change, groups_resumed, lesson_locked

REASON_LETTERS = 120


@transaction.atomic
def pause_begin(classroom: Classroom, group: Group | None = None, reason: str = "") -> list[int]:
    """Pause the class, or one group; a pause that exists gets the new reason.

    Returns:
        The primary keys of the groups concerned, for `publishing.publish_lesson`.
    """
    lesson_locked(classroom)
    pause = Pause.objects.filter(classroom=classroom, group=group).first()
    if pause is None:
        pause = Pause(classroom=classroom, group=group, at=timezone.now())
    elif pause.reason == reason:
        return []
    pause.reason = reason
    pause.save()
    for clock in _clocks(classroom, group):
        hold(clock, timezone.now())
    return count_lesson_change(classroom, group)


@transaction.atomic
def pause_end(classroom: Classroom, group: Group | None = None) -> list[int]:
    """End every pause of the class and its groups, or only the group's own.

    Returns:
        The primary keys of the groups concerned, for `publishing.publish_lesson`.
    """
    lesson_locked(classroom)
    pauses = Pause.objects.filter(classroom=classroom)
    if group is not None:
        pauses = pauses.filter(group=group)
    ended, _ = pauses.delete()
    if not ended:
        return []
    if not Pause.objects.filter(classroom=classroom, group=None).exists():
        for clock in _clocks(classroom, group):
            let_go(clock, timezone.now())
    return _resumed(count_lesson_change(classroom, group))


def _clocks(classroom: Classroom, group: Group | None) -> QuerySet[Clock]:
    """The clocks that wait while the class, or only the group, is paused."""
    clocks = Clock.objects.filter(classroom=classroom)
    return clocks if group is None else clocks.filter(group=group)


@transaction.atomic
def lesson_end(classroom: Classroom) -> list[int]:
    """End every pause and every clock of the class and its groups; games stay as they are.

    Returns:
        The primary keys of the groups concerned, for `publishing.publish_lesson`.
    """
    lesson_locked(classroom)
    pauses, _ = Pause.objects.filter(classroom=classroom).delete()
    clocks, _ = Clock.objects.filter(classroom=classroom).delete()
    return _resumed(count_lesson_change(classroom)) if pauses or clocks else []


def _resumed(group_ids: list[int]) -> list[int]:
    groups_resumed(*group_ids)
    return group_ids


def reason_read(text: str) -> str:
    """A typed reason as it is stored: in one line, cut where it is too long, and empty if it has
    characters that can't be shown. A pause is urgent, so nothing is refused."""
    text = " ".join(text.split())[:REASON_LETTERS]
    return text if is_showable(text) else ""
