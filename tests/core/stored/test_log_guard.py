"""A log only grows: the model refuses changes, and so does the database."""

import pytest
from django.db import DatabaseError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from moderator.core.heads import log_findings
from moderator.core.models import Classroom, Entry, Erasure, Game, LogIsAppendOnly, Person, Seat
from moderator.core.people import person_join
from moderator.features.classes.write import classroom_erase, group_delete
from moderator.features.moves.write import move_play
from moderator.features.new_game.write import game_delete
from moderator.features.people.write import seat_take
from tests.support.play.play import sql, start

pytestmark = pytest.mark.slow


def raw_refused(statement: str, *values: object) -> None:
    """Asserts that the database refuses the statement, and that every entry is unchanged."""
    before = list(Entry.objects.order_by("pk").values())
    with pytest.raises(DatabaseError, match="a log "), transaction.atomic():
        sql(statement, *values)
    assert list(Entry.objects.order_by("pk").values()) == before


class TestModel:
    def test_an_entry_is_not_changed(self, played: Game) -> None:
        entry = played.entries.all()[2]
        entry.role = "instructor"
        with pytest.raises(LogIsAppendOnly):
            entry.save()
        with pytest.raises(LogIsAppendOnly):
            entry.save(update_fields=["role"])

    def test_an_entry_does_not_overwrite_another(self, played: Game) -> None:
        old = played.entries.all()[2]
        new = Entry(pk=old.pk, game=played, number=6, move={}, key="x", person=old.person)
        new.role, new.at, new.hash = "moderator", timezone.now(), "0" * 64
        with pytest.raises(DatabaseError), transaction.atomic():
            new.save()

    def test_an_entry_is_not_deleted(self, played: Game) -> None:
        with pytest.raises(LogIsAppendOnly):
            played.entries.all()[4].delete()

    def test_querysets_only_read(self, played: Game) -> None:
        with pytest.raises(LogIsAppendOnly):
            played.entries.update(role="student")
        with pytest.raises(LogIsAppendOnly):
            played.entries.all().delete()
        with pytest.raises(LogIsAppendOnly):
            Entry.objects.bulk_create([])
        with pytest.raises(LogIsAppendOnly):
            Entry.objects.bulk_update(list(played.entries.all()), ["role"])

    @pytest.mark.parametrize("whole", ["game", "group", "classroom", "moderator"])
    def test_what_it_belongs_to_does_not_take_it_along(
        self, whole: str, played: Game, request: pytest.FixtureRequest
    ) -> None:
        with pytest.raises(ProtectedError):
            request.getfixturevalue(whole).delete()
        assert played.entries.count() == 5


class TestDatabase:
    @pytest.mark.parametrize(
        "change",
        [
            "role = 'instructor'",
            "number = number + 10",
            "hash = 'x'",
            "at = at",
            "person_id = NULL",
            "game_id = 0",
        ],
    )
    def test_update_is_refused(self, change: str, played: Game) -> None:
        raw_refused(f"UPDATE play_entry SET {change} WHERE number = 3")

    def test_delete_is_refused(self, played: Game) -> None:
        raw_refused("DELETE FROM play_entry WHERE number = 5")
        raw_refused("DELETE FROM play_entry")

    def test_another_games_erasure_opens_nothing(self, played: Game, moderator: Person) -> None:
        Erasure.objects.create(game=start(played.group, moderator))
        raw_refused("DELETE FROM play_entry WHERE number = 5")

    def test_an_erasure_lets_nothing_be_changed(self, played: Game) -> None:
        Erasure.objects.create(game=played)
        raw_refused("UPDATE play_entry SET role = 'student' WHERE number = 5")

    @pytest.mark.parametrize("number", [0, 5, 7, 1000])
    def test_an_entry_comes_after_the_last(self, number: int, played: Game) -> None:
        raw_refused(
            "INSERT INTO play_entry (game_id, number, move, key, person_id, role, at, hash) "
            "SELECT game_id, %s, move, 'fresh', person_id, role, at, hash FROM play_entry "
            "WHERE number = 5",
            number,
        )

    @pytest.mark.only_on("sqlite")  # only SQLite has OR REPLACE
    @pytest.mark.parametrize(("column", "value"), [("id", "id"), ("key", "key"), ("number", "5")])
    def test_or_replace_replaces_nothing(self, column: str, value: str, played: Game) -> None:
        columns = {"id": "NULL", "number": "6", "key": "'fresh'"} | {column: value}
        raw_refused(
            "INSERT OR REPLACE INTO play_entry "
            "(id, number, key, game_id, move, person_id, role, at, hash) "
            f"SELECT {columns['id']}, {columns['number']}, {columns['key']}, "
            "game_id, move, person_id, role, at, hash FROM play_entry WHERE number = 5"
        )

    @pytest.mark.only_on("postgresql")  # only PostgreSQL truncates
    def test_truncate_is_refused(self, played: Game) -> None:
        sql("SET CONSTRAINTS ALL IMMEDIATE")
        raw_refused("TRUNCATE play_entry")
        raw_refused("TRUNCATE play_game CASCADE")


class TestDeletingAGame:
    def test_it_takes_the_whole_log(self, played: Game, moderator: Person) -> None:
        other = start(played.group, moderator)
        move_play(other, _first(), 0, "a", moderator, "moderator")
        game_delete(played)
        assert list(Game.objects.all()) == [other]
        assert set(Entry.objects.values_list("game", flat=True)) == {other.pk}
        assert set(Seat.objects.values_list("game", flat=True)) == {other.pk}
        assert not Erasure.objects.exists()
        assert log_findings(other) == []
        assert Person.objects.filter(pk=moderator.pk).exists()

    def test_when_it_fails_everything_stays(
        self, played: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(self: Game) -> None:
            raise RuntimeError("the disk is full")

        monkeypatch.setattr(Game, "delete", fail)
        with pytest.raises(RuntimeError):
            game_delete(played)
        assert played.entries.count() == 5
        assert not Erasure.objects.exists()

    def test_a_class_is_deleted_completely(
        self, played: Game, moderator: Person, classroom: Classroom
    ) -> None:
        seat_take(person_join(classroom, "Ana"), played.seats.all()[0])
        classroom_erase(classroom)
        for model in (Classroom, Game, Seat, Entry, Person, Erasure):
            assert not model._default_manager.exists(), model

    def test_a_group_is_deleted_and_its_people_stay(self, played: Game, moderator: Person) -> None:
        group_delete(played.group)
        assert not Entry.objects.exists()
        moderator.refresh_from_db()
        assert moderator.group is None


def _first() -> dict[str, object]:
    return {"type": "deploy", "player": "ariel", "region": "zen", "rfs": 10}
