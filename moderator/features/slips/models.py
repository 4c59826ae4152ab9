"""Order slips, version by version, and reminders to write them."""

from django.db import models

from moderator.core.feature import Held
from moderator.core.models import Entry, Game, Person
from moderator.rules.reading import SLUG_LETTERS


class SlipVersion(models.Model):
    """An order slip as it stood after a change. Versions are only added; the newest one counts.

    A slip belongs to one player and to one turn: the one that the entry `opened_by` opened (0: the
    start of the game).
    """

    held = Held("an order slip", "game opened_by player number orders is_sealed person role at")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="slip_versions")
    opened_by = models.PositiveIntegerField()
    player = models.CharField(max_length=SLUG_LETTERS)
    number = models.PositiveIntegerField()
    orders = models.JSONField()  # a list of moves' wire forms
    is_sealed = models.BooleanField()
    # Everybody sees the change: the slip has been sealed, or opened again.
    is_public = models.BooleanField()
    # The slip lies on the table again, as the undo of its reveal has opened it.
    is_by_undo = models.BooleanField(default=False, db_default=False)
    # The log's last entry at that time.
    log_number = models.PositiveIntegerField()
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="slip_versions")
    role = models.CharField(max_length=10, choices=Entry.Role.choices)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "opened_by", "player", "number"], name="slip_number_unique"
            ),
        ]


class Reminder(models.Model):
    """The moderator has asked a player for the orders of the turn that `opened_by` opened."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reminders")
    opened_by = models.PositiveIntegerField()
    player = models.CharField(max_length=SLUG_LETTERS)
