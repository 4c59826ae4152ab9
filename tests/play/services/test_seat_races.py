"""Seats that are taken, given and divided at once: connections of their own, real commits."""

import pytest

from moderator.play import services
from moderator.play.dividing.drafts import GroupDraft
from moderator.play.models import Classroom, Game, Group, Person
from tests.support.play.at_once import at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)


def test_nobody_gets_two_seats_or_one_after_being_removed(game: Game, group: Group) -> None:
    (other,) = services.groups_create(group.classroom, 1)
    by = services.instructor_person(group.classroom)
    twin = services.game_create(other, game.rules, game.scenario, game.options, by)
    seats = [*game.seats.all()[:2], *twin.seats.all()[:2]]
    one = services.person_join(group.classroom, "Ana")
    at_once(lambda number: services.seat_take(Person.objects.get(pk=one.pk), seats[number]), 4)
    assert one.seats.count() == 1
    everybody = at_once(lambda _: Person.objects.get(pk=one.pk), 4)  # as pages have read them

    def ask(number: int) -> object:
        person = everybody[number]
        return services.seat_give(person, seats[number]) if number else services.person_remove(one)

    assert set(kinds(at_once(ask, 4))) <= {"Person", "Seat", "SeatTaken"}
    assert not one.seats.exists()


def test_a_division_and_people_who_take_seats_exclude_each_other(
    game: Game, classroom: Classroom
) -> None:
    people = [services.person_join(classroom, f"Student {number}") for number in range(4)]
    seats, by = list(game.seats.all()), services.instructor_person(classroom)
    placed = tuple((person.number,) for person in people)
    division = (GroupDraft(game.group.number, placed, (), None, frozenset()),)

    def ask(number: int) -> object:
        if number == 4:
            return services.division_start(classroom, division, None, by)
        return services.seat_take(people[number], seats[3 - number])

    assert set(kinds(at_once(ask, 5))) <= {"list", "Seat", "SeatTaken"}
    assert [person.seats.count() for person in people] == [1, 1, 1, 1]
