"""A tournament's state, read from the database and from the logs of its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.translation import gettext

from moderator.core import games, log
from moderator.core.models import Classroom, Entry, Game, Group
from moderator.features.tournaments.models import Entrant, Pairing, Result, Tournament
from moderator.features.tournaments.standings import (
    Match,
    RoundState,
    TournamentState,
    WaitingMatch,
    tournament_rules_of,
)
from moderator.rules.game import Rules
from moderator.rules.registry import GAMES
from moderator.rules.seating import SeatLabel
from moderator.rules.tournament import Outcome


def playable() -> list[Rules[Any]]:
    """The games that can be played in tournaments."""
    return [game for game in GAMES.values() if game.tournament is not None]


def tournament_of(classroom: Classroom, number: int) -> Tournament | None:
    """The class's tournament with that number."""
    found = classroom.tournaments.filter(number=number).first() if number < 2**31 else None
    if found is not None:
        found.classroom = classroom
    return found


def scenario_of(rules: str) -> Any:
    """The scenario of tournament games: the rules' own, else the first built-in one."""
    game = GAMES[rules]
    return next(iter({**game.own_scenarios, **games.shipped()[rules]}.values()))


def sides_of(tournament: Tournament) -> tuple[SeatLabel, ...]:
    """The two seats, in a pairing's order."""
    return GAMES[tournament.rules].seats(scenario_of(tournament.rules), {})[:2]


def now_of(tournament: Tournament) -> TournamentState:
    """The tournament's state.

    Cost: four queries, and the logs of games that have begun and don't count yet.
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
    outcomes = {one.id: one for one in tournament_rules_of(tournament).outcomes}
    by_round: defaultdict[int, list[Match]] = defaultdict(list)
    for pairing in pairings.order_by("round__number", "number"):
        by_round[pairing.round.number].append(
            _match(pairing, tuple(results[pairing.pk]), names, tournament.tables, outcomes)
        )
    numbers = tournament.rounds.order_by("number").values_list("number", flat=True)
    rounds = tuple(RoundState(number, tuple(by_round[number])) for number in numbers)
    return TournamentState(tournament, entrants, names, rounds)


def version_of(tournament: Tournament) -> tuple[object, ...]:
    """A value that changes whenever the result of `now_of` does. Cost: three queries."""
    names = ("number", "name", "enters", "leaves", "person__name", "person__number")
    pairings = Pairing.objects.filter(round__tournament=tournament)
    counted = pairings.aggregate(
        Count("pk", distinct=True), Max("results"), Count("game", distinct=True)
    )
    logged = Entry.objects.filter(game__pairing__round__tournament=tournament).aggregate(Max("pk"))
    entrants = tournament.entrants.order_by("number").values_list(*names)
    facts = (tournament.title, tournament.rounds_planned, tournament.tables)
    return (tournament.pk, facts, *counted.values(), *logged.values(), *entrants)


def _match(
    pairing: Pairing,
    results: tuple[Result, ...],
    names: dict[int, str],
    tables: int,
    outcomes: Mapping[str, Outcome],
) -> Match:
    of_game = outcome_of(pairing.game) if pairing.game else ""
    outcome = results[-1].outcome if results else of_game
    ended = outcomes.get(outcome)
    return Match(
        pairing=pairing,
        red=names[pairing.red_id],
        blue=names[pairing.blue_id] if pairing.blue_id else "",
        table=1 + (pairing.number - 1) % tables if pairing.blue_id else 0,
        outcome=outcome,
        label=ended.label if ended else "",
        winner=ended.winner if ended else None,
        results=results,
        game_outcome=of_game,
    )


def _names(entrants: Sequence[Entrant]) -> dict[int, str]:
    """Names by pk; equal ones are distinguished by their numbers."""
    plain = {one.pk: one.display_name for one in entrants}
    numbered = {one.pk: _numbered(one) for one in entrants}
    count = Counter(plain.values())
    names = {pk: numbered[pk] if count[name] > 1 else name for pk, name in plain.items()}
    # A numbered name may be another player's name: then all get their numbers.
    return names if len(set(names.values())) == len(names) else numbered


def _numbered(one: Entrant) -> str:
    facts = {"name": one.display_name, "number": one.number}
    return gettext("%(name)s (no. %(number)d)") % facts


def outcome_of(game: Game) -> str:
    """The game's outcome by its log; empty while it is not over."""
    rules = log.rules_of(game).tournament
    outcome = rules.outcome_of(log.fold_of(game).timeline.state) if rules else None
    return outcome or ""


def groups_at(tournament: Tournament) -> dict[int, Group]:
    """The group of each table, in the order of the class's groups."""
    groups: Iterable[Group] = tournament.classroom.groups.order_by("number")
    return dict(zip(range(1, tournament.tables + 1), groups, strict=False))


def waiting_at(group: Group) -> WaitingMatch | None:
    """The next match at the group's table in the newest tournament that has one there."""
    pairings = "rounds__pairings__"
    is_open = Q(**{f"{pairings}results": None, f"{pairings}blue__isnull": False})
    is_taken_back = Q(**{f"{pairings}results__outcome": ""})
    found = group.classroom.tournaments.filter(is_open | is_taken_back).distinct()
    for tournament in found.order_by("-number"):
        tables = {one.pk: table for table, one in groups_at(tournament).items()}
        present = now_of(tournament).round if group.pk in tables else None
        queues = dict(present.queues) if present else {}
        queue = queues.get(tables.get(group.pk, 0), ())
        if present and queue:
            return WaitingMatch(tournament, present.number, tables[group.pk], queue[0])
    return None


def players_of(game: Game) -> dict[str, str]:
    """The names of those who play a tournament game, by seat; empty for any other game."""
    if log.rules_of(game).tournament is None:
        return {}
    pairing = _pairing_of(game)
    if pairing is None or pairing.blue is None:
        return {}
    red, blue = log.rules_of(game).seats(log.scenario_of(game), game.options)[:2]
    return {red.id: pairing.red.display_name, blue.id: pairing.blue.display_name}


def pairing_line(game: Game) -> str:
    """A sentence about who plays a tournament game; empty for any other game."""
    pairing = _pairing_of(game)
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


def _pairing_of(game: Game) -> Pairing | None:
    if not game.pk:  # not stored, as in a benchmark
        return None
    found = Pairing.objects.filter(game=game)
    return found.select_related("round__tournament", "red__person", "blue__person").first()
