"""Seats as pages show them: who sits where, and which are free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from moderator.core import queries
from moderator.core.log import rules_of, seats_of
from moderator.core.models import Game, Group
from moderator.core.text import name_key
from moderator.rules.seating import SeatLabel


@dataclass(frozen=True)
class SeatStatus:
    """A seat, and who has it: names, and in the same order their primary keys.

    `is_namesake`: it is free and has the name of the person who is choosing a seat.
    """

    pk: int
    seat: SeatLabel
    names: tuple[str, ...]
    persons: tuple[int, ...]
    is_partner: bool = False
    is_namesake: bool = False

    @property
    def is_free(self) -> bool:
        return not self.names


@dataclass(frozen=True)
class GroupSeating:
    """The seats of a group's game, the free ones first."""

    group: Group
    game: Game
    title: str
    seat_word: str
    seats: tuple[SeatStatus, ...]

    @property
    def free(self) -> int:
        """The number of free seats."""
        return sum(status.is_free for status in self.seats)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken; the moderator can let more people share one."""
        return self.free == 0

    @property
    def has_namesake(self) -> bool:
        """Whether a free seat has the name of the person who is choosing."""
        return any(status.is_namesake for status in self.seats)


def seat_statuses(game: Game) -> tuple[SeatStatus, ...]:
    """The game's seats in the order of play."""
    rows = list(queries.seats(game))
    named = {seat.player: seat.name for seat in rows if seat.name}
    known = {seat.id: seat for seat in seats_of(game, named)}
    statuses = []
    for seat in rows:
        people = [person for person in seat.persons.all() if not person.is_removed]
        names, pks = (p.display_name for p in people), (p.pk for p in people)
        shown = (gettext("the program"),) if seat.is_partner else tuple(names)
        statuses.append(
            SeatStatus(seat.pk, known[seat.player], shown, tuple(pks), is_partner=seat.is_partner)
        )
    return tuple(statuses)


def free_seats(game: Game) -> tuple[SeatStatus, ...]:
    """The game's seats that nobody has, and no bot."""
    return tuple(status for status in seat_statuses(game) if status.is_free)


def seat_word(tables: Iterable[GroupSeating]) -> str:
    """The word for a seat at these tables, if they all use the same one."""
    words = {table.seat_word for table in tables}
    return words.pop() if len(words) == 1 else gettext("seat")


def group_seatings(groups: Iterable[Group], name: str = "") -> tuple[GroupSeating, ...]:
    """The seatings of the groups that have a game; those with free seats first, then by number.

    Args:
        name: of the person who is choosing: a free seat with that name comes first, and its table.
    """
    tables = []
    own = name_key(name)
    for group in groups:
        game = queries.game_now(group)
        if game is not None:
            seats = [
                replace(status, is_namesake=status.is_free and own == name_key(status.seat.name))
                for status in seat_statuses(game)
            ]
            seats.sort(key=lambda status: (not status.is_namesake, not status.is_free))
            word = rules_of(game).seat_word
            tables.append(GroupSeating(group, game, game.title, word, tuple(seats)))
    return tuple(sorted(tables, key=lambda table: (not table.has_namesake, table.is_full)))
