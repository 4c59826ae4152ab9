"""The command line: moves typed in a few letters.

throw red 1 blue 0    r 1 b 0    1 0     phase 1: Empire Dice out
throw red 2 blue 3 1                     phase 2: Samurai Occupying; with three, also the Eyes
throw red 3 1 blue 0                     phase 3: Samurai Occupying, and Eyes taken
restart a sleeve over the edge, undo, redo
"""

from __future__ import annotations

import re
from typing import Any

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Wire
from moderator.rules.reading.words import simple
from moderator.rules.valley_of_war.emperor import Emperor
from moderator.rules.valley_of_war.state import COLOURS, NAMES, State
from moderator.rules.valley_of_war.wording import PHASE_NAMES

EXAMPLES = "throw red 1 blue 0 · restart a sleeve over the edge · undo"

_VERBS = ("throw", "restart", "undo", "redo")
_COLOURS = {"r": 0, "red": 0, "b": 1, "bl": 1, "blu": 1, "blue": 1}


def parse(state: State, text: str) -> dict[str, Any]:
    """The typed command as a move, which may be illegal.

    Raises:
        Refused: `not-understood` or `ambiguous`, saying what would be right.
    """
    words = simple(text.replace(":", " ").replace(",", " ").replace(";", " ")).split()
    if not words:
        raise Refused("not-understood", f"Type a move: {EXAMPLES}.")
    verb = _verb(words[0])
    if verb is None:
        return _throw(state, words)
    if verb == "throw":
        return _throw(state, words[1:])
    if verb == "restart":
        reason = text.split(maxsplit=1)[1:]
        if not reason:
            raise Refused(
                "not-understood", "Add the reason, like “restart a sleeve over the edge”."
            )
        return {"type": verb, "reason": reason[0].strip()}
    if words[1:]:
        raise Refused("not-understood", f"“{verb}” takes no further words; type just “{verb}”.")
    return {"type": verb}


def command_text(wire: Wire) -> str:
    """The command as it was understood, in the words of the command line."""
    if wire["type"] != "throw":
        return " ".join(printable(str(part)) for part in wire.values())
    parts = [" ".join([colour, *map(str, wire[colour].values())]) for colour in COLOURS]
    return " ".join(["throw", *parts])


def _verb(word: str) -> str | None:
    """The verb that begins with the word; None for a throw without its verb."""
    if word in _COLOURS or word.isdigit():
        return None
    found = [verb for verb in _VERBS if verb.startswith(word)]
    if len(found) != 1:
        fits = f"could be {' or '.join(found)}" if found else "is not a move"
        raise Refused(
            "ambiguous" if found else "not-understood",
            f"“{printable(word)}” {fits}; type {EXAMPLES}.",
        )
    return found[0]


def _throw(state: State, words: list[str]) -> dict[str, Any]:
    if any(word in _COLOURS for word in words):
        numbers = _by_name(words)
    else:
        numbers = _by_place(state, [_number(word) for word in words])
    wire: dict[str, Any] = {"type": "throw"}
    for i, emperor in enumerate(state.emperors):
        wire[COLOURS[i]] = _achieved(emperor, NAMES[i], numbers[i])
    return wire


def _by_name(words: list[str]) -> list[list[int]]:
    numbers: list[list[int]] = [[], []]
    current: int | None = None
    for word in words:
        if word in _COLOURS:
            current = _COLOURS[word]
        elif current is None:
            raise Refused("not-understood", f"Type “red” or “blue” before {printable(word)}.")
        else:
            numbers[current].append(_number(word))
    return numbers


def _by_place(state: State, numbers: list[int]) -> list[list[int]]:
    """Numbers without names: first those that Red's phase requires, then Blue's."""
    count = len(state.emperors[0].fields(numbers[0] if numbers else None))
    return [numbers[:count], numbers[count:]]


def _achieved(emperor: Emperor, name: str, numbers: list[int]) -> dict[str, int]:
    required = emperor.fields(numbers[0] if numbers else None)
    if len(numbers) + 1 == len(required) == 2:
        numbers = [*numbers, emperor.eyes]  # no Eye was turned up
    if len(numbers) != len(required):
        what = " and ".join(required).replace("_", " ")
        phase = PHASE_NAMES[emperor.phase - 1]
        raise Refused("not-understood", f"For {name} in {phase} type {what}; {EXAMPLES}.")
    return dict(zip(required, numbers, strict=True))


def _number(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise Refused("not-understood", f"“{printable(word)}” is not a number; type {EXAMPLES}.")
    return int(word)
