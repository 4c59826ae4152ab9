"""How a game's messages are kept, the messages, each player's mailbox, and reports."""

from django.db import models

from moderator.core.models import MESSAGE_LETTERS, SLUG_LETTERS, TEXT_LETTERS, Game, Person, Written


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

    def __str__(self) -> str:
        return f"diplomacy of {self.game_id}"


class Message(Written):
    """A written message from one player to one or several others. It is never changed."""

    sender = models.CharField(max_length=SLUG_LETTERS)
    recipients = models.JSONField()  # the others' ids, sorted
    text = models.CharField(max_length=MESSAGE_LETTERS)


class Mailbox(models.Model):
    """What those who share a seat share: how far each conversation is read, and their drafts.

    A conversation is named by the other players' ids, sorted and joined by commas.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mailboxes")
    player = models.CharField(max_length=SLUG_LETTERS)
    read = models.JSONField(default=dict)  # conversation: number of the last message that was read
    drafts = models.JSONField(default=dict)  # conversation: {text, version, by}
    # When a moderator has opened it for players without a phone: [{at, role}].
    shown = models.JSONField(default=list)
    changes = models.PositiveIntegerField(default=0)  # of what those on the seat see of this

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="mailbox_unique"),
        ]

    def __str__(self) -> str:
        return f"mailbox of {self.player}"


class MessageReport(models.Model):
    """A message that a player has reported to the instructor."""

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

    def __str__(self) -> str:
        return f"report of {self.message_id}"
