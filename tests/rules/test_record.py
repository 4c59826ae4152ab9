"""Records: reading, refusals before the first move, and the examples."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from moderator.core.games import shipped
from moderator.rules import record
from moderator.rules.errors import Refused, printable
from tests.rules.age_of_iron.table import Json, move, scenario

EXAMPLES = sorted(
    path for path in Path("tests/examples").glob("*.json") if not path.stem.endswith(".out")
)


def rec(**changes: Any) -> Json:
    value = {"format": "record/1", "game": "age-of-iron", "scenario": scenario(), "moves": []}
    return {key: item for key, item in (value | changes).items() if item is not None}


def result(data: bytes, until: int | None = None) -> Json:
    """What `replay --json` prints, without the message."""
    try:
        read = record.read(data)
        timeline = record.replay(read, shipped().get(read.game, {}), until)
    except Refused as refused:
        return {"error": {"code": refused.code, "move": refused.move}}
    return timeline.rules.summary(timeline.state)


def code(value: Any) -> str | None:
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return result(data).get("error", {}).get("code")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    assert result(path.read_bytes()) == json.loads(path.with_suffix(".out.json").read_text())


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 63


def _nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (rec(), None),
        (rec(title="kept", options={}), None),
        (b"\xef\xbb\xbf" + json.dumps(rec()).encode(), None),
        (b"", "bad-record"),
        (b"{", "bad-record"),
        (b"[]", "bad-record"),
        (b"\xff", "bad-record"),
        (json.dumps(rec()).encode("utf-16"), "bad-record"),
        (rec(format="record/2"), "bad-record"),
        (rec(format=None), "bad-record"),
        (rec(game="chess"), "bad-record"),
        (rec(game=["age-of-iron"]), "bad-record"),
        (rec(moves=None), "bad-record"),
        (rec(moves={}), "bad-record"),
        (rec(scenario=None), "bad-record"),
        (rec(scenario=7), "bad-record"),
        (rec(options=[]), "bad-record"),
        (rec(options={"speed": 1}), "bad-record"),
        (rec(options={"turns": 31}), "bad-record"),
        (rec(options={"turns": True}), "bad-record"),
        (rec(options={"control": 1}), "bad-record"),
        (rec(options={"combat": "chess"}), "bad-record"),
        (rec(options={"combat": "chess"}, scenario="no-such"), "bad-record"),
        (rec(scenario="no-such", moves=[1]), "bad-scenario"),
        (rec(scenario="../../etc/passwd"), "bad-scenario"),
        (rec(scenario={}), "bad-scenario"),
        (rec(scenario="1800-bc"), None),
        (rec(extra=_nested(99)), None),
        (rec(extra=_nested(100)), "bad-record"),
        (b"[" * 1_000_000, "bad-record"),
        (json.dumps(rec(extra=1)).replace("1}", "NaN}").encode(), "bad-record"),
        (json.dumps(rec(extra=float("inf"))).encode(), "bad-record"),
        (rec(extra=10**999), None),
        (rec(extra=10**1000), "bad-record"),
        (json.dumps(rec()).replace('"moves"', '"more": 1.' + "0" * 1001 + ', "moves"').encode(),
         "bad-record"),
        (rec(title="\ud800"), "bad-record"),
        (rec(**{"\udfff": 1}), "bad-record"),
        (rec(title="\U0001f600"), None),
        (json.dumps(rec()).replace("{", '{"x": "\\ud800", "x": 1, ', 1).encode(), "bad-record"),
        (f'{{"x": {_nested(100)}, "x": 1, {json.dumps(rec())[1:]}'.encode(), "bad-record"),
        (f'{{"x": {_nested(99)}, "x": 1, {json.dumps(rec())[1:]}'.encode(), None),
        (b'{"format": "x", ' + json.dumps(rec()).encode()[1:], None),
        (json.dumps(rec()).encode() + b" " * record.MOST_BYTES, "bad-record"),
    ],
)  # fmt: skip
def test_reading(value: Any, expected: str | None) -> None:
    assert code(value) == expected


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        (7, "bad-move"),
        ([], "bad-move"),
        ({}, "bad-move"),
        ({"type": "fly"}, "bad-move"),
        ({"type": ["undo"]}, "bad-move"),
        ({"type": "undo", "player": "egypt"}, "bad-move"),
        ({"type": "undo"}, "nothing-to-undo"),
        ({"type": "redo"}, "nothing-to-redo"),
    ],
)
def test_members_that_are_no_moves(member: Any, expected: str) -> None:
    outcome = result(json.dumps(rec(moves=[move("deploy egypt nile 1"), member])).encode())
    if expected == "nothing-to-undo":
        assert "error" not in outcome
        outcome = result(json.dumps(rec(moves=[member, 7])).encode())
        assert outcome == {"error": {"code": expected, "move": 1}}
    else:
        assert outcome == {"error": {"code": expected, "move": 2}}


def test_until_looks_at_no_later_move() -> None:
    data = json.dumps(rec(moves=[move("deploy egypt nile 1"), "not a move"])).encode()
    assert result(data, until=1)["hand"]["egypt"] == 9
    assert result(data, until=0)["hand"]["egypt"] == 10
    assert result(data, until=99)["error"]["move"] == 2


def test_written_again_a_record_keeps_everything() -> None:
    value = rec(title="Kanesh ☃", moves=[move("deploy egypt nile 1")], options={"turns": 3})
    assert json.loads(record.write(record.read(json.dumps(value).encode()))) == value


def test_numbers_beyond_all_bounds_are_written_as_json() -> None:
    data = json.dumps(rec(title=0)).replace('"title": 0', '"title": [1e999, -1e999, -0, 1e-999]')
    written = record.write(record.read(data.encode()))
    title = json.loads(written, parse_constant=pytest.fail)["title"]
    assert title == [1.7976931348623157e308, -1.7976931348623157e308, 0, 0.0]
    assert record.write(record.read(written)) == written


def test_messages_cannot_change_the_screen() -> None:
    with pytest.raises(Refused) as refused:
        record.read(json.dumps(rec(game="\x1b[2J\u202e")).encode())
    assert "\\x1b[2J\\u202e" in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.slow
def test_what_can_not_be_shown_is_named() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert printable(deep) == "a list too large to show"
    assert printable(10**5_000) == "a int too large to show"


def test_a_late_error_in_a_long_record_takes_little_memory() -> None:
    tracemalloc.start()
    with pytest.raises(Refused, match="not JSON"):
        record.read(b"[" + b" " * 2**20 + b"x")
    most_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most_bytes < 20 * 2**20
