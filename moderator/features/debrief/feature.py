"""What the debrief adds to what all features share."""

from __future__ import annotations

from django.db.models import Q
from django.urls import path

from moderator.core.erasing import ErasedName
from moderator.core.feature import Feature, Part
from moderator.core.models import MESSAGE_LETTERS, TEXT_LETTERS, Classroom, Person
from moderator.features.debrief import comments, history_page, replay
from moderator.features.debrief import pages as debrief_pages
from moderator.features.debrief.models import Answer, Comment, Question
from moderator.features.debrief.questions.pages import class_questions, player_questions
from moderator.features.debrief.questions.part import shown_questions
from moderator.features.debrief.releases.pages import debrief
from moderator.features.debrief.releases.part import shown_debrief
from moderator.features.debrief.releases.read import RELEASES
from moderator.features.debrief.releases.write import seal_again


def _forget_person(person: Person) -> None:
    person.answers.all().delete()


def _forget_name(classroom: Classroom, erased: ErasedName) -> None:
    comments = Comment.objects.filter(game__group__classroom=classroom)
    list(erased.erase_in(comments, "text", TEXT_LETTERS))
    of_class = Q(classroom=classroom) | Q(game__group__classroom=classroom)
    list(erased.erase_in(Question.objects.filter(of_class), "text", TEXT_LETTERS))
    answers = Answer.objects.filter(person__classroom=classroom)
    list(erased.erase_in(answers, "text", MESSAGE_LETTERS))


FEATURE = Feature(
    urls=(
        path("classes/<int:pk>/debrief/", debrief, name="class-debrief"),
        path("classes/<int:pk>/questions/", class_questions, name="debrief-questions"),
        path("g/<code:code>/comments/", comments.comments, name="comments"),
        path("c/<code:code>/replay/", replay.chart, name="chart-replay"),
        path("c/<code:code>/history/", history_page.history, name="history"),
        path("c/<code:code>/debrief/", debrief_pages.debrief, name="debrief"),
        path("play/<code:code>/questions/", player_questions, name="play-questions"),
        path("g/<code:code>/replay/", replay.console, name="replay"),
    ),
    books=(RELEASES,),
    goes_on=seal_again,
    forget_person=_forget_person,
    forget_name=_forget_name,
    parts=(Part("debrief", shown_debrief), Part("questions", shown_questions)),
)
