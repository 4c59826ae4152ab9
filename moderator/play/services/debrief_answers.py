"""Answers of students to questions of the debrief."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderator.play.errors import InvalidInput
from moderator.play.models import Answer, Person, Question
from moderator.play.models.diplomacy import MESSAGE_LETTERS
from moderator.play.names import text_read
from moderator.play.services.compaction import compaction_request
from moderator.play.services.debrief_questions import classroom_of


@transaction.atomic
def answer_write(question: Question, person: Person, player: str, text: str) -> Answer | None:
    """Store the person's answer instead of an earlier one; an empty text deletes it.

    Args:
        player: the id of the person's seat, or empty.

    Raises:
        InvalidInput: the question is closed or not asked, the person has been removed, or the text
            is too long or can't be shown.
        ValueError: the person is of another class.
    """
    if person.classroom_id != classroom_of(question).pk:
        raise ValueError("somebody of another class")
    text = text_read(text, MESSAGE_LETTERS)
    # Erasing a name changes the person first, then questions.
    present = Person.objects.select_for_update(no_key=True).filter(pk=person.pk, is_removed=False)
    if not present.order_by():
        raise InvalidInput(gettext("You are no longer in this class."))
    now = Question.objects.select_for_update(of=("self",)).filter(pk=question.pk).first()
    if now is None or now.asked_at is None:
        raise InvalidInput(gettext("This question is not asked any more."))
    if now.closed_at is not None:
        raise InvalidInput(gettext("This question is closed: answers can’t be changed any more."))
    stored = now.answers.filter(person=person).first()
    if not text:
        if now.answers.filter(person=person).delete()[0]:
            compaction_request()
        return None
    if stored is not None and stored.text == text:  # the same form once more
        return stored
    values = {"player": player, "text": text, "at": timezone.now()}
    return Answer.objects.update_or_create(question=now, person=person, defaults=values)[0]
