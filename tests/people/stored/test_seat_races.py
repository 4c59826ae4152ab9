"""Seats that are taken, given and divided at once: connections of their own, real commits."""

import pytest

from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person, person_join, person_remove
from moderator.features.classes.write import groups_create
from moderator.features.new_game.write import game_create
from moderator.features.people.dividing import division_start
from moderator.features.people.draw import GroupDraft
from moderator.features.people.write import seat_give, seat_take
from tests.support.play.at_once import at_once, kinds

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_nobody_gets_two_seats_or_one_after_being_removed(game: Game, group: Group) -> None:
    (other,) = groups_create(group.classroom, 1)
    by = instructor_person(group.classroom)
    twin = game_create(other, game.rules, game.scenario, game.options, by)
    seats = [*game.seats.all()[:2], *twin.seats.all()[:2]]
    one = person_join(group.classroom, "Ana")
    at_once(lambda number: seat_take(Person.objects.get(pk=one.pk), seats[number]), 4)
    assert one.seats.count() == 1
    everybody = at_once(lambda _: Person.objects.get(pk=one.pk), 4)  # as pages have read them

    def ask(number: int) -> object:
        person = everybody[number]
        return seat_give(person, seats[number]) if number else person_remove(one)

    assert set(kinds(at_once(ask, 4))) <= {"Person", "Seat", "SeatTaken"}
    assert not one.seats.exists()


def test_a_division_and_people_who_take_seats_exclude_each_other(
    game: Game, classroom: Classroom
) -> None:
    people = [person_join(classroom, f"Student {number}") for number in range(4)]
    seats, by = list(game.seats.all()), instructor_person(classroom)
    placed = tuple((person.number,) for person in people)
    division = (GroupDraft(game.group.number, placed, (), None, frozenset()),)

    def ask(number: int) -> object:
        if number == 4:
            return division_start(classroom, division, None, by)
        return seat_take(people[number], seats[3 - number])

    assert set(kinds(at_once(ask, 5))) <= {"list", "Seat", "SeatTaken"}
    assert [person.seats.count() for person in people] == [1, 1, 1, 1]
