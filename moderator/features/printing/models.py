"""Packs of sheets, with their PDFs."""

from django.db import models

from moderator.core.models import TEXT_LETTERS, Classroom

LANGUAGE_LETTERS = 20
URL_LETTERS = 200
HASH_LETTERS = 64


class PackManager(models.Manager["Pack"]):
    """Packs without their files, which can be large and are read for a download only."""

    def get_queryset(self) -> models.QuerySet["Pack"]:
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
