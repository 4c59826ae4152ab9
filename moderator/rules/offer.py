"""What can be done now, as every game's rules say it: kinds of moves, and ways to make them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from moderator.rules.errors import Refused


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to make an offered move.

    `values` are the move's fields that this choice fixes; `number` names the field that is
    still open, a whole number from `low` to `high`. `note` says what is worth knowing before
    one chooses it. `refused` is what a try would be told.
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
    """How many of one thing can be named at most; `id` stands for it in the move."""

    id: str
    name: str
    most: int


@dataclass(frozen=True, slots=True)
class Amounts:
    """A field of a move that holds a whole number for each thing, and what a form calls it."""

    field: str
    label: str
    each: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of move for one player (None: for nobody in particular), legal now or refused.

    `refused` says why no choice at all is open. `amounts` are named beside a choice, at least
    one of them; `amounts_missing` says so. `limits` holds what else does not fit a list of
    choices, a number for each name.
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
