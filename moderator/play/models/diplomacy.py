"""What players write to each other and note for themselves: beside the log, in no record."""

from django.db import models
from django.db.models import Q

from moderator.play.models.classroom import KEY_LETTERS, Classroom, Person
from moderator.play.models.game import SLUG_LETTERS, Entry, Game

MESSAGE_LETTERS = 1000
NOTE_LETTERS = 500


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


class Written(models.Model):
    """What was written in a game, with when and by whom; it is never changed.

    Except by erasing a name, which `Diplomacy.rewritten` counts.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="%(class)ss")
    number = models.PositiveIntegerField()  # of its kind in the game, from 1
    key = models.CharField(max_length=KEY_LETTERS)  # a repeated request stores nothing
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
            models.UniqueConstraint(fields=["game", "key"], name="%(class)s_key_unique"),
        ]

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.number} of {self.game_id}"


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
    reason = models.CharField(max_length=NOTE_LETTERS, blank=True)
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)  # by the instructor

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["message", "player"], name="report_once"),
        ]

    def __str__(self) -> str:
        return f"report of {self.message_id}"


class Contact(Written):
    """A line of a player's diplomatic record: with whom, when, and what was said."""

    player = models.CharField(max_length=SLUG_LETTERS)  # whose record it is
    partners = models.JSONField()  # the others' ids, sorted
    text = models.CharField(max_length=NOTE_LETTERS)
    withdrawn_at = models.DateTimeField(null=True)  # struck out by its writer, and kept


class Promise(Written):
    """A promise of one player to another, offered once and answered once.

    `terms` is its form, which `Rules.promises` reads and judges; free text is never judged.
    """

    class Answer(models.TextChoices):
        """How it was answered."""

        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"  # by its maker

    maker = models.CharField(max_length=SLUG_LETTERS)
    partner = models.CharField(max_length=SLUG_LETTERS)
    terms = models.JSONField()
    # What the partner promises in exchange, with its own form; null for nothing.
    exchange = models.JSONField(null=True)
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True, default="")
    answer_key = models.CharField(max_length=KEY_LETTERS, blank=True, default="")
    answered_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    answered_at = models.DateTimeField(null=True)
    # A moderator may enter the answer, too. Empty for those of before there was this column.
    answer_role = models.CharField(
        max_length=10, choices=Entry.Role.choices, blank=True, default="", db_default=""
    )
    # The log's last entry when it was accepted: moves after it are judged.
    accepted_after = models.PositiveIntegerField(null=True)


class DebriefRelease(models.Model):
    """What everybody may read of a game's messages and records, by an act of the instructor.

    Without players: everything; one player: all that is its own; two: what one of them wrote to the
    other, or about their talks. With a turn only what was written in that round. A release is never
    deleted, but can be withdrawn.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="debrief_releases")
    players = models.JSONField(default=list)  # at most two ids, sorted
    turn = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"release {self.pk} of {self.game_id}"


class Question(models.Model):
    """A question of the debrief: prepared by the instructor, or derived from what happened.

    It is about one game, or (no `game`) for all groups of the class.
    """

    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="questions")
    classroom = models.ForeignKey(
        Classroom, null=True, on_delete=models.CASCADE, related_name="questions"
    )
    number = models.PositiveIntegerField()  # its place in the game's, or the class's, from 1
    text = models.CharField(max_length=NOTE_LETTERS)
    moves = models.JSONField(default=list)  # numbers of entries to look up
    is_derived = models.BooleanField(default=False)
    asked_at = models.DateTimeField(null=True)  # students see it at the end of their game
    closed_at = models.DateTimeField(null=True)  # from then on no answer changes

    class Meta:
        ordering = ["classroom", "game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="question_number_unique"),
            models.UniqueConstraint(
                fields=["classroom", "number"], name="question_of_class_number_unique"
            ),
            models.CheckConstraint(
                condition=Q(game=None) ^ Q(classroom=None), name="question_of_game_or_class"
            ),
        ]

    def __str__(self) -> str:
        return self.text


class Answer(models.Model):
    """A student's short answer to a question; a later one replaces it."""

    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="answers")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="answers")
    player = models.CharField(max_length=SLUG_LETTERS, blank=True)
    text = models.CharField(max_length=MESSAGE_LETTERS)
    at = models.DateTimeField()

    class Meta:
        ordering = ["question", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["question", "person"], name="answer_once"),
        ]

    def __str__(self) -> str:
        return self.text
