"""The interface of tournaments, for games that have them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which a two-player game can end.

    `marks` are shown in the cross table, in each player's row. `winner`: 0 or 1, or None if
    nobody wins.
    """

    id: str
    label: str
    marks: tuple[str, str]
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game with both players' names; without `second`, a bye for `first`."""

    first: str
    second: str | None
    outcome: str  # an Outcome's id; of a bye, empty


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings; equal players share the `place`, counted from 1.

    Swiss rounds are paired by `score`, a whole number. `cells` belong to
    `TournamentRules.columns`.
    """

    place: int
    name: str
    score: int
    cells: tuple[str, ...]


class TournamentRules(Protocol[S_contra]):
    """How two-player games make a tournament. Every function is pure."""

    outcomes: tuple[Outcome, ...]
    bye: str
    """How a bye counts in a Swiss tournament, as a sentence."""

    def counting(self, is_swiss: bool) -> str:
        """How the standings are made, as sentences."""

    def columns(self, is_swiss: bool) -> tuple[str, ...]:
        """The headings of the standings' columns after place and name."""

    def outcome_of(self, state: S_contra) -> str | None:
        """How the game ended, as an outcome's id; None while it is being played."""

    def standings(
        self, played: Iterable[FinishedGame], names: Iterable[str], is_swiss: bool
    ) -> tuple[StandingsRow, ...]:
        """A row for everybody in `names`, the best first; the names are all different."""
