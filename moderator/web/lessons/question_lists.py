"""The questions of a class's debrief by whom they are for."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext

from moderator.play.debrief_answers import questions_of
from moderator.play.debrief_questions import (
    DerivedQuestion,
    are_promises_sealed,
    derived_questions,
)
from moderator.play.log import folds
from moderator.play.models import Classroom, Game, Question
from moderator.play.selectors import groups_of
from moderator.play.stopped import is_ended
from moderator.play.whole_class import games_of


@dataclass(frozen=True, slots=True)
class QuestionList:
    """The questions for all groups, or (with `game`) for a group about its game.

    `number`: the group's, or 0. `derived`: what can be taken over from what happened.
    `is_present`: it is the group's newest game, so students can be asked. `has_ended`: they see
    what has been asked. `has_sealed`: promises that nobody may be asked about yet.
    """

    number: int
    title: str
    questions: tuple[Question, ...]
    game: Game | None = None
    derived: tuple[DerivedQuestion, ...] = ()
    is_present: bool = False
    has_ended: bool = False
    has_sealed: bool = False

    @property
    def can_ask(self) -> bool:
        """Whether students can be asked these questions."""
        return self.game is None or self.is_present

    @property
    def replay(self) -> str:
        """The start of the URL that shows the game after an entry."""
        if self.game is None:
            return ""
        return f"{reverse('replay', args=[self.game.group.code])}?game={self.game.number}&move="

    @property
    def unasked(self) -> int:
        """How many questions have not been asked."""
        return sum(one.asked_at is None for one in self.questions)


def of_class(classroom: Classroom) -> QuerySet[Question]:
    """All questions of the class, each with its class."""
    found = Question.objects.filter(Q(classroom=classroom) | Q(game__group__classroom=classroom))
    return found.select_related("classroom", "game__group__classroom")


def lists_of(classroom: Classroom) -> tuple[QuestionList, ...]:
    """Those for all groups, then for each group about its present game, then about earlier ones.

    Cost: reads every present game that is over or stopped.
    """
    by_game: dict[int | None, list[Question]] = {}
    for question in questions_of(classroom):
        by_game.setdefault(question.game_id, []).append(question)
    lists = [QuestionList(0, gettext("All groups"), tuple(by_game.pop(None, ())))]
    for game in games_of(groups_of(classroom)).values():
        lists.append(_of_game(game, by_game.pop(game.pk, [])))
    for earlier in by_game.values():
        if game_then := earlier[0].game:
            title = f"{game_then.group.name}, {game_then}"
            lists.append(QuestionList(0, title, tuple(earlier), game_then))
    return tuple(lists)


def list_of(classroom: Classroom, number: int) -> QuestionList:
    """Those of the group with that number about its present game; 0: those for all groups."""
    if not number:
        return QuestionList(0, "", tuple(classroom.questions.select_related("classroom")))
    groups = classroom.groups.select_related("classroom").filter(number=number)
    for game in games_of(groups).values():
        return _of_game(game, list(of_class(classroom).filter(game=game).order_by("number")))
    raise Http404


def _of_game(game: Game, questions: list[Question]) -> QuestionList:
    known, fold = {question.text for question in questions}, folds.fold_of(game)
    return QuestionList(
        number=game.group.number,
        title=game.group.name,
        questions=tuple(questions),
        game=game,
        derived=tuple(one for one in derived_questions(game) if one.text not in known),
        is_present=True,
        has_ended=is_ended(game, fold),
        has_sealed=are_promises_sealed(game, fold),
    )
