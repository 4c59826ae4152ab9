"""Seats as pages show them: who sits where, and which are free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.utils.text import slugify
from django.utils.translation import gettext

from moderator.play import selectors
from moderator.play.log.entries import rules_of, scenario_of
from moderator.play.models import Game, Group
from moderator.rules import game as rules_game
from moderator.rules.reading.fields import SLUG_LETTERS


def slug_of(name: str) -> str:
    """The name as an id; empty if none of its letters has a place there."""
    return slugify(name.replace("_", " "))[:SLUG_LETTERS].strip("-")


@dataclass(frozen=True)
class SeatStatus:
    """A seat, and who sits there already: names, and in the same order their pks.

    `is_namesake`: it is called as whoever looks for a seat is, and free.
    """

    pk: int
    seat: rules_game.SeatLabel
    names: tuple[str, ...]
    persons: tuple[int, ...]
    is_partner: bool = False
    is_namesake: bool = False

    @property
    def is_free(self) -> bool:
        """Whether nobody sits there."""
        return not self.names


@dataclass(frozen=True)
class GroupSeating:
    """A group with a game: its seats, the free ones first."""

    group: Group
    game: Game
    title: str
    seat_word: str
    chairs: tuple[SeatStatus, ...]

    @property
    def free(self) -> int:
        """How many seats nobody has."""
        return sum(chair.is_free for chair in self.chairs)

    @property
    def is_full(self) -> bool:
        """Whether every seat has somebody: the moderator seats further people."""
        return self.free == 0

    @property
    def has_namesake(self) -> bool:
        """Whether a free seat is called as whoever looks for one."""
        return any(chair.is_namesake for chair in self.chairs)


def seat_statuses(game: Game) -> tuple[SeatStatus, ...]:
    """The game's seats in the order of play."""
    rules = rules_of(game)
    known = {seat.id: seat for seat in rules.seats(scenario_of(game), game.options)}
    chairs = []
    for seat in selectors.seats(game):
        here = [person for person in seat.persons.all() if not person.is_removed]
        names, pks = (p.display_name for p in here), (p.pk for p in here)
        sitting = (gettext("the program"),) if seat.is_partner else tuple(names)
        chairs.append(
            SeatStatus(seat.pk, known[seat.player], sitting, tuple(pks), is_partner=seat.is_partner)
        )
    return tuple(chairs)


def seat_word(tables: Iterable[GroupSeating]) -> str:
    """What a seat is called at these tables, if it is called alike at all of them."""
    words = {table.seat_word for table in tables}
    return words.pop() if len(words) == 1 else gettext("seat")


def group_seatings(groups: Iterable[Group], name: str = "") -> tuple[GroupSeating, ...]:
    """The groups that have a game; those with free seats first, then by number.

    Args:
        name: whose; a free seat of that name comes first, and its table.
    """
    tables = []
    own = slug_of(name)
    for group in groups:
        game = selectors.game_now(group)
        if game is not None:
            chairs = [
                replace(chair, is_namesake=chair.is_free and own == chair.seat.id)
                for chair in seat_statuses(game)
            ]
            chairs.sort(key=lambda chair: (not chair.is_namesake, not chair.is_free))
            word = rules_of(game).seat_word
            tables.append(GroupSeating(group, game, game.title, word, tuple(chairs)))
    return tuple(sorted(tables, key=lambda table: (not table.has_namesake, table.is_full)))
