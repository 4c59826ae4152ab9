"""Divides people into groups: how many, of what size, who with whom; changed by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, repeat
from random import Random

# A division before it starts: who has which seat of which group, and how it is changed by hand.

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


# How many groups there are, and how many people each of them gets.


def group_count(players: int, low: int, high: int) -> int:
    """As many groups as needed, so that no seat is empty if that is possible.

    Args:
        low: the fewest seats of a game.
        high: the most; the same number if the scenario names its players.

    >>> [group_count(n, 4, 4) for n in (1, 4, 7, 8, 22, 60)]
    [1, 1, 1, 2, 5, 15]
    >>> [group_count(n, 2, 6) for n in (6, 7, 13)], group_count(7, 2, 2)
    ([1, 2, 3], 3)
    """
    needed = -(-players // high)
    if needed <= 1:
        return min(players, 1)
    return needed if players // needed >= low else players // low


def even_sizes(players: int, groups: int) -> tuple[int, ...]:
    """So many players in so many groups; the first ones get one more.

    >>> even_sizes(22, 5)
    (5, 5, 4, 4, 4)
    """
    each, more = divmod(players, groups) if groups else (0, 0)
    return tuple(each + (place < more) for place in range(groups))


def seat_count(players: int, low: int, high: int) -> int:
    """How many seats a game for so many players has: more players share seats.

    >>> [seat_count(n, 2, 6) for n in (1, 5, 8)]
    [2, 5, 6]
    """
    return max(low, min(high, players))


def moderator_count(people: int, wanted: int, low: int, high: int, groups: int = 0) -> int:
    """How many of them can moderate: at most one for each group that the others make.

    >>> moderator_count(10, 5, 4, 4), moderator_count(5, 1, 4, 4)
    (2, 1)
    """
    for count in range(min(wanted, people), 0, -1):
        if count <= (groups or group_count(people - count, low, high)):
            return count
    return 0


def spread(players: int, taken: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """How many more people each of the present games gets.

    Games in which some people sit are filled first, then whole games; who is left shares seats
    there. A game for which there are too few people stays empty.

    Args:
        taken: of each game's seats, how many somebody has.
        seats: how many each game has for people.

    >>> spread(7, [0, 0, 0], [4, 4, 4]), spread(18, [0, 0, 3, 0, 0], [4, 4, 4, 4, 4])
    ((7, 0, 0), (5, 4, 1, 4, 4))
    >>> spread(2, [0, 4], [4, 4]), spread(3, [0], [0])
    ((0, 2), (0,))
    """
    more, left = [0] * len(seats), players
    begun = [place for place, count in enumerate(taken) if count and seats[place]]
    for place in begun:
        more[place] = min(left, max(0, seats[place] - taken[place]))
        left -= more[place]
    used = list(begun)
    for place, count in enumerate(seats):
        if place not in begun and 0 < count <= left:
            more[place] = count
            left -= count
            used.append(place)
    if not used:
        used = [place for place, count in enumerate(seats) if count][:1]
    for _ in range(left if used else 0):
        place = min(used, key=lambda one: ((taken[one] + more[one]) / seats[one], one))
        more[place] += 1
    return tuple(more)


# Draws who plays with whom: nobody meets the same people again where that can be avoided.

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
    who: Attendance,
    low: int,
    high: int,
    met: Met,
    chance: Random,
    groups: int = 0,
    usual: int = 0,
) -> Division:
    """A division into new games of a scenario with so many seats.

    Args:
        low: the fewest seats of a game; `high`: the most.
        groups: how many groups; 0 for as many as needed.
        usual: how many players a group has, and the first groups more if some are left over; 0: as
            few groups as fit.
    """
    most = usual or high
    volunteers = [person for person in who.volunteers if person in who.players]
    wanted = min(who.moderators, len(volunteers))
    count = moderator_count(len(who.players), wanted, low, most, groups)
    moderators = chance.sample(volunteers, count)
    players = tuple(person for person in who.players if person not in moderators)
    made = min(groups or group_count(len(players), low, most), len(players))
    each = even_sizes(len(players), made)
    empty = [GroupDraft(0, ((),) * seat_count(size, low, high)) for size in each]
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
    more = spread(len(players), taken, [len(group.open_seats) for group in present])
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
