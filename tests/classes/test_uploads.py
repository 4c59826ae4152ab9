"""An uploaded record becomes a game: completely, once, and only if the rules accept every move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from moderator.core import queries
from moderator.core.games import shipped
from moderator.core.heads import log_findings
from moderator.core.log import entries_of
from moderator.core.models import Game
from moderator.core.people import instructor_person, person_join
from moderator.features.new_game import write
from moderator.features.people.write import seat_take
from moderator.rules import record
from tests.support.amount import amount
from tests.support.paths import PLAYED
from tests.support.web.reading import read
from tests.support.web.tables import Table, chart_of
from tests.support.web.uploading import RECORD, address, form, send, taken
from tests.support.web.worked_example import STEPS

pytestmark = pytest.mark.slow

# There and back


@pytest.mark.parametrize("moves", [0, 5, len(STEPS)])
def test_a_download_comes_back_as_it_was(table: Table, teacher: Client, moves: int) -> None:
    table.record(*(text for text, _form, _chart in STEPS[:moves]))
    if moves:
        table.record("undo", "redo", "undo")
    file = table.laptop.get(table.url("record")).content
    game = taken(table, teacher, file)
    old, new = queries.timeline(table.game), queries.timeline(game)
    assert (new.number, new.state, new.before) == (old.number, old.state, old.before)
    stored, copy = queries.record_of(table.game), queries.record_of(game)
    assert (copy.moves, copy.options, copy.scenario) == (
        stored.moves,
        stored.options,
        stored.scenario,
    )
    assert log_findings(game) == []
    assert game.uid != table.game.uid


def test_every_entry_is_the_instructors(table: Table, teacher: Client) -> None:
    moves = [*RECORD["moves"], {"type": "undo"}, {"type": "redo"}]
    game = taken(table, teacher, RECORD | {"moves": moves})
    by = instructor_person(table.classroom)
    entries = list(entries_of(game))
    assert [entry.number for entry in entries] == [1, 2, 3]
    assert {(entry.person, entry.role) for entry in entries} == {(by, "instructor")}
    assert len({entry.key for entry in entries}) == 3
    assert min(entry.at for entry in entries) >= game.created


@pytest.mark.parametrize(
    "path", sorted(PLAYED.glob("*/*.json"))[:: amount(4, 1)], ids=lambda p: p.stem
)
def test_whole_games_are_taken(table: Table, teacher: Client, path: Path) -> None:
    game = taken(table, teacher, path.read_bytes())
    now = queries.timeline(game)
    read_record = record.read(path.read_bytes())
    expected = record.replay(read_record, shipped()[read_record.game])
    assert now.rules.summary(now.state) == now.rules.summary(expected.state)
    assert now.rules.is_over(now.state)
    assert log_findings(game) == []


def test_a_scenarios_id_is_stored_as_the_scenario_itself(table: Table, teacher: Client) -> None:
    game = taken(table, teacher, RECORD)
    assert game.scenario == table.game.scenario
    assert game.title == "Example of play"


def test_it_is_played_on_like_any_other(table: Table, teacher: Client) -> None:
    eve = person_join(table.classroom, "Eve", table.group)
    seat_take(eve, table.game.seats.get(player="chas"))
    game = taken(table, teacher, RECORD)
    assert queries.seat_of(eve, game) == game.seats.get(player="chas")
    table.record("yurt 5", "a beau xen 5")
    assert queries.head(game)[0] == 3
    assert log_findings(game) == []
    assert queries.timeline(table.game).number == 0


def test_written_orders_in_it_are_secret(table: Table, teacher: Client) -> None:
    move = {"type": "deploy", "player": "egypt", "region": "syria", "rfs": 5}
    options = {"deployment": "simultaneous"}
    more = {"scenario": "1800-bc", "options": options, "moves": [move]}
    taken(table, teacher, RECORD | more)
    page = read(Client().get(table.url("chart")))
    assert chart_of(page)["syria"]["egypt"] == 0


# Once, and by whom


def test_a_double_submit_makes_one_game(table: Table, teacher: Client) -> None:
    key = form(table, teacher)["once"]
    data = json.dumps(RECORD).encode()
    answers = [send(table, teacher, data, once=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert table.group.games.count() == 2
    assert send(table, teacher, data, once="").status_code == 400
    assert table.group.games.count() == 2


def test_another_file_of_the_same_name_and_length_is_another_form(
    table: Table, teacher: Client
) -> None:
    key, data = form(table, teacher)["once"], json.dumps(RECORD)
    for each in (data, data.replace('"rfs": 5', '"rfs": 4')):
        assert send(table, teacher, each.encode(), once=key).status_code == 303
    assert table.group.games.count() == 3


def test_what_fails_half_way_leaves_nothing(
    table: Table, teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> str:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(write, "entry_hash", broken)
    with pytest.raises(RuntimeError):
        send(table, teacher, json.dumps(RECORD).encode())
    assert Game.objects.count() == 1


def test_a_moderator_can_not(table: Table) -> None:
    file = SimpleUploadedFile("record.json", json.dumps(RECORD).encode())
    sent: Any = {"once": "k", "record": file}
    assert table.laptop.post(address(table, "record-upload"), sent).status_code == 404
    assert Game.objects.count() == 1
