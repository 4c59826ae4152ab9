"""Whose turn it is to move the bots of a game, and why they did what they did."""

from django.db import models

from moderator.core.models import Game
from moderator.rules.reading import SLUG_LETTERS

SENTENCE_LETTERS = 200
HOLDER_LETTERS = 16


class BotJob(models.Model):
    """A game in which the program plays: up to `until` only the process `holder` moves its bots.

    One that is killed keeps the others out no longer than that. `goes_on`: the entry after which
    bots play, though it is an undo.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="bot_job"
    )
    holder = models.CharField(max_length=HOLDER_LETTERS, blank=True)
    until = models.DateTimeField()
    goes_on = models.PositiveIntegerField(null=True)


class BotReason(models.Model):
    """Why a bot did something: a sentence with {names}, and what they stand for.

    `what`: "entry" with the number of an entry, "slip" with that of the entry that opened the turn,
    and a row for each order, or "offer" and "promise" with the number of one that the bot has
    answered, or offered itself.
    """

    ENTRY, SLIP, OFFER, PROMISE = "entry", "slip", "offer", "promise"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="bot_reasons")
    player = models.CharField(max_length=SLUG_LETTERS)
    what = models.CharField(max_length=10)
    number = models.PositiveIntegerField()
    text = models.CharField(max_length=SENTENCE_LETTERS)
    facts = models.JSONField(default=dict)

    class Meta:
        ordering = ["game", "pk"]
        indexes = [models.Index(fields=["game", "what", "number"], name="bot_reason_of")]
