"""Django's admin, for looking. What is written goes through services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from moderator.play.models import Classroom, Entry, Game, Group, Person, Seat

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


class ReadOnly(Base):
    """Nothing is added, changed or deleted here: services keep what a form would break."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(Classroom)
class ClassroomAdmin(ReadOnly):
    """Classrooms."""

    list_display = ["name", "instructor", "code", "created"]


@admin.register(Group)
class GroupAdmin(ReadOnly):
    """Groups."""

    list_display = ["name", "classroom", "number", "code"]


@admin.register(Person)
class PersonAdmin(ReadOnly):
    """People."""

    list_display = ["display_name", "number", "kind", "classroom", "group", "is_removed"]


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Games."""

    list_display = ["title", "group", "number", "rules", "created"]


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    """Seats."""

    list_display = ["player", "game"]


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """Logs."""

    list_display = ["game", "number", "role", "person", "at"]
