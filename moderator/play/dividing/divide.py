"""Draws who plays with whom: nobody meets the same people again where that can be avoided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from moderator.play.dividing import sizes
from moderator.play.dividing.drafts import Division, GroupDraft, Met, People

MOST_SWAPS = 60_000
"""How many swaps of two people are considered: the search ends after them."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is divided: those who want to play, of whom `volunteers` would moderate, and those who
    only watch. `moderators`: how many volunteers shall moderate, if there are enough groups.
    """

    players: People
    observers: People = ()
    volunteers: People = ()
    moderators: int = 0


def divide(
    who: Attendance, low: int, high: int, met: Met, chance: Random, groups: int = 0
) -> Division:
    """A division into new games of a scenario with so many seats.

    Args:
        low: the fewest seats of a game; `high`: the most.
        groups: how many groups; 0 for as many as needed.
    """
    volunteers = [person for person in who.volunteers if person in who.players]
    wanted = min(who.moderators, len(volunteers))
    count = sizes.moderator_count(len(who.players), wanted, low, high, groups)
    moderators = chance.sample(volunteers, count)
    players = tuple(person for person in who.players if person not in moderators)
    made = min(groups or sizes.group_count(len(players), low, high), len(players))
    each = sizes.even_sizes(len(players), made)
    empty = [GroupDraft(0, ((),) * sizes.seat_count(size, low, high)) for size in each]
    return _seated(empty, each, players, who.observers, moderators, met, chance)


def divide_among(who: Attendance, present: Division, met: Met, chance: Random) -> Division:
    """A division among games that are there; who has a seat in one of them keeps it.

    Args:
        who: the people without a seat.
    """
    without = [place for place, one in enumerate(present) if one.moderator is None]
    volunteers = [person for person in who.volunteers if person in who.players]
    count = min(who.moderators, len(volunteers), len(without))
    moderators = chance.sample(volunteers, count)
    players = tuple(person for person in who.players if person not in moderators)
    taken = [len(group.players) for group in present]
    more = sizes.spread(len(players), taken, [len(group.open_seats) for group in present])
    return _seated(present, more, players, who.observers, moderators, met, chance)


def _seated(
    groups: Sequence[GroupDraft],
    more: Sequence[int],
    players: People,
    observers: People,
    moderators: Sequence[int],
    met: Met,
    chance: Random,
) -> Division:
    """The groups with so many more players each, and with observers and moderators."""
    fixed = [group.players for group in groups]
    drawn = draw(players, more, fixed, met, chance) if groups else []
    out = [_with_players(group, new, chance) for group, new in zip(groups, drawn, strict=True)]
    places = [place for place, group in enumerate(out) if group.players]
    for number, person in enumerate(chance.sample(observers, len(observers)) if places else ()):
        place = places[number % len(places)]
        out[place] = replace(out[place], observers=(*out[place].observers, person))
    free = [place for place in places or range(len(out)) if out[place].moderator is None]
    for place, person in zip(free, moderators, strict=False):
        out[place] = replace(out[place], moderator=person)
    return tuple(out)


def _with_players(group: GroupDraft, people: Sequence[int], chance: Random) -> GroupDraft:
    """Each of the people gets one of the seats with the fewest people."""
    seats = list(group.seats)
    for person in people:
        fewest = min(len(seats[place]) for place in group.open_seats)
        place = chance.choice([p for p in group.open_seats if len(seats[p]) == fewest])
        seats[place] += (person,)
    return replace(group, seats=tuple(seats))


def draw(
    people: People, more: Sequence[int], fixed: Sequence[People], met: Met, chance: Random
) -> list[list[int]]:
    """So many of the people for each group; the people who stay in the groups count as met too.

    Cost: grows with the square of the people; 200 take a fraction of a second (`MOST_SWAPS`).
    """
    numbers = [*people, *(person for group in fixed for person in group)]
    index = {person: place for place, person in enumerate(numbers)}
    weights = [[0] * len(numbers) for _ in numbers]
    for person, others in met.items():
        for other, times in others.items():
            if person in index and other in index:
                weights[index[person]][index[other]] = times * times
    search = _Search(weights, [[index[one] for one in group] for group in fixed], len(people))
    search.begin(list(more), chance)
    search.improve(chance)
    return [[numbers[one] for one in group if one < len(people)] for group in search.groups]


class _Search:
    """A local search: it swaps two people of different groups while fewer meet again.

    People are counted from 0; those from `free` on stay where they are.
    """

    def __init__(self, weights: list[list[int]], groups: list[list[int]], free: int) -> None:
        self.weights, self.groups, self.free = weights, groups, free
        self.where = [0] * free
        self.considered = 0

    def begin(self, room: list[int], chance: Random) -> None:
        """Everybody, in random order, comes to the group where the fewest meet again."""
        for person in chance.sample(range(self.free), self.free):
            order = [place for place, left in enumerate(room) if left]
            if not order:
                return
            chance.shuffle(order)
            place = min(order, key=lambda one: self._cost(person, one))
            room[place] -= 1
            self.groups[place].append(person)
            self.where[person] = place

    def improve(self, chance: Random) -> None:
        """Swap people who meet again, each with whom it helps most."""
        stuck: set[int] = set()
        while self.considered < MOST_SWAPS:
            again = [p for p in range(self.free) if self._cost(p, self.where[p]) and p not in stuck]
            if not again:
                return
            person = chance.choice(again)
            gain, other = self._best_swap(person, chance)
            if gain > 0 or (gain == 0 and chance.random() < 0.5):
                self._swap(person, other)
            if gain > 0:
                stuck.clear()
            elif gain < 0:
                stuck.add(person)

    def _cost(self, person: int, place: int) -> int:
        row = self.weights[person]
        return sum([row[other] for other in self.groups[place]])

    def _best_swap(self, person: int, chance: Random) -> tuple[int, int]:
        """How many fewer meet again at best, and with whom the person then changes places."""
        here, row = self.where[person], self.weights[person]
        costs = [self._cost(person, place) for place in range(len(self.groups))]
        best, found = -1, person
        for other in chance.sample(range(self.free), self.free):
            there = self.where[other]
            if there == here:
                continue
            self.considered += 1
            before = costs[here] + self._cost(other, there)
            after = costs[there] + self._cost(other, here) - 2 * row[other]
            if before - after > best:
                best, found = before - after, other
        return best, found

    def _swap(self, one: int, other: int) -> None:
        here, there = self.where[one], self.where[other]
        self.groups[here].remove(one)
        self.groups[there].remove(other)
        self.groups[here].append(other)
        self.groups[there].append(one)
        self.where[one], self.where[other] = there, here
