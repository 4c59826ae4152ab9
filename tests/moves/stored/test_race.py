"""Many at once: connections of their own, real commits."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction

from moderator.core import credentials, queries
from moderator.core.errors import InvalidInput, Stale
from moderator.core.heads import log_findings
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.people import (
    instructor_person,
    person_by_return_link,
    person_join,
    person_return_link,
)
from moderator.features.accounts.write import sign_in_link_create, sign_in_link_use
from moderator.features.moves.write import move_play
from moderator.features.new_game.settings import GameSettings
from moderator.features.new_game.write import game_create, game_delete, game_redraw
from moderator.features.people.write import seat_any, seat_give, seat_return, seat_take
from tests.support.play import tables
from tests.support.play.at_once import THREADS, at_once, kinds
from tests.support.play.play import WORKED_EXAMPLE, record_older

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_of_ten_with_the_same_number_one_wins(game: Game, moderator: Person) -> None:
    answers = at_once(
        lambda _: move_play(game, WORKED_EXAMPLE[0], 0, credentials.new(), moderator, "moderator")
    )
    assert kinds(answers) == {"RecordedMove": 1, "Stale": THREADS - 1}
    assert Entry.objects.count() == 1
    assert log_findings(game) == []


def test_of_ten_with_the_same_key_all_get_one_answer(game: Game, moderator: Person) -> None:
    answers = at_once(lambda _: move_play(game, WORKED_EXAMPLE[0], 0, "k", moderator, "moderator"))
    assert kinds(answers) == {"RecordedMove": THREADS}
    assert len({answer.entry.hash for answer in answers}) == 1
    assert sum(not answer.is_repeat for answer in answers) == 1
    assert Entry.objects.count() == 1


def test_two_consoles_lose_and_double_nothing(game: Game, moderator: Person) -> None:
    wire = {**WORKED_EXAMPLE[0], "rfs": 1}

    def ask(_: int) -> int:
        number, _hash = queries.head(game)
        won = 0
        while won < 3:
            try:
                move_play(game, wire, number, credentials.new(), moderator, "moderator")
                number, won = number + 1, won + 1
            except Stale as stale:
                number = stale.timeline.number
        return won

    assert at_once(ask, 2) == [3, 3]
    assert list(game.entries.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert log_findings(game) == []


def test_of_two_phones_one_gets_the_seat(game: Game, classroom: Classroom) -> None:
    seat = game.seats.all()[0]
    people = [person_join(classroom, f"Student {number}") for number in range(4)]
    answers = at_once(lambda number: seat_take(people[number], seat), 4)
    assert kinds(answers) == {"Seat": 1, "SeatTaken": 3}
    assert seat.persons.count() == 1


def test_four_people_get_four_random_seats(game: Game, classroom: Classroom) -> None:
    people = [person_join(classroom, f"Student {number}") for number in range(5)]
    answers = at_once(lambda number: seat_any(people[number], game), 5)
    assert kinds(answers) == {"Seat": 4, "SeatTaken": 1}
    assert len({answer.pk for answer in answers if not isinstance(answer, Exception)}) == 4


def test_of_two_with_one_name_one_gets_it(classroom: Classroom) -> None:
    answers = at_once(lambda _: person_join(classroom, "Ana"), 4)
    assert kinds(answers) == {"Person": 1, "NameTaken": 3}


def test_everybody_gets_a_number(classroom: Classroom) -> None:
    people = at_once(lambda number: person_join(classroom, f"Student {number}"))
    assert sorted(person.number for person in people) == list(range(1, THREADS + 1))


def test_links_open_once(classroom: Classroom, group: Group) -> None:
    token = sign_in_link_create(classroom.instructor)
    answers = at_once(lambda _: sign_in_link_use(token), 4)
    assert kinds(answers) == {"User": 1, "NoneType": 3}
    back = person_return_link(person_join(classroom, "Ana"))
    answers = at_once(lambda _: person_by_return_link(back), 4)
    assert kinds(answers) == {"Person": 1, "NoneType": 3}


def test_one_person_stands_for_the_instructor(classroom: Classroom) -> None:
    people = at_once(lambda _: instructor_person(classroom), 4)
    assert {person.pk for person in people} == {classroom.people.get().pk}


def test_new_games_get_numbers_of_their_own(game: Game, moderator: Person) -> None:
    answers = at_once(
        lambda _: game_create(game.group, game.rules, game.scenario, game.options, moderator),
        4,
    )
    assert sorted(answer.number for answer in answers) == [2, 3, 4, 5]


def test_of_two_phones_at_once_one_rolls(
    group: Group, moderator: Person, classroom: Classroom
) -> None:
    """Two phones on one seat: one roll is recorded, and the other phone is shown it."""
    game = tables.age_of_war(group, moderator, GameSettings("seats", "server"))
    people = [person_join(classroom, f"Student {number}") for number in range(2)]
    for person in people:
        seat_give(person, game.seats.get(player="ann"))
    wire = {"type": "roll", "player": "ann"}
    answers = at_once(
        lambda number: move_play(game, wire, 0, credentials.new(), people[number], "student"),
        2,
    )
    assert kinds(answers) == {"RecordedMove": 1, "Stale": 1}
    stale = next(answer for answer in answers if isinstance(answer, Stale))
    roll = game.entries.get()
    assert stale.timeline.state.roll == tuple(roll.move["dice"])
    assert log_findings(game) == []


def test_drawn_again_at_once_or_begun_it_is_one_game(group: Group, moderator: Person) -> None:
    game = tables.war(group, moderator)
    tile = next(tile for tile, symbol in game.scenario["tiles"].items() if symbol is None)
    wire = {"type": "place", "player": "ann", "tile": tile}

    def ask(number: int) -> Any:
        if number % 2:
            return game_redraw(game, moderator)
        return move_play(game, wire, 0, f"k{number}", moderator, "moderator")

    answers = kinds(at_once(ask))
    assert Game.objects.count() == 1
    if "RecordedMove" in answers:
        half = THREADS // 2
        assert answers == {"RecordedMove": 1, "Stale": half - 1, "InvalidInput": half}
        assert Game.objects.get() == game
    else:
        assert answers == {"Stale": THREADS // 2, "Game": 1, "InvalidInput": THREADS // 2 - 1}
        assert Game.objects.get().number == 2


def test_a_move_into_a_game_that_is_deleted_is_recorded_or_stale(
    game: Game, moderator: Person
) -> None:
    def ask(number: int) -> Any:
        if number % 2:
            return game_delete(Game(pk=game.pk, group=game.group))
        return move_play(game, WORKED_EXAMPLE[0], 0, f"k{number}", moderator, "moderator")

    answers = kinds(at_once(ask))
    assert answers["NoneType"] == THREADS // 2
    assert set(answers) <= {"NoneType", "RecordedMove", "Stale"}
    assert not Game.objects.filter(pk=game.pk).exists()
    with pytest.raises(Stale):
        move_play(game, WORKED_EXAMPLE[0], 0, "late", moderator, "moderator")
    assert not Entry.objects.exists()


def test_a_seat_is_not_given_back_while_the_first_move_is_stored(
    game: Game, classroom: Classroom, moderator: Person
) -> None:
    seat = game.seats.all()[0]
    student = person_join(classroom, "Student")
    seat_take(student, seat)

    def give_back() -> None:
        try:
            seat_return(student, seat)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game.pk)
            answer = pool.submit(give_back)
            with pytest.raises(TimeoutError):
                answer.result(timeout=0.3)  # it waits for the move
            record_older(game, WORKED_EXAMPLE[:1], moderator)
        with pytest.raises(InvalidInput):
            answer.result(timeout=30)
    assert seat.persons.exists()
