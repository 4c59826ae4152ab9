"""Erasing a name in comments, questions and answers."""

from __future__ import annotations

from django.db.models import Q

from moderator.core.erasing import ErasedName
from moderator.core.models import MESSAGE_LETTERS, TEXT_LETTERS, Classroom, Person
from moderator.features.debrief.models import Answer, Comment, Question


def forget_person(person: Person) -> None:
    person.answers.all().delete()


def forget_name(classroom: Classroom, erased: ErasedName) -> None:
    comments = Comment.objects.filter(game__group__classroom=classroom)
    list(erased.erase_in(comments, "text", TEXT_LETTERS))
    of_class = Q(classroom=classroom) | Q(game__group__classroom=classroom)
    list(erased.erase_in(Question.objects.filter(of_class), "text", TEXT_LETTERS))
    answers = Answer.objects.filter(person__classroom=classroom)
    list(erased.erase_in(answers, "text", MESSAGE_LETTERS))
