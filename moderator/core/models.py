"""The models that several features share: classes, groups, people, games and their logs.

What is written beside a log is in `moderator/core/written.py`. Each feature has its own;
`moderator/models.py` lists all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NoReturn
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core.feature import Held, Typed
from moderator.rules.reading import SLUG_LETTERS
from moderator.rules.registry import GAMES
from moderator.rules.seating import PointsSeen

# A course, its groups and its people.

CODE_LETTERS = 7  # 34.7 bits with the 31 letters of credentials.ALPHABET
NAME_LETTERS = 80  # of a person
GROUP_LETTERS = 40  # of its name
LABEL_LETTERS = 80  # of a clock
TEXT_LETTERS = 500  # of an announcement, a comment, a note
KEY_LETTERS = 64  # of an idempotency key
LEVEL_LETTERS = 20  # of a bot
DELETED_KEPT = timedelta(days=7)  # so long a deleted class can be brought back
DELETION_SHOWN = timedelta(days=14)  # so long before its day it is shown


def code_shown(code: str) -> str:
    """A code in two halves, which are easier to read out and type.

    >>> code_shown("KX7P2MQ")
    'KX7-P2MQ'
    """
    return f"{code[:3]}-{code[3:]}"


class ClassroomManager(models.Manager["Classroom"]):
    """The classes without deleted ones."""

    def get_queryset(self) -> models.QuerySet[Classroom]:
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
    # On this day, by the class's time zone, it is deleted by itself.
    deleted_on = models.DateField(null=True, editable=False)

    objects = ClassroomManager()
    every: models.Manager[Classroom] = models.Manager()

    class Meta:
        ordering = ["-created", "-pk"]

    @property
    def code_shown(self) -> str:
        """The code as people read and type it."""
        return code_shown(self.code)

    @property
    def erased_at(self) -> datetime | None:
        """When a deleted class is erased; None if it has not been deleted."""
        return self.deleted_at + DELETED_KEPT if self.deleted_at else None

    @property
    def today(self) -> date:
        """Which day it is in the class."""
        return timezone.localdate(timezone=ZoneInfo(self.time_zone))

    @property
    def is_deleted_soon(self) -> bool:
        """Whether the list of classes says when it is deleted."""
        return self.deleted_on is not None and self.deleted_on - self.today <= DELETION_SHOWN


class GroupQuerySet(models.QuerySet["Group"]):
    """Groups; those of deleted classes are left out by `in_use`."""

    def in_use(self) -> GroupQuerySet:
        """The groups whose class has not been deleted, with their class."""
        return self.filter(classroom__deleted_at=None).select_related("classroom")


class Group(models.Model):
    """A moderator and students who play together; plays any number of games."""

    typed = (Typed("name", "classroom"),)

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=GROUP_LETTERS)
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

    @property
    def code_shown(self) -> str:
        """The code as people read and type it."""
        return code_shown(self.code)


class Person(models.Model):
    """Somebody who joined: a name and a cookie, no account. A log knows only the number."""

    held = Held(
        "who joined",
        "number name kind group moderates is_volunteer is_absent is_simulated is_removed joined",
        of="pk",
    )

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
    is_volunteer = models.BooleanField(default=False, db_default=False)  # would moderate a group
    is_absent = models.BooleanField(default=False, db_default=False)  # today: needs no seat
    is_simulated = models.BooleanField(default=False, db_default=False)  # played by the program
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


# A game, its seats, and its append-only log.


class LogIsAppendOnly(TypeError):
    """Code tried to change or delete an entry of a log."""

    def __init__(self) -> None:
        super().__init__("A log only grows: its entries are never changed and never deleted.")


class GameManager(models.Manager["Game"]):
    """Games without `more`, which only records need and which can be large."""

    def get_queryset(self) -> models.QuerySet[Game]:
        return super().get_queryset().defer("more")


class Game(models.Model):
    """One play: rules, scenario and options; its entries are the log.

    Its settings (who records moves, whose dice, whether help is shown …) are no part of the
    record, and no hash covers them.
    """

    class Acting(models.TextChoices):
        """Who records the players' moves."""

        MODERATOR = "moderator"  # all of them
        SEATS = "seats"  # players on their own phones, or the moderator

    class Dice(models.TextChoices):
        """Where dice are rolled."""

        TABLE = "table"  # real dice, whose results are typed
        SERVER = "server"

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField()
    # Its id in records and on sheets; part of the log's first hash.
    uid = models.CharField(max_length=32, unique=True, editable=False)
    rules = models.CharField(max_length=40)
    scenario = models.JSONField()
    options = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)
    acting = models.CharField(
        max_length=10, choices=Acting.choices, default="moderator", db_default="moderator"
    )
    dice = models.CharField(
        max_length=10, choices=Dice.choices, default="table", db_default="table"
    )
    # 32 bytes in hexadecimal, if the server rolls or a deck is hidden: the dice are derived from
    # it, and it keeps the log's first hash from revealing the deck. Secret until the game is over.
    seed = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    has_help = models.BooleanField(default=True, db_default=True)
    # After the end, other groups may see its secrets though some still play the same scenario.
    is_released = models.BooleanField(default=False, db_default=False)
    # Orders are revealed as soon as the last slip is sealed, without the moderator.
    is_reveal_automatic = models.BooleanField(default=False, db_default=False)
    # An accepted trade is recorded at once, without the moderator.
    is_trade_automatic = models.BooleanField(default=False, db_default=False)
    # What was chosen for these three, while the group plays without the moderator that it needs.
    kept_settings = models.JSONField(null=True, editable=False)
    started_at = models.DateTimeField(null=True, editable=False)  # null: it didn't wait
    # Players are asked to confirm what the moderator records for them.
    is_confirmed = models.BooleanField(default=False, db_default=False)
    # Whose points are shown before the end, but for moderators: with those of another seat, its
    # secret goals can be told.
    points = models.CharField(
        max_length=4,
        choices=[(one.value, one.value) for one in PointsSeen],
        default=PointsSeen.ALL.value,
        db_default=PointsSeen.ALL.value,
    )
    # Everybody may read the goals of all.
    has_open_goals = models.BooleanField(default=False, db_default=False)
    # The changes of what lies on the table beside the log: order slips, offers, objections.
    changes = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # The lesson ended before the game: nothing is recorded until a moderator continues it.
    stopped_at = models.DateTimeField(null=True, editable=False)
    stopped_by = models.ForeignKey(
        Person, on_delete=models.SET_NULL, related_name="+", null=True, editable=False
    )
    # The stopped game won't be continued: it counts as over, and its players see its secrets.
    is_concluded = models.BooleanField(default=False, db_default=False, editable=False)
    # It has been prepared and not started: no seat sees its secrets, and nothing is recorded.
    is_waiting = models.BooleanField(default=False, db_default=False, editable=False)
    # How often it has been started, stopped and continued, players' names or what they are shown of
    # points were changed, or a moderator came or went, so that every page notices.
    stops = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # Further keys of the imported record, which the game's own record keeps.
    more = models.JSONField(default=dict, db_default={}, blank=True, editable=False)

    objects = GameManager()

    class Meta:
        ordering = ["group", "number"]
        constraints = [
            models.UniqueConstraint(fields=["group", "number"], name="game_number_unique"),
        ]

    @property
    def title(self) -> str:
        """The scenario's title, or else the rules' name."""
        title = self.scenario.get("title") if isinstance(self.scenario, Mapping) else None
        return str(title or GAMES[self.rules].name)

    @property
    def is_stopped(self) -> bool:
        """Whether it was stopped before its end, and has not been continued."""
        return self.stopped_at is not None

    @property
    def is_running(self) -> bool:
        """Whether it has been started and is not stopped; it may be over."""
        return not (self.is_waiting or self.is_stopped)

    @property
    def is_unmoderated(self) -> bool:
        """Whether its players record because the group has no moderator."""
        return self.kept_settings is not None

    @property
    def can_catch_up(self) -> bool:
        """Whether all its moves can be typed later from paper: the server rolls no dice."""
        return self.dice != self.Dice.SERVER


class Seat(models.Model):
    """A seat in a game, for one person or several."""

    held = Held("a seat", "game player name", of="persons")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    player = models.CharField(max_length=SLUG_LETTERS)
    # What people read for the player where no scenario has a name: in no hash, so it can be changed
    # and erased. Empty: it is made of the player's id.
    name = models.CharField(max_length=NAME_LETTERS, blank=True, default="", db_default="")
    persons = models.ManyToManyField(Person, related_name="seats", blank=True)
    # A bot plays here, of this level of the rules' (empty: as a student may); who put it there.
    is_partner = models.BooleanField(default=False, db_default=False)
    level = models.CharField(max_length=LEVEL_LETTERS, blank=True, default="", db_default="")
    put_by = models.ForeignKey(
        Person, on_delete=models.SET_NULL, related_name="+", null=True, editable=False
    )

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="seat_player_unique"),
        ]
        # So that asking for bots costs nothing where there are none.
        indexes = [
            models.Index(fields=["game"], condition=Q(is_partner=True), name="seat_of_bot"),
        ]


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries can only be read and added, one by one or a whole log at once."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Add new entries in their order; the database's trigger checks each of them."""
        super().bulk_create(entries, batch_size=500)

    def update(self, **kwargs: Any) -> NoReturn:
        raise LogIsAppendOnly

    async def aupdate(self, **kwargs: Any) -> NoReturn:
        raise LogIsAppendOnly

    def delete(self) -> NoReturn:
        raise LogIsAppendOnly

    async def adelete(self) -> NoReturn:
        raise LogIsAppendOnly

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused, as it could update existing entries."""
        raise LogIsAppendOnly


class Entry(models.Model):
    """A move accepted into a game's log.

    Triggers guard the table (migration 0002): a migration that changes this model must make sure
    that they still exist afterwards, as SQLite then creates the table again.
    """

    held = Held("a move in a log", "game number move person role at", seats="move__player")

    class Role(models.TextChoices):
        """The role in which somebody recorded a move."""

        MODERATOR = "moderator"
        INSTRUCTOR = "instructor"
        STUDENT = "student"
        PARTNER = "partner"  # a bot; the person is who put it there
        SYSTEM = "system"  # recorded automatically; the person is who triggered it

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    move = models.JSONField()
    key = models.CharField(max_length=KEY_LETTERS)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries")
    role = models.CharField(max_length=10, choices=Role.choices)
    at = models.DateTimeField()
    hash = models.CharField(max_length=64)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["game", "number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="entry_number_unique"),
            models.UniqueConstraint(fields=["game", "key"], name="entry_key_unique"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry; one that is stored already is refused."""
        if not self._state.adding:
            raise LogIsAppendOnly
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise LogIsAppendOnly


MODERATORS = (Entry.Role.MODERATOR, Entry.Role.INSTRUCTOR)
"""The roles in which people act as a moderator."""


class Erasure(models.Model):
    """A game that is being deleted: while this row exists, its entries may be deleted.

    `game_delete` adds and removes it in one transaction, so nobody else ever sees it.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True)


class Head(models.Model):
    """A row of the site's list of heads (`moderator/core/heads.py`).

    As with entries, triggers guard the table (migration 0042).
    """

    class Kind(models.TextChoices):
        """What a row says."""

        SIGNED = "signed"  # so these logs ended
        ERASED = "erased"  # these were deleted
        AGAIN = "again"  # so all ended, and nothing was wrong: no row before it is needed
        ACCEPTED = "accepted"  # the same, though something was wrong

    number = models.PositiveBigIntegerField(primary_key=True)
    at = models.DateTimeField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    # For each log its name, its last entry's number, and the hash of that.
    heads = models.JSONField()
    hash = models.CharField(max_length=64)  # of this row and the one before
    mac = models.CharField(max_length=64)  # of the hash
