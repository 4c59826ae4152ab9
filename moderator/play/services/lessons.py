"""What services of a lesson share: its row, and counting changes."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from moderator.play.models import Classroom, Group, LessonSettings

STUCK_MOST = 60  # minutes


def lesson_locked(classroom: Classroom) -> LessonSettings:
    """The class's lesson, locked; made if there is none yet. Call it in a transaction."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    return LessonSettings.objects.get_or_create(classroom=classroom)[0]


def stuck_after(classroom: Classroom, minutes: int) -> None:
    """From now on a group counts as stuck when nothing has happened for so many minutes.

    Raises:
        ValueError: not from 1 to `STUCK_MOST`.
    """
    if not 1 <= minutes <= STUCK_MOST:
        raise ValueError(minutes)
    with transaction.atomic():
        lesson = lesson_locked(classroom)
        lesson.stuck_minutes = minutes
        lesson.save(update_fields=["stuck_minutes"])


def groups_resumed(*group_ids: int) -> None:
    """Note that these groups play on from now: nobody has been waited for any longer than that.

    Call it in the transaction that starts or continues a game, or ends a pause.
    """
    Group.objects.filter(pk__in=group_ids).update(resumed_at=timezone.now())


def count_lesson_change(classroom: Classroom, group: Group | None = None) -> list[int]:
    """Count a change of the clock, a pause or announcements, of the class or one group.

    Call it in the transaction of the change, and publish the groups with
    `publishing.publish_lesson`.

    Returns:
        The primary keys of the groups that are concerned.
    """
    groups = Group.objects.filter(classroom=classroom)
    if group is not None:
        groups = groups.filter(pk=group.pk)
    groups.update(lesson_changes=F("lesson_changes") + 1)
    return list(groups.order_by().values_list("pk", flat=True))
