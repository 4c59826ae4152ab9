"""A tournament's pairings, and its state: matches, rounds and standings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils.translation import gettext

from moderator.features.tournaments.models import Entrant, Pairing, Result, Tournament
from moderator.rules.game import FinishedGame, Outcome, StandingsRow, TournamentRules
from moderator.rules.registry import GAMES

# Pairings: the rounds of a round robin, and a Swiss round (docs/decisions/0009).

FEWEST, MOST = 3, 64
"""Players of a tournament."""

_BYE = -1  # last in the order: the player matched with it has the bye


@dataclass(frozen=True, slots=True)
class Pair:
    """A game of a round, by the players' numbers; without `blue`, `red` has a bye."""

    red: int
    blue: int | None = None


def round_robin(players: Sequence[int]) -> list[list[Pair]]:
    """Every round of a round robin: each pair meets once; with an odd number one sits out in turn.

    The circle method, with the colours of Berger's tables: moving players change colours from
    game to game, so that nobody has one colour more than once more often than the other.

    >>> [[(p.red, p.blue) for p in one] for one in round_robin([1, 2, 3])]
    [[(2, 3), (1, None)], [(3, 1), (2, None)], [(1, 2), (3, None)]]
    """
    circle = list(players if len(players) % 2 else players[:-1])
    fixed = None if len(players) % 2 else players[-1]
    size = len(circle)
    rounds = []
    for number in range(size):
        pairs: list[Pair] = []
        if fixed is not None:
            moving = circle[number]
            pairs.append(Pair(fixed, moving) if number % 2 else Pair(moving, fixed))
        for step in range(1, (size + 1) // 2):
            ahead, behind = circle[(number + step) % size], circle[(number - step) % size]
            pairs.append(Pair(ahead, behind) if step % 2 else Pair(behind, ahead))
        rounds.append(pairs if fixed is not None else [*pairs, Pair(circle[number])])
    return rounds


def swiss_rounds(count: int) -> int:
    """How many rounds find a winner among so many players: the binary logarithm, rounded up.

    >>> [swiss_rounds(count) for count in (3, 4, 5, 16, 17, 64)]
    [2, 2, 3, 4, 5, 6]
    """
    return (count - 1).bit_length()


def most_rounds(count: int) -> int:
    """How many rounds there can be before somebody must meet somebody again.

    >>> most_rounds(3), most_rounds(4)
    (3, 3)
    """
    return count if count % 2 else count - 1


def swiss_round(
    order: Sequence[int], scores: Mapping[int, int], before: Iterable[Pair]
) -> list[Pair]:
    """The next round of a Swiss tournament, the best players first, the bye last.

    Of all possible pairings it takes the best by these criteria, in this order: the bye goes to
    somebody who had fewest; fewest repeated matches; the bye goes to a low rank; similar scores
    (the sum of the squared differences); balanced colours; in a score group the upper half meets
    the lower. It is found as a minimum weight matching, so there is no better one.

    Args:
        order: the players, the best first; in the first round by seeding.
        scores: by number, in any whole units.
        before: every pair of the earlier rounds, in order.

    Cost: some 0.2 s for 64 players.
    """
    import networkx  # here, because it is slow to load

    past = _Past(before)
    graph = networkx.Graph()
    graph.add_nodes_from(order)
    faults: dict[tuple[int, int], Faults] = {
        (a, b): _meeting_faults(past, order, scores, i, j)
        for (i, a), (j, b) in combinations(enumerate(order), 2)
    }
    if len(order) % 2:
        last = len(order) - 1
        faults |= {(a, _BYE): (past.byes[a], 0, last - i, 0, 0, 0) for i, a in enumerate(order)}
    for (a, b), weight in zip(faults, _weights(list(faults.values()), len(order)), strict=True):
        graph.add_edge(a, b, weight=weight)
    matched = networkx.min_weight_matching(graph)
    place = {number: i for i, number in enumerate(order)} | {_BYE: len(order)}
    pairs = sorted(sorted(pair, key=place.__getitem__) for pair in matched)
    pairs.sort(key=lambda pair: (pair[1] == _BYE, place[pair[0]]))
    return [past.coloured(a, b, table) for table, (a, b) in enumerate(pairs)]


class _Past:
    """What matters of the earlier rounds."""

    def __init__(self, before: Iterable[Pair]) -> None:
        self.met: Counter[frozenset[int]] = Counter()
        self.byes: Counter[int] = Counter()
        self.lean: Counter[int] = Counter()  # games with red less games with blue
        self.last: dict[int, int] = {}  # 1 if red in the last game, -1 if blue
        for pair in before:
            if pair.blue is None:
                self.byes[pair.red] += 1
                continue
            self.met[frozenset((pair.red, pair.blue))] += 1
            for number, colour in ((pair.red, 1), (pair.blue, -1)):
                self.lean[number] += colour
                self.last[number] = colour

    def coloured(self, a: int, b: int, table: int) -> Pair:
        """Red goes to whoever had it less often, else to who had blue last, else in turn."""
        if b == _BYE:
            return Pair(a)
        first, second = ((self.lean[n], self.last.get(n, 0)) for n in (a, b))
        if first == second:
            return Pair(b, a) if table % 2 else Pair(a, b)
        return Pair(a, b) if first < second else Pair(b, a)


Faults = tuple[int, ...]  # the most important kind first


def _meeting_faults(
    past: _Past, order: Sequence[int], scores: Mapping[int, int], i: int, j: int
) -> Faults:
    """How bad it would be by each criterion if the players at these places met."""
    a, b = order[i], order[j]
    apart = (scores[a] - scores[b]) ** 2
    # Opposite leanings cancel out; the games played so far bound the difference.
    colour = 2 * len(past.met) - abs(past.lean[a] - past.lean[b])
    again = past.met[frozenset((a, b))] ** 2
    # The distance from “the first of the upper half meets the first of the lower half”.
    group = [scores[n] for n in order].count(scores[a])
    return (0, again, 0, apart, colour, (j - i - group // 2) ** 2)


def _weights(faults: Sequence[Faults], count: int) -> list[int]:
    """One whole number for each: one fault of a kind outweighs any number of a less important."""
    bases = [1 + (count + 1) // 2 * max(kind) for kind in zip(*faults, strict=True)]
    weights = []
    for one in faults:
        weight = 0
        for base, fault in zip(bases, one, strict=True):
            weight = weight * base + fault
        weights.append(weight)
    return weights


# A tournament's state.

_PODIUM = 3  # places that are named at the end


def tournament_rules_of(tournament: Tournament) -> TournamentRules[Any]:
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
    wave: int  # the how manyth match there in its round; 0 for a bye
    outcome: str
    label: str
    winner: int | None  # 0: red; 1: blue; None: nobody, or no result
    results: tuple[Result, ...]
    game_outcome: str  # by the log of its game

    @property
    def turn(self) -> str:
        """When it is played, if not at once: "second at table 1"."""
        if self.wave < 2:
            return ""
        words = (gettext("second"), gettext("third"), gettext("fourth"), gettext("fifth"))
        order = words[self.wave - 2] if self.wave - 2 < len(words) else ordinal(self.wave)
        return gettext("%(order)s at table %(table)d") % {"order": order, "table": self.table}

    @property
    def is_bye(self) -> bool:
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
    def playing(self) -> dict[int, Match]:
        """By table the match that is to be played there now: the first without a result."""
        return {one.table: one for one in reversed(self.meetings) if one.is_open}


RankedPlayer = tuple[StandingsRow, tuple[int, ...]]
"""A row of the standings, and the rounds in which the player had a bye."""


@dataclass(frozen=True)
class TournamentState:
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
        return tournament_rules_of(self.tournament).outcomes

    @property
    def columns(self) -> tuple[str, ...]:
        """The column headings of the standings."""
        return tournament_rules_of(self.tournament).columns(self.tournament.is_swiss)

    @property
    def tie_break_sentence(self) -> str:
        """What the last column of the standings is; empty in a round robin."""
        rules = tournament_rules_of(self.tournament)
        return rules.tie_break if self.tournament.is_swiss else ""

    @property
    def bye_sentence(self) -> str:
        if not self.tournament.is_swiss:
            return gettext(
                "In a round robin everybody sits out equally often: a bye counts nothing."
            )
        return tournament_rules_of(self.tournament).bye

    @property
    def counting_sentence(self) -> str:
        rules = tournament_rules_of(self.tournament)
        return f"{rules.counting(self.tournament.is_swiss)} {self.bye_sentence}"

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
        return tuple((row, tuple(byes[row.name])) for row in self.standings)

    @property
    def has_byes(self) -> bool:
        """Whether anybody has had a bye."""
        return any(byes for _row, byes in self.ranking)

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
        meetings = (m for one in self.rounds for m in one.meetings)
        return next(m for m in meetings if m.pairing.pk == pairing.pk)
