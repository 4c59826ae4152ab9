"""Clocks, pauses and announcements of a lesson."""

from django.db import models
from django.db.models import Q

from moderator.core.models import SLUG_LETTERS, TEXT_LETTERS, Classroom, Game, Group

LABEL_LETTERS = 80


class Clock(models.Model):
    """The clock of a class, or of one group, which then doesn't follow the class's.

    It runs until `ends_at`, or is paused with `left_s` seconds left.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="clocks")
    group = models.OneToOneField(Group, null=True, on_delete=models.CASCADE, related_name="clock")
    label = models.CharField(max_length=LABEL_LETTERS, blank=True)
    total_s = models.PositiveIntegerField()
    ends_at = models.DateTimeField(null=True)
    left_s = models.PositiveIntegerField(null=True)
    is_locking = models.BooleanField(default=False)  # at zero, nothing is recorded

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["classroom"], condition=Q(group=None), name="clock_of_class_unique"
            ),
            models.CheckConstraint(
                condition=Q(ends_at=None) ^ Q(left_s=None), name="clock_runs_or_is_paused"
            ),
        ]

    def __str__(self) -> str:
        return self.label


class Pause(models.Model):
    """While it exists, nothing is recorded in the class, or in one group."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="pauses")
    group = models.OneToOneField(Group, null=True, on_delete=models.CASCADE, related_name="pause")
    reason = models.CharField(max_length=TEXT_LETTERS, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["classroom"], condition=Q(group=None), name="pause_of_class_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.reason


class Announcement(models.Model):
    """A text for everybody, for one group, or for one player in all groups."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=TEXT_LETTERS)
    group = models.ForeignKey(
        Group, null=True, on_delete=models.CASCADE, related_name="announcements"
    )
    player = models.CharField(max_length=SLUG_LETTERS, blank=True)
    # It is released by itself when this round of a game begins; null: by the instructor.
    at_round = models.PositiveSmallIntegerField(null=True)
    made = models.DateTimeField()
    is_withdrawn = models.BooleanField(default=False)

    class Meta:
        ordering = ["classroom", "pk"]

    def __str__(self) -> str:
        return self.text


class AnnouncementRelease(models.Model):
    """An announcement as a group got it. Rows are only added."""

    announcement = models.ForeignKey(
        Announcement, on_delete=models.CASCADE, related_name="releases"
    )
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="releases")
    # The game at that time, and the last entry of its log.
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="releases")
    entry_number = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        ordering = ["group", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["announcement", "group", "game"], name="release_once_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.announcement_id} in {self.group_id}"
