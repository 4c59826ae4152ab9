"""A division before it starts: who has which seat of which group, and how it is changed by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, repeat

People = tuple[int, ...]
"""People by their numbers."""
Met = Mapping[int, Mapping[int, int]]
"""How often each two of them have played together."""


@dataclass(frozen=True, slots=True)
class GroupDraft:
    """A group: the people of each seat, those who only watch, and who moderates it.

    `number` is that of the class's group, 0 if the group is still to be created. Nobody gets the
    seats in `bots`, where the program plays.
    """

    number: int
    seats: tuple[People, ...]
    observers: People = ()
    moderator: int | None = None
    bots: frozenset[int] = frozenset()

    @property
    def players(self) -> People:
        """Everybody with a seat."""
        return tuple(person for seat in self.seats for person in seat)

    @property
    def people(self) -> People:
        """Everybody in the group."""
        own = () if self.moderator is None else (self.moderator,)
        return (*self.players, *self.observers, *own)

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats for people, by their places in the order of play."""
        return tuple(place for place in range(len(self.seats)) if place not in self.bots)

    @property
    def emptiest(self) -> int:
        """The seat with the fewest people, the first of several."""
        return min(self.open_seats, key=lambda place: len(self.seats[place]))


@dataclass(frozen=True, slots=True)
class Target:
    """Where people are moved: a seat of a group, its observers, or its moderator.

    Both are counted from 0; without a group, people lose their seats.
    """

    group: int | None
    seat: int | None = None
    is_moderator: bool = False


Division = tuple[GroupDraft, ...]


def moved(division: Division, people: Iterable[int], target: Target) -> Division:
    """The division with these people moved; of several for one moderator the last one gets it.

    Raises:
        ValueError: there is no such group or seat, or the program plays there.
    """
    moving = tuple(dict.fromkeys(people))
    groups = [_without(group, frozenset(moving)) for group in division]
    if target.group is None:
        return tuple(groups)
    if not 0 <= target.group < len(groups):
        raise ValueError("no such group")
    group = groups[target.group]
    if target.is_moderator:
        group = replace(group, moderator=moving[-1] if moving else group.moderator)
    elif target.seat is None:
        group = replace(group, observers=(*group.observers, *moving))
    elif target.seat in group.open_seats:
        seats = list(group.seats)
        seats[target.seat] += moving
        group = replace(group, seats=tuple(seats))
    else:
        raise ValueError("no such seat")
    groups[target.group] = group
    return tuple(groups)


def swapped(division: Division, one: int, other: int) -> Division:
    """The division with two people in each other's places."""
    names = {one: other, other: one}

    def of(people: People) -> People:
        return tuple(names.get(person, person) for person in people)

    return tuple(
        replace(
            group,
            seats=tuple(of(seat) for seat in group.seats),
            observers=of(group.observers),
            moderator=None if group.moderator is None else of((group.moderator,))[0],
        )
        for group in division
    )


def in_groups(division: Division, numbers: Sequence[int]) -> Division:
    """The division in groups with these numbers; groups that are still missing will be created."""
    every = zip(division, chain(numbers, repeat(0)), strict=False)
    return tuple(replace(group, number=number) for group, number in every)


def placed(division: Division) -> frozenset[int]:
    """Everybody who is in one of the groups."""
    return frozenset(person for group in division for person in group.people)


def smallest(division: Division) -> int:
    """The group with the fewest players for its seats, the first of several.

    Raises:
        ValueError: no group has a seat for people.
    """
    fitting = [place for place, group in enumerate(division) if group.open_seats]
    return min(
        fitting,
        key=lambda place: len(division[place].players) / len(division[place].open_seats),
    )


def latecomers(division: Division, people: Iterable[int]) -> Division:
    """The division with each of these people in the smallest group, on its emptiest seat."""
    for person in people:
        place = smallest(division)
        division = moved(division, (person,), Target(place, division[place].emptiest))
    return division


def repeats(group: GroupDraft, met: Met) -> tuple[tuple[int, int], ...]:
    """The pairs of players of a group who have played together before."""
    none: Mapping[int, int] = {}
    return tuple(
        pair for pair in combinations(group.players, 2) if met.get(pair[0], none).get(pair[1])
    )


def _without(group: GroupDraft, people: Collection[int]) -> GroupDraft:
    def of(those: Sequence[int]) -> People:
        return tuple(person for person in those if person not in people)

    return replace(
        group,
        seats=tuple(of(seat) for seat in group.seats),
        observers=of(group.observers),
        moderator=None if group.moderator in people else group.moderator,
    )
