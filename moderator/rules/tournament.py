"""What a game's rules say about tournaments, if it is played in any."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

S_contra = TypeVar("S_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which a game of two ends.

    `marks` stand in a cross table, in the row of each of the two.
    """

    id: str
    label: str
    marks: tuple[str, str]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, by the names of both; without `second`, a bye of `first`."""

    first: str
    second: str | None
    outcome: str  # an Outcome's id; of a bye, empty


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings: those who are equal share the `place`, counted from 1.

    `score` is what a Swiss round pairs by, in whole units. `cells` stand under
    `Tournament.columns`.
    """

    place: int
    name: str
    score: int
    cells: tuple[str, ...]


class TournamentRules(Protocol[S_contra]):
    """How games of two make a tournament. Every function is pure."""

    outcomes: tuple[Outcome, ...]
    bye: str
    """What a bye counts in Swiss, as a sentence."""

    def columns(self, is_swiss: bool) -> tuple[str, ...]:
        """The heads of the standings' columns after place and name."""

    def outcome_of(self, state: S_contra) -> str | None:
        """How the game ended, an outcome's id; None while it is on."""

    def standings(
        self, played: Iterable[FinishedGame], names: Iterable[str], is_swiss: bool
    ) -> tuple[StandingsRow, ...]:
        """A row for everybody in `names`, the best first; names differ from each other."""
