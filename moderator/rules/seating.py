"""Seats for the players of a game, and names for players who have only an id."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, count

COLOUR_NAMES = ("teal", "orange", "purple", "green", "blue", "pink")
"""The ids of players named after a colour: each gets the seat colour of that name, from 1."""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A place in a game, in the order of play."""

    id: str
    name: str
    letter: str  # one or two letters, different for each seat of a game
    number: int  # from 1: chooses colour and pattern


def name_of(id: str) -> str:
    """A player's id as a name.

    >>> name_of("kim-2")
    'Kim 2'
    """
    return " ".join(word.capitalize() for word in id.split("-"))


def seats(players: Iterable[tuple[str, str]]) -> tuple[SeatLabel, ...]:
    """A seat for each id and name, each with its own one or two letters, or a number.

    Args:
        players: in the order of play.

    >>> [seat.letter for seat in seats([("ann", "Ann"), ("abe", "Abe"), ("a", "A")])]
    ['A', 'Ab', '3']
    """
    taken: set[str] = set()
    out = []
    for number, (id, name) in enumerate(players, start=1):
        first, *rest = [c for c in name if c.isalnum()] or [""]
        tries = [first.upper(), *(first.upper() + c.lower() for c in rest)] if first else []
        numbers = map(str, count(number))
        letter = next(one for one in chain(tries, numbers) if one not in taken)
        taken.add(letter)
        out.append(SeatLabel(id, name, letter, number))
    return tuple(out)


def seats_by_id(ids: Iterable[str]) -> tuple[SeatLabel, ...]:
    """The same for players whose names are made of their ids; Orange is orange, whoever begins.

    >>> [seat.number for seat in seats_by_id(["orange", "ann", "bob"])]
    [2, 1, 3]
    """
    found = seats((id, name_of(id)) for id in ids)
    named = {s.id: COLOUR_NAMES.index(s.id) + 1 for s in found if s.id in COLOUR_NAMES}
    free = (number for number in count(1) if number not in named.values())
    return tuple(replace(s, number=named.get(s.id) or next(free)) for s in found)
