"""What is written and asked while somebody else erases, deletes, withdraws or plays again."""

from __future__ import annotations

import pytest

from moderator.play import services
from moderator.play.errors import InvalidInput
from moderator.play.models import (
    Answer,
    Classroom,
    Contact,
    Game,
    Group,
    Message,
    Person,
    Promise,
    Question,
)
from moderator.play.services import Stale
from tests.support.play.agreed import seated
from tests.support.play.at_once import at_once, kinds
from tests.support.play.play import deploy, record, start

pytestmark = pytest.mark.django_db(transaction=True)

OPTIONS = {"deployment": "sequential", "communication": "written", "diplomatic_records": True}
NO_ATTACK = {"kind": "no-attack", "target": "babylon", "region": "syria", "until": 1}
ROUNDS = 4


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc", OPTIONS)


@pytest.fixture
def asked(game: Game, moderator: Person) -> Question:
    services.game_stop(game, moderator, "moderator")
    question = services.question_make(game.group.classroom, "Why?")
    services.question_ask(question)
    return question


def test_a_name_is_erased_while_its_game_goes_on(game: Game, moderator: Person) -> None:
    people = seated(game)
    for number in range(ROUNDS):
        name, key = f"Zorro{number}", f"key-{number}"
        seat = game.seats.get(player="egypt")
        seat.persons.clear()
        who = services.person_join(game.group.classroom, name)
        services.seat_take(who, seat)
        services.promise_make(game, "babylon", NO_ATTACK, None, key, who)
        services.contact_note(game, ["babylon"], f"I am {name}.", key, who, "student")
        services.message_send(game, "egypt", ["babylon"], f"I am {name}.", key, who, "student")
        promise = Promise.objects.latest("number").number
        services.person_remove(who)

        def ask(at: int, number: int = number, who: Person = who, promise: int = promise) -> object:
            mine, to = Game.objects.get(pk=game.pk), people["babylon"]
            if at == 0:
                return services.person_forget(Person.objects.get(pk=who.pk))
            if at == 1:
                return services.promise_answer(mine, promise, "declined", "answer", to)
            if at == 2:
                return services.draft_save(mine, ["egypt"], f"Draft {number}", to)
            return services.writing_close(
                mine, [("hatti", "egypt")[at % 2]], moderator, "moderator"
            )

        answers = kinds(at_once(ask, 5))
        assert answers == {"Person": 1, "tuple": 2, "NoneType": 2}
        for written in (Message, Contact):
            assert not written.objects.filter(text__contains=name).exists()
        assert Promise.objects.get(number=promise).person is None
        services.writing_open(Game.objects.get(pk=game.pk), None, moderator, "moderator")


def test_a_question_is_taken_back_or_answered(game: Game, asked: Question) -> None:
    people = seated(game)
    for _ in range(ROUNDS):

        def ask(number: int) -> object:
            mine = Question.objects.get(pk=asked.pk)
            if number:
                return services.answer_write(mine, people["egypt"], "egypt", "Because.")
            return services.question_withdraw(mine)

        assert set(kinds(at_once(ask, 2))) in ({"Answer", "InvalidInput"}, {"list", "InvalidInput"})
        asked.refresh_from_db()
        assert (asked.asked_at is None) == (not asked.answers.exists())
        Answer.objects.all().delete()
        services.question_ask(asked)


def test_a_question_that_is_gone_is_said_to_be(classroom: Classroom) -> None:
    first = services.question_make(classroom, "Why?")
    second = Question.objects.get(pk=first.pk)
    services.question_delete(first)
    for act in (services.question_delete, services.question_ask, services.question_withdraw):
        with pytest.raises(InvalidInput, match="deleted"):
            act(second)


def test_nobody_who_has_been_removed_answers(game: Game, asked: Question) -> None:
    people = seated(game)
    before = Person.objects.get(pk=people["egypt"].pk)
    services.person_forget(services.person_remove(people["egypt"]))
    with pytest.raises(InvalidInput, match="no longer in this class"):
        services.answer_write(asked, before, "egypt", "Because.")


def test_a_game_is_deleted_while_its_questions_are_answered(
    group: Group, moderator: Person
) -> None:
    for _ in range(ROUNDS):
        game = start(group, moderator, "1800-bc", OPTIONS)
        who = services.person_join(group.classroom, f"Student {game.number}")
        services.game_stop(game, moderator, "moderator")
        question = services.question_make(group.classroom, "Why?", game)
        services.question_ask(question)
        mine = [
            Question.objects.select_related("game__group__classroom").get(pk=question.pk)
            for _ in range(4)
        ]

        def ask(
            number: int, game: Game = game, mine: list[Question] = mine, who: Person = who
        ) -> object:
            if number == 0:
                return services.game_delete(Game(pk=game.pk, group=game.group))
            if number == 1:
                return services.question_close(mine[1], is_closed=True)
            if number == 2:
                return services.question_make(group.classroom, "Why not?", game)
            return services.answer_write(mine[3], who, "egypt", "Because.")

        found = kinds(at_once(ask, 4))
        assert set(found) <= {"NoneType", "list", "Question", "Answer", "InvalidInput"}
        assert not Game.objects.filter(pk=game.pk).exists()


def test_a_game_that_was_followed_by_another_is_not_continued(
    group: Group, moderator: Person
) -> None:
    for _ in range(ROUNDS):
        old = start(group, moderator, "1800-bc", OPTIONS)
        services.game_stop(old, moderator, "moderator")
        services.debrief_release(old)

        def ask(number: int, old: Game = old) -> object:
            mine = Game.objects.get(pk=old.pk)
            if number:
                return services.game_again(mine, moderator)
            return services.game_continue(mine, moderator, "moderator")

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
    services.game_again(game, moderator)
    with pytest.raises(Stale):
        record(game, {"type": "undo"}, moderator)


def test_a_group_is_deleted_while_its_game_is_continued(
    classroom: Classroom, moderator: Person
) -> None:
    for _ in range(ROUNDS):
        group = services.groups_create(classroom, 1)[0]
        game = start(group, moderator, "1800-bc", OPTIONS)
        services.game_stop(game, moderator, "moderator")

        def ask(number: int, group: Group = group, pk: int = game.pk) -> object:
            mine = Game.objects.select_related("group__classroom").get(pk=pk)
            if number:
                return services.group_delete(Group.objects.get(pk=group.pk))
            return services.game_continue(mine, moderator, "moderator")

        assert set(kinds(at_once(ask, 2))) <= {"NoneType", "Game", "Stale"}
        assert not Group.objects.filter(pk=group.pk).exists()
