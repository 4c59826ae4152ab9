"""Questions of a debrief: written, ordered, asked, closed; and students' answers."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput
from moderator.core.lesson import lesson_changed, lesson_locked
from moderator.core.models import TEXT_LETTERS, Classroom, Game, Person
from moderator.core.text import text_read
from moderator.core.written import MESSAGE_LETTERS
from moderator.features.debrief.models import Answer, Question
from moderator.rules.deals import DebriefQuestion

# Questions of the debrief: writing, ordering, asking and closing them.

QUESTIONS_MOST = 100  # of a game, and of a class


@transaction.atomic
def question_make(classroom: Classroom, text: str, game: Game | None = None) -> Question:
    """Prepare a question about a game, or for all groups; nobody sees it before it is asked.

    Raises:
        InvalidInput: the text is empty, too long or can't be shown, or there are too many.
    """
    lesson_locked(classroom)
    return _add(classroom, game, _read(text))


@transaction.atomic
def questions_take(game: Game, derived: Iterable[DebriefQuestion]) -> list[Question]:
    """Take over questions derived from what happened; those that the game has are left out.

    Raises:
        InvalidInput: there are too many.
    """
    classroom = game.group.classroom
    lesson_locked(classroom)
    known = set(game.questions.values_list("text", flat=True))
    new = [one for one in derived if one.text not in known and len(one.text) <= TEXT_LETTERS]
    return [_add(classroom, game, one.text, one.moves) for one in new]


@transaction.atomic
def question_change(question: Question, text: str) -> None:
    """Change the text of a question that has not been asked.

    Raises:
        InvalidInput: it has been asked, or the text is empty, too long or can't be shown.
    """
    _lock(question)
    _check_unasked(question)
    question.text = _read(text)
    question.save(update_fields=["text"])


@transaction.atomic
def question_move(question: Question, is_up: bool) -> None:
    """Move a question one place up or down."""
    classroom = _lock(question)
    beside = Question.objects.filter(classroom=question.classroom, game=question.game)
    if is_up:
        other = beside.filter(number__lt=question.number).order_by("-number").first()
    else:
        other = beside.filter(number__gt=question.number).order_by("number").first()
    if other is None:
        return
    mine, theirs = question.number, other.number
    for one, number in ((question, 0), (other, mine), (question, theirs)):
        one.number = number
        one.save(update_fields=["number"])
    _count(classroom, question)


@transaction.atomic
def question_delete(question: Question) -> None:
    """Delete a question that has not been asked.

    Raises:
        InvalidInput: it has been asked.
    """
    _lock(question)
    _check_unasked(question)
    question.delete()
    compaction_request()


@transaction.atomic
def question_ask(question: Question) -> None:
    """Ask a question: students see it as soon as their game is over or stopped."""
    classroom = _lock(question)
    if question.asked_at is None:
        question.asked_at = timezone.now()
        question.save(update_fields=["asked_at"])
    _count(classroom, question)


@transaction.atomic
def question_withdraw(question: Question) -> None:
    """Take back a question that nobody has answered.

    Raises:
        InvalidInput: somebody has answered it.
    """
    classroom = _lock(question)
    if question.answers.exists():
        raise InvalidInput(gettext("Somebody has answered it already. You can close it."))
    question.asked_at = question.closed_at = None
    question.save(update_fields=["asked_at", "closed_at"])
    _count(classroom, question)


@transaction.atomic
def question_close(question: Question, is_closed: bool) -> None:
    """Keep the answers as they are, or let students change them again."""
    classroom = _lock(question)
    question.closed_at = timezone.now() if is_closed else None
    question.save(update_fields=["closed_at"])
    _count(classroom, question)


def classroom_of(question: Question) -> Classroom:
    if question.classroom is not None:
        return question.classroom
    assert question.game is not None  # noqa: S101 (the database makes sure of it)
    return question.game.group.classroom


def _add(
    classroom: Classroom, game: Game | None, text: str, moves: Iterable[int] | None = None
) -> Question:
    if game and not Game.objects.select_for_update().filter(pk=game.pk).order_by():
        raise InvalidInput(gettext("This game has been deleted."))
    place = None if game else classroom
    same = Question.objects.filter(classroom=place, game=game)
    if same.count() >= QUESTIONS_MOST:
        raise InvalidInput(gettext("There are too many questions. Delete some first."))
    last = same.aggregate(last=Max("number"))["last"] or 0
    return Question.objects.create(
        classroom=place,
        game=game,
        number=last + 1,
        text=text,
        moves=list(moves or ()),
        is_derived=moves is not None,
    )


def _read(text: str) -> str:
    return text_read(text, TEXT_LETTERS, gettext("Write the question first."))


def _lock(question: Question) -> Classroom:
    """Lock the class's lesson and the question, and read it as it is now.

    Raises:
        InvalidInput: somebody else has deleted it.
    """
    classroom = classroom_of(question)
    lesson_locked(classroom)
    try:
        question.refresh_from_db(from_queryset=Question.objects.select_for_update())
    except Question.DoesNotExist as error:
        raise InvalidInput(gettext("This question has been deleted.")) from error
    return classroom


def _check_unasked(question: Question) -> None:
    if question.asked_at is not None:
        raise InvalidInput(gettext("It has been asked already. Take it back first."))


def _count(classroom: Classroom, question: Question) -> None:
    """Count and publish what students see of it."""
    lesson_changed(classroom, question.game.group if question.game else None)


# Answers of students to questions of the debrief.


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
