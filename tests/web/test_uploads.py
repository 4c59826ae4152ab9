"""A record's file becomes a game: whole, once, and only if the rules take every move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from moderator.play import selectors, services
from moderator.play.models import Entry, Game
from moderator.play.scenarios import shipped
from moderator.play.services import records
from moderator.play.verify import log_findings
from moderator.rules import record as rules_record
from moderator.rules.registry import GAMES
from moderator.web import frames
from tests.web.reading import Element, read
from tests.web.tables import Table, scenario, seat_down
from tests.web.worked_example import STEPS

PLAYED = Path(__file__).resolve().parents[1] / "played"
RECORD: dict[str, Any] = {
    "format": "record/1",
    "game": "age-of-iron",
    "scenario": "example-of-play",
    "moves": [{"type": "deploy", "player": "ariel", "region": "xenophobia", "rfs": 5}],
}


@pytest.fixture
def table(transactional_db: None) -> Table:
    return seat_down()


@pytest.fixture
def teacher(table: Table) -> Client:
    client = Client()
    client.force_login(table.classroom.instructor)
    return client


def address(table: Table, name: str) -> str:
    return reverse(name, args=[table.classroom.pk, table.group.number])


def form(table: Table, teacher: Client) -> dict[str, str]:
    page = read(teacher.get(address(table, "group")))
    return page.form(address(table, "record-upload"))


def send(table: Table, teacher: Client, data: bytes, **fields: str) -> Any:
    sent: dict[str, Any] = form(table, teacher) | fields
    sent["record"] = SimpleUploadedFile("record.json", data)
    return teacher.post(address(table, "record-upload"), sent)


def taken(table: Table, teacher: Client, record: object) -> Game:
    """The game that the record has become."""
    before = table.group.games.count()
    data = record if isinstance(record, bytes) else json.dumps(record).encode()
    answer = send(table, teacher, data)
    assert answer.status_code == 303, beside(read(answer))
    assert answer.headers["Location"] == address(table, "group") + "#games"
    assert table.group.games.count() == before + 1
    game = selectors.game_now(table.group)
    assert game is not None
    return game


def beside(page: Element) -> str:
    """What stands beside the field."""
    return page.describes(page.id("record"))


def refused(table: Table, teacher: Client, data: bytes) -> str:
    """What is said beside the field; nothing is stored."""
    before = Game.objects.count(), Entry.objects.count()
    answer = send(table, teacher, data)
    assert answer.status_code == 422
    page = read(answer)
    assert page.id("record").attributes["aria-invalid"] == "true"
    assert (Game.objects.count(), Entry.objects.count()) == before
    assert selectors.game_now(table.group) == table.game
    words = beside(page)
    assert words.endswith("Nothing was stored.")
    return words


# There and back


@pytest.mark.parametrize("moves", [0, 5, len(STEPS)])
def test_a_download_comes_back_as_it_was(table: Table, teacher: Client, moves: int) -> None:
    table.record(*(text for text, _form, _chart in STEPS[:moves]))
    if moves:
        table.record("undo", "redo", "undo")
    file = table.laptop.get(table.url("record")).content
    game = taken(table, teacher, file)
    old, new = selectors.timeline(table.game), selectors.timeline(game)
    assert (new.number, new.state, new.before) == (old.number, old.state, old.before)
    stored, copy = selectors.record_of(table.game), selectors.record_of(game)
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
    by = services.instructor_person(table.classroom)
    entries = list(selectors.entries(game))
    assert [entry.number for entry in entries] == [1, 2, 3]
    assert {(entry.person, entry.role) for entry in entries} == {(by, "instructor")}
    assert len({entry.key for entry in entries}) == 3
    assert min(entry.at for entry in entries) >= game.created


@pytest.mark.parametrize("path", sorted(PLAYED.glob("age_of_iron/*.json")), ids=lambda p: p.stem)
def test_whole_games_are_taken(table: Table, teacher: Client, path: Path) -> None:
    game = taken(table, teacher, path.read_bytes())
    now = selectors.timeline(game)
    read_record = rules_record.read(path.read_bytes())
    expected = rules_record.replay(read_record, shipped()[read_record.game])
    assert now.game.summary(now.state) == now.game.summary(expected.state)
    assert now.game.is_over(now.state)
    assert log_findings(game) == []


def test_a_scenarios_id_is_stored_as_the_scenario_itself(table: Table, teacher: Client) -> None:
    game = taken(table, teacher, RECORD)
    assert game.scenario == table.game.scenario
    assert game.title == "Example of play"


def test_it_is_played_on_like_any_other(table: Table, teacher: Client) -> None:
    eve = services.person_join(table.classroom, "Eve", table.group)
    services.seat_take(eve, table.game.seats.get(player="chas"))
    game = taken(table, teacher, RECORD)
    assert selectors.seat_of(eve, game) == game.seats.get(player="chas")
    table.record("yurt 5", "a beau xen 5")
    assert selectors.head(game)[0] == 3
    assert log_findings(game) == []
    assert selectors.timeline(table.game).number == 0


def test_written_orders_in_it_are_secret(table: Table, teacher: Client) -> None:
    move = {"type": "deploy", "player": "egypt", "region": "syria", "rfs": 5}
    options = {"deployment": "simultaneous"}
    more = {"scenario": "1800-bc", "options": options, "moves": [move]}
    taken(table, teacher, RECORD | more)
    page = read(Client().get(table.url("chart")))
    row = page.one("tr", data_region="syria")
    assert row.one("td", data_seat="egypt").attributes["data-rfs"] == "0"


# What is refused


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b" ", "bad-record", "not JSON"),
        (b"\xff\xfe", "bad-record", "not UTF-8"),
        (b"[]", "bad-record", "is an object"),
        (b"{}", "bad-record", "format"),
        (b"[" * 5000, "bad-record", "nested deeper"),
        (b"%PDF-1.7", "bad-record", "not JSON"),
    ],
)
def test_foreign_files(table: Table, teacher: Client, data: bytes, code: str, words: str) -> None:
    said = refused(table, teacher, data)
    assert f"({code})" in said
    assert words in said


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"format": "record/2"}, "bad-record", "record/1"),
        ({"game": "chess"}, "bad-record", "chess"),
        ({"moves": {}}, "bad-record", "list of objects"),
        ({"scenario": 7}, "bad-record", "scenario"),
        ({"options": {"colour": "red"}}, "bad-record", "colour"),
        ({"options": {"extended_trading": True}}, "bad-record", "needs goods"),
        ({"scenario": "atlantis"}, "bad-scenario", "atlantis"),
        ({"scenario": {"title": "X"}}, "bad-scenario", ""),
        ({"moves": ["end"]}, "bad-move", "Move 1:"),
        ({"moves": [*RECORD["moves"], {"type": "sing"}]}, "bad-move", "Move 2:"),
        ({"moves": [*RECORD["moves"], *RECORD["moves"] * 2]}, "not-enough-rfs", "Move 3:"),
        ({"moves": [{"type": "undo"}]}, "nothing-to-undo", "Move 1:"),
        (
            {"moves": [{"type": "correct", "chart": {"yurt": {"chas": 1}}, "reason": "a\0b"}]},
            "bad-move",
            "Move 1:",
        ),
    ],
)
def test_broken_records(
    table: Table, teacher: Client, change: dict[str, Any], code: str, words: str
) -> None:
    said = refused(table, teacher, json.dumps(RECORD | change).encode())
    assert f"({code})" in said
    assert words in said


def test_what_is_echoed_is_text(table: Table, teacher: Client) -> None:
    data = json.dumps(RECORD | {"scenario": "<b>x</b>\x1b"}).encode()
    assert "<b>x</b>\\x1b" in refused(table, teacher, data)


def test_a_file_over_2_mib_is_not_read(
    table: Table, teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(data: bytes) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr(services, "record_read", never)
    said = refused(table, teacher, b" " * (2 * 1024 * 1024 + 1))
    assert "(bad-record)" in said
    assert "2 MiB" in said


def test_a_scenario_over_64_kib_is_refused(table: Table, teacher: Client) -> None:
    large = scenario("example-of-play")
    large["players"][0]["briefing"] = "x" * 2**16
    said = refused(table, teacher, json.dumps(RECORD | {"scenario": large}).encode())
    assert "(bad-scenario)" in said
    assert "64 KiB" in said


@pytest.mark.parametrize("name", ["\u202eeseht", "a\x1b[2J", "Z" + "\u0301" * 9, "a\u2067b"])
def test_a_scenario_with_letters_that_disturb_others_is_refused(
    table: Table, teacher: Client, name: str
) -> None:
    wire = scenario("example-of-play")
    wire["regions"][0]["name"] = name
    said = refused(table, teacher, json.dumps(RECORD | {"scenario": wire}).encode())
    assert "letters that can’t be shown" in said


@pytest.mark.parametrize(
    "name", ["שלום", "مرحبا بالعالم", "👩‍👩‍👧‍👦", "نام‌خانوادگی", "བསྒྲུབས", "a\u200fb"]
)
def test_a_scenario_in_any_script_is_taken(table: Table, teacher: Client, name: str) -> None:
    wire = scenario("example-of-play")
    wire["regions"][0]["name"] = name
    assert taken(table, teacher, RECORD | {"scenario": wire}).scenario == wire


def test_a_log_too_long_is_refused_before_it_is_played(
    table: Table, teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MOST_MOVES", 2)
    moves = [*RECORD["moves"], {"type": "undo"}]
    assert taken(table, teacher, RECORD | {"moves": moves}).entries.count() == 2
    services.game_delete(table.group.games.last())
    said = refused(table, teacher, json.dumps(RECORD | {"moves": [*moves, "nonsense"]}).encode())
    assert "more than 2 moves" in said


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_without_a_page_is_refused(
    table: Table, teacher: Client, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    path = sorted((PLAYED / game.replace("-", "_")).glob("*.json"))[0]
    monkeypatch.setattr(frames, "has_chart", lambda rules: False)
    said = refused(table, teacher, path.read_bytes())
    assert f"Classes can’t play {GAMES[game].name} here yet." in said


def test_a_page_is_known_by_its_template() -> None:
    assert frames.has_chart("age-of-iron")
    assert not frames.has_chart("no-such-game")


def test_without_a_file(table: Table, teacher: Client) -> None:
    sent = form(table, teacher)
    sent.pop("record", None)
    answer = teacher.post(address(table, "record-upload"), sent)
    assert answer.status_code == 422
    assert "Choose a record’s file first." in beside(read(answer))


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


def test_what_fails_half_way_leaves_nothing(
    table: Table, teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: object) -> str:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(records.log, "entry_hash", broken)
    with pytest.raises(RuntimeError):
        send(table, teacher, json.dumps(RECORD).encode())
    assert Game.objects.count() == 1


def test_a_moderator_can_not(table: Table) -> None:
    file = SimpleUploadedFile("record.json", json.dumps(RECORD).encode())
    sent: Any = {"once": "k", "record": file}
    assert table.laptop.post(address(table, "record-upload"), sent).status_code == 404
    assert Game.objects.count() == 1
