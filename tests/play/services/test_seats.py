"""Seats: who has which."""

import pytest

from moderator.play import selectors, services
from moderator.play.models import Classroom, Game, Group, Person
from moderator.play.services import InvalidInput, SeatTaken
from tests.support.play.agreed import seated
from tests.support.play.play import start


@pytest.fixture
def ana(classroom: Classroom) -> Person:
    return services.person_join(classroom, "Ana")


@pytest.fixture
def ben(classroom: Classroom) -> Person:
    return services.person_join(classroom, "Ben")


def test_taking_a_free_one_joins_the_group(game: Game, ana: Person) -> None:
    seat = services.seat_take(ana, game.seats.get(player="chas"))
    ana.refresh_from_db()
    assert selectors.seat_of(ana, game) == seat
    assert ana.group == game.group
    assert services.seat_take(ana, seat) == seat


def test_a_taken_one_is_given_only(game: Game, ana: Person, ben: Person) -> None:
    seat = services.seat_take(ana, game.seats.get(player="chas"))
    with pytest.raises(SeatTaken, match="quicker"):
        services.seat_take(ben, seat)
    services.seat_give(ben, seat)
    assert set(seat.persons.all()) == {ana, ben}


def test_one_sits_on_one_seat(game: Game, ana: Person, ben: Person) -> None:
    services.seat_take(ana, game.seats.get(player="chas"))
    services.seat_take(ana, game.seats.get(player="dirk"))
    assert [seat.player for seat in ana.seats.all()] == ["dirk"]
    services.seat_take(ben, game.seats.get(player="chas"))


def test_in_one_group_at_a_time(
    game: Game, groups: list[Group], moderator: Person, ana: Person
) -> None:
    services.seat_take(ana, game.seats.get(player="chas"))
    newer = start(groups[0], moderator)
    elsewhere = start(groups[1], services.moderator_enter(groups[1]))
    assert ana.seats.count() == 2
    services.seat_take(ana, elsewhere.seats.get(player="dirk"))
    assert {seat.game for seat in ana.seats.all()} == {game, elsewhere}  # the first as history
    ana.refresh_from_db()
    assert ana.group == groups[1]
    assert not newer.seats.filter(persons__isnull=False).exists()


def test_a_random_seat_can_be_any_free_one(game: Game, classroom: Classroom, ana: Person) -> None:
    services.seat_take(ana, game.seats.get(player="chas"))
    assert services.seat_any(ana, game).player == "chas"
    people = [services.person_join(classroom, f"Student {number}") for number in range(4)]
    got = {services.seat_any(person, game).player for person in people[:3]}
    assert got == {"ariel", "beauregard", "dirk"}
    with pytest.raises(SeatTaken, match="Every country"):
        services.seat_any(people[3], game)


def test_nobody_of_another_class(game: Game, classroom: Classroom, ana: Person) -> None:
    other = services.classroom_create(classroom.instructor, "Other")
    stranger = services.person_join(other, "Eve")
    with pytest.raises(ValueError, match="another class"):
        services.seat_take(stranger, game.seats.all()[0])
    with pytest.raises(ValueError, match="another class"):
        services.seat_any(stranger, game)
    services.person_remove(ana)
    with pytest.raises(SeatTaken, match="removed"):
        services.seat_give(ana, game.seats.all()[0])


def test_who_leaves_moderates_no_more(game: Game, ana: Person) -> None:
    services.group_hand_over(game.group, ana)
    services.seats_leave(Person.objects.get(pk=ana.pk))
    ana.refresh_from_db()
    assert (ana.group, ana.moderates) == (None, None)


def test_a_seat_to_which_somebody_has_written_is_not_given_back(group: Group) -> None:
    """Who has read its messages would rule another country next."""
    by = services.instructor_person(group.classroom)
    game = start(group, by, "1800-bc", {"communication": "written"})
    people = seated(game)
    services.message_send(game, "hatti", ["egypt"], "Peace?", "key", people["hatti"], "student")
    for player in ("hatti", "egypt"):
        with pytest.raises(InvalidInput):
            services.seat_return(people[player], game.seats.get(player=player))
    services.seat_return(people["babylon"], game.seats.get(player="babylon"))
