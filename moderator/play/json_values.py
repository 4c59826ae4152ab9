"""Plain JSON values that every database can store."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from moderator.rules.errors import Refused


def json_values(value: object, code: str) -> Any:
    """A copy as plain JSON values; `Refused(code)` if that is impossible.

    Lone surrogates and NUL are valid JSON, but PostgreSQL can't store them; it stores -0.0 as 0.0,
    which is what the copy has.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, default=_mapping)
        text.encode()
        copy = json.loads(text, parse_float=lambda digits: float(digits) or 0.0)
        is_storable = all("\0" not in part for part in texts(copy))
    except (TypeError, ValueError, RecursionError):
        is_storable = False
    if not is_storable:
        raise Refused(code, "This has characters or values that can't be stored.")
    return copy


def _mapping(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError


def texts(value: object) -> Iterator[str]:
    """Every text in a JSON value, with the keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from texts(part)
