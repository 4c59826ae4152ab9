"""Seats for the players of a game, and names for players who have only an id."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, count
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A place in a game, in the order of play."""

    id: str
    name: str
    letter: str  # one or two letters, different for each seat of a game
    number: int  # from 1: chooses colour and pattern, different for each seat of a game


NOBODYS: Mapping[str, int] = MappingProxyType({})
COLOUR_NAMES = ("teal", "orange", "purple", "green", "blue", "pink")
"""The ids of players named after a colour: each gets the seat colour of that name, from 1."""


def name_of(id: str) -> str:
    """A player's id as a name.

    >>> name_of("kim-2")
    'Kim 2'
    """
    return " ".join(word.capitalize() for word in id.split("-"))


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


def seats_by_id(ids: Iterable[str]) -> tuple[SeatLabel, ...]:
    """The same for players whose names are made of their ids; Orange is orange, whoever begins.

    >>> [seat.number for seat in seats_by_id(["orange", "ann", "bob"])]
    [2, 1, 3]
    """
    own_numbers = {name: number for number, name in enumerate(COLOUR_NAMES, start=1)}
    return seats(((id, name_of(id)) for id in ids), own_numbers)
