"""Tournaments: made and deleted, their players, their rounds, starting their games."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext

from moderator.core import publishing, queries
from moderator.core.errors import InvalidInput
from moderator.core.events import Kind, record
from moderator.core.heads import alone
from moderator.core.models import Classroom, Game, Group, Person
from moderator.core.text import name_key, name_read
from moderator.features.new_game.write import game_create
from moderator.features.tournaments.models import TITLE_LETTERS, Entrant, Pairing, Round, Tournament
from moderator.features.tournaments.read import (
    ConfirmationNeeded,
    ResultConflict,
    lock,
    now_of,
    scenario_of,
    settle,
    tournament_erase,
)
from moderator.features.tournaments.standings import (
    FEWEST,
    MOST,
    Pair,
    TournamentState,
    most_rounds,
    round_robin,
    swiss_round,
    swiss_rounds,
)
from moderator.rules.registry import GAMES

# The players of a tournament: adding, withdrawing and returning.


def check_count(count: int) -> None:
    """`InvalidInput` for too few or too many players."""
    if not FEWEST <= count <= MOST:
        raise InvalidInput(
            gettext("A tournament has %(fewest)d to %(most)d players; here are %(count)d.")
            % {"fewest": FEWEST, "most": MOST, "count": count}
        )


def enter(tournament: Tournament, one: Person | str, enters: int) -> Entrant:
    """Add a player at the end of the list; `InvalidInput` for a name that is there already."""
    entrants = list(tournament.entrants.select_related("person"))
    person = one if isinstance(one, Person) else None
    name = "" if isinstance(one, Person) else name_read(one)
    shown = person.display_name if person else name
    if name_key(shown) in {name_key(entrant.display_name) for entrant in entrants}:
        raise InvalidInput(
            gettext("“%(name)s” is there twice. Add a letter, so that you can tell them apart.")
            % {"name": shown}
        )
    return Entrant.objects.create(
        tournament=tournament,
        number=max((entrant.number for entrant in entrants), default=0) + 1,
        person=person,
        name=name,
        name_key=name_key(name),
        enters=enters,
    )


@transaction.atomic
def entrant_add(tournament: Tournament, one: Person | str) -> Entrant:
    """Add a player, from the next round on.

    Raises:
        InvalidInput: a bad or repeated name, too many players, or a round robin that has begun.
    """
    tournament = lock(tournament)
    made = tournament.rounds.count()
    if made and not tournament.is_swiss:
        raise InvalidInput(
            gettext(
                "In a round robin everybody plays everybody: nobody can be added after the "
                "first round has been made."
            )
        )
    if made >= tournament.rounds_planned:
        raise InvalidInput(gettext("All rounds have been made already."))
    count = tournament.entrants.count() + 1
    check_count(count)
    entrant = enter(tournament, one, made + 1)
    _plan_anew(tournament)
    return entrant


@transaction.atomic
def entrant_withdraw(tournament: Tournament, number: int) -> None:
    """Withdraw a player from all rounds that are not made yet; the results stay.

    Raises:
        InvalidInput: too few players would be left to begin, or nobody with that number plays.
    """
    tournament = lock(tournament)
    made = tournament.rounds.count()
    entrant = tournament.entrants.filter(number=number, leaves=None).first()
    if entrant is None:
        raise InvalidInput(gettext("Nobody with that number is playing any more."))
    if not made:
        check_count(tournament.entrants.count() - 1)
        entrant.delete()
        _plan_anew(tournament)
        return
    entrant.leaves = made + 1
    entrant.save(update_fields=["leaves"])


@transaction.atomic
def entrant_return(tournament: Tournament, number: int) -> None:
    """Let a player who left play again from the next round on."""
    tournament = lock(tournament)
    left = tournament.entrants.filter(number=number, leaves__gt=tournament.rounds.count())
    if not left.update(leaves=None):
        raise InvalidInput(
            gettext("Only players who left after the last round was made can return.")
        )


def _plan_anew(tournament: Tournament) -> None:
    """A round robin takes as many rounds as its players need."""
    if not tournament.is_swiss:
        tournament.rounds_planned = most_rounds(tournament.entrants.count())
        tournament.save(update_fields=["rounds_planned"])


# Tournaments: creating them, making rounds, starting games in groups.

MOST_TABLES = MOST // 2


@transaction.atomic
def tournament_create(
    classroom: Classroom,
    rules: str,
    title: str,
    system: str,
    tables: int | None,
    people: Sequence[Person] = (),
    names: Sequence[str] = (),
    rounds: int | None = None,
    *,
    is_by_lot: bool = False,
) -> Tournament:
    """Create a tournament; its first round is not made yet.

    Args:
        people, names: who plays, by the order given; people come before typed names.
        tables: None for as many as there are matches.
        rounds: None for as many as the system needs.
        is_by_lot: shuffle all of them.

    Raises:
        InvalidInput: a wrong number of players, rounds or tables, or a bad or repeated name.
    """
    if any(person.classroom_id != classroom.pk for person in people):
        raise ValueError("somebody of another class")
    game = GAMES.get(rules)
    if game is None or game.tournament is None or system not in Tournament.System.values:
        raise InvalidInput(gettext("There is no such tournament."))
    title = name_read(title, TITLE_LETTERS)
    count = len(people) + len(names)
    check_count(count)
    tables = MOST_TABLES if tables is None else tables
    if not 1 <= tables <= MOST_TABLES:
        facts = {"most": MOST_TABLES}
        raise InvalidInput(gettext("There can be 1 to %(most)d tables.") % facts)
    classroom = Classroom.objects.select_for_update().get(pk=classroom.pk)
    classroom.tournaments_made += 1
    classroom.save(update_fields=["tournaments_made"])
    tournament = Tournament.objects.create(
        classroom=classroom,
        number=classroom.tournaments_made,
        rules=rules,
        title=title,
        system=system,
        rounds_planned=_rounds(system, rounds, count),
        tables=tables,
    )
    entering: list[Person | str] = [*people, *names]
    if is_by_lot:
        secrets.SystemRandom().shuffle(entering)
    for one in entering:
        enter(tournament, one, 1)
    return tournament


def _rounds(system: str, rounds: int | None, count: int) -> int:
    if system == Tournament.System.ROUND_ROBIN:
        return most_rounds(count)
    rounds = swiss_rounds(count) if rounds is None else rounds
    if not 1 <= rounds <= most_rounds(count):
        raise InvalidInput(
            gettext("With %(count)d players there can be 1 to %(most)d rounds.")
            % {"count": count, "most": most_rounds(count)}
        )
    return rounds


@transaction.atomic
def rounds_make(
    tournament: Tournament, after: int, is_sure: bool = False, is_all: bool = False
) -> None:
    """Make the next round; with `is_all`, all remaining rounds of a round robin.

    Args:
        after: how many rounds the client saw.
        is_sure: also if results are missing.

    Raises:
        ResultConflict: somebody else has made it already.
        ConfirmationNeeded: results are missing, and Swiss pairs by them.
        InvalidInput: all rounds have been made, or too few players are left.
    """
    tournament = lock(tournament)
    made = tournament.rounds.count()
    if made != after:
        raise ResultConflict(
            gettext("Somebody else was faster: round %(n)d has been made.") % {"n": made}
        )
    if made >= tournament.rounds_planned:
        raise InvalidInput(gettext("All rounds have been made already."))
    settle(tournament)
    now = now_of(tournament)
    if tournament.is_swiss:
        if now.missing and not is_sure:
            raise ConfirmationNeeded(_missing(now.missing))
        _store(tournament, made + 1, _next_swiss(now, made + 1))
        return
    last = tournament.rounds_planned if is_all else made + 1
    for number in range(made + 1, last + 1):
        _store(tournament, number, _of_round_robin(now, number))


def _missing(count: int) -> str:
    return gettext(
        "Results are missing (%(n)d). The next round is paired by the recorded results: a game "
        "without a result counts nothing until you record one."
    ) % {"n": count}


def _check_left(players: Sequence[Entrant]) -> None:
    if len(players) < 2:
        raise InvalidInput(gettext("Fewer than two players are left: there is no further round."))


def _next_swiss(now: TournamentState, number: int) -> list[Pair]:
    players = now.in_round(number)
    _check_left(players)
    rows = {row.name: row for row in now.standings}
    row_of = {one.number: rows[now.names[one.pk]] for one in players}
    order = sorted(row_of, key=lambda n: (row_of[n].place, n))
    scores = {n: row.score for n, row in row_of.items()}
    numbers = {one.pk: one.number for one in now.entrants}
    before = [
        Pair(numbers[p.red_id], numbers[p.blue_id] if p.blue_id else None)
        for one in now.rounds
        for p in (meeting.pairing for meeting in one.meetings)
    ]
    return swiss_round(order, scores, before)


def _of_round_robin(now: TournamentState, number: int) -> list[Pair]:
    """The round of the original plan; a player whose opponent has left sits out."""
    _check_left(now.in_round(number))
    here = {one.number for one in now.in_round(number)}
    pairs = round_robin([one.number for one in now.entrants])[number - 1]
    games = [pair for pair in pairs if {pair.red, pair.blue} <= here]
    out = here - {n for pair in games for n in (pair.red, pair.blue)}
    return [*games, *map(Pair, sorted(out))]


def _store(tournament: Tournament, number: int, pairs: Sequence[Pair]) -> None:
    pk = dict(tournament.entrants.values_list("number", "pk"))
    made = Round.objects.create(tournament=tournament, number=number)
    Pairing.objects.bulk_create(
        Pairing(
            round=made,
            number=place,
            red_id=pk[pair.red],
            blue_id=None if pair.blue is None else pk[pair.blue],
        )
        for place, pair in enumerate(pairs, start=1)
    )


@transaction.atomic
def pairing_play(pairing: Pairing, group: Group, by: Person) -> Game:
    """Create the pairing's game in the group, or return it; its end gives the result.

    Raises:
        InvalidInput: a bye, there is a result already, or the group is in the middle of a game.
    """
    tournament = lock(pairing.round.tournament)
    pairing = Pairing.objects.select_related("game").get(pk=pairing.pk)
    if pairing.game is not None:
        return pairing.game
    if pairing.blue_id is None or not now_of(tournament).meeting(pairing).is_open:
        raise InvalidInput(gettext("This game no longer needs to be played."))
    if group.classroom_id != tournament.classroom_id:
        raise ValueError("a group of another class")
    present = queries.GameSummary(group)
    # It has begun, or was made for a pairing that has no result yet.
    unplayed = Pairing.objects.filter(game=present.game, results=None)
    if present.game and not present.is_over and (present.number > 0 or unplayed.exists()):
        raise InvalidInput(
            gettext("%(group)s is in the middle of “%(game)s”. Let them finish it first.")
            % {"group": group.name, "game": present.game.title}
        )
    rules = GAMES[tournament.rules]
    scenario = scenario_of(rules.id)
    pairing.game = game_create(group, rules.id, rules.scenario_wire(scenario), {}, by)
    pairing.save(update_fields=["game"])
    publishing.recheck_access(group.pk)
    return pairing.game


@alone()
def tournament_delete(tournament: Tournament) -> None:
    """Delete the tournament with its results. Games that were played in groups stay there."""
    place, number = tournament.classroom_id, tournament.number
    tournament_erase(tournament)
    record(Kind.TOURNAMENT_DELETED, classroom=place, about=number)
    publishing.publish_class(tournament.classroom_id)
