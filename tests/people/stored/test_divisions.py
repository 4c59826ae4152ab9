"""Divisions: groups, games and seats for everybody, and latecomers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from moderator.core import queries
from moderator.core.errors import InvalidInput
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person, person_join
from moderator.features.moves.write import move_play
from moderator.features.people.dividing import (
    NewGames,
    division_start,
    latecomers_seat,
    past_of,
    present_division,
    unseated,
)
from moderator.features.people.draw import (
    NO_PAST,
    Attendance,
    Division,
    divide,
    divide_among,
    in_groups,
    moved,
)
from moderator.rules.seating import player_ids
from tests.support.play.play import WORKED_EXAMPLE, scenario

pytestmark = pytest.mark.slow


@pytest.fixture
def students(classroom: Classroom) -> list[Person]:
    return [person_join(classroom, f"Student {number}") for number in range(9)]


def iron() -> NewGames:
    return NewGames("age-of-iron", scenario("example-of-play"))


def numbers(people: Sequence[Person]) -> tuple[int, ...]:
    return tuple(person.number for person in people)


def start(classroom: Classroom, division: Division, new: NewGames | None) -> list[Group]:
    by = instructor_person(classroom)
    return division_start(classroom, division, new, by)


def drawn(classroom: Classroom, students: list[Person]) -> Division:
    who = Attendance(numbers(students), numbers(students[:2]), 1)
    return divide(who, (4, 4), Random(1), past_of(classroom))


def test_missing_groups_and_their_games_are_created(
    classroom: Classroom, students: list[Person]
) -> None:
    groups = start(classroom, drawn(classroom, students), iron())
    assert [group.number for group in groups] == [1, 2]
    seats = [len(seat.persons.all()) for g in Game.objects.all() for seat in queries.seats(g)]
    assert seats == [1] * 8
    moderator = classroom.people.get(moderates__isnull=False)
    assert moderator in students[:2]
    assert moderator.group == moderator.moderates == groups[0]
    assert not unseated(classroom).exists()


def test_a_second_division_leaves_the_first_games_and_knows_who_met(
    classroom: Classroom, students: list[Person]
) -> None:
    groups = start(classroom, drawn(classroom, students), iron())
    first = queries.game_now(groups[0])
    assert first is not None
    moderator = classroom.people.get(moderates=groups[0])
    sat = {person.number for seat in first.seats.all() for person in seat.persons.all()}
    past = past_of(classroom)
    assert set(past.met[moderator.number]) == sat
    assert {one: set(past.met[one]) for one in sat} == {
        one: (sat | {moderator.number}) - {one} for one in sat
    }
    assert {id for one in sat for id in past.held[one]} == {
        seat.player for seat in first.seats.all()
    }
    assert past.moderated == {moderator.number: 1}
    assert not past_of(classroom, are_kept=True).met
    move_play(first, WORKED_EXAMPLE[0], 0, "key-1", moderator, "moderator")
    absent = students[5]
    present = [one for one in students if one != absent]
    again = divide(Attendance(numbers(present)), (4, 4), Random(2), past)
    start(classroom, in_groups(again, [1, 2]), iron())
    assert classroom.groups.count() == 2
    assert set(unseated(classroom)) == {absent}
    assert {p.number for s in first.seats.all() for p in s.persons.all()} == sat  # as history
    assert all(one.seats.filter(game__number=2).count() == 1 for one in present)
    assert not classroom.people.filter(moderates__isnull=False).exists()
    past = past_of(classroom)
    assert past.moderated == {moderator.number: 1}  # who recorded
    assert sum(past.held[students[4].number].values()) == 2
    Game.objects.update(is_waiting=True)
    assert not past_of(classroom).met  # nobody has sat together in a game that only waits


def test_present_games_are_filled_and_latecomers_come_to_the_smallest(
    classroom: Classroom, students: list[Person]
) -> None:
    start(classroom, divide(Attendance(numbers(students[:8])), (4, 4), Random(1)), iron())
    with_seat = present_division(queries.groups_of(classroom))
    without = moved(with_seat, with_seat[1].players, "out")
    division_start(classroom, without, None, instructor_person(classroom), with_seat[1].players)
    assert len(unseated(classroom)) == 5
    latecomers_seat(classroom, [students[8]])
    seated = present_division(queries.groups_of(classroom))
    assert seated[1].players == (students[8].number,)
    who = Attendance(numbers(list(unseated(classroom))))
    start(classroom, divide_among(who, seated, [[""] * 4] * 2, Random(1), NO_PAST), None)
    full = present_division(queries.groups_of(classroom))
    assert sorted(len(group.players) for group in full) == [4, 5]
    kept = zip(seated[0].seats, full[0].seats, strict=True)
    assert all(set(before) <= set(after) for before, after in kept)


def test_a_game_with_named_players_has_their_names(
    classroom: Classroom, students: list[Person]
) -> None:
    division = divide(Attendance(numbers(students[:3])), (2, 6), Random(1))
    start(classroom, division, NewGames("age-of-war", "standard"))
    game = Game.objects.get()
    assert game.options == {"players": [*player_ids(3)]}
    names = {seat.name: seat.persons.get().name for seat in game.seats.all()}
    assert names == {f"Student {n}": f"Student {n}" for n in range(3)}


def test_a_division_that_has_become_outdated_changes_nothing(
    classroom: Classroom, students: list[Person]
) -> None:
    division = divide(Attendance(numbers(students)), (4, 4), Random(1))
    division = in_groups(division, [1, 7])
    with pytest.raises(InvalidInput, match="changed"):
        start(classroom, division, iron())
    with pytest.raises(InvalidInput, match="Draw groups first"):
        latecomers_seat(classroom, students)
    assert not Game.objects.exists()
