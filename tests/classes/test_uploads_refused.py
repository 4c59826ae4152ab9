"""Refused uploads: the error beside the field, and nothing is stored."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from moderator.core import games
from moderator.features.new_game import write
from moderator.features.new_game.write import game_delete
from moderator.rules.registry import GAMES
from tests.support.paths import PLAYED
from tests.support.web.reading import read
from tests.support.web.tables import Table, scenario
from tests.support.web.uploading import RECORD, address, beside, form, refused, taken


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b" ", "bad-record", "not JSON"),
        (b"\xff\xfe", "bad-record", "not UTF-8"),
        (b"[]", "bad-record", "is an object"),
        (b"{}", "bad-record", "format"),
        (b"[" * 5000, "bad-record", "nested deeper"),
        (b'{"a": [' * 51, "bad-record", "nested deeper"),
        (b'["\\"' + b"[" * 200 + b'", ', "bad-record", "not JSON"),
        (b"[[]," * 50 + b'"]"', "bad-record", "not JSON"),
        (b"%PDF-1.7", "bad-record", "not JSON"),
    ],
)
def test_foreign_files(table: Table, teacher: Client, data: bytes, code: str, words: str) -> None:
    error = refused(table, teacher, data)
    assert f"({code})" in error
    assert words in error


@pytest.mark.slow
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
    error = refused(table, teacher, json.dumps(RECORD | change).encode())
    assert f"({code})" in error
    assert words in error


def test_further_keys_over_16_kb_are_refused_and_named(table: Table, teacher: Client) -> None:
    many = {"a": 1, "film": ["x" * 10_000], "b<b>": "y" * 6_000}
    error = refused(table, teacher, json.dumps(RECORD | many).encode())
    assert "(bad-record)" in error
    assert "16 kB" in error
    assert "“film” (10016), “b<b>” (6012), “a” (8)" in error
    assert taken(table, teacher, RECORD | {"film": ["x" * 16_368]}).more["film"] == ["x" * 16_368]


def test_what_is_echoed_is_text(table: Table, teacher: Client) -> None:
    data = json.dumps(RECORD | {"scenario": "<b>x</b>\x1b"}).encode()
    assert "<b>x</b>\\x1b" in refused(table, teacher, data)


def test_a_file_over_2_mib_is_not_read(
    table: Table, teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(data: bytes) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr("moderator.features.classes.groups.record_read", never)
    error = refused(table, teacher, b" " * (2 * 1024 * 1024 + 1))
    assert "(bad-record)" in error
    assert "2 MiB" in error


def test_a_scenario_over_64_kib_is_refused(table: Table, teacher: Client) -> None:
    large = scenario("example-of-play")
    large["players"][0]["briefing"] = "x" * 2**16
    error = refused(table, teacher, json.dumps(RECORD | {"scenario": large}).encode())
    assert "(bad-scenario)" in error
    assert "64 KiB" in error


@pytest.mark.parametrize("name", ["\u202eeseht", "a\x1b[2J", "Z" + "\u0301" * 9, "a\u2067b"])
def test_a_scenario_with_letters_that_disturb_others_is_refused(
    table: Table, teacher: Client, name: str
) -> None:
    wire = scenario("example-of-play")
    wire["regions"][0]["name"] = name
    error = refused(table, teacher, json.dumps(RECORD | {"scenario": wire}).encode())
    assert "characters that can’t be shown" in error


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
    monkeypatch.setattr(write, "MOST_MOVES", 2)
    moves = [*RECORD["moves"], {"type": "undo"}]
    assert taken(table, teacher, RECORD | {"moves": moves}).entries.count() == 2
    game_delete(table.group.games.last())
    error = refused(table, teacher, json.dumps(RECORD | {"moves": [*moves, "nonsense"]}).encode())
    assert "more than 2 moves" in error


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_without_a_page_is_refused(
    table: Table, teacher: Client, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    path = sorted((PLAYED / game.replace("-", "_")).glob("*.json"))[0]
    monkeypatch.setattr("moderator.features.classes.groups.has_chart", lambda rules: False)
    error = refused(table, teacher, path.read_bytes())
    assert f"{GAMES[game].name} can’t be played on this site yet." in error


def test_a_page_is_known_by_its_template() -> None:
    assert games.has_chart("age-of-iron")
    assert not games.has_chart("no-such-game")


def test_without_a_file(table: Table, teacher: Client) -> None:
    sent = form(table, teacher)
    sent.pop("record", None)
    answer = teacher.post(address(table, "record-upload"), sent)
    assert answer.status_code == 422
    assert "Choose a file first." in beside(read(answer))
