"""Seats: who has which."""

import pytest

from moderator.core import queries
from moderator.core.errors import SeatTaken
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import moderator_enter, person_join, person_remove
from moderator.features.classes.write import classroom_create
from moderator.features.people.write import (
    console_give,
    seat_any,
    seat_give,
    seat_take,
    seats_leave,
)
from tests.support.play.play import start

pytestmark = pytest.mark.slow


@pytest.fixture
def ana(classroom: Classroom) -> Person:
    return person_join(classroom, "Ana")


@pytest.fixture
def ben(classroom: Classroom) -> Person:
    return person_join(classroom, "Ben")


def test_taking_a_free_one_joins_the_group(game: Game, ana: Person) -> None:
    seat = seat_take(ana, game.seats.get(player="chas"))
    ana.refresh_from_db()
    assert queries.seat_of(ana, game) == seat
    assert ana.group == game.group
    assert seat_take(ana, seat) == seat


def test_a_taken_one_is_given_only(game: Game, ana: Person, ben: Person) -> None:
    seat = seat_take(ana, game.seats.get(player="chas"))
    with pytest.raises(SeatTaken, match="quicker"):
        seat_take(ben, seat)
    seat_give(ben, seat)
    assert set(seat.persons.all()) == {ana, ben}


def test_one_sits_on_one_seat(game: Game, ana: Person, ben: Person) -> None:
    seat_take(ana, game.seats.get(player="chas"))
    seat_take(ana, game.seats.get(player="dirk"))
    assert [seat.player for seat in ana.seats.all()] == ["dirk"]
    seat_take(ben, game.seats.get(player="chas"))


def test_in_one_group_at_a_time(
    game: Game, groups: list[Group], moderator: Person, ana: Person
) -> None:
    seat_take(ana, game.seats.get(player="chas"))
    newer = start(groups[0], moderator)
    elsewhere = start(groups[1], moderator_enter(groups[1]))
    assert ana.seats.count() == 2
    (present,) = queries.present_seats(ana)
    assert (present.group_id, present.player) == (groups[0].pk, "chas")
    seat_take(ana, elsewhere.seats.get(player="dirk"))
    assert {seat.game for seat in ana.seats.all()} == {game, elsewhere}  # the first as history
    (present,) = queries.present_seats(ana)
    assert (present.group_id, present.player) == (groups[1].pk, "dirk")
    ana.refresh_from_db()
    assert ana.group == groups[1]
    assert not newer.seats.filter(persons__isnull=False).exists()


def test_a_random_seat_can_be_any_free_one(game: Game, classroom: Classroom, ana: Person) -> None:
    seat_take(ana, game.seats.get(player="chas"))
    assert seat_any(ana, game).player == "chas"
    people = [person_join(classroom, f"Student {number}") for number in range(4)]
    got = {seat_any(person, game).player for person in people[:3]}
    assert got == {"ariel", "beauregard", "dirk"}
    with pytest.raises(SeatTaken, match="Every country"):
        seat_any(people[3], game)


def test_nobody_of_another_class(game: Game, classroom: Classroom, ana: Person) -> None:
    other = classroom_create(classroom.instructor, "Other")
    stranger = person_join(other, "Eve")
    with pytest.raises(ValueError, match="another class"):
        seat_take(stranger, game.seats.all()[0])
    with pytest.raises(ValueError, match="another class"):
        seat_any(stranger, game)
    person_remove(ana)
    with pytest.raises(SeatTaken, match="removed"):
        seat_give(ana, game.seats.all()[0])


def test_who_leaves_moderates_no_more(game: Game, ana: Person) -> None:
    console_give(game.group, ana)
    seats_leave(Person.objects.get(pk=ana.pk))
    ana.refresh_from_db()
    assert (ana.group, ana.moderates) == (None, None)
