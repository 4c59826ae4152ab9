"""What is written and asked while somebody else erases, deletes, withdraws or plays again."""

from __future__ import annotations

import pytest

from moderator.core.errors import InvalidInput, Stale
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import person_join, person_remove
from moderator.features.classes.write import group_delete, groups_create
from moderator.features.clock.write import game_continue, game_stop
from moderator.features.deals.models import Contact, Promise
from moderator.features.deals.records import contact_note, promise_answer, promise_make
from moderator.features.debrief.models import Answer, Question
from moderator.features.debrief.questions import (
    answer_write,
    question_ask,
    question_close,
    question_delete,
    question_make,
    question_withdraw,
)
from moderator.features.debrief.releases import debrief_release
from moderator.features.messages.models import Message
from moderator.features.messages.write import draft_save, message_send, writing_set
from moderator.features.new_game.write import game_again, game_delete
from moderator.features.people.write import person_forget, seat_take
from tests.support.play.agreed import seated
from tests.support.play.at_once import at_once, kinds
from tests.support.play.play import deploy, record, start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
NO_ATTACK = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}
ROUNDS = 4


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", OPTIONS)


@pytest.fixture
def asked(game: Game, moderator: Person) -> Question:
    game_stop(game, moderator, "moderator")
    question = question_make(game.group.classroom, "Why?")
    question_ask(question)
    return question


def test_a_name_is_erased_while_its_game_goes_on(game: Game, moderator: Person) -> None:
    people = seated(game)
    for number in range(ROUNDS):
        name = f"Zorro{number}"
        seat = game.seats.get(player="egypt")
        seat.persons.clear()
        who = person_join(game.group.classroom, name)
        seat_take(who, seat)
        promise_make(game, "babylon", NO_ATTACK, None, f"promise-{number}", who)
        contact_note(game, ["babylon"], f"I am {name}.", f"note-{number}", who, "student")
        message_send(game, "egypt", ["babylon"], f"I am {name}.", f"say-{number}", who, "student")
        promise = Promise.objects.latest("number").number
        person_remove(who)

        def ask(at: int, number: int = number, who: Person = who, promise: int = promise) -> object:
            mine, to = Game.objects.get(pk=game.pk), people["babylon"]
            if at == 0:
                return person_forget(Person.objects.get(pk=who.pk))
            if at == 1:
                return promise_answer(mine, promise, "declined", f"answer-{number}", to)
            if at == 2:
                return draft_save(mine, ["egypt"], f"Draft {number}", to)
            return writing_set(mine, [("hatti", "egypt")[at % 2]], True, moderator, "moderator")

        answers = kinds(at_once(ask, 5))
        assert answers == {"Person": 1, "int": 1, "NoneType": 3}
        for written in (Message, Contact):
            assert not written.objects.filter(text__contains=name).exists()
        assert Promise.objects.get(number=promise).person is None
        writing_set(Game.objects.get(pk=game.pk), None, False, moderator, "moderator")


def test_a_question_is_taken_back_or_answered(game: Game, asked: Question) -> None:
    people = seated(game)
    for _ in range(ROUNDS):

        def ask(number: int) -> object:
            mine = Question.objects.get(pk=asked.pk)
            if number:
                return answer_write(mine, people["egypt"], "egypt", "Because.")
            return question_withdraw(mine)

        assert set(kinds(at_once(ask, 2))) in (
            {"Answer", "InvalidInput"},
            {"NoneType", "InvalidInput"},
        )
        asked.refresh_from_db()
        assert (asked.asked_at is None) == (not asked.answers.exists())
        Answer.objects.all().delete()
        question_ask(asked)


def test_a_question_that_is_gone_is_said_to_be(classroom: Classroom) -> None:
    first = question_make(classroom, "Why?")
    second = Question.objects.get(pk=first.pk)
    question_delete(first)
    for act in (question_delete, question_ask, question_withdraw):
        with pytest.raises(InvalidInput, match="deleted"):
            act(second)


def test_nobody_who_has_been_removed_answers(game: Game, asked: Question) -> None:
    people = seated(game)
    before = Person.objects.get(pk=people["egypt"].pk)
    person_forget(person_remove(people["egypt"]))
    with pytest.raises(InvalidInput, match="no longer in this class"):
        answer_write(asked, before, "egypt", "Because.")


def test_a_game_is_deleted_while_its_questions_are_answered(
    group: Group, moderator: Person
) -> None:
    for _ in range(ROUNDS):
        game = start(group, moderator, "1800-bc", OPTIONS)
        who = person_join(group.classroom, f"Student {game.number}")
        game_stop(game, moderator, "moderator")
        question = question_make(group.classroom, "Why?", game)
        question_ask(question)
        mine = [
            Question.objects.select_related("game__group__classroom").get(pk=question.pk)
            for _ in range(4)
        ]

        def ask(
            number: int, game: Game = game, mine: list[Question] = mine, who: Person = who
        ) -> object:
            if number == 0:
                return game_delete(Game(pk=game.pk, group=game.group))
            if number == 1:
                return question_close(mine[1], is_closed=True)
            if number == 2:
                return question_make(group.classroom, "Why not?", game)
            return answer_write(mine[3], who, "egypt", "Because.")

        found = kinds(at_once(ask, 4))
        assert set(found) <= {"NoneType", "Question", "Answer", "InvalidInput"}
        assert not Game.objects.filter(pk=game.pk).exists()


def test_a_game_that_was_followed_by_another_is_not_continued(
    group: Group, moderator: Person
) -> None:
    for _ in range(ROUNDS):
        old = start(group, moderator, "1800-bc", OPTIONS)
        game_stop(old, moderator, "moderator")
        debrief_release(old)

        def ask(number: int, old: Game = old) -> object:
            mine = Game.objects.get(pk=old.pk)
            if number:
                return game_again(mine, moderator)
            return game_continue(mine, moderator, "moderator")

        answers = kinds(at_once(ask, 2))
        assert answers in ({"Game": 2}, {"Game": 1, "InvalidInput": 1})
        old.refresh_from_db()
        is_followed = group.games.filter(number__gt=old.number).exists()
        assert old.is_stopped == is_followed
        assert old.debrief_releases.filter(withdrawn_at=None).exists() == is_followed


def test_the_end_of_a_game_that_was_followed_by_another_stands(
    group: Group, moderator: Person
) -> None:
    options = {"deployment": "sequential", "turns": 1}
    game = start(group, moderator, "1800-bc", options)
    for player, rfs in (("egypt", 13), ("babylon", 12), ("assyria", 11), ("hatti", 9)):
        record(game, deploy(player, player, rfs), moderator)
        record(game, {"type": "end-turn", "player": player}, moderator)
    game_again(game, moderator)
    with pytest.raises(Stale):
        record(game, {"type": "undo"}, moderator)


def test_a_group_is_deleted_while_its_game_is_continued(
    classroom: Classroom, moderator: Person
) -> None:
    for _ in range(ROUNDS):
        group = groups_create(classroom, 1)[0]
        game = start(group, moderator, "1800-bc", OPTIONS)
        game_stop(game, moderator, "moderator")

        def ask(number: int, group: Group = group, pk: int = game.pk) -> object:
            mine = Game.objects.select_related("group__classroom").get(pk=pk)
            if number:
                return group_delete(Group.objects.get(pk=group.pk))
            return game_continue(mine, moderator, "moderator")

        assert set(kinds(at_once(ask, 2))) <= {"NoneType", "Game", "Stale"}
        assert not Group.objects.filter(pk=group.pk).exists()
