"""The wire form: a move as plain JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Wire = Mapping[str, Any]
"""A move as plain JSON: an object with a `type` (docs/rules/record.md, "Moves")."""

UNDO, REDO = "undo", "redo"
"""The types that every game has (docs/rules/record.md, "Undo and redo")."""


def wire_text(wire: Wire) -> str:
    """The move as one line of JSON, for the value of a button on a page.

    >>> wire_text({"type": "fill", "player": "red", "dice": [1, 4]})
    '{"type":"fill","player":"red","dice":[1,4]}'
    """
    return json.dumps(dict(wire), ensure_ascii=False, separators=(",", ":"), default=dict)
