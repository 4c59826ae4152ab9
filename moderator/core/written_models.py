"""What models of messages and notes have in common: they lie beside the log, in no record."""

from __future__ import annotations

from django.db import models

from moderator.core.models import Entry, Game, Person

MESSAGE_LETTERS = 1000
TYPED_MOST = 4 * MESSAGE_LETTERS  # what is shown again of a text that was not stored


class Diplomacy(models.Model):
    """How a game's messages and records are kept; a game without it has the defaults.

    `readers` and `afterwards` are fixed when the game starts, since the page promises them to those
    who write.
    """

    class Readers(models.TextChoices):
        """Who may read everything that is written while the game lasts."""

        TEACHERS = "teachers"  # the group's moderators and the instructor
        NOBODY = "nobody"  # but those who write and get it

    class Afterwards(models.TextChoices):
        """Who may read it at the debrief."""

        EVERYBODY = "everybody"
        NOBODY = "nobody"  # but those who wrote and got it

    class Verdicts(models.TextChoices):
        """When players see whether a promise was kept."""

        AT_ONCE = "at-once"
        TURN = "turn"  # at the end of the round
        DEBRIEF = "debrief"

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="diplomacy")
    readers = models.CharField(max_length=10, choices=Readers.choices, default=Readers.TEACHERS)
    afterwards = models.CharField(
        max_length=10, choices=Afterwards.choices, default=Afterwards.EVERYBODY
    )
    verdicts = models.CharField(max_length=10, choices=Verdicts.choices, default=Verdicts.DEBRIEF)
    is_closed = models.BooleanField(default=False)  # nobody may write now
    closed_to = models.JSONField(default=list)  # the players who may not write, by id
    changes = models.PositiveIntegerField(default=0)  # of these settings
    # How often erasing a name has changed what was written.
    rewritten = models.PositiveIntegerField(default=0)

    @property
    def do_teachers_read(self) -> bool:
        """Whether the group's moderators and the instructor read along."""
        return self.readers == self.Readers.TEACHERS

    @property
    def does_everybody_read(self) -> bool:
        """Whether everybody may read everything at the debrief."""
        return self.afterwards == self.Afterwards.EVERYBODY

    def is_closed_to(self, player: str) -> bool:
        """Whether the player may not write now."""
        return self.is_closed or player in self.closed_to


class Written(models.Model):
    """What was written in a game, with when and by whom; it is never changed.

    Except by erasing a name, which `Diplomacy.rewritten` counts. `private`, of this and other
    models: the way to the game whose settings say whether teachers may read it.
    """

    private = "game"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="%(class)ss")
    number = models.PositiveIntegerField()  # of its kind in the game, from 1
    turn = models.PositiveIntegerField()  # the round of the game in which it was written
    log_number = models.PositiveIntegerField()  # the log's last entry at that time
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    role = models.CharField(max_length=10, choices=Entry.Role.choices)  # a moderator may enter it
    at = models.DateTimeField()

    class Meta:
        abstract = True
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="%(class)s_number_unique"),
        ]
