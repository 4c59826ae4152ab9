"""A tournament's state, read from the database and from the logs of its games; results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext

from moderator.core import credentials, games, log, publishing
from moderator.core.databases.compaction import compaction_request
from moderator.core.errors import InvalidInput, NotAllowed
from moderator.core.heads import erased, pairing_name
from moderator.core.models import MODERATORS, Classroom, Entry, Game, Group, Person
from moderator.features.tournaments.models import (
    Entrant,
    Pairing,
    Result,
    Tournament,
    TournamentErasure,
)
from moderator.features.tournaments.standings import (
    Match,
    RoundState,
    TournamentState,
    tournament_rules_of,
)
from moderator.rules.game import Outcome
from moderator.rules.log import chain, genesis
from moderator.rules.registry import GAMES
from moderator.rules.seating import SeatLabel


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
        "round__tournament", "game__group"
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
    wave, table = divmod(pairing.number - 1, tables)
    return Match(
        pairing=pairing,
        red=names[pairing.red_id],
        blue=names[pairing.blue_id] if pairing.blue_id else "",
        table=1 + table if pairing.blue_id else 0,
        wave=1 + wave if pairing.blue_id else 0,
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


def waiting_at(group: Group) -> Match | None:
    """The next match at the group's table in the newest tournament that has one there."""
    pairings = "rounds__pairings__"
    is_open = Q(**{f"{pairings}results": None, f"{pairings}blue__isnull": False})
    is_taken_back = Q(**{f"{pairings}results__outcome": ""})
    found = group.classroom.tournaments.filter(is_open | is_taken_back).distinct()
    for tournament in found.order_by("-number"):
        tables = {one.pk: table for table, one in groups_at(tournament).items()}
        present = now_of(tournament).round if group.pk in tables else None
        match = present.playing.get(tables[group.pk]) if present else None
        if match:
            return match
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


# Results of a tournament's games. They are only ever added; a correction is a new one.


class ResultConflict(InvalidInput):
    """Somebody else has changed the tournament since the page was loaded; nothing is stored."""


class ConfirmationNeeded(InvalidInput):
    """The user must confirm this first. Nothing is stored."""


def lock(tournament: Tournament) -> Tournament:
    """Lock the tournament's row in a transaction that changes it, and publish it with the commit;
    `ResultConflict` if it has been deleted."""
    locked = Tournament.objects.select_for_update().filter(pk=tournament.pk).order_by().first()
    if locked is None:
        raise ResultConflict(gettext("The tournament has been deleted."))
    publishing.publish_class(locked.classroom_id)
    return locked


@transaction.atomic
def result_record(
    pairing: Pairing,
    outcome: str,
    seen: int,
    key: str,
    by: Person,
    role: str,
    is_sure: bool = False,
) -> Result:
    """Record the pairing's result; an empty `outcome` takes it back.

    Args:
        seen: how many results of this pairing the client saw.
        key: the form's idempotency key: a repetition gets the first result.
        is_sure: change a result that counts already, or by which a later round was paired.

    Raises:
        ResultConflict: somebody else has recorded one since.
        ConfirmationNeeded: `is_sure` is needed.
        NotAllowed: somebody other than a moderator corrects a result, or other than the instructor
            one by which a later round was paired.
        InvalidInput: a bye, or an unknown outcome.
        ValueError: the key is malformed, or `by` is of another class.
    """
    tournament = lock(pairing.round.tournament)
    if not key or not credentials.is_key(key) or by.classroom_id != tournament.classroom_id:
        raise ValueError("no key, or somebody of another class")
    now = now_of(tournament)
    meeting = now.meeting(pairing)
    for result in meeting.results:
        if result.key == key:
            return result
    if meeting.is_bye or outcome not in ("", *(one.id for one in now.outcomes)):
        raise InvalidInput(gettext("That is not a possible result of this game."))
    if len(meeting.results) != seen:
        raise ResultConflict(gettext("Somebody else has recorded a result of this game meanwhile."))
    is_paired_on = tournament.is_swiss and pairing.round.number < len(now.rounds)
    if meeting.outcome or is_paired_on:
        _check_correction(role, is_sure, is_paired_on)
    return _add(pairing, outcome, len(meeting.results), by, role, key)


def _check_correction(role: str, is_sure: bool, is_paired_on: bool) -> None:
    """Raise `NotAllowed` or `ConfirmationNeeded` before a result that counts is changed."""
    if role not in MODERATORS:
        raise NotAllowed(gettext("There is a result already. Your instructor can correct it."))
    if is_paired_on and role != Entry.Role.INSTRUCTOR:
        raise NotAllowed(
            gettext("Later rounds have been paired. Only your instructor can change this result.")
        )
    if is_sure:
        return
    if is_paired_on:
        raise ConfirmationNeeded(
            gettext("Later rounds were paired by the old results. They will not change.")
        )
    raise ConfirmationNeeded(gettext("There is a result already. The new one will replace it."))


def _add(
    pairing: Pairing, outcome: str, seen: int, by: Person | None, role: str, key: str
) -> Result:
    return Result.objects.create(
        pairing=pairing, number=seen + 1, outcome=outcome, by=by, role=role, key=key
    )


def tournament_erase(tournament: Tournament) -> None:
    """Delete the tournament inside a transaction `alone`: the only way in which results go.

    Does nothing if it has been deleted already.
    """
    if not Tournament.objects.select_for_update().filter(pk=tournament.pk).order_by():
        return
    erasure = TournamentErasure.objects.create(
        tournament=tournament
    )  # the database's trigger requires it
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM play_result WHERE pairing_id IN (SELECT pairing.id FROM play_pairing "
            "AS pairing JOIN play_round AS round ON round.id = pairing.round_id "
            "WHERE round.tournament_id = %s)",
            [tournament.pk],
        )
    erasure.delete()
    pairings = Pairing.objects.filter(round__tournament=tournament).order_by("pk")
    erased(*map(pairing_name, pairings.values_list("pk", flat=True)))
    tournament.delete()
    compaction_request()


def pairings_with_results() -> QuerySet[Pairing]:
    """All of them, with what `result_hashes` reads."""
    players = Pairing.objects.select_related("round__tournament", "red", "blue")
    found = players.filter(results__isnull=False).distinct().order_by("pk")
    return found.prefetch_related("results__by")


def result_hashes(pairing: Pairing) -> dict[int, str]:
    """By number, the hashes of the pairing's results, each over those before, as in a game's log.

    They cover people's numbers, not their names. Stored lists of heads depend on this shape.
    """
    tournament, players = pairing.round.tournament, (pairing.red, pairing.blue)
    place = [tournament.number, tournament.rules, pairing.round.number, pairing.number]
    digest = genesis([*place, *(one and one.number for one in players)])
    found = {}
    for result in pairing.results.all():
        at = result.at.astimezone(UTC).isoformat(timespec="microseconds")
        by = result.by and result.by.number
        value = [result.number, result.outcome, by, result.role, at, result.key]
        digest = found[result.number] = chain(digest, value)
    return found


def settle(tournament: Tournament) -> None:
    """Store the results that follow from the games' logs, so that they stay whatever comes."""
    _store(Pairing.objects.filter(round__tournament=tournament, game__isnull=False))


def settle_game(game: Game) -> None:
    """The same for one game, before it is deleted."""
    _store(Pairing.objects.filter(game=game))


def _store(pairings: QuerySet[Pairing]) -> None:
    for pairing in pairings.filter(results=None).select_related("game__group"):
        outcome = outcome_of(pairing.game) if pairing.game else ""
        if outcome:
            _add(pairing, outcome, 0, None, "", "")
