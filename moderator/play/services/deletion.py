"""Deleting a class: it can be brought back for seven days, and is erased then."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from moderator.play.models import Classroom, Game
from moderator.play.models.classroom import DELETED_KEPT
from moderator.play.services.compaction import compaction_request
from moderator.play.services.games import game_erase
from moderator.play.services.results import tournament_erase


def classroom_delete(classroom: Classroom) -> Classroom:
    """Delete the class: nobody finds it any more, and everything in it is kept for a while."""
    classroom.deleted_at = timezone.now()
    classroom.save(update_fields=["deleted_at"])
    return classroom


def classroom_restore(classroom: Classroom) -> Classroom:
    """Bring a deleted class back, with its codes, links and seats."""
    classroom.deleted_at = None
    classroom.save(update_fields=["deleted_at"])
    return classroom


def classrooms_purge() -> int:
    """Erase the classes that were deleted too long ago to be brought back; returns how many."""
    return sum(map(_purge, _due().values_list("pk", flat=True)))


@transaction.atomic
def _purge(pk: int) -> bool:
    """Erase the class, unless somebody else has erased it or brought it back meanwhile."""
    classroom = _due().select_for_update().filter(pk=pk).first()
    if classroom is not None:
        classroom_erase(classroom)
    return classroom is not None


def _due() -> QuerySet[Classroom]:
    return Classroom.every.filter(deleted_at__lte=timezone.now() - DELETED_KEPT).order_by("pk")


@transaction.atomic
def classroom_erase(classroom: Classroom) -> None:
    """Erase the class for good, with its tournaments, groups, games, logs and people."""
    for tournament in classroom.tournaments.all():
        tournament_erase(tournament)
    for game in Game.objects.filter(group__classroom=classroom).order_by("pk"):
        game_erase(game)
    classroom.people.all().delete()
    classroom.delete()
    compaction_request()
