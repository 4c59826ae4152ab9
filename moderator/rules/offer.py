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
    still open, a whole number from `low` to `high`. `refused` is what a try would be told.
    """

    label: str
    values: Mapping[str, Any] = field(default_factory=dict)
    number: str | None = None
    low: int = 0
    high: int = 0
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of move for one player (None: for nobody in particular), legal now or refused.

    `refused` says why no choice at all is open. `limits` holds what does not fit a list of
    choices, a number for each name (a trade's goods, say).
    """

    verb: str
    label: str
    player: str | None = None
    choices: tuple[Choice, ...] = ()
    refused: Refused | None = None
    limits: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether at least one choice can be made now."""
        return self.refused is None
