"""Seats, names of players, viewers, and what a player has to do now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain, count
from types import MappingProxyType
from typing import Any, Self

from moderator.rules.errors import unknown

# Seats for the players of a game, and their names where no scenario has them.


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A place in a game, in the order of play."""

    id: str
    name: str
    letter: str  # one or two letters, different for each seat of a game
    number: int  # from 1: chooses colour and pattern, different for each seat of a game


NOBODYS: Mapping[str, int] = MappingProxyType({})
COLOUR_NAMES = ("teal", "orange", "purple", "green", "blue", "pink")
"""Names of players: each gets the seat colour of that name, from 1."""


def player_ids(count: int) -> tuple[str, ...]:
    """Ids for so many players whom no scenario names.

    >>> player_ids(2)
    ('player-1', 'player-2')
    """
    return tuple(f"player-{number}" for number in range(1, count + 1))


def name_of(id: str) -> str:
    """A player's id as a name, for players who have no other.

    >>> name_of("kim-2")
    'Kim 2'
    """
    return " ".join(word.capitalize() for word in id.split("-"))


def names_shown(ids: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """The name of each player as people read it; equal ones are told apart by numbers.

    >>> names_shown(["player-1", "player-2", "kim-2"], {"player-1": "Zoë", "player-2": "ZOË"})
    ('Zoë', 'ZOË 2', 'Kim 2')
    """
    found: dict[str, str] = {}
    for id in ids:
        name = names.get(id) or name_of(id)
        tries = chain([name], (f"{name} {number}" for number in count(2)))
        shown = next(one for one in tries if one.casefold() not in found)
        found[shown.casefold()] = shown
    return tuple(found.values())


def seats(
    players: Iterable[tuple[str, str]], own_numbers: Mapping[str, int] = NOBODYS
) -> tuple[SeatLabel, ...]:
    """A seat for each id and name, each with its own one or two letters, or a number.

    Args:
        players: in the order of play.
        own_numbers: of the looks (`moderator.plots`) that players with these ids have in every
            game; the numbers differ. The others get those that are free.

    >>> [seat.letter for seat in seats([("ann", "Ann"), ("abe", "Abe"), ("a", "A")])]
    ['A', 'Ab', '3']
    """
    players = tuple(players)
    looks = look_numbers([id for id, _ in players], own_numbers)
    taken: set[str] = set()
    out = []
    for number, (id, name) in enumerate(players, start=1):
        first, *rest = [c for c in name if c.isalnum()] or [""]
        tries = [first.upper(), *(first.upper() + c.lower() for c in rest)] if first else []
        numbers = map(str, count(number))
        letter = next(one for one in chain(tries, numbers) if one not in taken)
        taken.add(letter)
        out.append(SeatLabel(id, name, letter, looks[number - 1]))
    return tuple(out)


def look_numbers(ids: Collection[str], own_numbers: Mapping[str, int]) -> list[int]:
    """The number of each player's colour and pattern: its own, or the first that is free.

    >>> look_numbers(["egypt", "ur", "media", "babylon"], {"babylon": 2, "egypt": 1})
    [1, 3, 4, 2]
    """
    owned = {own_numbers[id] for id in ids if id in own_numbers}
    free = (number for number in count(1) if number not in owned)
    return [own_numbers[id] if id in own_numbers else next(free) for id in ids]


def seats_by_id(ids: Collection[str], names: Sequence[str] = ()) -> tuple[SeatLabel, ...]:
    """The same for players whom no scenario names, perhaps by the names that people read; Orange is
    orange, whoever begins.

    >>> [seat.number for seat in seats_by_id(["orange", "ann", "bob"])]
    [2, 1, 3]
    """
    shown = dict(zip(ids, names or map(name_of, ids), strict=True))
    colours = {name: number for number, name in enumerate(COLOUR_NAMES, start=1)}
    own = {id: colours[key] for id, name in shown.items() if (key := name.casefold()) in colours}
    return seats(shown.items(), own)


@dataclass(frozen=True, slots=True)
class NamedPlayers:
    """The part of a state whose players no scenario names; they are numbered from 0.

    `players` are their ids, `names` what people read instead, both in the order of play; without
    names they are made of the ids. No rule depends on them.
    """

    players: tuple[str, ...]
    names: tuple[str, ...] = field(default=(), kw_only=True, compare=False)

    def named(self, names: Mapping[str, str]) -> Self:
        """The same with these names, by id."""
        return replace(self, names=names_shown(self.players, names))

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        """The players' seats, in the order of play."""
        return seats_by_id(self.players, self.names)

    def player_name(self, player: int) -> str:
        """The player's name as people read it."""
        return self.names[player] if self.names else name_of(self.players[player])

    def player_id(self, player: int) -> str:
        return self.players[player]

    def player(self, id: str) -> int:
        """The player's number; `Refused("unknown-player")`."""
        if id not in self.players:
            raise unknown("unknown-player", id, self.players)
        return self.players.index(id)


# Who is looking at a game.


class PointsSeen(StrEnum):
    """Whose points a viewer is shown: where goals are secret, the points tell them."""

    ALL = "all"
    OWN = "own"  # only those of the viewer's seat
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who is looking at a game: the moderator, one seat, or (neither of them) the public."""

    seat: str | None = None
    is_moderator: bool = False
    is_released: bool = False
    """Whether a finished game's secrets are open to this viewer, who isn't one of its players."""
    points: PointsSeen = PointsSeen.ALL
    has_open_goals: bool = False
    """Whether this viewer may read the goals of all seats, as on a sheet that all have."""

    def knows(self, *seats: str, is_over: bool = False) -> bool:
        """Whether the viewer may know what is a secret of these seats.

        Args:
            is_over: whether it belongs to a finished game.

        >>> Viewer(seat="ur").knows("ur", "media"), Viewer(seat="ur").knows("media"), PUBLIC.knows()
        (True, False, False)
        >>> [viewer.knows("ur", is_over=True) for viewer in (Viewer(seat="media"), PUBLIC)]
        [True, False]
        """
        return self.is_moderator or self.seat in seats or (is_over and self.sees_end)

    @property
    def is_public(self) -> bool:
        """Whether it is one of those who only watch."""
        return self.seat is None and not self.is_moderator

    @property
    def sees_end(self) -> bool:
        """Whether everything may be seen once the game is over."""
        return self.is_moderator or self.seat is not None or self.is_released

    @property
    def sees_all_points(self) -> bool:
        """Whether every seat's points are shown, and so their order."""
        return self.is_moderator or self.points == PointsSeen.ALL

    def sees_points_of(self, seat: str) -> bool:
        """Whether this seat's points are shown."""
        return self.sees_all_points or (self.points == PointsSeen.OWN and self.seat == seat)

    def sees_goals_of(self, seat: str, is_over: bool) -> bool:
        """Whether this seat's goals are shown; `is_over`: the game is."""
        return self.has_open_goals or self.knows(seat, is_over=is_over)


PUBLIC = Viewer()
MODERATOR = Viewer(is_moderator=True)


# What a player has to do now, as a heading.


@dataclass(frozen=True, slots=True)
class Task:
    """What one seat has to do now, or whom it waits for.

    `is_own`: it is for this seat to do something. `progress` says how far the game is, `hint` what
    else is possible; both may be empty.
    """

    sentence: str
    is_own: bool
    progress: str = ""
    hint: str = ""

    @property
    def lead(self) -> str:
        """The first words, up to a colon, if it is this seat's task; otherwise all of it.

        >>> Task("Your turn: roll the dice", is_own=True).lead
        'Your turn:'
        """
        first, colon, _ = self.sentence.partition(":")
        return first + colon if self.is_own else self.sentence

    @property
    def rest(self) -> str:
        """What follows the lead; may be empty."""
        return self.sentence.removeprefix(self.lead).strip()


def waiting_for(names: Sequence[str]) -> str:
    """Whom a player waits for, as a sentence without a full stop.

    >>> waiting_for(["Egypt", "Hatti"])
    'Waiting for Egypt and Hatti'
    """
    return f"Waiting for {listed(names, 'and')}" if names else "Waiting"


def listed(words: Sequence[str], joined_by: str) -> str:
    """Words as a list in a sentence.

    >>> listed(["roll", "stop", "wait"], "or")
    'roll, stop or wait'
    """
    *first, last = words
    return f"{', '.join(first)} {joined_by} {last}" if first else last


def victory(names: Sequence[str], points: str) -> str:
    """Who has won a game with how many points, as a sentence without a full stop.

    >>> victory(["Egypt", "Hatti"], "9 points")
    'The game is over: Egypt and Hatti share the victory with 9 points'
    """
    verb = "wins" if len(names) == 1 else "share the victory"
    return f"The game is over: {' and '.join(names)} {verb} with {points}"


def highest(scores: Sequence[Any]) -> tuple[int, ...]:
    """The numbers of those with the highest score, in the order of play.

    >>> highest([4, 7, 7])
    (1, 2)
    """
    return tuple(player for player, score in enumerate(scores) if score == max(scores))
