"""A tournament's state: matches, rounds and standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from moderator.play.models import Entrant, Pairing, Result, Tournament
from moderator.rules.registry import GAMES
from moderator.rules.tournament import FinishedGame, Outcome, StandingsRow, TournamentRules

_PODIUM = 3  # places that are named at the end


def tournament_rules_of(tournament: Tournament) -> TournamentRules[Any]:
    """The tournament rules of the tournament's game."""
    rules = GAMES[tournament.rules].tournament
    if rules is None:
        raise ValueError(f"{tournament.rules} has no tournaments")
    return rules


@dataclass(frozen=True, slots=True)
class Match:
    """A pairing with its result. `outcome` is empty while there is none."""

    pairing: Pairing
    red: str
    blue: str  # empty: red has a bye
    table: int  # 0 for a bye
    outcome: str
    label: str
    winner: int | None  # 0: red; 1: blue; None: nobody, or no result
    results: tuple[Result, ...]
    game_outcome: str  # by the log of its game

    @property
    def is_bye(self) -> bool:
        """Whether it is a bye."""
        return not self.blue

    @property
    def is_open(self) -> bool:
        """Whether the result is missing."""
        return not self.is_bye and not self.outcome

    @property
    def is_corrected(self) -> bool:
        """Whether an earlier result was corrected."""
        return len(self.results) > 1

    @property
    def is_doubtful(self) -> bool:
        """Whether the game's log now gives another result than the one that counts."""
        return bool(self.results and self.game_outcome) and self.game_outcome != self.outcome


@dataclass(frozen=True, slots=True)
class RoundState:
    """A round's matches, the bye last."""

    number: int
    meetings: tuple[Match, ...]

    @property
    def missing(self) -> int:
        """How many results are missing."""
        return sum(meeting.is_open for meeting in self.meetings)

    @property
    def queues(self) -> tuple[tuple[int, tuple[Match, ...]], ...]:
        """For each table the matches that are still to be played, in order."""
        waiting: defaultdict[int, list[Match]] = defaultdict(list)
        for meeting in self.meetings:
            if not meeting.is_bye:
                queue = waiting[meeting.table]
                if meeting.is_open:
                    queue.append(meeting)
        return tuple((table, tuple(queue)) for table, queue in sorted(waiting.items()))


@dataclass(frozen=True, slots=True)
class WaitingMatch:
    """A match that is to be played next at a group's table."""

    tournament: Tournament
    round: int
    table: int
    match: Match


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A row of the standings, and the rounds in which the player had a bye."""

    row: StandingsRow
    byes: tuple[int, ...]


@dataclass(frozen=True)
class TournamentState:
    """A tournament with its entrants, rounds and standings."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    names: dict[int, str]  # by the entrant's pk; all different
    rounds: tuple[RoundState, ...]

    @property
    def round(self) -> RoundState | None:
        """The present round; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The possible outcomes of a game."""
        return tournament_rules_of(self.tournament).outcomes

    @property
    def columns(self) -> tuple[str, ...]:
        """The column headings of the standings."""
        return tournament_rules_of(self.tournament).columns(self.tournament.is_swiss)

    @property
    def bye_sentence(self) -> str:
        """A sentence about what a bye counts."""
        if not self.tournament.is_swiss:
            return gettext(
                "In a round robin everybody sits out equally often: a bye counts nothing."
            )
        return tournament_rules_of(self.tournament).bye

    @property
    def counting_sentence(self) -> str:
        """How the standings are made, as sentences."""
        return tournament_rules_of(self.tournament).counting(self.tournament.is_swiss)

    @property
    def missing(self) -> int:
        """How many results are missing in all rounds."""
        return sum(one.missing for one in self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether all rounds have been made and no result is missing."""
        is_made = len(self.rounds) >= self.tournament.rounds_planned
        return bool(self.rounds) and is_made and not self.missing

    @cached_property
    def standings(self) -> tuple[StandingsRow, ...]:
        """The standings by the results up to now."""
        rules = tournament_rules_of(self.tournament)
        names = list(self.names.values())
        return rules.standings(self._played(), names, self.tournament.is_swiss)

    @cached_property
    def ranking(self) -> tuple[RankedPlayer, ...]:
        """The standings with each player's byes, which make them look odd."""
        byes: defaultdict[str, list[int]] = defaultdict(list)
        for one in self.rounds:
            for meeting in one.meetings:
                if meeting.is_bye:
                    byes[meeting.red].append(one.number)
        return tuple(RankedPlayer(row, tuple(byes[row.name])) for row in self.standings)

    @property
    def has_byes(self) -> bool:
        """Whether anybody has had a bye."""
        return any(one.byes for one in self.ranking)

    @property
    def champions(self) -> tuple[StandingsRow, ...]:
        """Those in first place once the tournament is over: usually one player."""
        return tuple(row for row in self.standings if row.place == 1) if self.is_over else ()

    @property
    def runners_up(self) -> tuple[StandingsRow, ...]:
        """Those who follow the winner, down to third place; nobody where many share a place."""
        found = [row for row in self.standings if 1 < row.place <= _PODIUM]
        return tuple(found) if self.is_over and len(found) <= _PODIUM else ()

    def _played(self) -> Iterator[FinishedGame]:
        for one in self.rounds:
            for meeting in one.meetings:
                if meeting.is_bye:
                    yield FinishedGame(meeting.red, None, "")
                elif meeting.outcome:
                    yield FinishedGame(meeting.red, meeting.blue, meeting.outcome)

    def in_round(self, number: int) -> list[Entrant]:
        """The players of the round with that number."""
        return [entrant for entrant in self.entrants if entrant.plays_in(number)]

    def meeting(self, pairing: Pairing) -> Match:
        """The match of that pairing."""
        meetings = (m for one in self.rounds for m in one.meetings)
        return next(m for m in meetings if m.pairing.pk == pairing.pk)
