"""The questions of a debrief, derived or asked, and the answers by question and group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from moderator.core import queries
from moderator.core.ended import is_ended, seen_as
from moderator.core.lesson import names_of_players
from moderator.core.log import past_of, rules_of
from moderator.core.look import Look, look_at
from moderator.core.models import TEXT_LETTERS, Classroom, Game, Group, Person
from moderator.core.people import name_order
from moderator.core.queries import groups_of
from moderator.core.whole_class import games_of
from moderator.core.written import has_records
from moderator.features.debrief.models import Answer, Question
from moderator.features.debrief.releases.read import RELEASES, released
from moderator.rules.deals import DebriefQuestion
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer

# Questions of the debrief: those derived from what happened, and those that a group is asked.
#
# Students see a question when it has been asked and their game is over or stopped.


def derived_questions(game: Game) -> tuple[DebriefQuestion, ...]:
    """What can be asked about the game; nothing before it is over or stopped.

    Cost: reads the whole game.
    """
    look = look_at(game)
    if not is_ended(look):
        return ()
    return *_from_promises(look), *_from_history(look)


def are_promises_sealed(look: Look) -> bool:
    """Whether promises are made in the game, and not everything has been released.

    Then there may be questions that aren't derived yet.
    """
    if not has_records(look.fold) or look.rules.promises is None:
        return False
    return not RELEASES.of(look).has_all


def asked_in(look: Look) -> tuple[Question, ...]:
    """What the game's group is asked now, closed questions too: the class's, then the game's."""
    if look.game.is_waiting or not is_ended(look):
        return ()
    asked = Question.objects.filter(Q(game=look.game) | Q(classroom=look.game.group.classroom_id))
    found = asked.exclude(asked_at=None).order_by("number")
    return tuple(sorted(found, key=lambda question: question.game_id is not None))


def _from_history(look: Look) -> Iterable[DebriefQuestion]:
    """The questions of the rules' own history, if they have one."""
    rules = rules_of(look.game)
    if not rules.has_history:
        return ()
    # A stopped game may go on, so its secrets stay out of them; and its orders in any case.
    group = Viewer(is_released=True) if look.game.is_concluded else PUBLIC
    viewer = MODERATOR if rules.is_over(look.state) else seen_as(look.by(group))
    steps = past_of(look.fold, look.fold.number, viewer)
    history = rules.history_view(look.timeline.start, steps, viewer)
    return getattr(history, "questions", ())


def _from_promises(look: Look) -> Iterable[DebriefQuestion]:
    """Questions about promises that have been released: the whole group reads what is asked."""
    rules, shown = rules_of(look.game).promises, released(look.by(PUBLIC))
    deals = [one.judged for one in shown.records.promises if one.is_accepted]
    if rules is None or not deals:
        return ()
    moves = [entry.move for entry in look.fold.entries]
    found = rules.questions(look.timeline, moves, deals, look.game.is_stopped)
    return tuple(one for one in found if len(one.text) <= TEXT_LETTERS)


# The answers to the questions of a class's debrief, collected by question and group.


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer with its writer's group and player; either may be unknown (empty)."""

    answer: Answer
    group: str
    player: str

    @property
    def name(self) -> str:
        return self.answer.person.display_name


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question that has been asked; `group`: the only one that is asked, or None.

    `groups`: their names and answers, by player and name. `students`: how many it is for.
    """

    question: Question
    group: Group | None
    groups: tuple[tuple[str, tuple[GivenAnswer, ...]], ...]
    students: int

    @property
    def count(self) -> int:
        """How many have answered."""
        return sum(len(answers) for _name, answers in self.groups)


def of_class(classroom: Classroom) -> QuerySet[Question]:
    """All questions of the class, each with its class."""
    found = Question.objects.filter(Q(classroom=classroom) | Q(game__group__classroom=classroom))
    return found.select_related("classroom", "game__group__classroom")


def questions_of(classroom: Classroom) -> list[Question]:
    """All questions of the class: for all groups, then by group and game, in their order."""
    return sorted(of_class(classroom), key=_place)


def _place(question: Question) -> tuple[int, int, int]:
    game = question.game
    return (game.group.number, game.number, question.number) if game else (0, 0, question.number)


def answers_of(classroom: Classroom) -> tuple[AskedQuestion, ...]:
    """The questions that have been asked, with all answers."""
    asked = [one for one in questions_of(classroom) if one.asked_at]
    answers = Answer.objects.filter(question__in=asked).select_related(
        "person__group", "person__roster_name"
    )
    by_question: dict[int, list[Answer]] = {}
    for answer in answers:
        by_question.setdefault(answer.question_id, []).append(answer)
    games = games_of(groups_of(classroom))
    students = queries.people(classroom).filter(kind=Person.Kind.STUDENT, is_simulated=False)
    counts = Counter(students.exclude(group=None).values_list("group", flat=True))
    return tuple(_asked(one, by_question.get(one.pk, []), games, counts) for one in asked)


def _asked(
    question: Question,
    answers: list[Answer],
    games: Mapping[int, Game],
    students: Mapping[int, int],
) -> AskedQuestion:
    group = question.game.group if question.game else None
    by_group: dict[tuple[int, str], list[tuple[tuple[int, tuple[str, str], int], GivenAnswer]]] = {}
    for answer in answers:
        own = group or answer.person.group
        game = question.game or (games.get(own.pk) if own else None)
        names = names_of_players(game) if game else {}
        order = list(names).index(answer.player) if answer.player in names else len(names)
        given = GivenAnswer(answer, own.name if own else "", names.get(answer.player, ""))
        key = (own.number, own.name) if own else (0, "")
        place = (order, name_order(answer.person), answer.person.number)
        by_group.setdefault(key, []).append((place, given))
    groups = tuple(
        (name, tuple(given for _, given in sorted(found, key=lambda one: one[0])))
        for (_, name), found in sorted(by_group.items())
    )
    expected = students.get(group.pk, 0) if group else sum(students.values())
    return AskedQuestion(question, group, groups, expected)
