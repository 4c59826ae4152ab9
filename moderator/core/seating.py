"""Seats as pages show them: who sits where, which are free, and groups without a moderator."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from moderator.core import publishing, queries
from moderator.core.log import rules_of, seats_of
from moderator.core.models import Game, Group, Person
from moderator.core.text import name_key
from moderator.rules.registry import GAMES
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

    @property
    def can_be_taken(self) -> bool:
        """Whether it is nobody's: a bot that plays there gives way."""
        return not self.persons


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
        """The number of seats that are nobody's."""
        return sum(status.can_be_taken for status in self.seats)

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
            seats.sort(
                key=lambda status: (
                    not status.is_namesake,
                    not status.is_free,
                    not status.can_be_taken,
                )
            )
            word = rules_of(game).seat_word
            tables.append(GroupSeating(group, game, game.title, word, tuple(seats)))
    return tuple(sorted(tables, key=lambda table: (not table.has_namesake, table.is_full)))


# Seats that a bot plays.


def bot_leave(game: Game, player: str) -> bool:
    """Let nobody's bot play the seat of a locked game any more; whether one did."""
    bots = game.seats.filter(player=player, is_partner=True)
    if not bots.update(is_partner=False, level="", put_by=None):
        return False
    bots_changed(game)
    return True


def bots_changed(game: Game) -> None:
    """Every page of a locked game notices which seats bots play, and so does the overview."""
    game.stops += 1
    game.save(update_fields=["stops"])
    publishing.publish_class(game.group.classroom_id, [game.group_id])


# Groups without a moderator: their players record, and nothing waits for a moderator's press.
#
# A group has a moderator as soon as a student moderates it, or somebody has opened its console by
# the link or PIN, whether they are online or not. An instructor who opens a console is not its
# moderator.

_SETTINGS: Mapping[str, Any] = {
    "acting": Game.Acting.SEATS,
    "is_reveal_automatic": True,
    "is_trade_automatic": True,
}
OWN_SETTINGS = (*_SETTINGS, "kept_settings")
"""The fields of a game, and of its settings, that playing without a moderator changes."""


def groups_unmoderated(group_ids: Collection[int]) -> frozenset[int]:
    """Those of the groups that have no moderator."""
    people = Person.objects.filter(moderates__in=group_ids, is_removed=False).order_by()
    moderated = people.values_list("moderates", flat=True)
    return frozenset(group_ids) - groups_opened(group_ids) - {*moderated}


def groups_opened(group_ids: Collection[int]) -> frozenset[int]:
    """Those of the groups whose console somebody has opened by the link or PIN."""
    kind = Person.Kind.MODERATOR
    people = Person.objects.filter(kind=kind, group__in=group_ids, moderates=None, is_removed=False)
    return frozenset(people.order_by().values_list("group", flat=True))


def waits_for_moderator(game: Game) -> bool:
    """Whether its players would wait for a moderator's press, though they could record."""
    rules = GAMES[game.rules]
    if not rules.is_played_on_seats:
        return False
    return (
        game.acting == Game.Acting.MODERATOR
        or (rules.orders is not None and not game.is_reveal_automatic)
        or (rules.agreed is not None and not game.is_trade_automatic)
    )


def without_moderator(settings: Any) -> dict[str, Any]:
    """What changes in a game's settings if nobody moderates it: `OWN_SETTINGS`.

    Args:
        settings: a game, or others with the same fields.
    """
    kept = settings.kept_settings or {name: getattr(settings, name) for name in _SETTINGS}
    return {**_SETTINGS, "kept_settings": kept}


def with_moderator(settings: Any) -> dict[str, Any]:
    """What changes back: the settings that were chosen."""
    return {**(settings.kept_settings or {}), "kept_settings": None}


def game_reset(game: Game, changes: Mapping[str, Any]) -> None:
    """Give a locked game these of the `OWN_SETTINGS`, and let every page notice."""
    for name, value in changes.items():
        setattr(game, name, value)
    game.stops += 1
    game.save(update_fields=[*OWN_SETTINGS, "stops"])
    publishing.publish_charts([game.group_id])
