"""`verify_dice`: each roll is right, or there is a sentence; and never a traceback."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from moderator.core import queries
from moderator.core.models import Game, Group, Person
from moderator.rules.record import write
from tests.support.play import tables
from tests.support.play.play import record

pytestmark = pytest.mark.slow

Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Exit status, output and errors for a record, given as a value or as bytes."""

    def run(value: Any, *flags: str) -> tuple[int, str, str]:
        file = tmp_path / "record.json"
        file.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
        status = 0
        try:
            call_command("verify_dice", str(file), *flags)
        except SystemExit as ended:
            status = int(str(ended.code))
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


_made: list[bytes] = []


@pytest.fixture
def finished(group: Group, moderator: Person) -> dict[str, Any]:
    """The record of a finished game with an undone roll, and one typed later."""
    if not _made:  # once for all tests
        _made.append(write(queries.record_of(played(group, moderator))))
    record: dict[str, Any] = json.loads(_made[0])
    return record


def played(group: Group, moderator: Person) -> Game:
    game = tables.age_of_war(group, moderator)
    record(game, {"type": "roll", "player": "ann"}, moderator)
    record(game, {"type": "undo"}, moderator)
    tables.play_to_end(game, moderator)
    while record(game, {"type": "undo"}, moderator).entry.step.before.roll:
        pass
    state = queries.timeline(game).state
    dice = ["daimyo"] * state.dice_left
    player = state.players[state.active or 0]
    record(game, {"type": "roll", "player": player, "dice": dice}, moderator)
    return game


def rolls_in(record: dict[str, Any]) -> list[int]:
    return [number for number, move in enumerate(record["moves"]) if move["type"] == "roll"]


def test_every_roll_is_named(check: Check, finished: dict[str, Any]) -> None:
    status, out, err = check(finished)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    numbers = rolls_in(finished)
    assert len(lines) == len(numbers) + 2
    for number, line in zip(numbers[:-1], lines, strict=False):
        dice = " ".join(finished["moves"][number]["dice"])
        assert line == f"No. {number + 1}, roll: dice {dice} is right."
    assert lines[-3].endswith("was typed after the seed was revealed.")
    assert lines[-2].startswith(f"Rolls: {len(numbers) - 1}.")
    assert lines[-1] == "Typed after the seed was revealed: 1. These can't be checked."


@pytest.mark.parametrize("kept", [0, 100])
def test_a_record_that_was_cut_is_found(check: Check, finished: dict[str, Any], kept: int) -> None:
    status, out, err = check(finished | {"moves": finished["moves"][:kept]})
    assert (status, out) == (1, "")
    assert "ends before the game is over: moves are missing" in err


def test_rolls_are_named_up_to_what_cant_be_played(check: Check, finished: dict[str, Any]) -> None:
    """A changed roll makes the following moves impossible, but is found anyway."""
    first = rolls_in(finished)[1]  # the one before was undone
    finished["moves"][first]["dice"] = ["daimyo"] * 7
    finished["moves"][first + 1] = {"type": "lose", "player": "bob"}
    status, out, err = check(finished)
    assert status == 1
    assert out.splitlines()[-1].startswith(f"No. {first + 1}, roll: dice daimyo daimyo")
    assert "is WRONG" in out
    assert err == "1 of 2 rolls are wrong.\n"


def test_a_roll_that_was_chosen_is_found(check: Check, finished: dict[str, Any]) -> None:
    first = finished["moves"][0]  # it was undone: nothing depends on it
    was = " ".join(first["dice"])
    first["dice"] = ["daimyo"] * 7
    status, out, err = check(finished)
    assert status == 1
    wrong = [line for line in out.splitlines() if "WRONG" in line]
    assert wrong == [f"No. 1, roll: dice {'daimyo ' * 7}is WRONG: it should be dice {was}."]
    assert err == f"1 of {len(rolls_in(finished))} rolls are wrong.\n"


def test_another_games_id_rolls_other_dice(check: Check, finished: dict[str, Any]) -> None:
    assert check(finished | {"id": "another"})[0] == 1
    status, _, _ = check(finished | {"id": "another", "dice_game": finished["id"]})
    assert status == 0


def test_what_was_noted_before_the_game_counts(check: Check, finished: dict[str, Any]) -> None:
    noted = finished["dice_commitment"]
    assert check(finished, "--commitment", f" {noted.upper()} ")[0] == 0
    status, out, err = check(finished, "--commitment", "0" * 64)
    assert (status, out) == (1, "")
    assert "not the one that you noted" in err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"dice_seed": "0" * 64}, "does not match the commitment"),
        ({"dice_commitment": "0" * 64}, "does not match the commitment"),
        ({"dice_seed": None}, "when the game is over"),
        ({"dice_commitment": None}, "no commitment"),
        ({"dice_seed": "f" * 63}, "64 digits"),
        ({"dice_seed": {}}, "64 digits"),
        ({"dice_commitment": "\u0663" * 64}, "64 digits"),
        ({"id": None}, "which game its dice belong to"),
        ({"id": ""}, "which game its dice belong to"),
        ({"dice_game": 7}, "which game its dice belong to"),
        ({"moves": [{"type": "roll"}]}, "Move 1:"),
        ({"moves": [7]}, "Move 1:"),
        ({"scenario": "atlantis"}, "bad-scenario"),
        ({"game": "chess"}, "bad-record"),
    ],
)
def test_what_cant_be_checked_is_a_sentence(
    check: Check, finished: dict[str, Any], change: dict[str, Any], said: str
) -> None:
    status, out, err = check(finished | change)
    assert (status, out) == (1, "")
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("data", [b"", b"\xff", b"[]", b"{}", b"[" * 5000, b'{"id":"\\ud800"}'])
def test_a_foreign_file(check: Check, data: bytes) -> None:
    status, out, err = check(data)
    assert (status, out) == (1, "")
    assert "(bad-record)" in err


def test_no_such_file(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("verify_dice", "no-such-file\x1b[2J.json")
    assert ended.value.code == 1
    assert "\x1b" not in capsys.readouterr().err


def test_standard_input(
    finished: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(finished).encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    call_command("verify_dice", "-")
    assert "all rolls are right" in capsys.readouterr().out
