"""Offers between players, objections, and the contacts and promises of diplomatic records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import models

from moderator.core.models import TEXT_LETTERS, Entry, Game, Person, Written
from moderator.features.deals.agreement import POSTED, Agreement, Answer
from moderator.rules.reading.fields import SLUG_LETTERS

if TYPE_CHECKING:
    from moderator.core.recording import Change

# Offers between players, and objections to what was recorded.


class PlayerOffer(Agreement):
    """A move that one player offers another. It is answered once, and settled once accepted.

    It is good for one period of the game: the one that the entry `opened_by` opened (0: the start
    of the game).
    """

    class Settled(models.TextChoices):
        """What became of an accepted offer."""

        RECORDED = "recorded"
        DISCARDED = "discarded"  # by a moderator

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="player_offers")
    number = models.PositiveIntegerField()
    opened_by = models.PositiveIntegerField()
    move = models.JSONField()  # its wire form
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="offers_made")
    at = models.DateTimeField()
    answered_by = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="offers_answered", null=True
    )
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
        ]

    def __str__(self) -> str:
        return f"offer {self.number}"

    @property
    def happened(self) -> int:
        return super().happened + bool(self.settled)


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


# Diplomatic records: contacts and promises.


class Contact(Written):
    """A line of a player's diplomatic record: with whom, when, and what was said."""

    player = models.CharField(max_length=SLUG_LETTERS)  # whose record it is
    partners = models.JSONField()  # the others' ids, sorted
    text = models.CharField(max_length=TEXT_LETTERS)
    withdrawn_at = models.DateTimeField(null=True)  # struck out by its writer, and kept


class Promise(Written, Agreement):
    """A promise of one player to another, offered once and answered once.

    `terms` is its form, which `Rules.promises` reads and judges; free text is never judged.
    """

    terms = models.JSONField()
    # What the partner promises in exchange, with its own form; null for nothing.
    exchange = models.JSONField(null=True)
    answer = models.CharField(
        max_length=10,
        choices=[(one.value, one.label) for one in POSTED],
        blank=True,
        default="",
    )
    # A moderator may enter the answer, too. Empty for those of before there was this column.
    answer_role = models.CharField(
        max_length=10, choices=Entry.Role.choices, blank=True, default="", db_default=""
    )
    # The log's last entry when it was accepted: moves after it are judged.
    accepted_after = models.PositiveIntegerField(null=True)

    def answer_with(self, now: Change, answer: str) -> None:
        super().answer_with(now, answer)
        self.answer_role = now.role
        if answer == Answer.ACCEPTED:
            self.accepted_after = now.fold.number
