"""How a tournament stands: read from what is stored and from the logs of its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext

from moderator.play import folds, log, scenarios
from moderator.play.models import Entrant, Game, Group, Pairing, Result, Tournament
from moderator.rules.game import Game as Rules
from moderator.rules.game import Seat
from moderator.rules.registry import GAMES
from moderator.rules.tournament import Outcome, Played, Standing
from moderator.rules.tournament import Tournament as Way


def playable() -> list[Rules[Any, Any]]:
    """The games that are played in tournaments."""
    return [game for game in GAMES.values() if game.tournament is not None]


def way_of(tournament: Tournament) -> Way[Any]:
    """What the rules say about tournaments."""
    way = GAMES[tournament.rules].tournament
    if way is None:
        raise ValueError(f"{tournament.rules} is played in no tournament")
    return way


def scenario_of(rules: str) -> Any:
    """The scenario that its tournaments are played with: the rules' own, else the first shipped."""
    game = GAMES[rules]
    return next(iter({**game.own_scenarios, **scenarios.shipped()[rules]}.values()))


def sides_of(tournament: Tournament) -> tuple[Seat, ...]:
    """The two seats, in the order of a pairing."""
    return GAMES[tournament.rules].seats(scenario_of(tournament.rules), {})[:2]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing as it stands. `outcome` is empty while there is no result."""

    pairing: Pairing
    red: str
    blue: str  # empty: red has a bye
    table: int  # 0 for a bye
    outcome: str
    label: str
    results: tuple[Result, ...]
    game_outcome: str  # what the log of its game tells now

    @property
    def is_bye(self) -> bool:
        """Whether one sits out."""
        return not self.blue

    @property
    def is_open(self) -> bool:
        """Whether a result is lacking."""
        return not self.is_bye and not self.outcome

    @property
    def is_corrected(self) -> bool:
        """Whether another result stood here before."""
        return len(self.results) > 1

    @property
    def is_doubtful(self) -> bool:
        """Whether the game's log now tells another result than the one that counts."""
        return bool(self.results and self.game_outcome) and self.game_outcome != self.outcome


@dataclass(frozen=True, slots=True)
class RoundNow:
    """A round's meetings, the bye last."""

    number: int
    meetings: tuple[Meeting, ...]

    @property
    def lacking(self) -> int:
        """How many results there are still to come."""
        return sum(meeting.is_open for meeting in self.meetings)

    @property
    def queues(self) -> tuple[tuple[int, tuple[Meeting, ...]], ...]:
        """For each table what is still to be played there: first who plays now, then who next."""
        waiting: defaultdict[int, list[Meeting]] = defaultdict(list)
        for meeting in self.meetings:
            if not meeting.is_bye:
                queue = waiting[meeting.table]
                if meeting.is_open:
                    queue.append(meeting)
        return tuple((table, tuple(queue)) for table, queue in sorted(waiting.items()))


@dataclass(frozen=True)
class Now:
    """A tournament as it stands."""

    tournament: Tournament
    entrants: tuple[Entrant, ...]
    names: dict[int, str]  # by the entrant's pk; no two alike
    rounds: tuple[RoundNow, ...]

    @property
    def round(self) -> RoundNow | None:
        """The present round; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How a game can end."""
        return way_of(self.tournament).outcomes

    @property
    def columns(self) -> tuple[str, ...]:
        """The heads of the standings."""
        return way_of(self.tournament).columns(self.tournament.is_swiss)

    @property
    def bye_sentence(self) -> str:
        """What a bye counts."""
        if not self.tournament.is_swiss:
            return gettext("In a round robin everybody sits out equally often: it counts nothing.")
        return way_of(self.tournament).bye

    @property
    def lacking(self) -> int:
        """How many results are still to come in all rounds."""
        return sum(one.lacking for one in self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether all rounds are made and all results are there."""
        is_made = len(self.rounds) >= self.tournament.rounds_planned
        return bool(self.rounds) and is_made and not self.lacking

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """By what is recorded up to now."""
        way = way_of(self.tournament)
        names = list(self.names.values())
        return way.standings(self._played(), names, self.tournament.is_swiss)

    def _played(self) -> Iterator[Played]:
        for one in self.rounds:
            for meeting in one.meetings:
                if meeting.is_bye:
                    yield Played(meeting.red, None, "")
                elif meeting.outcome:
                    yield Played(meeting.red, meeting.blue, meeting.outcome)

    def in_round(self, number: int) -> list[Entrant]:
        """Who plays in the round with that number."""
        return [entrant for entrant in self.entrants if entrant.plays_in(number)]

    def meeting(self, pairing: Pairing) -> Meeting:
        """How that pairing stands."""
        meetings = (m for one in self.rounds for m in one.meetings)
        return next(m for m in meetings if m.pairing.pk == pairing.pk)


def now_of(tournament: Tournament) -> Now:
    """The tournament with everything in it.

    Cost: five queries, and the logs of games that have been begun and not yet counted.
    """
    entrants = tuple(tournament.entrants.select_related("person").order_by("number"))
    names = _names(entrants)
    pairings = Pairing.objects.filter(round__tournament=tournament).select_related(
        "round", "game__group"
    )
    results: defaultdict[int, list[Result]] = defaultdict(list)
    recorded = Result.objects.filter(pairing__round__tournament=tournament)
    for result in recorded.select_related("by").order_by("number"):
        results[result.pairing_id].append(result)
    way = way_of(tournament)
    labels = {one.id: one.label for one in way.outcomes}
    by_round: defaultdict[int, list[Meeting]] = defaultdict(list)
    for pairing in pairings.order_by("round__number", "number"):
        told = tuple(results[pairing.pk])
        by_round[pairing.round.number].append(
            _meeting(pairing, told, names, tournament.tables, labels)
        )
    numbers = tournament.rounds.order_by("number").values_list("number", flat=True)
    rounds = tuple(RoundNow(number, tuple(by_round[number])) for number in numbers)
    return Now(tournament, entrants, names, rounds)


def _meeting(
    pairing: Pairing, told: tuple[Result, ...], names: dict[int, str], tables: int, labels: Any
) -> Meeting:
    of_game = outcome_of(pairing.game) if pairing.game else ""
    outcome = told[-1].outcome if told else of_game
    return Meeting(
        pairing=pairing,
        red=names[pairing.red_id],
        blue=names[pairing.blue_id] if pairing.blue_id else "",
        table=1 + (pairing.number - 1) % tables if pairing.blue_id else 0,
        outcome=outcome,
        label=labels.get(outcome, ""),
        results=told,
        game_outcome=of_game,
    )


def _names(entrants: Sequence[Entrant]) -> dict[int, str]:
    """Names by pk; two that have become alike are told apart by their numbers."""
    count = Counter(entrant.display_name for entrant in entrants)
    names = {}
    for one in entrants:
        name = one.display_name
        facts = {"name": name, "number": one.number}
        is_alike = count[name] > 1
        names[one.pk] = gettext("%(name)s (no. %(number)d)") % facts if is_alike else name
    return names


def outcome_of(game: Game) -> str:
    """How the game ended by its log; empty while it is on."""
    way = log.rules_of(game).tournament
    outcome = way.outcome_of(folds.fold_of(game).timeline.state) if way else None
    return outcome or ""


def groups_at(tournament: Tournament) -> dict[int, Group]:
    """The group of each table: the first table is that of the class's first group."""
    groups: Iterable[Group] = tournament.classroom.groups.order_by("number")
    return dict(zip(range(1, tournament.tables + 1), groups, strict=False))


def pairing_line(game: Game) -> str:
    """Who plays a game of a tournament, in a sentence; empty for any other game."""
    pairing = (
        Pairing.objects.filter(game=game)
        .select_related("round__tournament", "red__person", "blue__person")
        .first()
    )
    if pairing is None or pairing.blue is None:
        return ""
    seats = log.rules_of(game).seats(log.scenario_of(game), game.options)
    return gettext("%(title)s, round %(round)d. %(first)s: %(red)s. %(second)s: %(blue)s.") % {
        "title": pairing.round.tournament.title,
        "round": pairing.round.number,
        "red": pairing.red.display_name,
        "blue": pairing.blue.display_name,
        "first": seats[0].name,
        "second": seats[1].name,
    }
