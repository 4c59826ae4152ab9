"""Making, changing and deleting classes and groups.

A deleted class can be brought back for seven days, and is erased then.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import credentials, publishing, site_time
from moderator.core.class_models import LessonSettings
from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, by_itself, record
from moderator.core.heads import alone
from moderator.core.lesson import lesson_locked
from moderator.core.models import DELETED_KEPT, GROUP_LETTERS, Classroom, Game, Group
from moderator.core.text import name_read, time_zones
from moderator.features.new_game.write import game_erase
from moderator.features.tournaments.read import tournament_erase

# Classrooms and groups.

CLASSROOM_NAME_LETTERS = 80
GROUPS_MOST = 60


@transaction.atomic
def classroom_create(instructor: User, name: str, time_zone: str = "UTC") -> Classroom:
    """A classroom with a new join code; `InvalidInput` for a bad name or time zone."""
    _check_time_zone(time_zone)
    classroom = Classroom.objects.create(
        instructor=instructor,
        name=name_read(name, CLASSROOM_NAME_LETTERS),
        code=credentials.code_new(),
        time_zone=time_zone,
    )
    record(Kind.CLASS_CREATED, classroom=classroom.pk)
    return classroom


def classroom_change(classroom: Classroom, name: str, time_zone: str) -> Classroom:
    """Change the classroom's name and time zone; `InvalidInput` for bad ones."""
    _check_time_zone(time_zone)
    classroom.name, classroom.time_zone = name_read(name, CLASSROOM_NAME_LETTERS), time_zone
    classroom.save(update_fields=["name", "time_zone"])
    return classroom


@transaction.atomic
def names_printed_change(classroom: Classroom, is_on: bool) -> LessonSettings:
    """Print names of people on the class's sheets, or leave them out."""
    lesson = lesson_locked(classroom)
    lesson.are_names_printed = is_on
    lesson.save(update_fields=["are_names_printed"])
    return lesson


@transaction.atomic
def paper_change(classroom: Classroom, paper: str) -> LessonSettings:
    """Print the class's sheets on paper of this size."""
    lesson = lesson_locked(classroom)
    lesson.paper = LessonSettings.Paper(paper)
    lesson.save(update_fields=["paper"])
    return lesson


def _check_time_zone(time_zone: str) -> None:
    if time_zone not in time_zones():
        raise InvalidInput(gettext("There is no such time zone. One looks like “Europe/Vienna”."))


@transaction.atomic
def groups_create(classroom: Classroom, count: int) -> list[Group]:
    """So many more groups; `InvalidInput` if there would be too many."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    last = classroom.groups.aggregate(number=Max("number"), changes=Max("lesson_changes"))
    number, changes = last["number"] or 0, last["changes"] or 0
    if count < 1 or classroom.groups.count() + count > GROUPS_MOST:
        raise InvalidInput(
            gettext("A class has at least 1 and at most %(most)d groups.") % {"most": GROUPS_MOST}
        )
    return [_group_create(classroom, number + one, changes) for one in range(1, count + 1)]


def _group_create(classroom: Classroom, number: int, lesson_changes: int) -> Group:
    """A new group, to which the class's clock and pause apply."""
    name = gettext("Group %(number)d") % {"number": number}
    return Group.objects.create(
        classroom=classroom,
        number=number,
        name=name,
        code=credentials.code_new(),
        lesson_changes=lesson_changes,
    )


def group_rename(group: Group, name: str) -> Group:
    """Rename the group; `InvalidInput` for a bad name."""
    group.name = name_read(name, GROUP_LETTERS)
    group.save(update_fields=["name"])
    return group


@transaction.atomic
def group_link_withdraw(group: Group) -> Group:
    """Replace the console's link and PIN; the old ones stop working."""
    Group.objects.filter(pk=group.pk).update(link_generation=F("link_generation") + 1)
    group.refresh_from_db(fields=["link_generation"])
    publishing.revoke(group.pk, publishing.MODERATOR)
    record(Kind.CONSOLE_LINK_WITHDRAWN, classroom=group.classroom_id, about=group.number)
    return group


@alone()
def group_delete(group: Group) -> None:
    """Delete the group with its games and their logs. Its people stay in the class."""
    # Its games before the group, as everywhere; then no new game is made meanwhile.
    list(group.games.select_for_update(of=("self",)).order_by("pk").values_list("pk"))
    Group.objects.select_for_update().filter(pk=group.pk).order_by().first()
    for game in group.games.all():
        game_erase(game)
    publishing.recheck_access(group.pk)
    record(Kind.GROUP_DELETED, classroom=group.classroom_id, about=group.number)
    group.delete()
    compaction_request()


# Deleting a class: it can be brought back for seven days, and is erased then.


@transaction.atomic
def classroom_delete(classroom: Classroom) -> Classroom:
    """Delete the class: nobody finds it any more, and everything in it is kept for a while."""
    for group_id in (
        *classroom.groups.values_list("pk", flat=True),
        publishing.class_id(classroom.pk),
    ):
        publishing.revoke(group_id)
    classroom.deleted_at = site_time.site_time()
    classroom.save(update_fields=["deleted_at"])
    record(Kind.CLASS_DELETED, classroom=classroom.pk)
    return classroom


@transaction.atomic
def classroom_restore(classroom: Classroom) -> Classroom:
    """Bring a deleted class back, with its codes, links and seats; the day of its deletion, if that
    has come, is dropped."""
    classroom.deleted_at = None
    if classroom.deleted_on and classroom.deleted_on <= classroom.today:
        classroom.deleted_on = None
    classroom.save(update_fields=["deleted_at", "deleted_on"])
    record(Kind.CLASS_RESTORED, classroom=classroom.pk)
    return classroom


def deletion_plan(classroom: Classroom, day: date | None) -> None:
    """Let the class be deleted on that day; None: not by itself. `InvalidInput` for a past day."""
    if day is not None and day <= classroom.today:
        raise InvalidInput(gettext("Choose a day after today."))
    classroom.deleted_on = day
    classroom.save(update_fields=["deleted_on"])


@by_itself()
def classrooms_purge() -> int:
    """Delete the classes whose day has come, and erase those that were deleted too long ago to be
    brought back; returns how many were erased."""
    # It may be that day already anywhere on earth.
    at = site_time.passed()
    latest = (at + timedelta(hours=14)).date()
    for pk in Classroom.objects.filter(deleted_on__lte=latest).values_list("pk", flat=True):
        _delete_if_due(pk, at)
    return sum(_purge(pk, at) for pk in _due(at).values_list("pk", flat=True))


@transaction.atomic
def _delete_if_due(pk: int, at: datetime) -> None:
    """Delete the class if it is the day, and nobody else has done it meanwhile."""
    classroom = Classroom.objects.select_for_update().filter(pk=pk).first()
    if classroom is None or classroom.deleted_on is None:
        return
    if classroom.deleted_on <= timezone.localdate(at, ZoneInfo(classroom.time_zone)):
        classroom_delete(classroom)


@alone()
def _purge(pk: int, at: datetime) -> bool:
    """Erase the class, unless somebody else has erased it or brought it back meanwhile."""
    classroom = _due(at).select_for_update().filter(pk=pk).first()
    if classroom is not None:
        classroom_erase(classroom)
    return classroom is not None


def _due(at: datetime) -> QuerySet[Classroom]:
    return Classroom.every.filter(deleted_at__lte=at - DELETED_KEPT).order_by("pk")


@alone()
def classroom_erase(classroom: Classroom) -> None:
    """Erase the class for good, with its tournaments, groups, games, logs and people."""
    for tournament in classroom.tournaments.all():
        tournament_erase(tournament)
    for game in Game.objects.filter(group__classroom=classroom).order_by("pk"):
        game_erase(game)
    classroom.people.all().delete()
    record(Kind.CLASS_ERASED, classroom=classroom.pk)
    classroom.delete()
    compaction_request()
