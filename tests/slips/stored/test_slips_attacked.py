"""Order slips with wrong input, keys that were used before, and people who are gone."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.core import credentials, log, publishing, queries
from moderator.core.errors import NotAllowed, Stale
from moderator.core.heads import log_findings
from moderator.core.models import Classroom, Entry, Game, Group, Person
from moderator.core.people import instructor_person, moderator_enter, person_join, person_remove
from moderator.features.classes.write import (
    classroom_create,
    classroom_erase,
    group_delete,
    groups_create,
)
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_delete
from moderator.features.people.write import person_forget, seat_take
from moderator.features.slips.models import SlipVersion
from moderator.features.slips.write import SlipChange, slip_write, slips_fill, slips_reveal
from moderator.rules.errors import Refused
from tests.support.amount import amount
from tests.support.play.play import deploy, record, start
from tests.support.play.slips import EGYPT, ORDERS, book, reveal, slip, write

pytestmark = pytest.mark.slow


@pytest.fixture
def game(group: Group, moderator: Person) -> Game:
    return start(group, moderator, "1800-bc")


@pytest.fixture
def student(game: Game) -> Person:
    person = person_join(game.group.classroom, "Omar")
    seat_take(person, game.seats.get(player="egypt"))
    return person


UNDO = {"type": "undo"}
NO_ORDERS: list[Any] = [
    None, 3, True, "deploy", [], {}, {"type": []}, {"type": {}}, {"type": None},
    {"type": "deploy"}, {"type": "undo"}, {**EGYPT[0], "type": ["deploy"]},
    *({**EGYPT[0], "rfs": rfs} for rfs in (0, -1, 1.0, True, "1", None, 10**30, float("nan"), [])),
    *({**EGYPT[0], "region": region} for region in ("", [], {}, None, 1, "\0", "\ud800")),
    *({**EGYPT[0], "player": player} for player in ("hatti", "nobody", [], None)),
    {**EGYPT[0], "more": 1},
]  # fmt: skip


def test_nothing_but_an_order_is_written(
    game: Game, moderator: Person, subtests: pytest.Subtests
) -> None:
    for order in NO_ORDERS:
        with subtests.test(repr(order)):
            for orders in ([order], [*EGYPT[:1], order]):
                with pytest.raises(Refused):
                    write(game, moderator, orders=orders, is_sealed=False)
            assert not SlipVersion.objects.exists()
            with pytest.raises((Refused, NotAllowed)):
                move_play(game, order, 0, "k", moderator, "moderator")
            assert not Entry.objects.exists()


def test_very_many_orders_are_one_for_each_place(game: Game, moderator: Person) -> None:
    one = deploy("egypt", "syria", 1)
    write(game, moderator, orders=[one] * 11, is_sealed=True)
    assert slip(game, "egypt").orders == (deploy("egypt", "syria", 11),)
    with pytest.raises(Refused, match="not"):
        write(game, moderator, orders=[one] * amount(5_000, 50_000))


def test_a_key_acts_once_whatever_it_is_posted_with(game: Game, moderator: Person) -> None:
    write(game, moderator, key="k")
    for orders in ([], EGYPT[:1], [deploy("egypt", "egypt", 11)], [3]):
        change = SlipChange("egypt", 0, orders, True)
        with pytest.raises(Stale):
            slip_write(game, change, "k", moderator, "moderator")
    reveal(game, moderator, "reveal")
    # It is repeated even now that slips are no longer written.
    change = SlipChange("egypt", 0, EGYPT, True)
    assert slip_write(game, change, "k", moderator, "moderator").is_repeat
    assert SlipVersion.objects.count() == 4


def test_nobody_asks_for_another_slip_by_its_key(
    game: Game, moderator: Person, student: Person
) -> None:
    write(game, moderator, "hatti", key="k")
    change = SlipChange("hatti", 0, ORDERS["hatti"], True)
    with pytest.raises(NotAllowed):
        slip_write(game, change, "k", student, "student")


def test_the_same_key_for_a_slip_and_for_a_move(game: Game, moderator: Person) -> None:
    """Forms never share a key, but whoever posts them may try."""
    Game.objects.update(is_reveal_automatic=True)
    correct = {"type": "correct", "reason": "x", "civilization": {"egypt": 1}}
    move_play(game, correct, 0, "k", moderator, "moderator")
    with pytest.raises(Stale):
        write(game, moderator, key="k")
    with pytest.raises(Stale):
        slips_fill(game, [0, 0, 0, 0], "k", moderator, "moderator")
    with pytest.raises(Stale):
        slips_reveal(game, 0, "k", moderator, "moderator")
    slips_fill(game, [0, 0, 0, 0], "fill", moderator, "moderator")
    move_play(game, UNDO, 5, "undo", moderator, "moderator")
    with pytest.raises(Stale):
        slips_reveal(game, book(game).public_number, "undo", moderator, "moderator")
    with pytest.raises(Stale):
        slips_fill(game, [2, 2, 2, 2], "undo", moderator, "moderator")
    Game.objects.update(is_reveal_automatic=False)
    slips_fill(game, [2, 2, 2, 2], "again", moderator, "moderator")
    slips_reveal(game, book(game).public_number, "again", moderator, "moderator")
    with pytest.raises(Stale):
        record_as(game, moderator, "again")
    assert log_findings(game) == []


def record_as(game: Game, by: Person, key: str) -> None:
    number, _ = queries.head(game)
    move_play(game, UNDO, number, key, by, "moderator")


def test_an_undo_with_the_key_of_a_fill(game: Game, moderator: Person) -> None:
    slips_fill(game, [0, 0, 0, 0], "k", moderator, "moderator")
    slips_reveal(game, 4, "reveal", moderator, "moderator")
    record_as(game, moderator, "k")
    assert [one.is_sealed for one in book(game).slips] == [False] * 4


def test_keys_with_the_most_letters(game: Game, moderator: Person) -> None:
    for key in ("k" * 57, "k" * 65):
        with pytest.raises(Refused):
            write(game, moderator, key=key)
    reveal(game, moderator, "r" * 56)
    with pytest.raises(Refused, match="Reload"):
        record_as(game, moderator, "k" * 57)
    assert game.entries.count() == 5
    record_as(game, moderator, "k" * 56)
    assert {len(key) for key in game.entries.values_list("key", flat=True)} == {58}
    for key in ("k:1", "k.1", "k\n"):
        with pytest.raises(ValueError, match="key"):
            write(game, moderator, key=key)


def test_the_same_key_in_two_games(game: Game, moderator: Person) -> None:
    other = start(game.group, moderator, "1800-bc")
    for each in (game, other):
        reveal(each, moderator)
    assert Entry.objects.count() == 10


def test_who_is_gone_or_of_another_class_writes_nothing(game: Game, student: Person) -> None:
    far = classroom_create(game.group.classroom.instructor, "Far")
    with pytest.raises(ValueError, match="another class"):
        write(game, person_join(far, "Ada"), role="student")
    person_remove(student)
    with pytest.raises(NotAllowed):
        write(game, student, role="student")
    assert not SlipVersion.objects.exists()


def test_slips_keep_nothing_from_being_deleted(
    game: Game, moderator: Person, student: Person, classroom: Classroom
) -> None:
    write(game, student, role="student")
    person_forget(student)
    person_remove(student)
    assert SlipVersion.objects.get().person_id == student.pk
    game_delete(game)
    assert not SlipVersion.objects.exists()
    other = start(game.group, moderator, "1800-bc")
    reveal(other, moderator)
    group_delete(other.group)
    assert not SlipVersion.objects.exists()
    (group,) = groups_create(classroom, 1)
    last = start(group, moderator_enter(group, "Max"), "1800-bc")
    write(last, instructor_person(classroom), role="instructor")
    classroom_erase(classroom)
    assert not Person.objects.exists()


def test_everybody_hears_of_a_reveal_by_a_slip_that_stays_sealed(
    game: Game, moderator: Person, student: Person, told: list[str | None]
) -> None:
    for player in ORDERS:
        write(game, moderator, player)
    told.clear()
    write(game, student, orders=[deploy("egypt", "egypt", 11)], role="student")
    assert told == [publishing.seat_audience("egypt")]
    Game.objects.update(is_reveal_automatic=True)
    written = write(game, student, role="student")
    assert not SlipVersion.objects.latest("pk").is_public
    assert (written.recorded is None, told[1:]) == (False, [None])


def test_filling_the_last_slips_reveals_automatically(game: Game, moderator: Person) -> None:
    Game.objects.update(is_reveal_automatic=True)
    write(game, moderator)
    for _ in range(2):
        slips_fill(game, [1, 0, 0, 0], "k", moderator, "moderator")
        assert not book(game).is_open
    assert set(game.entries.values_list("role", flat=True)) == {"system"}
    assert game.entries.count() == 5


def test_a_reveal_that_is_refused_automatically_is_left_to_the_moderator(
    game: Game, moderator: Person, student: Person
) -> None:
    Game.objects.update(is_reveal_automatic=True)
    full = log.fold_of(game).timeline.start.scenario.box_capacity
    write(game, student, role="student")
    correct = {"type": "correct", "reason": "x", "civilization": {"egypt": full}}
    record(game, correct, moderator)
    for player in ("babylon", "assyria", "hatti"):
        assert write(game, moderator, player).recorded is None
    assert book(game).is_complete
    assert game.entries.count() == 1
    assert write(game, student, orders=[deploy("egypt", "egypt", 11)], role="student").recorded
    assert credentials.is_key(game.entries.last().key.partition(":")[0])
