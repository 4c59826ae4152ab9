"""What a tournament's sheets are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.rules.seating import SeatLabel
from moderator.rules.tournament import Outcome, StandingsRow


@dataclass(frozen=True, slots=True)
class MatchRow:
    """Two players who meet; without `blue`, `red` has a bye. `outcome` may still be empty."""

    table: int
    red: str
    blue: str
    outcome: str


@dataclass(frozen=True, slots=True)
class TournamentData:
    """The data of a tournament for its sheets."""

    rules: str
    title: str
    system: str
    copyright: str
    sides: Sequence[SeatLabel]
    outcomes: Sequence[Outcome]
    columns: Sequence[str]
    standings: Sequence[StandingsRow]
    rounds: Sequence[Sequence[MatchRow]]
    bye: str
    counting: str = ""  # how the standings are made, as sentences
    is_swiss: bool = False
