"""What lies on the table beside the log: order slips, offers between players, objections."""

from django.db import models

from moderator.play.models.classroom import KEY_LETTERS, Person
from moderator.play.models.game import SLUG_LETTERS, Entry, Game


class SlipVersion(models.Model):
    """An order slip as it stood after a change. Versions are only added; the newest one counts.

    A slip belongs to one player and to one turn: the one that the entry `opened_by` opened (0: the
    start of the game).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="slip_versions")
    opened_by = models.PositiveIntegerField()
    player = models.CharField(max_length=SLUG_LETTERS)
    number = models.PositiveIntegerField()
    orders = models.JSONField()  # a list of moves' wire forms
    is_sealed = models.BooleanField()
    # Everybody sees the change: the slip has been sealed, or opened again.
    is_public = models.BooleanField()
    key = models.CharField(max_length=128)
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
            models.UniqueConstraint(fields=["game", "key"], name="slip_key_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, version {self.number}"


class PlayerOffer(models.Model):
    """A move that one player offers another. It is answered once, and settled once accepted.

    It is good for one period of the game: the one that the entry `opened_by` opened (0: the start
    of the game).
    """

    class Answer(models.TextChoices):
        """How an offer was answered."""

        ACCEPTED = "accepted"
        DECLINED = "declined"
        COUNTERED = "countered"  # with an offer of the partner's own
        WITHDRAWN = "withdrawn"  # by its maker

    class Settled(models.TextChoices):
        """What became of an accepted offer."""

        RECORDED = "recorded"
        DISCARDED = "discarded"  # by a moderator

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="player_offers")
    number = models.PositiveIntegerField()
    opened_by = models.PositiveIntegerField()
    maker = models.CharField(max_length=SLUG_LETTERS)
    partner = models.CharField(max_length=SLUG_LETTERS)
    move = models.JSONField()  # its wire form
    key = models.CharField(max_length=KEY_LETTERS)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="offers_made")
    at = models.DateTimeField()
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True, default="")
    answer_key = models.CharField(max_length=KEY_LETTERS, blank=True, default="")
    answered_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="offers_answered", null=True
    )
    answered_at = models.DateTimeField(null=True)
    settled = models.CharField(max_length=10, choices=Settled.choices, blank=True, default="")
    settled_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="offers_settled", null=True
    )
    # The entry of the log, if it was recorded.
    entry_number = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="player_offer_number_unique"),
            models.UniqueConstraint(fields=["game", "key"], name="player_offer_key_unique"),
        ]

    def __str__(self) -> str:
        return f"offer {self.number}"

    @property
    def happened(self) -> int:
        """How often something has happened to it: made, answered, settled."""
        return 1 + bool(self.answer) + bool(self.settled)


class Objection(models.Model):
    """A player says that a move was recorded wrongly. A moderator dismisses it once."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="objections")
    entry_number = models.PositiveIntegerField()
    player = models.CharField(max_length=SLUG_LETTERS)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="objections")
    at = models.DateTimeField()
    dismissed_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="objections_dismissed", null=True
    )

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "entry_number", "player"], name="objection_once"
            ),
        ]

    def __str__(self) -> str:
        return f"objection to entry {self.entry_number}"


class Reminder(models.Model):
    """The moderator has asked a player for the orders of the turn that `opened_by` opened."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reminders")
    opened_by = models.PositiveIntegerField()
    player = models.CharField(max_length=SLUG_LETTERS)
    key = models.CharField(max_length=128)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "key"], name="reminder_key_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, asked"
