"""Kinds of fields: what a field of a move contains in JSON; and the options of a game.

A move declares each of its fields once, with a kind; reading, the wire form, and the limits of a
number in a form follow from that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from moderator.rules import reading
from moderator.rules.errors import Refused, printable
from moderator.rules.reading import Check


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

    check: Check
    read: Callable[[Any, Any], Any] = _same
    write: Callable[[Any, Any], Any] = _same
    check_in: Callable[[Any], Check] | None = None
    limits: tuple[int, int | None] | None = None
    is_late: bool = False


def whole(low: int, high: int | None = None) -> Kind:
    """A whole number of at least `low`, and at most `high` if that is given."""
    return Kind(reading.whole(low, high), limits=(low, high))


PLAYER = Kind(
    reading.text,
    read=lambda state, id: state.player(id),
    write=lambda state, n: state.player_id(n),
)
"""A player's id, read as the player's number; `Refused("unknown-player")`."""

SENTENCE = Kind(reading.sentence)
"""A text that is not blank."""


@dataclass(frozen=True, slots=True)
class Field:
    """A declared field: its attribute, its name in the wire form, and its kind."""

    attribute: str
    name: str
    kind: Kind
    is_optional: bool
    is_rolled: bool


def field(
    kind: Kind, name: str = "", optional: bool = False, rolled: bool = False, **default: Any
) -> Any:
    """Declares a field of a move.

    Args:
        name: in the wire form, if it is another than the attribute's.
        optional: whether it may be missing; it is None then.
        rolled: whether it contains dice, which are missing until they are rolled.
        default: `default` of a field that only some games have (`Move.form`).
    """
    metadata = {"kind": kind, "name": name, "is_optional": optional, "is_rolled": rolled}
    if optional or rolled:
        default = {"default": None}
    return dataclasses.field(metadata=metadata, **default)


@dataclass(frozen=True, eq=False)
class Form:
    """The fields that a move has in a game, in the order of their declaration."""

    fields: tuple[Field, ...]

    @cached_property
    def unrolled(self) -> Form:
        """The same without dice."""
        return Form(tuple(one for one in self.fields if not one.is_rolled))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all fields, and `type`."""
        return frozenset(["type", *(one.name for one in self.fields)])

    def limits(self, name: str) -> tuple[int, int | None]:
        """The limits of a whole number."""
        return next(one.kind.limits for one in self.fields if one.name == name) or (0, None)

    def is_valid(self, state: Any, wire: Any) -> bool:
        """Whether the move has every field, and each is what it should be."""
        if wire.keys() != self.names:
            return False
        for one in self.fields:
            kind = one.kind
            check = kind.check_in(state) if kind.check_in else kind.check
            if check(wire[one.name]) is not None:
                return False
        return True

    def check(self, state: Any, wire: Any) -> None:
        """Raise `Refused("bad-move")` for a field that is unknown, missing or malformed."""
        if self.is_valid(state, wire):
            return
        required: dict[str, Check] = {}
        optional: dict[str, Check] = {}
        for one in self.fields:
            checks = optional if one.is_optional else required
            kind = one.kind
            checks[one.name] = kind.check_in(state) if kind.check_in else kind.check
        found = reading.problem({k: v for k, v in wire.items() if k != "type"}, required, optional)
        if found is not None:
            key, what = found
            verb = printable(wire.get("type"))
            raise Refused("bad-move", f"In “{verb}” the field “{printable(key)}” {what}.")


@cache
def form_of(move: Any, *without: str) -> Form:
    """The fields that a move declares, but for those named."""
    declared = (one for one in dataclasses.fields(move) if one.name not in without)
    return Form(
        tuple(
            Field(one.name, **{**one.metadata, "name": one.metadata["name"] or one.name})
            for one in declared
        )
    )


# Options of a game: each is declared once, and its check, default and form follow from that.


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of an option, with its effect on the game."""

    value: str | bool
    label: str
    consequence: str


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: a list of values, or a whole number between two limits.

    The first value is the default; a number's comes from the scenario.
    """

    name: str
    label: str
    sentence: str
    values: tuple[OptionValue, ...] = ()
    limits: tuple[int, int] | None = None

    @property
    def default(self) -> str | bool | None:
        """The value without a choice; None if the scenario recommends one."""
        return self.values[0].value if self.values else None

    @property
    def check(self) -> reading.Check:
        """The check of a value in a record."""
        if self.limits is not None:
            return reading.whole(*self.limits)
        if isinstance(self.default, bool):
            return reading.truth
        return reading.one_of(*(str(one.value) for one in self.values))


def switch(off: str, on: str) -> tuple[OptionValue, ...]:
    """The values of an option that is off by default, with the effect of each."""
    return (OptionValue(False, "Off", off), OptionValue(True, "On", on))


def option(
    label: str,
    sentence: str,
    values: tuple[OptionValue, ...] = (),
    limits: tuple[int, int] | None = None,
) -> Any:
    """An option as a field of a game's dataclass of options; its name is the field's."""
    made = Option("", label, sentence, values, limits)
    default = dataclasses.MISSING if made.default is None else made.default
    return dataclasses.field(default=default, metadata={"option": made})


def declared(options: type) -> tuple[Option, ...]:
    """The options of a dataclass, in the order of its fields."""
    return tuple(
        dataclasses.replace(field.metadata["option"], name=field.name)
        for field in dataclasses.fields(options)
    )


def check_options(
    value: object,
    required: Mapping[str, reading.Check],
    optional: Mapping[str, reading.Check] | None = None,
) -> None:
    """Raise `Refused("bad-record")` for options that are unknown, invalid or missing.

    Args:
        required, optional: a check for each option, by its name.
    """
    problem = reading.problem(value, required, optional)
    if problem is not None:
        key, what = problem
        start = f"In the options “{printable(key)}”" if key else "The options"
        raise Refused("bad-record", f"{start} {what}.")
