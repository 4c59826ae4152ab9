"""Recording a move: once for each key, only on the current chart, only with permission."""

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from moderator.core import credentials, queries
from moderator.core.errors import NotAllowed, Stale
from moderator.core.models import Classroom, Entry, Game, Person
from moderator.core.people import instructor_person, person_join, person_remove
from moderator.features.classes.write import classroom_create
from moderator.features.moves.write import move_play
from moderator.features.people.write import seat_take
from moderator.rules.errors import Refused
from tests.support.play.play import WORKED_EXAMPLE, record, start

pytestmark = pytest.mark.slow

FIRST, SECOND = WORKED_EXAMPLE[:2]
UNDO, REDO = {"type": "undo"}, {"type": "redo"}


def test_a_move_is_stored_with_who_and_when(game: Game, moderator: Person) -> None:
    played = move_play(game, FIRST, 0, "k", moderator, "moderator")
    entry = Entry.objects.get()
    assert played.entry.hash == entry.hash
    assert not played.is_repeat
    assert (entry.number, entry.move, entry.key) == (1, FIRST, "k")
    assert (entry.person, entry.role) == (moderator, "moderator")
    assert len(entry.hash) == 64
    assert played.fold.timeline.state == queries.timeline(game).state


def test_the_same_key_gets_the_first_answer(game: Game, moderator: Person) -> None:
    first = move_play(game, FIRST, 0, "k", moderator, "moderator")
    record(game, SECOND, moderator)
    again = move_play(game, FIRST, 0, "k", moderator, "moderator")
    assert again.is_repeat
    assert again.entry == first.entry
    assert again.fold.timeline.number == 2
    assert game.entries.count() == 2


def test_the_same_key_records_no_other_move(game: Game, moderator: Person) -> None:
    move_play(game, FIRST, 0, "k", moderator, "moderator")
    for after in (0, 1):
        with pytest.raises(Stale):
            move_play(game, SECOND, after, "k", moderator, "moderator")
    assert game.entries.count() == 1


def test_keys_of_two_games_have_nothing_to_do_with_each_other(
    game: Game, moderator: Person
) -> None:
    other = start(game.group, moderator)
    move_play(game, FIRST, 0, "k", moderator, "moderator")
    assert not move_play(other, FIRST, 0, "k", moderator, "moderator").is_repeat


@pytest.mark.parametrize("after", [0, 2, -1])
def test_another_number_is_stale(after: int, game: Game, moderator: Person) -> None:
    record(game, FIRST, moderator)
    with pytest.raises(Stale) as stale:
        move_play(game, SECOND, after, "k", moderator, "moderator")
    assert stale.value.timeline.number == 1
    assert game.entries.count() == 1


def test_a_refused_move_stores_nothing_and_leaves_its_key(game: Game, moderator: Person) -> None:
    with pytest.raises(Refused) as refused:
        move_play(game, {**FIRST, "rfs": 11}, 0, "k", moderator, "moderator")
    assert refused.value.code == "not-enough-rfs"
    assert not game.entries.exists()
    assert not move_play(game, FIRST, 0, "k", moderator, "moderator").is_repeat


@pytest.mark.parametrize(
    "wire",
    [
        None,
        [],
        "undo",
        {"type": "deploy"},
        {"type": "undo", "why": "x"},
        {"type": "end-turn", "player": "ari\0el"},
        {"type": "end-turn", "player": "ari\ud800el"},
        {"type": "end-turn", "player": float("nan")},
        {"type": "end-turn", "player": {"ariel"}},
    ],
)
def test_what_is_no_move(wire: Any, game: Game, moderator: Person) -> None:
    with pytest.raises(Refused) as refused:
        move_play(game, wire, 0, "k", moderator, "moderator")
    assert refused.value.code == "bad-move"
    assert not game.entries.exists()


@pytest.mark.parametrize("letter", ["\0", "\ud800"])
def test_a_reason_that_cant_be_stored_is_refused(
    letter: str, game: Game, moderator: Person
) -> None:
    wire = {"type": "correct", "reason": f"a{letter}b", "chart": {"zen": {"ariel": 1}}}
    with pytest.raises(Refused) as refused:
        record(game, wire, moderator)
    assert refused.value.code == "bad-move"


@pytest.mark.parametrize("key", ["", "a" * 65, "a b", "a\n", "ä", "a\0"])
def test_what_is_no_key(key: str, game: Game, moderator: Person) -> None:
    assert not credentials.is_key(key)
    with pytest.raises(ValueError, match="no key"):
        move_play(game, FIRST, 0, key, moderator, "moderator")


def test_undo_and_redo_are_entries(game: Game, moderator: Person) -> None:
    before = record(game, FIRST, moderator).fold.timeline.state
    record(game, SECOND, moderator)
    assert record(game, UNDO, moderator).fold.timeline.state == before
    record(game, REDO, moderator)
    assert game.entries.count() == 4
    assert queries.timeline(game).standing.number == 2  # type: ignore[union-attr]


class TestRoles:
    @pytest.fixture
    def ariel(self, game: Game, classroom: Classroom) -> Person:
        person = person_join(classroom, "Ana")
        seat_take(person, game.seats.get(player="ariel"))
        Game.objects.filter(pk=game.pk).update(acting=Game.Acting.SEATS)
        return person

    @pytest.mark.parametrize(
        "wire",
        [
            UNDO,
            REDO,
            {"type": "extend", "turns": 9},
            {"type": "trade", "player": "ariel", "partner": "chas", "give": {"G": 1}, "get": {}},
            {"type": "split-control", "players": ["ariel", "chas"], "region": "zen"},
            {"type": "correct", "reason": "x", "chart": {"zen": {"ariel": 1}}},
        ],
    )
    def test_students_take_nothing_back_and_agree_to_nothing(
        self, wire: dict[str, Any], game: Game, moderator: Person, ariel: Person
    ) -> None:
        record(game, FIRST, moderator)
        with pytest.raises(NotAllowed, match="Only your group’s moderator"):
            record(game, wire, ariel, "student")
        assert game.entries.count() == 1

    def test_nothing_where_the_moderator_records(self, game: Game, ariel: Person) -> None:
        """Also on a phone that was opened before the change."""
        Game.objects.filter(pk=game.pk).update(acting=Game.Acting.MODERATOR)
        with pytest.raises(NotAllowed, match="the moderator records the moves"):
            record(game, FIRST, ariel, "student")
        assert not game.entries.exists()

    def test_students_move_for_their_own_country(self, game: Game, ariel: Person) -> None:
        record(game, FIRST, ariel, "student")
        with pytest.raises(NotAllowed, match="own country"):
            record(game, {"type": "end-turn", "player": "chas"}, ariel, "student")
        with pytest.raises(NotAllowed, match="own country"):
            record(game, {"type": "end-turn", "player": ["ariel"]}, ariel, "student")

    def test_nobody_without_a_seat(self, game: Game, classroom: Classroom) -> None:
        with pytest.raises(NotAllowed):
            record(game, FIRST, person_join(classroom, "Eve"), "student")

    def test_nobody_who_was_removed(self, game: Game, moderator: Person) -> None:
        person_remove(moderator)
        with pytest.raises(NotAllowed):
            record(game, FIRST, moderator)

    def test_nobody_of_another_class(self, game: Game, classroom: Classroom) -> None:
        other = classroom_create(classroom.instructor, "Other")
        with pytest.raises(ValueError, match="another class"):
            record(game, FIRST, instructor_person(other), "instructor")

    def test_no_other_role(self, game: Game, moderator: Person) -> None:
        with pytest.raises(ValueError, match="role"):
            record(game, FIRST, moderator, "king")


@pytest.mark.django_db(transaction=True)
def test_inside_another_transaction_nothing_is_acknowledged(game: Game, moderator: Person) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        record(game, FIRST, moderator)


@pytest.mark.django_db(transaction=True)
def test_what_cant_be_stored_is_not_acknowledged(
    game: Game, moderator: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Entry, *args: Any, **kwargs: Any) -> None:
        raise DatabaseError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Entry, "save", fail)
        with pytest.raises(DatabaseError):
            record(game, FIRST, moderator)
    assert queries.head(game)[0] == 0
    assert not record(game, FIRST, moderator).is_repeat
