"""Kinds of fields: what a field of a move contains in JSON, and what it stands for.

A move declares each of its fields once, with a kind; reading, the wire form, and the limits of a
number in a form follow from that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from moderator.rules.reading import fields


def _same(state: Any, value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Kind:
    """What a field of a move contains.

    `check` looks at the JSON alone; `check_in` makes a check for a state, where it depends on the
    game. `read` makes the value (it may raise `Refused`), `write` the JSON again. `limits` are
    those of a whole number, the upper one only if the rules fix it. `is_late`: an unknown id is
    refused only after the player's turn has been checked.
    """

    check: fields.Check
    read: Callable[[Any, Any], Any] = _same
    write: Callable[[Any, Any], Any] = _same
    check_in: Callable[[Any], fields.Check] | None = None
    limits: tuple[int, int | None] | None = None
    is_late: bool = False


def whole(low: int, high: int | None = None) -> Kind:
    """A whole number of at least `low`, and at most `high` if that is given."""
    return Kind(fields.whole(low, high), limits=(low, high))


PLAYER = Kind(
    fields.text, read=lambda state, id: state.player(id), write=lambda state, n: state.player_id(n)
)
"""A player's id, read as the player's number; `Refused("unknown-player")`."""

SENTENCE = Kind(fields.sentence)
"""A text that is not blank."""


@dataclass(frozen=True, slots=True)
class Field:
    """A declared field: its attribute, its name in the wire form, and its kind."""

    attribute: str
    name: str
    kind: Kind
    is_optional: bool


def field(kind: Kind, name: str = "", **default: Any) -> Any:
    """Declares a field of a move.

    Args:
        name: in the wire form, if it is another than the attribute's.
        default: `default` or `default_factory`, for a field that may be missing.
    """
    return dataclasses.field(metadata={"kind": kind, "name": name}, **default)


@cache
def declared(move: Any) -> tuple[Field, ...]:
    """The fields of a move, in the order of its declaration."""
    return tuple(
        Field(
            one.name,
            one.metadata["name"] or one.name,
            one.metadata["kind"],
            one.default is not dataclasses.MISSING
            or one.default_factory is not dataclasses.MISSING,
        )
        for one in dataclasses.fields(move)
    )


@cache
def attributes(move: Any) -> frozenset[str]:
    """The attributes of the fields of a move."""
    return frozenset(one.attribute for one in declared(move))
