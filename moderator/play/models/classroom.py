"""A course, its groups and its people."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext

CODE_LETTERS = 7  # 34.7 bits with the 31 letters of credentials.ALPHABET
OLD_CODE_LETTERS = 6  # codes of the first releases, which still work
NAME_LETTERS = 40
KEY_LETTERS = 64  # of an idempotency key
DELETED_KEPT = timedelta(days=7)  # so long a deleted class can be brought back


def code_shown(code: str) -> str:
    """A code in two halves, which are easier to read out and type.

    >>> code_shown("KX7P2MQ")
    'KX7-P2MQ'
    """
    return f"{code[:3]}-{code[3:]}"


class ClassroomManager(models.Manager["Classroom"]):
    """The classes without deleted ones."""

    def get_queryset(self) -> models.QuerySet[Classroom]:
        """All classes that have not been deleted."""
        return super().get_queryset().filter(deleted_at=None)


class Classroom(models.Model):
    """One course of one instructor: a roster, a join code, groups."""

    instructor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="classrooms"
    )
    name = models.CharField(max_length=80)
    code = models.CharField(max_length=CODE_LETTERS, unique=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    created = models.DateTimeField(auto_now_add=True)
    # Including deleted ones: a tournament's number is never used twice.
    tournaments_made = models.PositiveIntegerField(default=0, db_default=0)
    # From then on it is found by `every` alone, until it is brought back or erased.
    deleted_at = models.DateTimeField(null=True, editable=False)

    objects = ClassroomManager()
    every: models.Manager[Classroom] = models.Manager()

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def code_shown(self) -> str:
        """The code as people read and type it."""
        return code_shown(self.code)

    @property
    def erased_at(self) -> datetime | None:
        """When a deleted class is erased; None if it has not been deleted."""
        return self.deleted_at + DELETED_KEPT if self.deleted_at else None


class GroupQuerySet(models.QuerySet["Group"]):
    """Groups; those of deleted classes are left out by `in_use`."""

    def in_use(self) -> GroupQuerySet:
        """The groups whose class has not been deleted, with their class."""
        return self.filter(classroom__deleted_at=None).select_related("classroom")


class Group(models.Model):
    """A moderator and students who play together; plays any number of games."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=NAME_LETTERS)
    # Also unique among the classrooms' codes, as `credentials.code_new` ensures.
    code = models.CharField(max_length=CODE_LETTERS, unique=True)
    # The console's link and PIN are derived from it: increasing it voids the old ones.
    link_generation = models.PositiveIntegerField(default=1)
    # Including deleted ones: open pages and sheets name games by number, so none is used twice.
    games_made = models.PositiveIntegerField(default=0)
    # Counts the changes of its clock, pauses and announcements.
    lesson_changes = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # When its play went on last: a game was started or continued, or a pause ended.
    resumed_at = models.DateTimeField(null=True, editable=False)

    objects = GroupQuerySet.as_manager()

    class Meta:
        ordering = ["classroom", "number"]
        constraints = [
            models.UniqueConstraint(fields=["classroom", "number"], name="group_number_unique"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def code_shown(self) -> str:
        """The code as people read and type it."""
        return code_shown(self.code)


class Person(models.Model):
    """Somebody who joined: a name and a cookie, no account. A log knows only the number."""

    class Kind(models.TextChoices):
        """How somebody joined."""

        STUDENT = "student"
        MODERATOR = "moderator"
        INSTRUCTOR = "instructor"

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="people")
    number = models.PositiveIntegerField()  # in the class, never used twice
    name = models.CharField(max_length=NAME_LETTERS, blank=True)
    name_key = models.CharField(max_length=200, blank=True, editable=False)  # for comparison
    kind = models.CharField(max_length=10, choices=Kind.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    group = models.ForeignKey(
        Group, null=True, blank=True, on_delete=models.SET_NULL, related_name="people"
    )
    # The group whose moderator the person is, on their own phone; others have the console's link.
    moderates = models.ForeignKey(
        Group, null=True, blank=True, on_delete=models.SET_NULL, related_name="moderators"
    )
    # Would moderate a group.
    is_volunteer = models.BooleanField(default=False, db_default=False)
    # A student of a rehearsal, whom the program plays.
    is_simulated = models.BooleanField(default=False, db_default=False)
    is_removed = models.BooleanField(default=False)
    joined = models.DateTimeField(auto_now_add=True)
    # A hash of the address, which it doesn't reveal; forgotten after some hours. It can be null, so
    # that SQLite adds the column without writing the table again.
    joined_from = models.CharField(max_length=64, null=True, editable=False)  # noqa: DJ001
    # Return links contain it: increasing it voids the old ones.
    return_generation = models.PositiveIntegerField(default=1)
    # The form's idempotency key, so that a double click doesn't create a second person.
    joined_by = models.CharField(max_length=KEY_LETTERS, blank=True, editable=False)

    class Meta:
        ordering = ["classroom", "number"]
        verbose_name_plural = "people"
        constraints = [
            models.UniqueConstraint(fields=["classroom", "number"], name="person_number_unique"),
            models.UniqueConstraint(
                fields=["classroom", "name_key"],
                condition=~Q(name_key="") & Q(is_removed=False),
                name="person_name_unique",
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name, or a description of somebody without one."""
        if self.name:
            return self.name
        if self.kind == self.Kind.INSTRUCTOR:
            return gettext("Instructor")
        if self.kind == self.Kind.MODERATOR:
            return gettext("Moderator %(number)d") % {"number": self.number}
        return gettext("Somebody (no. %(number)d)") % {"number": self.number}

    @property
    def is_named_by_console(self) -> bool:
        """Whether the name was typed at a console, opened by its link or PIN: nobody checked it."""
        return self.kind == self.Kind.MODERATOR and not hasattr(self, "roster_name")
