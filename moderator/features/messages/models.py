"""Messages, each player's mailbox, and reports."""

from __future__ import annotations

from datetime import datetime

from django.db import models

from moderator.core.feature import Held, Typed
from moderator.core.models import TEXT_LETTERS, Game, Person
from moderator.core.written import MESSAGE_LETTERS, Written
from moderator.rules.reading import SLUG_LETTERS


class Message(Written):
    """A written message from one player to one or several others. It is never changed."""

    held = Held(
        "a message",
        "game number turn person role at sender recipients text",
        seats="sender recipients",
    )
    typed = (Typed("text", by="person", seat="sender"),)

    sender = models.CharField(max_length=SLUG_LETTERS)
    recipients = models.JSONField()  # the others' ids, sorted
    text = models.CharField(max_length=MESSAGE_LETTERS)


class Mailbox(models.Model):
    """What those who share a seat share: how far each conversation is read, and their drafts.

    A conversation is named by the other players' ids, sorted and joined by commas.
    """

    held = Held(
        "drafts; what a seat has read",
        "game player read drafts shown",
        seats="player",
        players_only="drafts",
    )
    private = "game"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mailboxes")
    player = models.CharField(max_length=SLUG_LETTERS)
    read = models.JSONField(default=dict)  # conversation: number of the last message that was read
    drafts = models.JSONField(default=dict)  # conversation: {text, version, by}
    # When a moderator has opened it for players without a phone: [{at, role}].
    shown = models.JSONField(default=list)
    changes = models.PositiveIntegerField(default=0)  # of what those on the seat see of this
    reported: frozenset[int] = frozenset()  # the numbers of messages, where they have been read

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="mailbox_unique"),
        ]

    @property
    def shown_at(self) -> datetime | None:
        """When a moderator has opened it last."""
        return datetime.fromisoformat(self.shown[-1]["at"]) if self.shown else None


class MessageReport(models.Model):
    """A message that a player has reported to the instructor."""

    held = Held("a report of a message", "message player person reason at seen_at")
    private = "message__game"
    typed = (Typed("reason", "message__game__group__classroom", "person"),)

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="reports")
    player = models.CharField(max_length=SLUG_LETTERS)
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    reason = models.CharField(max_length=TEXT_LETTERS, blank=True)
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)  # by the instructor

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["message", "player"], name="report_once"),
        ]
