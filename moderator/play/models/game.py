"""A game, its seats, and its append-only log."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from django.db import models

from moderator.play.models.classroom import KEY_LETTERS, Group, Person
from moderator.rules.registry import GAMES

SLUG_LETTERS = 40


class LogIsAppendOnly(TypeError):
    """Code tried to change or delete an entry of a log."""

    def __init__(self) -> None:
        super().__init__("A log only grows: its entries are never changed and never deleted.")


class GameManager(models.Manager["Game"]):
    """Games without `more`, which only records need and which can be large."""

    def get_queryset(self) -> models.QuerySet["Game"]:
        """All games."""
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
    # Players are asked to confirm what the moderator records for them.
    is_confirmed = models.BooleanField(default=False, db_default=False)
    # The changes of what lies on the table beside the log: order slips, offers, objections.
    changes = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # The lesson ended before the game: nothing is recorded until a moderator continues it.
    stopped_at = models.DateTimeField(null=True, editable=False)
    stopped_by = models.ForeignKey(
        Person, on_delete=models.SET_NULL, related_name="+", null=True, editable=False
    )
    # It has been prepared and not started: no seat sees its secrets, and nothing is recorded.
    is_waiting = models.BooleanField(default=False, db_default=False, editable=False)
    # How often it has been started, stopped and continued, so that every page notices.
    stops = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    # Further keys of the imported record, which the game's own record keeps.
    more = models.JSONField(default=dict, db_default={}, blank=True, editable=False)

    objects = GameManager()

    class Meta:
        ordering = ["group", "number"]
        constraints = [
            models.UniqueConstraint(fields=["group", "number"], name="game_number_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.title} (no. {self.number})"

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
    def can_catch_up(self) -> bool:
        """Whether all its moves can be typed later from paper: the server rolls no dice."""
        return self.dice != self.Dice.SERVER


class Seat(models.Model):
    """A seat in a game, for one person or several."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    player = models.CharField(max_length=SLUG_LETTERS)
    persons = models.ManyToManyField(Person, related_name="seats", blank=True)
    # A bot plays here.
    is_partner = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="seat_player_unique"),
        ]

    def __str__(self) -> str:
        return self.player


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries can only be read and added, one by one or a whole log at once."""

    def append(self, entries: Sequence["Entry"]) -> None:
        """Add new entries in their order; the database's trigger checks each of them."""
        super().bulk_create(entries, batch_size=500)

    def update(self, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise LogIsAppendOnly

    async def aupdate(self, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise LogIsAppendOnly

    def delete(self) -> NoReturn:
        """Refused."""
        raise LogIsAppendOnly

    async def adelete(self) -> NoReturn:
        """Refused."""
        raise LogIsAppendOnly

    def bulk_create(self, objs: Any, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused, as it could update existing entries."""
        raise LogIsAppendOnly


class Entry(models.Model):
    """A move accepted into a game's log.

    Triggers guard the table (migration 0002): a migration that changes this model must make sure
    that they still exist afterwards, as SQLite then creates the table again.
    """

    class Role(models.TextChoices):
        """The role in which somebody recorded a move."""

        MODERATOR = "moderator"
        INSTRUCTOR = "instructor"
        STUDENT = "student"
        PARTNER = "partner"  # a bot; the person is who triggered it
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

    def __str__(self) -> str:
        return f"entry {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry; one that is stored already is refused."""
        if not self._state.adding:
            raise LogIsAppendOnly
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refused."""
        raise LogIsAppendOnly


MODERATORS = (Entry.Role.MODERATOR, Entry.Role.INSTRUCTOR)
"""The roles in which people act as a moderator."""


class Erasure(models.Model):
    """A game that is being deleted: while this row exists, its entries may be deleted.

    `services.game_delete` adds and removes it in one transaction, so nobody else ever sees it.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True)

    def __str__(self) -> str:
        return f"erasure of game {self.game_id}"
