"""The models of a class's roster, codes and lessons; of who is online; and of the site itself.

Those of groups, people, games and their logs are in `moderator/core/models.py`.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from moderator.core.feature import Held, Typed
from moderator.core.models import (
    CODE_LETTERS,
    KEY_LETTERS,
    LABEL_LETTERS,
    NAME_LETTERS,
    TEXT_LETTERS,
    Classroom,
    Game,
    Group,
    Person,
)
from moderator.rules.reading import SLUG_LETTERS

# The roster of a class, and its earlier codes.

NUMBER_LETTERS = 40  # of a student number


class RosterName(models.Model):
    """A student on the roster. Nobody but the instructor sees the student number."""

    held = Held("a line on the roster", "name last_name student_number")

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="roster")
    name = models.CharField(max_length=NAME_LETTERS)
    name_key = models.CharField(max_length=200, editable=False)  # for comparison
    # The last name, by which lists are sorted; it can be null, so that SQLite adds the column
    # without writing the table again.
    last_name = models.CharField(max_length=NAME_LETTERS, null=True, editable=False)  # noqa: DJ001
    student_number = models.CharField(max_length=NUMBER_LETTERS, blank=True)
    # Who joined under this name; somebody who was removed keeps it until another does.
    person = models.OneToOneField(
        Person, null=True, on_delete=models.SET_NULL, related_name="roster_name"
    )

    class Meta:
        ordering = ["classroom", "name_key", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["classroom", "name_key"], name="roster_name_unique"),
        ]

    @property
    def present(self) -> Person | None:
        """Who is in the class under this name."""
        return None if self.person is None or self.person.is_removed else self.person


class OldCode(models.Model):
    """A code of a class that has been replaced; it is never given out again."""

    code = models.CharField(max_length=CODE_LETTERS, unique=True)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="old_codes")
    at = models.DateTimeField()


# The lesson of a class: its settings, clocks, pauses and announcements; and who is online.


class LessonSettings(models.Model):
    """What the instructor has set for the lessons of a class; a class without it has the defaults.

    `lesson_of` (`moderator.core.lesson`) reads it.
    """

    class Paper(models.TextChoices):
        A4 = "a4", "A4"
        LETTER = "letter", gettext_lazy("Letter")

    class Wall(models.TextChoices):
        """What the class's wall shows."""

        CHARTS = "charts"
        RESULTS = "results"

    classroom = models.OneToOneField(
        Classroom, on_delete=models.CASCADE, related_name="lesson_settings"
    )
    is_joining_open = models.BooleanField(default=True)
    # Somebody who isn't on the roster may join too, under a name of their own.
    are_others_welcome = models.BooleanField(default=False)
    ends_at = models.DateTimeField(null=True)  # the bell
    negotiation_minutes = models.PositiveSmallIntegerField(default=10)  # at most, in each round
    is_clock_locking = models.BooleanField(default=False)  # at zero, nothing is recorded
    # Kept at the end of the lesson, for the debrief.
    debrief_minutes = models.PositiveSmallIntegerField(default=5, db_default=5)
    stuck_minutes = models.PositiveSmallIntegerField(default=5)
    wall = models.CharField(max_length=10, choices=Wall.choices, default=Wall.CHARTS)
    wall_group = models.ForeignKey(  # whose chart is enlarged; null: all in turn
        Group, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    # Sheets have the names of players and moderators.
    are_names_printed = models.BooleanField(default=True, db_default=True)
    paper = models.CharField(max_length=10, choices=Paper.choices, default="a4", db_default="a4")
    # The class's wall names everybody who has joined, not only those on the roster.
    are_all_names_on_wall = models.BooleanField(default=False, db_default=False)
    next_lesson_at = models.DateTimeField(null=True)  # when another lesson was begun
    places_shown = models.PositiveSmallIntegerField(default=0)  # of the results, from the last
    # What counts for grades: {title, most: {part: its maximum}}; empty: the default.
    grading = models.JSONField(default=dict, db_default={})


FORGOTTEN = timedelta(hours=2)  # after its end, a clock is of an earlier lesson


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

    @property
    def is_own(self) -> bool:
        """Whether it is of one group, not of the whole class."""
        return self.group_id is not None

    @property
    def ends_ms(self) -> int | None:
        """The end in milliseconds since 1970, UTC."""
        return round(self.ends_at.timestamp() * 1000) if self.ends_at else None

    @property
    def left(self) -> str:
        """What is left of a paused clock, in minutes and seconds."""
        minutes, seconds = divmod(self.left_s or 0, 60)
        return f"{minutes}:{seconds:02}"

    def is_locked(self, now: datetime) -> bool:
        """Whether nothing is recorded, because the time is up."""
        return self.is_locking and self.is_up(now) and not self.is_forgotten(now)

    def is_up(self, now: datetime) -> bool:
        return self.ends_at is not None and self.ends_at <= now

    def is_forgotten(self, now: datetime) -> bool:
        """Whether it ended so long ago that nobody stopped it."""
        return self.ends_at is not None and self.ends_at + FORGOTTEN <= now


class Pause(models.Model):
    """While it exists, nothing is recorded in the class, or in one group."""

    typed = (Typed("reason", "classroom"),)

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

    @property
    def is_own(self) -> bool:
        """Whether it is of one group, not of the whole class."""
        return self.group_id is not None


class Announcement(models.Model):
    """A text for everybody, for one group, or for one player in all groups."""

    typed = (Typed("text", "classroom"),)

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


class Presence(models.Model):
    """When a person's page was last connected to the server."""

    held = Held("when a page was last connected", "seen")

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="presence")
    seen = models.DateTimeField()


# What the site notes for itself: keys that have done something; wrong attempts, for the rate
# limits; notices between processes on SQLite, which has no NOTIFY; and what is still to be done
# after a deletion for good.


class DoneKey(models.Model):
    """An idempotency key that has done something in a game: a request that is repeated gets the
    first answer. The log's entries keep their own keys, which their hashes cover.

    `digest`: an HMAC of what was asked for; empty for keys of before there was this table.
    `answer`: the number of an entry or a row, or what else the first answer needs.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="done_keys")
    key = models.CharField(max_length=KEY_LETTERS)
    digest = models.CharField(max_length=64, blank=True)
    answer = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="done_key_unique"),
        ]


class WrongTries(models.Model):
    """Wrong attempts under one rate limit, by a person, an address, a class or an account."""

    key = models.CharField(max_length=64, primary_key=True)  # a hash: it names nobody
    tries = models.PositiveIntegerField()
    paused_until = models.DateTimeField()
    forgotten_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "wrong tries"


class SiteTime(models.Model):
    """One row: when the site was seen last, and since when its clock is doubted
    (`moderator/core/site_time.py`)."""

    at = models.DateTimeField()
    doubted_from = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "site time"


class News(models.Model):
    """A notice to the other processes; only the newest few are kept."""

    text = models.CharField(max_length=200)

    class Meta:
        verbose_name_plural = "news"


class Compaction(models.Model):
    """Something was deleted for good: its bytes may be in the database's files until they are
    compacted (`moderator/core/databases/compaction.py`), which deletes this row."""

    at = models.DateTimeField()
