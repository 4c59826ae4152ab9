"""The log as people read it: a reveal is one line, with its moves and the slips' authors."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.core import log
from moderator.core.look import look_at
from moderator.core.models import Game, Group, Person
from moderator.core.people import person_join, person_rename
from moderator.core.sentences import LogLine, log_lines
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.support.play.play import deploy, record, start
from tests.support.play.slips import ORDERS, reveal, write

pytestmark = pytest.mark.slow

LABEL = "Orders of Game-turn 1 revealed"
END = {"type": "end-turn", "player": "egypt"}


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc")


@pytest.fixture
def students(game: Game) -> list[Person]:
    """Two on the seat of Egypt."""
    people = [person_join(game.group.classroom, name) for name in ("Omar", "Lea")]
    game.seats.get(player="egypt").persons.add(*people)
    return people


def lines(game: Game, viewer: Viewer = MODERATOR, limit: int | None = None) -> list[LogLine]:
    return log_lines(look_at(game, viewer), limit)


def short(found: list[LogLine]) -> list[Any]:
    return [(line.first, line.number, line.sentence, line.stands) for line in found]


def test_a_reveal_is_one_line_with_its_moves(game: Game, moderator: Person) -> None:
    reveal(game, moderator)
    record(game, END, moderator)
    end, line = lines(game)
    assert short([line]) == [(1, 5, LABEL, True)]
    assert (line.by, line.role) == ("Mo", "moderator")
    assert line.details
    assert [number for number, _sentence in line.details.moves] == [1, 2, 3, 4, 5]
    assert "Egypt places 7 in Syria" in line.details.moves[0][1]
    assert "Hatti places 10 in Cyprus" in line.details.moves[-1][1]
    assert (end.number, end.details) == (6, None)


def test_its_undo_and_redo_are_one_line_each(game: Game, moderator: Person) -> None:
    reveal(game, moderator)
    record(game, {"type": "undo"}, moderator)
    undone = [(6, 10, f"Takes back nos. 1–5: {LABEL}", True), (1, 5, LABEL, False)]
    assert short(lines(game)) == undone
    record(game, {"type": "redo"}, moderator)
    redone = [(11, 15, f"Puts back nos. 1–5: {LABEL}", True), undone[0], (1, 5, LABEL, True)]
    assert short(lines(game)) == redone
    assert [line.details is None for line in lines(game)] == [True, True, False]


def test_a_limit_counts_entries_and_cuts_no_reveal(game: Game, moderator: Person) -> None:
    reveal(game, moderator)
    record(game, END, moderator)
    assert [line.number for line in lines(game, limit=6)] == [6, 5]
    assert [line.number for line in lines(game, limit=5)] == [6]
    record(game, {"type": "undo"}, moderator)
    record(game, {"type": "undo"}, moderator)
    assert [line.number for line in lines(game, limit=1)] == [12]


def test_the_moderator_sees_who_wrote_and_sealed(
    game: Game, moderator: Person, students: list[Person]
) -> None:
    omar, lea = students
    write(game, omar, "egypt", ORDERS["egypt"][:1], is_sealed=False, role="student")
    write(game, lea, "egypt", is_sealed=False, role="student")
    write(game, omar, "egypt", role="student")
    write(game, moderator, "egypt", is_sealed=False)
    write(game, lea, "egypt", role="student")
    write(game, moderator, "hatti", is_sealed=False)
    reveal(game, moderator)
    (line,) = lines(game)
    assert line.details
    assert line.details.slips == (
        "Egypt: written by Omar, Lea, sealed by Lea",
        "Babylon: written and sealed by Mo",
        "Assyria: written and sealed by Mo",
        "Hatti: written and sealed by Mo",
    )
    (seen,) = lines(game, PUBLIC)
    assert seen.details
    assert (seen.details.slips, seen.details.moves) == ((), line.details.moves)
    assert seen.by == ""
    person_rename(omar, "Omar B.")
    (line,) = lines(game)
    assert line.details
    assert "written by Omar B., Lea" in line.details.slips[0]


def test_each_reveal_keeps_its_own_authors(
    game: Game, moderator: Person, students: list[Person]
) -> None:
    omar, _lea = students
    reveal(game, moderator)
    record(game, {"type": "undo"}, moderator)
    other = [deploy("egypt", "egypt", 11)]
    write(game, omar, "egypt", other, role="student")
    reveal(game, moderator)
    slips = [line.details.slips[0] for line in lines(game) if line.details]
    assert slips == [
        "Egypt: written by Mo, Omar, sealed by Omar",
        "Egypt: written and sealed by Mo",
    ]


def test_what_was_revealed_automatically(
    game: Game, moderator: Person, students: list[Person]
) -> None:
    Game.objects.update(is_reveal_automatic=True)
    for player in ("babylon", "assyria", "hatti"):
        write(game, moderator, player)
    write(game, students[0], "egypt", role="student")
    (line,) = lines(game)
    assert (line.is_automatic, line.by, line.sentence) == (True, "Omar", LABEL)


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(seat="egypt")])
def test_nothing_of_a_reveal_that_was_taken_back(
    game: Game, moderator: Person, viewer: Viewer
) -> None:
    write(game, moderator, "egypt")
    assert lines(game, viewer) == []
    reveal(game, moderator)
    assert len(lines(game, viewer)) == 1
    record(game, {"type": "undo"}, moderator)
    assert lines(game, viewer) == []
    record(game, {"type": "redo"}, moderator)
    assert len(lines(game, viewer)) == 3


def test_what_was_secret_when_it_was_undone_stays_secret(game: Game, moderator: Person) -> None:
    reveal(game, moderator)
    for player in ORDERS:
        record(game, {"type": "end-turn", "player": player}, moderator)
    miscounted = {"type": "correct", "reason": "miscounted", "chart": {"nubia": {"egypt": 3}}}
    record(game, miscounted, moderator)
    for _ in range(2):
        record(game, {"type": "undo"}, moderator)
    assert log.fold_of(game).timeline.state.phase == "action"
    assert [line.number for line in lines(game, PUBLIC)] == [12, 9, 8, 7, 6, 5]
    assert [line.number for line in lines(game)] == [12, 11, 10, 9, 8, 7, 6, 5]
