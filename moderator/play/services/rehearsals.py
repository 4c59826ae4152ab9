"""Rehearsals: simulated students join, play legal moves at random, and are removed again."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils.translation import gettext

from moderator.play import credentials, dice
from moderator.play.errors import InvalidInput, NotAllowed, Stale
from moderator.play.log import folds
from moderator.play.log.folds import Fold
from moderator.play.models import Classroom, Entry, Game, Person, Seat
from moderator.play.names import name_key
from moderator.play.services.games import game_erase
from moderator.play.services.moves import bot_move_play, is_moderators_verb, move_play
from moderator.play.services.reveals import open_book, slips_reveal
from moderator.play.services.slips import SlipChange, slip_write
from moderator.play.simulated_moves import random_move, random_orders
from moderator.rules.errors import Refused

SIMULATED_MOST = 200
_STOPS = (Stale, Refused, NotAllowed)


@transaction.atomic
def students_simulate(classroom: Classroom, count: int) -> list[Person]:
    """So many more simulated students join the class; their names say what they are.

    Raises:
        InvalidInput: there would be too many, or none.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    present = simulated_students(classroom).count()
    if count < 1 or present + count > SIMULATED_MOST:
        raise InvalidInput(
            gettext("A class has at most %(most)d simulated students.") % {"most": SIMULATED_MOST}
        )
    taken = set(classroom.people.filter(is_removed=False).values_list("name_key", flat=True))
    every = (gettext("Simulated %(number)d") % {"number": n} for n in range(1, 10 * SIMULATED_MOST))
    free = (name for name in every if name_key(name) not in taken)
    first = (classroom.people.aggregate(last=Max("number"))["last"] or 0) + 1
    return Person.objects.bulk_create(
        Person(
            classroom=classroom,
            number=first + place,
            name=name,
            name_key=name_key(name),
            kind=Person.Kind.STUDENT,
            is_simulated=True,
        )
        for place, name in zip(range(count), free, strict=False)
    )


def simulated_students(classroom: Classroom) -> QuerySet[Person]:
    """The simulated students who are in the class now."""
    return classroom.people.filter(is_simulated=True, is_removed=False)


def rehearsal_games(classroom: Classroom) -> QuerySet[Game]:
    """The games in which simulated students have seats, and nobody else."""
    seats = Seat.objects.filter(game__group__classroom=classroom)
    real = seats.filter(persons__is_simulated=False).values("game")
    return Game.objects.filter(
        pk__in=seats.filter(persons__in=simulated_students(classroom)).values("game")
    ).exclude(pk__in=real)


@transaction.atomic
def simulated_remove(classroom: Classroom, with_games: bool = False) -> None:
    """Remove the simulated students with their seats; what they recorded stays.

    Args:
        with_games: the games that only they have played are deleted.
    """
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    if with_games:
        for game in list(rehearsal_games(classroom)):
            game_erase(game)
    people = simulated_students(classroom)
    Seat.persons.through.objects.filter(person__in=people).delete()
    people.update(
        is_removed=True,
        moderates=None,
        group=None,
        return_generation=F("return_generation") + 1,
    )


def simulated_play(game: Game, by: Person, chance: Random, most: int) -> int:
    """Simulated students make their next moves, up to the end of the round.

    It ends earlier where a real person is to move or to write. Seats without anybody are played
    too, and what students may not record is recorded by `by`, the instructor.

    Args:
        most: how many moves; a sealed order slip counts as one.

    Returns:
        How many were made.
    """
    seats = _simulated_seats(game)
    if not any(seats.values()):
        return 0
    now = folds.fold_of(game).timeline
    first = now.game.round_of(now.state)
    for made in range(most):
        fold = folds.fold_of(game)
        now = fold.timeline
        is_same = now.game.round_of(now.state) == first
        if game.is_stopped or now.game.is_over(now.state) or not is_same:
            return made
        try:
            is_made = _write(game, fold, seats, by, chance) or _move(game, fold, seats, by, chance)
        except _STOPS:
            return made
        if not is_made:
            return made
    return most


def _simulated_seats(game: Game) -> dict[str, Person | None]:
    """The seats for the program, each with one of its simulated students, or nobody."""
    found: dict[str, Person | None] = {}
    for seat in game.seats.filter(is_partner=False).prefetch_related("persons"):
        people = [person for person in seat.persons.all() if not person.is_removed]
        if all(person.is_simulated for person in people):
            found[seat.player] = people[0] if people else None
    return found


def _role(game: Game, verb: object, person: Person | None, by: Person) -> tuple[Person, str]:
    """Who records it: the student if students may, otherwise the instructor."""
    is_own = game.acting == Game.Acting.SEATS and not is_moderators_verb(game, verb)
    return (person, Entry.Role.STUDENT) if person and is_own else (by, Entry.Role.INSTRUCTOR)


def _write(
    game: Game, fold: Fold, seats: Mapping[str, Person | None], by: Person, chance: Random
) -> bool:
    """Seal the next slip of a simulated student, or reveal all; False if there is none."""
    rules, state = fold.timeline.game, fold.timeline.state
    if rules.orders is None or not rules.orders.is_open(state):
        return False
    orders, book = open_book(game, fold)
    slip = next((one for one in book.missing if one.player in seats), None)
    if slip is not None:
        written = random_orders(rules, orders, state, slip.player, chance)
        change = SlipChange(slip.player, slip.version, written, is_sealed=True)
        person = seats[slip.player]
        who = (person, Entry.Role.STUDENT) if person else (by, Entry.Role.INSTRUCTOR)
        slip_write(game, change, credentials.new(), *who)
        return True
    if book.is_complete and seats.keys() >= {one.player for one in book.slips}:
        slips_reveal(game, book.public_number, credentials.new(), by, Entry.Role.INSTRUCTOR)
        return True
    return False


def _move(
    game: Game, fold: Fold, seats: Mapping[str, Person | None], by: Person, chance: Random
) -> bool:
    """Record the next move of a simulated student or a bot; False if a real person is to move."""
    rules, state = fold.timeline.game, fold.timeline.state
    if rules.orders is not None and rules.orders.is_open(state):
        return False
    wire = random_move(rules, state, seats.keys(), chance)
    if wire is None:
        if not game.seats.filter(is_partner=True).exists():
            return False
        bot_move_play(game, fold.number, by)
        return True
    if dice.rolls_here(game, fold):
        rolled = {one.field for one in rules.dice_of(state, wire)}
        wire = {name: value for name, value in wire.items() if name not in rolled}
    person, role = _role(game, wire["type"], seats.get(wire.get("player", "")), by)
    move_play(game, wire, fold.number, credentials.new(), person, role)
    return True
