"""Messages in grades: how many count, and the file of all."""

from __future__ import annotations

import pytest

from moderator.core.models import Classroom, Group
from moderator.core.people import instructor_person, person_remove
from moderator.core.written import Diplomacy, count_changed, settings_store
from moderator.features.clock.write import game_continue
from moderator.features.grades.read import Reached, graded_class
from moderator.features.people.write import seat_give
from tests.grades import graded
from tests.grades.test_files import Page

pytestmark = pytest.mark.slow

COUNTED = {
    "Ana Ruiz": (2, 1.0),
    "Karl Mo": (1, 0.5),
    "Zoë Åström": (1, 0.5),
    "Li Wei": (1, 0.5),
    "Anita Sharma": (1, 0.5),  # what was entered for the seat counts for both who share it
    "Ben Cohen": (0, 0.0),
    "Guest Gus": (0, 0.0),
    "Mia Chair": (None, None),
    "Late Lou": (None, 0.0),
    "Abi Sent": (None, None),
}


def counted(classroom: Classroom) -> dict[str, Reached]:
    return {one.name: one.reached["messages"] for one in graded_class(classroom).students}


def test_each_message_counts_for_those_who_wrote_it(
    classroom: Classroom, groups: list[Group]
) -> None:
    people = graded.make(classroom, groups)
    found = counted(classroom)
    assert {name: found[name] for name in COUNTED} == COUNTED
    (zoe,) = (one for one in graded_class(classroom).students if one.name == "Zoë Åström")
    assert zoe.remarks[0] == "earlier: Hatti", "for which she wrote before she changed seats"
    game = groups[1].games.get()
    game_continue(game, instructor_person(classroom), "instructor")
    seat_give(people["Ana Ruiz"], game.seats.get(player="babylon"))
    assert counted(classroom)["Ana Ruiz"] == (2, 1.0), "also what was written on another seat"
    person_remove(people["Ana Ruiz"])
    assert counted(classroom)["Karl Mo"] == (1, 1.0)


def test_the_file_has_those_that_the_instructor_may_read(
    classroom: Classroom, groups: list[Group]
) -> None:
    graded.make(classroom, groups)
    page = Page(classroom)
    head, *rows = page.rows("messages", "utf-8-sig")
    assert head[-2:] == ["to", "message"]
    texts = [row[-1] for row in rows]
    assert texts == ["'=1+1 from Hatti", "Ally?", "Two lines\n'+ more", "Yes", "On paper"]
    assert rows[0][4:8] == ["Hatti", "Zoë Åström", "0007", "Egypt"]
    game = groups[0].games.get()
    settings_store(game, readers=Diplomacy.Readers.NOBODY)
    count_changed(game.pk)
    assert [row[-1] for row in page.rows("messages", "utf-8-sig")[1:]] == ["On paper"]
