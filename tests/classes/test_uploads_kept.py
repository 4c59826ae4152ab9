"""Additional keys of an uploaded record: kept, and written again."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.core.management import call_command
from django.test import Client

from moderator.core import queries
from moderator.core.heads import log_findings
from moderator.core.models import Game
from moderator.core.people import instructor_person, moderator_enter
from tests.support.paths import PLAYED
from tests.support.play import play, tables
from tests.support.play.slips import reveal
from tests.support.web.reading import read
from tests.support.web.tables import Table
from tests.support.web.uploading import RECORD, refused, taken

pytestmark = pytest.mark.slow


def written(table: Table, game: Game) -> dict[str, Any]:
    """The game's record as it is downloaded."""
    answer = table.laptop.get(table.url("record") + f"?game={game.number}")
    assert answer.status_code == 200
    record: dict[str, Any] = json.loads(answer.content)
    return record


@pytest.mark.parametrize("folder", ["age_of_iron", "age_of_war", "war", "valley_of_war"])
def test_a_finished_game_comes_back_key_for_key(table: Table, teacher: Client, folder: str) -> None:
    path = sorted((PLAYED / folder).glob("*.json"))[0]
    record = json.loads(path.read_text(encoding="utf-8"))
    game = taken(table, teacher, record)
    again = written(table, game)
    own = {"id": game.uid, "log": again["log"], "title": record.get("title", game.title)}
    assert again == {**record, "scenario": game.scenario, **own}
    assert again["log"]["number"] == len(record["moves"])


def test_a_reveal_comes_back_as_single_moves(orders: Table, tmp_path: Path) -> None:
    """A record has moves, not keys: what was recorded together is known to the log alone."""
    mo, teacher = moderator_enter(orders.group, "Mo"), Client()
    teacher.force_login(orders.classroom.instructor)
    reveal(orders.game, mo)
    play.record(orders.game, {"type": "undo"}, mo)
    reveal(orders.game, mo)
    downloaded = written(orders, orders.game)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(downloaded))
    call_command("replay", str(file))
    game = taken(orders, teacher, downloaded)
    assert written(orders, game)["moves"] == downloaded["moves"]
    assert game.entries.count() == 15
    page = read(orders.laptop.get(orders.url("replay"), {"move": 12}))
    assert page.id("place").text == "After entry 12"
    assert log_findings(game) == []


def test_other_keys_are_kept_whatever_they_hold(table: Table, teacher: Client) -> None:
    more = {
        "title": "The final",
        "date": "1997-05-11",
        "people": {"ariel": ["Ana", "<b>Ben</b>"], "": None},
        "": [1.5, -7, True, 10**30],
        "more": {"more": 1},
        "seed": "abc",
        "acting": "seats",
    }
    game = taken(table, teacher, RECORD | more)
    again = written(table, game)
    assert {key: again[key] for key in more} == more
    assert game.title == "Example of play"
    second = taken(table, teacher, again)
    assert {k: v for k, v in written(table, second).items() if k not in ("id", "log")} == {
        k: v for k, v in again.items() if k not in ("id", "log")
    }


def test_a_records_own_id_and_head_are_not(table: Table, teacher: Client) -> None:
    game = taken(table, teacher, RECORD | {"id": "x", "log": {"number": 9, "hash": "f"}})
    again = written(table, game)
    assert again["id"] == game.uid
    assert again["log"]["number"] == 1


def test_what_cant_be_stored_is_refused(table: Table, teacher: Client) -> None:
    said = refused(table, teacher, json.dumps(RECORD | {"title": "a\0b"}).encode())
    assert "(bad-record)" in said


def test_pages_dont_read_what_a_record_alone_needs(table: Table, teacher: Client) -> None:
    taken(table, teacher, RECORD | {"long": "x" * 16_000})
    game = queries.game_now(table.group)
    assert game is not None
    assert "more" in game.get_deferred_fields()
    assert "more" in Game.objects.get(pk=game.pk).get_deferred_fields()


class TestDice:
    """A server's dice are kept if they can be checked: see docs/rulings.md."""

    played: ClassVar[list[dict[str, Any]]] = []

    @pytest.fixture
    def rolled(self, table: Table) -> Game:
        by = instructor_person(table.classroom)
        game = tables.age_of_war(table.group, by)
        tables.go_on(game, by)
        return game

    @pytest.fixture
    def finished(self, table: Table, rolled: Game) -> dict[str, Any]:
        if not self.played:  # some hundred moves: all these tests use the same
            tables.play_to_end(rolled, instructor_person(table.classroom))
            self.played.append(written(table, rolled))
        return self.played[0]

    def test_they_can_still_be_checked_after_two_uploads(
        self,
        table: Table,
        teacher: Client,
        finished: dict[str, Any],
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        once = written(table, taken(table, teacher, finished))
        twice = written(table, taken(table, teacher, once))
        promised = sha256(bytes.fromhex(finished["dice_seed"])).hexdigest()
        for record in (finished, once, twice):
            assert record["dice_commitment"] == promised
            assert record["dice_seed"] == finished["dice_seed"]
            assert record.get("dice_game", record["id"]) == finished["id"]
            file = tmp_path / "record.json"
            file.write_text(json.dumps(record))
            call_command("verify_dice", str(file), "--commitment", promised)
            assert "all rolls are right" in capsys.readouterr().out
        assert len({finished["id"], once["id"], twice["id"]}) == 3

    def test_a_promise_without_its_seed_is_not_kept(
        self, table: Table, teacher: Client, rolled: Game
    ) -> None:
        """It could never be checked here: this game's dice are typed from now on."""
        record = written(table, rolled)
        assert "dice_commitment" in record
        game = taken(table, teacher, record)
        assert game.dice == "table"
        assert not [key for key in written(table, game) if key.startswith("dice")]

    @pytest.mark.parametrize(
        "change",
        [
            {"dice_seed": "0" * 64},
            {"dice_seed": 7},
            {"dice_seed": "ä" * 64},
            {"dice_commitment": None},
            {"dice_game": ["x"]},
            {"moves": []},
        ],
    )
    def test_nor_is_one_that_isnt_whole(
        self, table: Table, teacher: Client, finished: dict[str, Any], change: dict[str, Any]
    ) -> None:
        game = taken(table, teacher, finished | change)
        assert not [key for key in written(table, game) if key.startswith("dice")]
