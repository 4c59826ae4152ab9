"""A game, its seats, and its log, which only grows."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from django.db import models

from moderator.play.models.classroom import KEY_LETTERS, Group, Person
from moderator.rules.registry import GAMES

SLUG_LETTERS = 40


class LogIsAppendOnly(TypeError):
    """Somebody tried to change or to remove an entry of a log."""

    def __init__(self) -> None:
        super().__init__("A log only grows: its entries are never changed and never deleted.")


class GameManager(models.Manager["Game"]):
    """Games without what a record alone needs: that can be large."""

    def get_queryset(self) -> models.QuerySet["Game"]:
        """All games."""
        return super().get_queryset().defer("more")


class Game(models.Model):
    """One play: rules, scenario, options; the log is its entries.

    How it is run at the table (who acts, whose dice, whether helps are shown) is no part of it:
    no record holds that, and no hash covers it.
    """

    class Acting(models.TextChoices):
        """Who makes the players' moves."""

        MODERATOR = "moderator"  # for all
        SEATS = "seats"  # each on an own phone; the moderator may too

    class Dice(models.TextChoices):
        """Where dice are rolled."""

        TABLE = "table"  # real ones, and typed
        SERVER = "server"

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveIntegerField()
    # What a record and a sheet name it by; part of the hash that the log starts from.
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
    # 32 bytes in hexadecimal, if the server rolls or a deck is hidden: the dice come from it, and
    # it keeps the log's first hash from telling the deck. Nobody's to see before the game is over.
    seed = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    has_help = models.BooleanField(default=True, db_default=True)
    # What else stood in the record that the game was made from: it stands in its record again.
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
        """The scenario's title; of one that has none, the rules' name."""
        title = self.scenario.get("title") if isinstance(self.scenario, Mapping) else None
        return str(title or GAMES[self.rules].name)


class Seat(models.Model):
    """A place in a game; one person or several sit on it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    player = models.CharField(max_length=SLUG_LETTERS)
    persons = models.ManyToManyField(Person, related_name="seats", blank=True)
    # The program plays here, as somebody to practise with.
    is_partner = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="seat_player_unique"),
        ]

    def __str__(self) -> str:
        return self.player


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries can be read and added: one by one, or a whole log at once."""

    def append(self, entries: Sequence["Entry"]) -> None:
        """Add new entries in their order; the database's guard looks at each of them."""
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
        """Refused: it can be told to update what is there already."""
        raise LogIsAppendOnly


class Entry(models.Model):
    """A move accepted into a game's log.

    The database guards the table by triggers (migration 0002): whoever changes this model has
    to see that they are still there afterwards, for SQLite makes the table anew.
    """

    class Role(models.TextChoices):
        """As what somebody recorded a move."""

        MODERATOR = "moderator"
        INSTRUCTOR = "instructor"
        STUDENT = "student"
        PARTNER = "partner"  # the program; the person is who let it go on

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


class Erasure(models.Model):
    """A game that is being deleted for good: while the row stands, its entries may go.

    `services.game_delete` adds and removes it in one transaction, so nobody else ever sees it.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True)

    def __str__(self) -> str:
        return f"erasure of game {self.game_id}"
