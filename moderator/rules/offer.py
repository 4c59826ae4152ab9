"""The types in which every game's rules list the legal moves: offers and their choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from moderator.rules.errors import Refused


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to make an offered move.

    `values` are the move's fields that this choice sets; `number` names the field that is
    still open, a whole number from `low` to `high`. `note` is worth knowing before choosing;
    `refused` is the refusal that this choice would get.
    """

    label: str
    values: Mapping[str, Any] = field(default_factory=dict)
    number: str | None = None
    low: int = 0
    high: int = 0
    note: str = ""
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """The most of one thing that can be entered; `id` is its key in the move."""

    id: str
    name: str
    most: int


@dataclass(frozen=True, slots=True)
class Amounts:
    """A field of a move with a whole number for each of several things, and its label in a form."""

    field: str
    label: str
    each: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of move for one player (None: for nobody in particular), legal now or refused.

    `refused` says why no choice at all is open. `amounts` are entered along with a choice, at
    least one of them; `amounts_missing` asks for it. `limits` holds further limits that don't
    fit into a list of choices, a number for each name.
    """

    verb: str
    label: str
    player: str | None = None
    choices: tuple[Choice, ...] = ()
    refused: Refused | None = None
    limits: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    amounts: tuple[Amounts, ...] = ()
    amounts_missing: str = ""

    @property
    def is_open(self) -> bool:
        """Whether at least one choice can be made now."""
        return self.refused is None
