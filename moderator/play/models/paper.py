"""What belongs to paper, beside the games: packs of sheets, comments, moves entered later."""

from django.db import models

from moderator.play.models.classroom import Classroom, Person
from moderator.play.models.game import Game
from moderator.play.models.lesson import TEXT_LETTERS

LANGUAGE_LETTERS = 20
URL_LETTERS = 200
HASH_LETTERS = 64


class PackManager(models.Manager["Pack"]):
    """Packs without their files, which can be large and are read for a download only."""

    def get_queryset(self) -> models.QuerySet["Pack"]:
        """All packs."""
        return super().get_queryset().defer("pdf")


class Pack(models.Model):
    """One PDF with sheets of all the groups of a class, made in a process of its own.

    `key` is a hash of what it is made from (the logs' hashes, names, settings, the choice): a pack
    with the same key need not be made again.
    """

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting"
        WORKING = "working"
        DONE = "done"
        FAILED = "failed"

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="packs")
    key = models.CharField(max_length=HASH_LETTERS)
    choice = models.JSONField()  # which sheets, their order, the paper, whether with secrets
    language = models.CharField(max_length=LANGUAGE_LETTERS)
    site = models.CharField(max_length=URL_LETTERS, blank=True)  # where phones reach the site
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    sheets_done = models.PositiveIntegerField(default=0)
    sheets = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=TEXT_LETTERS, blank=True)
    at = models.DateTimeField()
    changed = models.DateTimeField()  # the process that makes it was alive then
    pdf = models.BinaryField(null=True)

    objects = PackManager()

    class Meta:
        ordering = ["classroom", "pk"]
        indexes = [models.Index(fields=["classroom", "key"], name="pack_key")]

    def __str__(self) -> str:
        return f"pack {self.pk} of {self.classroom_id}, {self.state}"

    @property
    def is_done(self) -> bool:
        """Whether its file is there."""
        return self.state == Pack.State.DONE

    @property
    def is_failed(self) -> bool:
        """Whether it was given up."""
        return self.state == Pack.State.FAILED

    @property
    def is_pending(self) -> bool:
        """Whether it waits, or is being made."""
        return self.state in (Pack.State.WAITING, Pack.State.WORKING)


class Comment(models.Model):
    """What a moderator or the instructor says about an entry of a log, in replay and on paper."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="comments")
    number = models.PositiveIntegerField()  # of the entry; 0 is the start of the game
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    is_instructor = models.BooleanField(default=False)
    text = models.CharField(max_length=TEXT_LETTERS)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number", "pk"]

    def __str__(self) -> str:
        return self.text


class LateEntry(models.Model):
    """Entries `first` to `last` of a log were played on paper and recorded later."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="late_entries")
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    is_instructor = models.BooleanField(default=False)
    played = models.DateTimeField(null=True)  # when it was played, if known
    reason = models.CharField(max_length=TEXT_LETTERS, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "first"]

    def __str__(self) -> str:
        return f"{self.first} to {self.last} of {self.game_id}"
