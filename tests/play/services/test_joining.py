"""Joining: by the roster, closed, too many at once; and codes that were replaced."""

from __future__ import annotations

import pytest

from moderator.play import credentials, services
from moderator.play.models import Classroom, Group, JoinRequest, Person, RecentJoins
from moderator.play.roster.reading import ReadName
from moderator.play.services import InvalidInput, Joining, NameTaken
from tests.support.clock import Clock
from tests.support.play.at_once import at_once, kinds

SCHOOL = "198.51.100.7"


def join(classroom: Classroom, number: int, address: str = SCHOOL) -> Person | JoinRequest:
    asked = Joining(f"Student {number}", form=f"form-{number}", address=address)
    return services.student_join(classroom, asked)


def listed(classroom: Classroom, *names: str, is_replacing: bool = False) -> None:
    services.roster_import(
        classroom,
        [ReadName(line, name, f"no-{line}") for line, name in enumerate(names, 1)],
        is_replacing,
    )


def by_name(classroom: Classroom, name: str, form: str = "") -> Person:
    person = services.student_join(classroom, Joining(name, form=form))
    assert isinstance(person, Person)
    return person


def by_list(classroom: Classroom, name: str, form: str = "") -> Person:
    pk = classroom.roster.get(name=name).pk
    person = services.student_join(classroom, Joining(roster_pk=pk, form=form))
    assert isinstance(person, Person)
    return person


def test_sixty_within_a_minute_need_nobodys_approval(classroom: Classroom, clock: Clock) -> None:
    for number in range(60):
        assert isinstance(join(classroom, number), Person)
        clock.wait(15 if number % 25 == 24 else 0.02)  # in crowds
    assert classroom.people.count() == 60


def test_more_than_25_within_three_seconds_from_one_address_wait(
    classroom: Classroom, clock: Clock
) -> None:
    for number in range(25):
        assert isinstance(join(classroom, number), Person)
        clock.wait(0.1)
    assert isinstance(join(classroom, 100), JoinRequest)
    assert isinstance(join(classroom, 100), JoinRequest)  # the same form again
    assert isinstance(join(classroom, 0), Person)  # a double click of somebody who is in
    assert isinstance(join(classroom, 101, "203.0.113.1"), Person)
    assert classroom.requests.count() == 1
    assert SCHOOL not in repr(list(RecentJoins.objects.values()))
    for number in range(200, 240):  # who goes on as fast goes on waiting
        assert isinstance(join(classroom, number), JoinRequest)
        clock.wait(0.1)
    clock.wait(4)
    assert isinstance(join(classroom, 300), Person)


def test_a_script_does_not_take_forty_seats(
    transactional_db: None, classroom: Classroom, clock: Clock
) -> None:
    answers = at_once(lambda number: join(classroom, number), 40)
    assert kinds(answers) == {"Person": 25, "JoinRequest": 15}
    assert classroom.people.count() == 25


def test_the_instructor_lets_them_in_or_not(
    classroom: Classroom, group: Group, clock: Clock
) -> None:
    for number in range(27):
        join(classroom, number)
    asked = Joining("Zoë", group=group, form="form-z", address=SCHOOL)
    assert isinstance(services.student_join(classroom, asked), JoinRequest)
    first, second, third = classroom.requests.all()
    services.join_requests_decide(classroom, False, [first.pk])
    by_name(classroom, "student 26")  # somebody else, elsewhere
    services.join_requests_decide(classroom, True)
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
    services.joining_change(classroom, are_others_welcome=True)
    assert by_name(classroom, "Cy").number == 3
    services.person_remove(bob)
    assert classroom.roster.get(name="Bob Ott").person is None
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
    assert [str(row) for row in classroom.roster.all()] == ["Cy Lo"]
    ana.refresh_from_db()
    assert not ana.is_removed
    services.person_rename(ana, "Cy Lo")
    assert classroom.roster.get().person == ana


def test_a_closed_class_takes_nobody(classroom: Classroom) -> None:
    by_name(classroom, "Ana", "form-a")
    services.joining_change(classroom, is_open=False)
    assert by_name(classroom, "Ana", "form-a").name == "Ana"  # a double click
    with pytest.raises(services.JoiningClosed):
        by_name(classroom, "Bob")


def test_an_old_code_is_never_given_out_again(
    classroom: Classroom, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = classroom.code
    drawn = iter([old, group.code, "NEWCHDE", "NEWCHDE", old, "NEWESTC"])
    monkeypatch.setattr(credentials, "letters", lambda count: next(drawn))
    assert services.classroom_code_replace(classroom).code == "NEWCHDE"
    assert services.classroom_code_replace(classroom).code == "NEWESTC"
