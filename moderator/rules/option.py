"""Options of a game: each is declared once, and its check, default and form follow from that."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moderator.rules import reading
from moderator.rules.errors import Refused, printable


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
