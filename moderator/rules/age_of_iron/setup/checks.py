"""Checks of a scenario's parts; an invalid one is named by its path."""

from __future__ import annotations

from collections.abc import Mapping

from moderator.rules.errors import printable
from moderator.rules.reading import fields
from moderator.rules.reading.toml import Path


class Invalid(Exception):
    def __init__(self, path: Path, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path
        self.sentence = sentence


def key_of(path: Path) -> str:
    out = ""
    for part in path:
        out += f"[{part + 1}]" if isinstance(part, int) else f".{printable(part)}"
    return out.removeprefix(".")


def check(
    value: object,
    path: Path,
    required: Mapping[str, fields.Check],
    optional: Mapping[str, fields.Check] | None = None,
) -> None:
    invalid = fields.problem(value, required, optional)
    if invalid is not None:
        key, sentence = invalid
        raise Invalid(path if key is None else (*path, key), sentence)


def each(value: object, path: Path, check: fields.Check) -> None:
    expected = check(value)
    if expected is not None:
        raise Invalid(path, f"should be {expected}, not {printable(value)}")


def index_of(value: object, path: Path, known: list[str], what: str) -> int:
    if value not in known:
        raise Invalid(path, f"“{printable(value)}” is not a {what} of this scenario")
    return known.index(str(value))
