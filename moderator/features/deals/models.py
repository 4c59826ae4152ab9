"""Offers between players, objections, and the contacts and promises of diplomatic records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from moderator.core.errors import NotAllowed
from moderator.core.feature import Held, Typed
from moderator.core.models import MODERATORS, TEXT_LETTERS, Entry, Game, Person
from moderator.core.written import Written
from moderator.rules.errors import Refused
from moderator.rules.reading import SLUG_LETTERS

if TYPE_CHECKING:
    from moderator.core.recording import Change

# What two players agree on, an offer or a promise: one makes it, and it is answered once.


class Answer(models.TextChoices):
    ACCEPTED = "accepted"
    DECLINED = "declined"
    COUNTERED = "countered"  # with one of the partner's own
    WITHDRAWN = "withdrawn"  # by its maker


POSTED = (Answer.ACCEPTED, Answer.DECLINED, Answer.WITHDRAWN)
"""What is sent as an answer; countering is making one."""


class Agreement(models.Model):
    """An offer or a promise of one player to another; it waits for an answer if it has none."""

    maker = models.CharField(max_length=SLUG_LETTERS)
    partner = models.CharField(max_length=SLUG_LETTERS)
    answer = models.CharField(max_length=10, choices=Answer.choices, blank=True, default="")
    answered_by = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def answers(self, answer: str) -> str:
        """The player who may give this answer."""
        return self.maker if answer == Answer.WITHDRAWN else self.partner

    def answer_with(self, now: Change, answer: str) -> None:
        """Give the answer; the row is not stored yet."""
        self.answer, self.answered_by, self.answered_at = answer, now.by, timezone.now()

    @property
    def is_open(self) -> bool:
        """Whether it has not been answered yet."""
        return not self.answer

    @property
    def is_accepted(self) -> bool:
        """Whether it has been accepted, whatever became of it."""
        return self.answer == Answer.ACCEPTED

    @property
    def happened(self) -> int:
        """How often something has happened to it, being made included."""
        return 1 + bool(self.answer)

    def other(self, player: str) -> str:
        return self.partner if player == self.maker else self.maker


A = TypeVar("A", bound=Agreement)


def waiting(now: Change, rows: models.QuerySet[A], partner: str) -> models.QuerySet[A]:
    """Those that the player of this change has made, and that wait for this partner's answer."""
    return rows.filter(maker=now.player, partner=partner, answer="")


def to_answer(now: Change, rows: models.QuerySet[A], number: int, answer: str, message: str) -> A:
    """The one that this change answers in that way; moderators answer for any player.

    Args:
        rows: those that the person may know.
        message: of the refusal of somebody whose answer it isn't.

    Raises:
        Stale: it has been answered.
        NotAllowed: there is none with that number, or it isn't this person's to answer.
    """
    found = rows.filter(number=number).first()
    if found is None or not (now.role in MODERATORS or now.player == found.answers(answer)):
        raise NotAllowed(message)
    if found.answer:
        is_own = found.answer == answer and found.answers(answer) == now.player
        raise now.stale(_already(found, now.by) if is_own else "")
    return found


def _already(found: Agreement, by: Person) -> str:
    """That the player's answer has been given, by whoever shares the seat; empty for a
    counter-offer, which is another one each time."""
    who = found.answered_by
    if found.answer not in POSTED or who is None:
        return ""
    quick = "" if who == by else gettext("%(name)s was quicker.") % {"name": who.display_name}
    return f"{_DONE[found.answer]} {quick}".strip()


_DONE: dict[str, Any] = {
    Answer.ACCEPTED: gettext_lazy("Agreed already."),
    Answer.DECLINED: gettext_lazy("Declined already."),
    Answer.WITHDRAWN: gettext_lazy("Withdrawn already."),
}


# Offers between players, and objections to what was recorded.


class PlayerOffer(Agreement):
    """A move that one player offers another. It is answered once, and settled once accepted.

    It is good for one period of the game: the one that the entry `opened_by` opened (0: the start
    of the game).
    """

    held = Held(
        "an offer",
        (
            "game number maker partner move person at answer answered_by answered_at "
            "settled settled_by entry_number"
        ),
        seats="maker partner",
    )

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
    # On the table: why the rules would not allow it, and why not yet; and whether it was recorded,
    # and that has been taken back.
    refused: Refused | None = None
    waits: Refused | None = None
    is_undone = False

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="player_offer_number_unique"),
        ]

    @property
    def is_agreed(self) -> bool:
        """Whether it has been accepted and waits to be recorded."""
        return self.is_accepted and not self.settled

    @property
    def obstacle(self) -> Refused | None:
        """Why it can't be accepted or recorded now; None if it can."""
        return self.refused or self.waits

    @property
    def happened(self) -> int:
        return super().happened + bool(self.settled)


class Objection(models.Model):
    """A player says that a move was recorded wrongly. A moderator dismisses it once."""

    held = Held(
        "an objection to a move", "game entry_number player person at dismissed_by", seats="player"
    )

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

    @property
    def is_dismissed(self) -> bool:
        return self.dismissed_by_id is not None


# Diplomatic records: contacts and promises.


class Contact(Written):
    """A line of a player's diplomatic record: with whom, when, and what was said."""

    held = Held(
        "a talk that was noted",
        "game number turn person role at player partners text withdrawn_at",
        seats="player",
    )
    typed = (Typed("text", by="person", seat="player"),)

    player = models.CharField(max_length=SLUG_LETTERS)  # whose record it is
    partners = models.JSONField()  # the others' ids, sorted
    text = models.CharField(max_length=TEXT_LETTERS)
    withdrawn_at = models.DateTimeField(null=True)  # struck out by its writer, and kept


class Promise(Written, Agreement):
    """A promise of one player to another, offered once and answered once.

    `terms` is its form, which `Rules.promises` reads and judges; free text is never judged.
    """

    held = Held(
        "a promise",
        (
            "game number turn person role at maker partner terms exchange answer "
            "answered_by answered_at answer_role"
        ),
        seats="maker partner",
    )

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
