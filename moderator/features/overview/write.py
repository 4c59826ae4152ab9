"""What an instructor changes from the overview: stuck groups, seats, who records, the wall."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from moderator.core import credentials, publishing
from moderator.core.class_models import LessonSettings
from moderator.core.lesson import lesson_changed, lesson_locked
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.recording import changing, check_running
from moderator.core.seating import game_reset, with_moderator, without_moderator
from moderator.features.deals.offers_write import offers_record
from moderator.features.slips.write import reveal_if_complete
from moderator.rules.errors import Refused

STUCK_MOST = 60  # minutes


@transaction.atomic
def stuck_after(classroom: Classroom, minutes: int) -> None:
    """From now on a group counts as stuck when nothing has happened for so many minutes.

    Raises:
        ValueError: not from 1 to `STUCK_MOST`.
    """
    if not 1 <= minutes <= STUCK_MOST:
        raise ValueError(minutes)
    lesson = lesson_locked(classroom)
    lesson.stuck_minutes = minutes
    _save(lesson, "stuck_minutes")


# Who records, if a group's moderator isn't there, or has come back.


def game_without_moderator(game: Game, by: Person) -> None:
    """From now on the group's players record; what waited for the moderator is recorded at once.

    A second press changes nothing.

    Raises:
        Stale: the game has been deleted.
    """
    key = credentials.new()
    with changing(game, by, Entry.Role.INSTRUCTOR, key=key, is_always=True) as now:
        if game.is_unmoderated:
            return
        game_reset(game, without_moderator(game))
        now.changed()
        with suppress(Refused):  # nothing is recorded in a pause, for example
            check_running(game)
            offers_record(now)
            reveal_if_complete(now)


def game_with_moderator(game: Game, by: Person) -> None:
    """From now on the group is played as was chosen for one with a moderator.

    Raises:
        Stale: the game has been deleted.
    """
    with changing(game, by, Entry.Role.INSTRUCTOR, is_always=True) as now:
        if game.is_unmoderated:
            game_reset(game, with_moderator(game))
            now.changed()


@transaction.atomic
def next_lesson_begin(classroom: Classroom) -> None:
    """The class meets again: who is here is counted from now, the wall shows charts, and what was
    announced is over."""
    lesson = lesson_locked(classroom)
    lesson.next_lesson_at, lesson.wall, lesson.places_shown = timezone.now(), Wall.CHARTS, 0
    _save(lesson, "next_lesson_at", "wall", "places_shown")
    classroom.people.filter(is_absent=True).update(is_absent=False)
    lesson_changed(classroom)


# What a class's wall shows.

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
    _save(lesson, *_FIELDS)
    return lesson


@transaction.atomic
def wall_results(classroom: Classroom, places: int = 0) -> LessonSettings:
    """Show the results, with so many places announced, from the last one."""
    lesson = lesson_locked(classroom)
    lesson.wall, lesson.places_shown = Wall.RESULTS, min(places, ALL_PLACES)
    _save(lesson, *_FIELDS)
    return lesson


@transaction.atomic
def wall_next_place(classroom: Classroom, shown: int) -> LessonSettings:
    """Announce one place more than `shown`; a second press of the same button changes nothing."""
    lesson = lesson_locked(classroom)
    if lesson.places_shown == shown < ALL_PLACES:
        lesson.places_shown = shown + 1
        _save(lesson, *_FIELDS)
    return lesson


def _save(lesson: LessonSettings, *fields: str) -> None:
    lesson.save(update_fields=fields)
    publishing.publish_class(lesson.classroom_id)
