"""The questions of a debrief: derived, written, ordered, asked, closed; and students’ answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from moderator.core import queries
from moderator.core.databases.compaction import compaction_request
from moderator.core.ended import is_ended, seen_as
from moderator.core.errors import InvalidInput
from moderator.core.lesson import lesson_changed, lesson_locked, names_of_players
from moderator.core.log import past_of, rules_of
from moderator.core.look import Look, look_at
from moderator.core.models import TEXT_LETTERS, Classroom, Game, Group, Person
from moderator.core.people import name_order
from moderator.core.queries import groups_of
from moderator.core.text import text_read
from moderator.core.whole_class import games_of
from moderator.core.written import MESSAGE_LETTERS, has_records
from moderator.features.debrief.models import Answer, Question
from moderator.features.debrief.releases import RELEASES, released
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
