"""Joining: by the roster, closed, too many (at once); and codes that were replaced."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from moderator.core import credentials
from moderator.core.errors import InvalidInput, JoiningClosed, NameTaken
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.people import instructor_person, person_remove, person_rename
from moderator.features.new_game.write import game_create
from moderator.features.people import joining
from moderator.features.people.joining import (
    Joining,
    classroom_code_replace,
    crowds,
    join_requests_decide,
    joining_change,
    student_join,
)
from moderator.features.people.models import JoinRequest, RecentJoins
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from moderator.features.people.write import moderator_appoint, person_forget
from tests.support.amount import amount
from tests.support.clock import Clock
from tests.support.play.at_once import at_once, kinds

pytestmark = pytest.mark.slow

SCHOOL = "198.51.100.7"


def join(classroom: Classroom, number: int, address: str = SCHOOL) -> Person | JoinRequest | None:
    asked = Joining(f"Student {number}", form=f"form-{number}", address=address)
    return student_join(classroom, asked)


def listed(classroom: Classroom, *names: str, is_replacing: bool = False) -> None:
    roster_import(
        classroom,
        [ReadName(line, name, f"no-{line}") for line, name in enumerate(names, 1)],
        is_replacing,
    )


def by_name(classroom: Classroom, name: str, form: str = "") -> Person:
    person = student_join(classroom, Joining(name, form=form))
    assert isinstance(person, Person)
    return person


def by_list(classroom: Classroom, name: str, form: str = "") -> Person:
    pk = classroom.roster.get(name=name).pk
    person = student_join(classroom, Joining(roster_pk=pk, form=form))
    assert isinstance(person, Person)
    return person


def script(classroom: Classroom, clock: Clock, numbers: range, every_s: float) -> dict[str, int]:
    """What a script gets that joins under so many names, at this pace."""
    answers = []
    for number in numbers:
        answers.append(join(classroom, number))
        clock.wait(every_s)
    return kinds(answers)


def test_sixty_at_once_need_nobodys_approval(classroom: Classroom, clock: Clock) -> None:
    for number in range(60):
        assert isinstance(join(classroom, number), Person)
        clock.wait(0.3)
    assert isinstance(join(classroom, 100), JoinRequest)
    assert isinstance(join(classroom, 100), JoinRequest)  # the same form again
    assert isinstance(join(classroom, 0), Person)  # a double click of somebody who is in
    assert isinstance(join(classroom, 101, "203.0.113.1"), Person)
    assert classroom.requests.count() == 1
    assert SCHOOL not in repr(list(RecentJoins.objects.values()) + list(Person.objects.values()))
    assert script(classroom, clock, range(200, 205), 0.1) == {"JoinRequest": 5}  # it goes on
    clock.wait(20)
    assert isinstance(join(classroom, 300), Person)


def test_those_who_are_refused_count_too(
    classroom: Classroom, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "FREE_JOINS", 15)
    monkeypatch.setattr(joining, "MOST_REQUESTS", 5)
    answers = script(classroom, clock, range(30), 1.2)  # 20 s, and as long again
    assert answers == {"Person": 15, "JoinRequest": 5, "NoneType": 10}
    assert classroom.people.count() == 15


def test_of_a_crowd_at_once_only_so_many_get_in(
    transactional_db: None, classroom: Classroom, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = amount(6, 60)
    monkeypatch.setattr(joining, "FREE_JOINS", free)
    monkeypatch.setattr(joining, "MOST_REQUESTS", 2)
    answers = at_once(lambda number: join(classroom, number), free + 6)
    assert kinds(answers) == {"Person": free, "JoinRequest": 2, "NoneType": 4}
    assert classroom.people.count() == free


def test_more_than_eighty_are_not_expected(
    classroom: Classroom, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert joining.EXPECTED == 80
    monkeypatch.setattr(joining, "EXPECTED", 20)
    assert script(classroom, clock, range(24), 1) == {"Person": 20, "JoinRequest": 4}
    person_remove(classroom.people.all()[0])
    assert script(classroom, clock, range(30, 32), 1) == {"Person": 1, "JoinRequest": 1}


def test_more_than_the_roster_are_not_expected(classroom: Classroom, clock: Clock) -> None:
    listed(classroom, *(f"Student {number}" for number in range(20)))
    joining_change(classroom, are_others_welcome=True)
    assert script(classroom, clock, range(100, 105), 1) == {"Person": 5}
    assert script(classroom, clock, range(15), 1) == {"Person": 15}
    assert script(classroom, clock, range(110, 112), 1) == {"JoinRequest": 2}
    assert script(classroom, clock, range(15, 20), 1) == {"Person": 5}  # they are expected


def test_more_than_the_seats_are_not_expected(
    classroom: Classroom, game: Game, clock: Clock
) -> None:
    assert script(classroom, clock, range(6), 1) == {"Person": 6}  # a group has no game yet
    other = classroom.groups.get(number=2)
    by = instructor_person(classroom)
    game_create(other, game.rules, game.scenario, game.options, by)
    seats = 2 * game.seats.count()
    assert seats == 8
    assert script(classroom, clock, range(10, 14), 1) == {"Person": 2, "JoinRequest": 2}
    moderator_appoint(classroom.people.get(name="Student 0"), other)
    assert script(classroom, clock, range(20, 22), 1) == {"Person": 1, "JoinRequest": 1}


def test_after_the_start_more_than_25_within_three_seconds_wait(
    classroom: Classroom, game: Game, clock: Clock
) -> None:
    game.is_waiting = True
    game.save(update_fields=["is_waiting"])
    assert script(classroom, clock, range(30), 0.1) == {"Person": 30}
    clock.wait(20)
    game.is_waiting = False
    game.save(update_fields=["is_waiting"])
    assert script(classroom, clock, range(100, 130), 0.1) == {"Person": 25, "JoinRequest": 5}
    clock.wait(20)
    assert script(classroom, clock, range(200, 205), 0.1) == {"Person": 5}
    listed(classroom, *(f"Student {number}" for number in range(300, 330)))
    clock.wait(20)
    assert script(classroom, clock, range(300, 330), 0.1) == {"Person": 30}


def test_a_script_is_told_from_those_who_joined_elsewhere_or_before(
    classroom: Classroom, clock: Clock
) -> None:
    script(classroom, clock, range(12), 3)  # one by one
    for number in range(40):
        join(classroom, 100 + number)
        if number < 15:
            join(classroom, 200 + number, f"203.0.113.{number}")
        clock.wait(1 / 6)
    clock.wait(60)
    script(classroom, clock, range(20, 29), 0.1)  # too few
    gone = person_remove(classroom.people.get(name="Student 105"))
    person_forget(gone)
    gone.refresh_from_db()
    assert gone.joined_from is None
    (crowd,) = crowds(classroom)
    assert {person.name for person in crowd.people} == {
        f"Student {100 + number}" for number in range(40) if number != 5
    }
    assert crowd.seconds == 7
    join(classroom, 29)  # enough
    assert [len(found.people) for found in crowds(classroom)] == [10, 39]
    clock.wait(0.1)
    clock.wait(3 * 60 * 60)
    assert crowds(classroom) == ()
    join(classroom, 300)
    assert classroom.people.exclude(joined_from=None).count() == 1
    clock.wait(3 * 60 * 60 + 1)
    call_command("purge_classes", verbosity=0)
    assert not classroom.people.exclude(joined_from=None).exists()


def test_the_instructor_lets_them_in_or_not(
    classroom: Classroom, group: Group, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "FREE_JOINS", 3)
    for number in range(5):
        join(classroom, number)
    asked = Joining("Zoë", group=group, form="form-z", address=SCHOOL)
    assert isinstance(student_join(classroom, asked), JoinRequest)
    first, second, third = classroom.requests.all()
    join_requests_decide(classroom, False, [first.pk])
    by_name(classroom, "student 4")  # somebody else, elsewhere
    join_requests_decide(classroom, True)
    assert [one.is_approved for one in classroom.requests.all()] == [False, True, True]
    assert not classroom.people.filter(joined_by__in=[first.key, second.key]).exists()
    zoe = classroom.people.get(joined_by=third.key)
    assert (zoe.name, zoe.group) == ("Zoë", group)


def test_a_name_of_the_roster_belongs_to_one_person(classroom: Classroom) -> None:
    early = by_name(classroom, "ana  RUIZ")
    listed(classroom, "Ana Ruiz", "Bob Ott")
    assert classroom.roster.get(name="Ana Ruiz").person == early
    bob = by_list(classroom, "Bob Ott", "form-b")
    assert by_list(classroom, "Bob Ott", "form-b") == bob  # a double click
    for name in ("Ana Ruiz", "Bob Ott"):
        with pytest.raises(NameTaken):
            by_list(classroom, name)
    with pytest.raises(InvalidInput, match="not on the list"):
        by_name(classroom, "Cy")
    joining_change(classroom, are_others_welcome=True)
    person_remove(bob)
    assert by_name(classroom, "Cy").number == 3
    listed(classroom, "Dee Day")
    assert classroom.roster.get(name="Bob Ott").present is None
    again = by_name(classroom, "bob ott")  # typed
    assert classroom.roster.get(name="Bob Ott").person == again


def test_two_who_take_one_name_at_once(transactional_db: None, classroom: Classroom) -> None:
    listed(classroom, "Ana Ruiz")
    answers = at_once(lambda number: by_list(classroom, "Ana Ruiz", f"form-{number}"), 6)
    assert kinds(answers) == {"Person": 1, "NameTaken": 5}


def test_importing_again(classroom: Classroom) -> None:
    listed(classroom, "Ana Ruiz", "Bob Ott")
    ana = by_list(classroom, "Ana Ruiz")
    listed(classroom, "Cy Lo", "bob ott")
    names = list(classroom.roster.values_list("name", "student_number"))
    assert names == [("Ana Ruiz", "no-1"), ("bob ott", "no-2"), ("Cy Lo", "no-1")]
    listed(classroom, "Cy Lo", is_replacing=True)
    assert [row.name for row in classroom.roster.all()] == ["Cy Lo"]
    ana.refresh_from_db()
    assert not ana.is_removed
    person_rename(ana, "Cy Lo")
    assert classroom.roster.get().person == ana


def test_a_closed_class_takes_nobody(classroom: Classroom) -> None:
    by_name(classroom, "Ana", "form-a")
    joining_change(classroom, is_open=False)
    assert by_name(classroom, "Ana", "form-a").name == "Ana"  # a double click
    with pytest.raises(JoiningClosed):
        by_name(classroom, "Bob")


def test_an_old_code_is_never_given_out_again(
    classroom: Classroom, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = classroom.code
    drawn = iter([old, group.code, "NEWCHDE", "NEWCHDE", old, "NEWESTC"])
    monkeypatch.setattr(credentials, "letters", lambda count: next(drawn))
    assert classroom_code_replace(classroom).code == "NEWCHDE"
    assert classroom_code_replace(classroom).code == "NEWESTC"
