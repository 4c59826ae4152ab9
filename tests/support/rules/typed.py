"""What the completions of a typed line promise, and the examples in hints."""

from __future__ import annotations

import re
from typing import Any

from moderator.rules.command import SAID
from moderator.rules.errors import Refused
from moderator.rules.game import Rules
from moderator.rules.reading import REDO, UNDO, Wire

_EXAMPLE = re.compile(r"(?:For example: |like |as in |: type )“([^”]+)”")


def completed(rules: Rules[Any], state: Any, line: str) -> Wire | None:
    """The move of a completion, which must be legal; None for undo, redo and unfinished lines."""
    try:
        heard = rules.parse_command(state, line)
    except Refused as refused:
        assert line.endswith(" "), line
        assert refused.code == "not-understood", line
        return None
    if line.endswith(" ") or heard.wire["type"] in (UNDO, REDO):
        return None
    assert heard.refused is None, line
    return heard.wire


def examples_in(refused: Refused) -> list[str]:
    """The commands that a hint shows."""
    return _EXAMPLE.findall(str(refused))


def said(line: str, number: int) -> str:
    """A line for completion with everything said that a person has to say."""
    words = (str(number) if word == SAID else word.removeprefix(SAID) for word in line.split())
    return " ".join(words)
