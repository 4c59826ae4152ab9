"""What each student has reached, and what is decided about special cases."""

from __future__ import annotations

import pytest
from django.utils import timezone

from moderator.core.cache import forget_all
from moderator.core.lesson import lesson_of
from moderator.core.models import Classroom, Group, Person
from moderator.core.people import instructor_person, person_join, person_remove
from moderator.core.written import Diplomacy, count_changed, settings_store
from moderator.features.clock.write import game_continue
from moderator.features.grades import files
from moderator.features.grades.feature import counting_change
from moderator.features.grades.read import (
    MESSAGES,
    PARTS,
    Counting,
    Student,
    counting_of,
    graded_class,
)
from moderator.features.overview.write import next_lesson_begin
from moderator.features.people.write import seat_give
from tests.grades import graded
from tests.support.play.play import start
from tests.support.web.visits import undone

pytestmark = pytest.mark.slow

NONE = (None, None)
EVERYTHING = {
    # points, place, the same country, rounds, promises, attendance, notes (not messages)
    "Ana Ruiz": ((22, 1.0), (1, 1.0), (1, 1.0), (1, 1.0), (1, 1.0), (1, 1.0), (2, 1.0)),
    "Karl Mo": ((16, 0.727), (2, 0.667), (1, 1.0), (1, 1.0), NONE, (1, 1.0), (1, 0.5)),
    "Zoë Åström": ((16, 0.727), (2, 0.667), (1, 1.0), (1, 1.0), NONE, (1, 1.0), (0, 0)),
    "Li Wei": ((16, 0.727), (2, 0.667), (1, 1.0), (1, 1.0), NONE, (1, 1.0), (0, 0)),
    "Anita Sharma": ((16, 0.727), (2, 0.667), (1, 1.0), (1, 1.0), NONE, (1, 1.0), (0, 0)),
    "Ben Cohen": ((16, 0.727), (1, 1.0), (2, 0.0), (1, 1.0), NONE, (1, 1.0), (0, 0)),
    "Guest Gus": ((16, 0.727), (1, 1.0), (2, 0.0), (1, 1.0), NONE, (1, 1.0), (0, 0)),
    "Mia Chair": (*[NONE] * 5, (1, 1.0), (0, 0)),
    "Late Lou": (*[(None, 0.0)] * 5, (1, 1.0), (0, 0)),
    "Abi Sent": (*[NONE] * 5, (0, 0.0), NONE),
}
REMARKS = {
    "Ana Ruiz": [],
    "Karl Mo": ["tied"],
    "Li Wei": ["shares the seat with Anita Sharma", "tied"],
    "Noa Levi": ["tied", "Stopped after Game-turn 1 of 6"],
    "Guest Gus": [
        *("not on the roster", "shares the seat with Ben Cohen"),
        *("tied", "Stopped after Game-turn 1 of 6"),
    ],
    "Mia Chair": ["moderates"],
    "Late Lou": ["not on the roster", "no seat"],
    "Abi Sent": ["has not joined"],
}


@pytest.fixture
def people(classroom: Classroom, groups: list[Group]) -> dict[str, Person]:
    return graded.make(classroom, groups)


def students(classroom: Classroom) -> dict[str, Student]:
    return {one.name: one for one in graded_class(classroom).students}


def counted(student: Student) -> tuple[tuple[int | None, float | None], ...]:
    found = (student.reached[part] for part in PARTS if part != MESSAGES)
    return tuple((n, None if share is None else round(share, 3)) for n, share in found)


def grade(student: Student, **most: int) -> float | None:
    return student.grade(Counting("Grade", most))


def test_before_a_game_only_attendance_counts(classroom: Classroom) -> None:
    person_join(classroom, "Ana Ruiz")
    (ana,) = graded_class(classroom).students
    assert [one for one in PARTS if ana.reached[one] != NONE] == ["attendance"]
    assert grade(ana, points=60) is None


def test_everybody(
    classroom: Classroom,
    groups: list[Group],
    people: dict[str, Person],
    subtests: pytest.Subtests,
) -> None:
    found = students(classroom)
    for name, reached in EVERYTHING.items():
        with subtests.test(name):
            assert counted(found[name]) == reached
    for name, remarks in REMARKS.items():
        with subtests.test(f"remarks of {name}"):
            assert list(found[name].remarks) == remarks
    with subtests.test("those on the roster come first"):
        assert [one.is_on_roster for one in found.values()] == [True] * 11 + [False] * 2
        assert next(iter(found)) == "Zoë Åström"
    with subtests.test("a grade"):
        karl = found["Karl Mo"]
        assert grade(karl, points=60, notes=40) == round(60 * 16 / 22 + 40 / 2, 1)
        assert grade(karl, points=60, promises=40) == round(100 * 16 / 22, 1)
        assert grade(karl, promises=40) is None
        assert grade(found["Abi Sent"], points=60, attendance=40) == 0
        assert grade(found["Abi Sent"], points=60) is None
        assert grade(found["Late Lou"], points=60, attendance=40) == 40
        assert grade(found["Mia Chair"], points=60, attendance=40) == 100
    for change in (
        promises_are_not_read,
        a_game_that_waits_does_not_count_yet,
        whoever_was_removed_is_not_counted,
        another_lesson_counts_who_is_there,
        a_seat_in_a_newer_game_counts,
        what_was_chosen_is_kept,
    ):
        forget_all()  # they were kept by numbers that are given out again
        with subtests.test(change.__name__), undone():
            change(classroom, groups, people)


def promises_are_not_read(
    classroom: Classroom, groups: list[Group], people: dict[str, Person]
) -> None:
    game = groups[0].games.get()
    settings_store(game, readers=Diplomacy.Readers.NOBODY)
    count_changed(game.pk)
    whole = graded_class(classroom)
    assert students(classroom)["Ana Ruiz"].reached["promises"] == NONE
    assert whole.hidden == ("Group 1",)
    assert any("Group 1: only the players" in one for one in files.decisions(whole))


def a_game_that_waits_does_not_count_yet(
    classroom: Classroom, groups: list[Group], people: dict[str, Person]
) -> None:
    game = start(groups[0], instructor_person(classroom), "1800-bc", graded.OPTIONS)
    type(game).objects.filter(pk=game.pk).update(is_waiting=True)
    assert counted(students(classroom)["Ana Ruiz"]) == EVERYTHING["Ana Ruiz"]


def whoever_was_removed_is_not_counted(
    classroom: Classroom, groups: list[Group], people: dict[str, Person]
) -> None:
    person_remove(people["Ana Ruiz"])
    found = students(classroom)
    assert counted(found["Ana Ruiz"]) == EVERYTHING["Abi Sent"]
    assert found["Karl Mo"].reached["notes"] == (1, 1.0)


def another_lesson_counts_who_is_there(
    classroom: Classroom, groups: list[Group], people: dict[str, Person]
) -> None:
    next_lesson_begin(classroom)
    assert students(classroom)["Karl Mo"].reached["attendance"] == (1, 1.0)
    assert students(classroom)["Abi Sent"].reached["attendance"] == (0, 0.0)
    game = groups[1].games.get()
    type(game).objects.filter(pk=game.pk).update(started_at=timezone.now())
    assert students(classroom)["Karl Mo"].reached["attendance"] == (0, 0.0)
    assert students(classroom)["Ben Cohen"].reached["attendance"] == (1, 1.0)


def a_seat_in_a_newer_game_counts(
    classroom: Classroom, groups: list[Group], people: dict[str, Person]
) -> None:
    by = instructor_person(classroom)
    game = groups[1].games.get()
    game_continue(game, by, "instructor")
    seat_give(people["Ana Ruiz"], game.seats.get(player="babylon"))
    ana = students(classroom)["Ana Ruiz"]
    assert (ana.group_name, ana.seat) == ("Group 2", "Babylon")
    assert "earlier: Egypt" in ana.remarks


def what_was_chosen_is_kept(
    classroom: Classroom, groups: list[Group], people: dict[str, Person]
) -> None:
    counting_change(classroom, "Seminar", {"points": 10, "place": 0, "notes": 5})
    assert counting_of(lesson_of(classroom)) == Counting("Seminar", {"points": 10, "notes": 5})
    said = list(files.formula(graded_class(classroom), counting_of(lesson_of(classroom))))
    assert said[0].startswith("Grade = 15 ×")
    assert said[1].startswith("Points, at most 10: divided by the most")
    assert said[2].startswith("Notes on participation, at most 5: ")
    assert "Game-turn" in " ".join(said)
