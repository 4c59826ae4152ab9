"""Seats: taking and assigning them."""

from __future__ import annotations

import secrets

from django.db import transaction
from django.utils.translation import gettext

from moderator.play import selectors
from moderator.play.errors import InvalidInput, SeatTaken
from moderator.play.log import folds
from moderator.play.log.entries import rules_of
from moderator.play.models import Game, Person, Seat
from moderator.play.services.people import person_lock, removed_sentence
from moderator.play.table.snapshot import table_of


@transaction.atomic
def seat_take(person: Person, seat: Seat, shared: bool = False) -> Seat:
    """Give the person the seat and the group; other seats of this game and group are left.

    Raises:
        SeatTaken: somebody else has the seat, and `shared` is False; or a bot has it; or the person
            was removed from the class.
        ValueError: the person is of another class.
    """
    game = _lock(seat.game)
    _lock_member(person, game)
    if game.seats.filter(pk=seat.pk, is_partner=True).exists():  # `seat` may be outdated
        raise SeatTaken(gettext("The program plays there. Please choose another seat."))
    others = seat.persons.exclude(pk=person.pk)
    if not shared and others.exists():
        raise SeatTaken(
            gettext("Somebody was quicker: that %(seat)s is taken. Please choose another one.")
            % {"seat": rules_of(game).seat_word}
        )
    return _sit(person, seat, game)


def seat_give(person: Person, seat: Seat) -> Seat:
    """Give the person the seat, together with anybody who has it already."""
    return seat_take(person, seat, shared=True)


@transaction.atomic
def seat_any(person: Person, game: Game) -> Seat:
    """Give the person a random free seat; the one that they have already, if there is one.

    Raises:
        SeatTaken: none is free, or the person was removed from the class.
    """
    game = _lock(game)
    _lock_member(person, game)
    own = person.seats.filter(game=game).first()
    if own is not None:
        return own
    free = list(game.seats.filter(persons__isnull=True, is_partner=False))
    if not free:
        raise SeatTaken(
            gettext("Every %(seat)s is taken. Ask your moderator to let you share one.")
            % {"seat": rules_of(game).seat_word}
        )
    return _sit(person, secrets.choice(free), game)


@transaction.atomic
def seat_return(person: Person, seat: Seat) -> None:
    """Give a wrong seat back, before the game's first move; others on the seat keep it.

    Raises:
        InvalidInput: a move has been recorded, something has been written for the seat, which would
            be known at the next one, or a tournament has assigned it; nothing is changed.
    """
    game = _lock(seat.game)  # as a move does, so that only one of the two comes first
    fold = folds.fold_of(game)
    if fold.number or table_of(game, fold).concerns(seat.player) or hasattr(game, "pairing"):
        raise InvalidInput(
            gettext("It can’t be given back now. Ask your moderator for another %(seat)s.")
            % {"seat": rules_of(game).seat_word}
        )
    person.seats.remove(seat)


@transaction.atomic
def seats_leave(person: Person) -> None:
    """Take the person's seats in all present games, and the group, which they moderate no more.

    Older seats stay as history.
    """
    person_lock(person)
    person.seats.remove(*person.seats.filter(game__in=selectors.present_games()))
    person.group = person.moderates = None
    person.save(update_fields=["group", "moderates"])


def _lock(game: Game) -> Game:
    return Game.objects.select_for_update().get(pk=game.pk)


def _lock_member(person: Person, game: Game) -> None:
    """Lock the person too, so that nobody gets two seats at once, and nobody who is removed one."""
    if person.classroom_id != game.group.classroom_id:
        raise ValueError("somebody of another class")
    person_lock(person)
    if person.is_removed:
        raise SeatTaken(removed_sentence())


def _sit(person: Person, seat: Seat, game: Game) -> Seat:
    """Seats of older games are kept as history; those in other groups' present games are left.

    Who sits moderates no group any more: a moderator sees every secret.
    """
    elsewhere = person.seats.exclude(game__group=game.group) | person.seats.filter(game=game)
    present = elsewhere.filter(game__in=selectors.present_games())
    person.seats.remove(*present.exclude(pk=seat.pk))
    seat.persons.add(person)
    if person.group_id != game.group_id or person.moderates_id is not None:
        person.group, person.moderates = game.group, None
        person.save(update_fields=["group", "moderates"])
    return seat
