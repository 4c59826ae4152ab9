"""Game records: one game as one JSON file (docs/rules/record.md)."""

from __future__ import annotations

import json
import re
import sys
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, NoReturn

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Rules
from moderator.rules.log import Timeline
from moderator.rules.registry import GAMES

FORMAT = "record/1"
NAMES = "names"
"""The key of the names that people read for players, by id, which no rule knows."""
MOST_BYTES = 16 * 1024 * 1024
MOST_LEVELS = 100
MOST_DIGITS = 1_000

_SURROGATE = re.compile("[\ud800-\udfff]")
# Possessive, and not repeated as a whole: else 16 MiB would take gigabytes of backtracking.
_NO_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[^]"[{}]++', re.DOTALL)
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")  # UTF-8 itself can't hold one

_KEYS = ("format", "game", "scenario", "options", "moves")


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game as it was read; its moves have not been checked yet.

    `scenario` is a shipped scenario's id or a scenario object, `more` the other top-level
    keys, which are preserved.
    """

    game: str
    scenario: str | Mapping[str, Any]
    options: Mapping[str, Any]
    moves: Sequence[Any]
    more: Mapping[str, Any] = field(default_factory=dict)


def read(data: bytes) -> Record:
    """The record that a file's bytes contain.

    Raises:
        Refused: `bad-record`, with what is wrong.
    """
    value = _load(data)
    if not isinstance(value, dict):
        _refuse(f"A record is an object, not {printable(value)}.")
    if value.get("format") != FORMAT:
        _refuse(f"The record’s “format” should be “{FORMAT}”.")
    if not isinstance(value.get("game"), str) or value["game"] not in GAMES:
        _refuse(
            f"The record’s “game” should be one of {', '.join(GAMES)}, "
            f"not {printable(value.get('game'))}."
        )
    if not isinstance(value.get("moves"), list):
        _refuse("The record’s “moves” should be a list of objects.")
    if not isinstance(value.get("scenario"), str | dict):
        _refuse("The record’s “scenario” should be a scenario’s id or a scenario object.")
    options = value.get("options", {})
    if not isinstance(options, dict):
        _refuse(f"The record’s “options” should be an object, not {printable(options)}.")
    GAMES[value["game"]].check_options(options)
    more = {key: item for key, item in value.items() if key not in _KEYS}
    return Record(value["game"], value["scenario"], options, value["moves"], more)


def write(record: Record) -> bytes:
    """The record as a JSON file: ASCII, indented by two spaces, with a final line break."""
    value = {
        "format": FORMAT,
        "game": record.game,
        "scenario": record.scenario,
        "options": dict(record.options),
        "moves": list(record.moves),
        **record.more,
    }
    return (json.dumps(value, indent=2, allow_nan=False) + "\n").encode("ascii")


def start(record: Record, shipped: Mapping[str, Any]) -> tuple[Rules[Any], Any, Timeline]:
    """The record's game, its scenario, and its timeline before the first move.

    Args:
        shipped: the scenarios that ship with this game, by id.

    Raises:
        Refused: `bad-scenario`.
    """
    game = GAMES[record.game]
    scenario: Any
    if isinstance(record.scenario, str):
        known = {**shipped, **game.own_scenarios}
        if record.scenario not in known:
            ids = ", ".join(sorted(known)) or "none"
            raise Refused(
                "bad-scenario",
                f"There is no scenario “{printable(record.scenario)}”; the scenarios are {ids}.",
            )
        scenario = known[record.scenario]
    else:
        scenario = game.read_scenario(record.scenario)
    return game, scenario, Timeline(game, game.begin(scenario, record.options))


def replay(record: Record, shipped: Mapping[str, Any], until: int | None = None) -> Timeline:
    """The record played from the start, every move checked.

    Args:
        shipped: the scenarios that ship with this game, by id.
        until: how many moves to play, 0 or more; later ones are ignored.

    Raises:
        Refused: with the number of the refused move.

    Cost: proportional to the number of moves.
    """
    return deque(walk(record, shipped, until), maxlen=1).pop()


def walk(
    record: Record, shipped: Mapping[str, Any], until: int | None = None
) -> Iterator[Timeline]:
    """The same step by step: yields the timeline before the first move and after each one."""
    _, _, timeline = start(record, shipped)
    yield timeline
    for wire in record.moves[:until]:
        timeline = timeline.play(wire)
        yield timeline


def _refuse(sentence: str) -> NoReturn:
    raise Refused("bad-record", sentence) from None


def _load(data: bytes) -> Any:
    if len(data) > MOST_BYTES:
        _refuse("The record is larger than 16 MiB.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        _refuse("The record is not UTF-8 text.")
    try:
        value = json.loads(
            text,
            parse_int=_whole,
            parse_float=_fraction,
            parse_constant=_no_constant,
            object_pairs_hook=_object,
        )
    except RecursionError:
        _refuse(f"The record is nested deeper than {MOST_LEVELS} levels.")
    except json.JSONDecodeError as error:
        if _is_deep(text[: error.pos]):  # Pythons differ in when they give up.
            _refuse(f"The record is nested deeper than {MOST_LEVELS} levels.")
        _refuse(f"The record is not JSON: {printable(error.msg)} in line {error.lineno}.")
    _check_depth(value)
    if _ESCAPED_SURROGATE.search(text):
        _check_texts(value)
    return value


def _count_digits(number: str) -> None:
    if len(number) > MOST_DIGITS and sum(map(str.isdigit, number)) > MOST_DIGITS:
        _refuse(f"The record has a number of more than {MOST_DIGITS} digits.")


def _whole(number: str) -> int:
    _count_digits(number)
    return int(number)


def _fraction(number: str) -> float:
    """The number, or the largest float if it is too large: JSON has no infinity."""
    _count_digits(number)
    return max(-sys.float_info.max, min(float(number), sys.float_info.max))


def _no_constant(name: str) -> NoReturn:
    _refuse(f"The record has {name}, which is not a number in JSON.")


class _WithDuplicates(dict[str, Any]):
    """An object with a duplicate key: the last value counts, but all are checked."""

    dropped: list[Any]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    result = _WithDuplicates(value)
    result.dropped = [item for _, item in pairs]
    return result


def _parts(value: Any) -> Collection[Any]:
    """The items of a list, or the values of an object; nothing for anything else."""
    if isinstance(value, list):
        return value
    if isinstance(value, _WithDuplicates):
        return value.dropped
    return value.values() if isinstance(value, dict) else ()


def _is_deep(text: str) -> bool:
    """Whether this beginning of a record is nested deeper than 100 levels."""
    brackets = _NO_BRACKETS.sub("", text)
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > MOST_LEVELS


def _check_depth(value: Any) -> None:
    # A scalar adds no level of nesting; only objects and lists do.
    level = [value]
    for _ in range(MOST_LEVELS):
        level = [item for one in level for item in _parts(one) if isinstance(item, list | dict)]
    if level:
        _refuse(f"The record is nested deeper than {MOST_LEVELS} levels.")


def _check_texts(value: Any) -> None:
    level = [value]
    while level:
        for item in level:
            for text in item if isinstance(item, dict) else (item,):
                if isinstance(text, str) and _SURROGATE.search(text):
                    _refuse("The record has a lone surrogate (half a letter) in a text.")
        level = [item for one in level for item in _parts(one)]
