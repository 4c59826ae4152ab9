"""The answers to the questions of a class's debrief, collected by question and group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from moderator.play.division_now import students_of
from moderator.play.lesson_now import names_of_players
from moderator.play.models import Answer, Classroom, Game, Group, Question
from moderator.play.selectors import groups_of
from moderator.play.whole_class import games_of


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer with its writer's group and player; either may be unknown (empty)."""

    answer: Answer
    group: str
    player: str

    @property
    def name(self) -> str:
        """Who wrote it."""
        return self.answer.person.display_name


@dataclass(frozen=True, slots=True)
class GroupAnswers:
    """The answers from one group, by player and name."""

    name: str
    answers: tuple[GivenAnswer, ...]


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that has been asked; `group`: the only one that is asked, or None.

    `students`: how many people it is for.
    """

    question: Question
    group: Group | None
    groups: tuple[GroupAnswers, ...]
    students: int

    @property
    def count(self) -> int:
        """How many have answered."""
        return sum(len(group.answers) for group in self.groups)


def questions_of(classroom: Classroom) -> list[Question]:
    """All questions of the class: for all groups, then by group and game, in their order."""
    of_class = Q(classroom=classroom) | Q(game__group__classroom=classroom)
    found = Question.objects.filter(of_class).select_related("classroom", "game__group__classroom")
    return sorted(found, key=_place)


def _place(question: Question) -> tuple[int, int, int]:
    game = question.game
    return (game.group.number, game.number, question.number) if game else (0, 0, question.number)


def answers_of(classroom: Classroom) -> tuple[AskedQuestion, ...]:
    """The questions that have been asked, with all answers."""
    asked = [one for one in questions_of(classroom) if one.asked_at]
    answers = Answer.objects.filter(question__in=asked).select_related("person__group")
    by_question: dict[int, list[Answer]] = {}
    for answer in answers:
        by_question.setdefault(answer.question_id, []).append(answer)
    games = games_of(groups_of(classroom))
    students = students_of(classroom).filter(is_simulated=False).exclude(group=None)
    counts = Counter(students.values_list("group", flat=True))
    return tuple(_asked(one, by_question.get(one.pk, []), games, counts) for one in asked)


def _asked(
    question: Question,
    answers: list[Answer],
    games: Mapping[int, Game],
    students: Mapping[int, int],
) -> AskedQuestion:
    group = question.game.group if question.game else None
    by_group: dict[tuple[int, str], list[tuple[tuple[int, str, int], GivenAnswer]]] = {}
    for answer in answers:
        own = group or answer.person.group
        game = question.game or (games.get(own.pk) if own else None)
        names = names_of_players(game) if game else {}
        order = list(names).index(answer.player) if answer.player in names else len(names)
        given = GivenAnswer(answer, own.name if own else "", names.get(answer.player, ""))
        key = (own.number, own.name) if own else (0, "")
        place = (order, answer.person.name_key, answer.person.number)
        by_group.setdefault(key, []).append((place, given))
    groups = tuple(
        GroupAnswers(name, tuple(given for _, given in sorted(found, key=lambda one: one[0])))
        for (_, name), found in sorted(by_group.items())
    )
    expected = students.get(group.pk, 0) if group else sum(students.values())
    return AskedQuestion(question, group, groups, expected)
