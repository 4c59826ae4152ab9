"""Heavy input: many fields, deep nesting, and records that take long to read."""

from __future__ import annotations

import gc
import io
import time
from typing import Any

import pytest

from moderator.features.new_game.write import MOST_UPLOAD_BYTES, record_read
from moderator.rules.errors import Refused
from moderator.server.http import GC_THRESHOLDS
from tests.support.web import fuzzing
from tests.support.web.fuzzing import holds, sends
from tests.support.web.world import World

pytestmark = pytest.mark.slow


def test_too_many_fields_or_files(played: World) -> None:
    laptop = played.browsers["instructor"]
    fields = tuple((str(number), "") for number in range(1_001))
    assert sends(laptop, fuzzing.addresses(played)["group"], fields) == 400
    files: dict[str, Any] = {str(number): io.StringIO("{}") for number in range(101)}
    url = fuzzing.addresses(played)["record-upload"]
    assert holds(laptop, lambda b: b.post(url, {"once": "a" * 22, **files})) == 400


def test_fields_nested_too_deeply(played: World) -> None:
    """Where reading may still work, but not writing."""
    at = fuzzing.addresses(played)
    laptop = played.browsers["moderator"]
    present = (("after", "1"), ("game", "1"), ("key", "a" * 22), ("type", "deploy"))
    for depth in (150, 300, 900, 950, 5_000):
        choice = ("choice", '{"player": ' + "[" * depth + "]" * depth + "}")
        dots = ("player" + ".a" * depth, "x")
        for url in (at["move"], at["correct"]):
            assert sends(laptop, url, (*present, choice)) == 422
            assert sends(laptop, url, (*present, dots)) == 422


HEAVY = {
    "lists": "[" + "[],[]," * 349_000 + "[]]",
    "nested lists": "[" + ("[" * 90 + "]" * 90 + ",") * 11_500 + "[]]",
    "objects": "[" + "{}," * 698_000 + "{}]",
    "the same key": "{" + '"a":{},' * 299_000 + '"a":1}',
    "fractions": "[" + "1.5," * 520_000 + "1]",
    "long numbers": "[" + ("9" * 999 + ",") * 2_000 + "1]",
    "a longer number": "9" * 2_090_000,
}
WORST = {"nested lists", "the same key", "a longer number"}
"""What takes longest, of lists, objects and numbers."""


@pytest.mark.parametrize(
    "heavy",
    [
        pytest.param(heavy, id=name, marks=[] if name in WORST else pytest.mark.long)
        for name, heavy in HEAVY.items()
    ],
)
def test_the_heaviest_records_are_read_in_time(heavy: str) -> None:
    data = f'{{"format": "record/1", "game": "age-of-iron", "moves": [], "x": {heavy}}}'.encode()
    assert 0.9 * MOST_UPLOAD_BYTES < len(data) <= MOST_UPLOAD_BYTES
    usual = gc.get_threshold()
    gc.set_threshold(*GC_THRESHOLDS)
    began = time.thread_time()
    with pytest.raises(Refused):  # at its end at the latest: there is no scenario
        record_read(data)
    took_s = time.thread_time() - began
    gc.set_threshold(*usual)
    assert took_s < 2 * fuzzing.LIMIT_S  # on a slow machine; usually less than one
