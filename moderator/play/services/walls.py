"""What a class's wall shows."""

from __future__ import annotations

from django.db import transaction

from moderator.play.models import Classroom, Group, LessonSettings
from moderator.play.services.lessons import lesson_locked

ALL_PLACES = 1_000  # more than a wall has lines
Wall = LessonSettings.Wall
_FIELDS = ("wall", "wall_group", "places_shown")


@transaction.atomic
def wall_charts(classroom: Classroom, group: Group | None = None) -> LessonSettings:
    """Show the charts, this group's enlarged; without one, each in turn.

    Raises:
        ValueError: the group is of another class.
    """
    if group is not None and group.classroom_id != classroom.pk:
        raise ValueError("a group of another class")
    lesson = lesson_locked(classroom)
    lesson.wall, lesson.wall_group = Wall.CHARTS, group
    lesson.save(update_fields=_FIELDS)
    return lesson


@transaction.atomic
def wall_results(classroom: Classroom, places: int = 0) -> LessonSettings:
    """Show the results, with so many places announced, from the last one."""
    lesson = lesson_locked(classroom)
    lesson.wall, lesson.places_shown = Wall.RESULTS, min(places, ALL_PLACES)
    lesson.save(update_fields=_FIELDS)
    return lesson


@transaction.atomic
def wall_next_place(classroom: Classroom, shown: int) -> LessonSettings:
    """Announce one place more than `shown`; a second press of the same button changes nothing."""
    lesson = lesson_locked(classroom)
    if lesson.places_shown == shown < ALL_PLACES:
        lesson.places_shown = shown + 1
        lesson.save(update_fields=_FIELDS)
    return lesson
