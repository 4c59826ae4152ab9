"""What two players agree on, an offer or a promise: one makes it, and it is answered once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from moderator.core.errors import NotAllowed
from moderator.core.models import MODERATORS, Person
from moderator.rules.reading.fields import SLUG_LETTERS

if TYPE_CHECKING:
    from moderator.core.recording import Change


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
    def happened(self) -> int:
        """How often something has happened to it, being made included."""
        return 1 + bool(self.answer)


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
