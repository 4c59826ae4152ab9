"""Divides people, who are numbers, into groups by the caller's chance; and changes by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, repeat
from random import Random
from types import MappingProxyType

People = tuple[int, ...]
"""People by their numbers."""


@dataclass(frozen=True, slots=True)
class Past:
    """The games that people have played: how often each two were in one, moderators too; how often
    somebody had a seat with this id, and how often somebody moderated.
    """

    met: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    held: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    moderated: Mapping[int, int] = field(default_factory=dict)

    def times_met(self, one: int, other: int) -> int:
        return self.met.get(one, _NEVER).get(other, 0)

    def times_held(self, person: int, seat: str) -> int:
        return self.held.get(person, _NO_SEAT).get(seat, 0)


_NEVER: Mapping[int, int] = {}
_NO_SEAT: Mapping[str, int] = {}
NO_PAST = Past()


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


Division = tuple[GroupDraft, ...]
OUT = "out"


def moved(division: Division, people: Iterable[int], to: str) -> Division:
    """The division with these people moved; of several for one moderator the last one gets it.

    Args:
        to: `3.1` is a seat of a group, `3.moderator` its moderator, `3` its observers, counted from
            0; `OUT` takes the seats away.

    Raises:
        ValueError: there is no such group or seat, or the program plays there.
    """
    moving = tuple(dict.fromkeys(people))
    groups = [_without(group, frozenset(moving)) for group in division]
    if to == OUT:
        return tuple(groups)
    place, _, at = to.partition(".")
    number = {str(number): number for number in range(len(groups))}.get(place)
    if number is None:
        raise ValueError("no such group")
    group = groups[number]
    seat = {str(seat): seat for seat in group.open_seats}.get(at)
    if at == "moderator":
        group = replace(group, moderator=moving[-1] if moving else group.moderator)
    elif not at:
        group = replace(group, observers=(*group.observers, *moving))
    elif seat is not None:
        seats = list(group.seats)
        seats[seat] += moving
        group = replace(group, seats=tuple(seats))
    else:
        raise ValueError("no such seat")
    groups[number] = group
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


def smallest(division: Division, barred: Collection[int]) -> int:
    """The group with the fewest players for its seats, the first of several; none of the barred.

    Raises:
        ValueError: no group has a seat for people.
    """
    open_ = {place: group for place, group in enumerate(division) if group.open_seats}
    fitting = open_.keys() - set(barred)
    return min(fitting, key=lambda k: (len(open_[k].players) / len(open_[k].open_seats), k))


def latecomers(
    division: Division,
    people: Iterable[int],
    barred: Mapping[int, Collection[int]] = MappingProxyType({}),
) -> Division:
    """The division with each of these people in the smallest group, on its emptiest seat.

    Args:
        barred: by person, the places of groups that are none for them.
    """
    for person in people:
        place = smallest(division, barred.get(person, ()))
        division = moved(division, (person,), f"{place}.{division[place].emptiest}")
    return division


def pairs_again(group: GroupDraft, past: Past) -> tuple[tuple[int, int], ...]:
    """The pairs of a group, its moderator too, who have been in a game together before."""
    return tuple(pair for pair in combinations(group.people, 2) if past.times_met(*pair))


def seats_again(group: GroupDraft, ids: Sequence[str], past: Past) -> tuple[tuple[int, int], ...]:
    """Who has had the same seat in an earlier game, each with the seat's place; `ids`: of seats."""
    seated = zip(ids, group.seats, strict=False)
    return tuple(
        (person, place)
        for place, (id, people) in enumerate(seated)
        for person in people
        if past.times_held(person, id)
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


def group_and_moderator_count(
    people: int, wanted: int, low: int, high: int, groups: int = 0
) -> tuple[int, int]:
    """How many groups they make, and how many of them moderate: at most one for each group.

    There are as few groups as fit everybody. Moderators are taken out of them as long as each group
    keeps `low` players; where more moderate with fewer groups, there are fewer.

    Args:
        wanted: how many moderators at most.
        groups: how many groups; 0 for as many as needed.

    >>> [group_and_moderator_count(n, wanted, 4, 5) for n, wanted in ((60, 0), (59, 6), (60, 12))]
    [(12, 0), (12, 6), (12, 12)]
    >>> [group_and_moderator_count(n, 9, 4, 4) for n in (5, 9, 10)]
    [(1, 1), (2, 1), (2, 2)]
    """

    def moderators(count: int) -> int:
        kept = 1 if groups or count == 1 else low * count
        return max(0, min(wanted, count, people - kept))

    counts = [groups] if groups else range(1, group_count(people, low, high) + 1)
    made = max(counts, key=lambda count: (moderators(count), count), default=0)
    return min(made, people - moderators(made)), moderators(made)


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


# Draws who plays with whom: nobody meets the same people or has the same seat again where that
# can be avoided.

MOST_SWAPS = 60_000
"""How many swaps of two people are considered: the search ends after them."""
PAIR, SEAT = 2, 1
"""How much it counts when two people meet again, or when somebody has the same seat again."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is divided: those who want to play, of whom `volunteers` would moderate. `moderators`:
    how many shall, if there are enough groups; `is_by_lot`: also others, if there are too few
    volunteers.
    """

    players: People
    volunteers: People = ()
    moderators: int = 0
    is_by_lot: bool = False

    @property
    def wanted(self) -> int:
        """How many of those who are there can be asked to moderate."""
        asked = self.players if self.is_by_lot else self.volunteers
        return min(self.moderators, sum(person in self.players for person in asked))

    def drawn(self, most: int, past: Past, chance: Random) -> tuple[People, People]:
        """At most so many moderators, those first who have moderated least; and the others."""
        asked = list(self.players) if self.is_by_lot else list(self.volunteers)
        asked = [person for person in asked if person in self.players]
        chance.shuffle(asked)
        asked.sort(key=lambda one: (one not in self.volunteers, past.moderated.get(one, 0)))
        moderators = tuple(asked[: min(self.moderators, most)])
        return moderators, tuple(one for one in self.players if one not in moderators)


SeatIds = Callable[[int], Sequence[str]]
"""The ids of a game with so many seats."""


def divide(
    who: Attendance,
    limits: tuple[int, int],
    chance: Random,
    past: Past = NO_PAST,
    groups: int = 0,
    ids_of: SeatIds = lambda count: ("",) * count,
) -> Division:
    """A division into new games of a scenario.

    Args:
        limits: the fewest and the most seats of a game.
        groups: how many groups; 0 for as many as needed.
    """
    made, most = group_and_moderator_count(len(who.players), who.wanted, *limits, groups)
    moderators, players = who.drawn(most, past, chance)
    each = even_sizes(len(players), made)
    empty = [GroupDraft(0, ((),) * seat_count(size, *limits)) for size in each]
    ids = [ids_of(len(group.seats)) for group in empty]
    return _Search(empty, ids, past, chance).seated(each, players, moderators)


def divide_among(
    who: Attendance, present: Division, ids: Sequence[Sequence[str]], chance: Random, past: Past
) -> Division:
    """A division among games that are there; who has a seat in one of them keeps it.

    Args:
        who: the people without a seat.
        ids: of each game's seats.
    """
    most = sum(group.moderator is None for group in present)
    moderators, players = who.drawn(most, past, chance)
    taken = [len(group.players) for group in present]
    more = spread(len(players), taken, [len(group.open_seats) for group in present])
    return _Search(present, ids, past, chance).seated(more, players, moderators)


_MODERATOR = -1


@dataclass(slots=True)
class _Place:
    """A place that somebody gets: a seat of a group, or that of its moderator."""

    group: int
    seat: int
    person: int = 0


class _Search:
    """A local search: it swaps two people while fewer meet again or have the same seat again.

    Cost: grows with the square of the people; 200 take a fraction of a second (`MOST_SWAPS`).
    """

    def __init__(
        self, groups: Sequence[GroupDraft], ids: Sequence[Sequence[str]], past: Past, chance: Random
    ) -> None:
        self.groups, self.ids, self.past, self.chance = groups, ids, past, chance
        self.members = [list(group.people) for group in groups]
        self.considered = 0

    def seated(self, more: Sequence[int], players: People, moderators: People) -> Division:
        """The groups with so many more players each, and with these moderators."""
        seats = [place for group, count in enumerate(more) for place in self._seats(group, count)]
        used = [g for g, one in enumerate(self.groups) if one.players or more[g]]
        free = [g for g in used or range(len(self.groups)) if self.groups[g].moderator is None]
        tables = [_Place(group, _MODERATOR) for group in free[: len(moderators)]]
        for places, people in ((seats, players), (tables, moderators)):
            self._begin(places, people)
        for places in (tables, seats):
            self._improve(places)
        drawn = [list(group.seats) for group in self.groups]
        for place in seats:
            drawn[place.group][place.seat] += (place.person,)
        leading = {place.group: place.person for place in tables}
        return tuple(
            replace(group, seats=tuple(own), moderator=leading.get(number, group.moderator))
            for number, (group, own) in enumerate(zip(self.groups, drawn, strict=True))
        )

    def _seats(self, place: int, count: int) -> list[_Place]:
        """So many places, each on one of the seats with the fewest people."""
        group, found = self.groups[place], []
        taken = [len(seat) for seat in group.seats]
        for _ in range(count):
            fewest = min(taken[seat] for seat in group.open_seats)
            seat = self.chance.choice([one for one in group.open_seats if taken[one] == fewest])
            taken[seat] += 1
            found.append(_Place(place, seat))
        return found

    def _begin(self, places: Sequence[_Place], people: People) -> None:
        """Everybody, in random order, gets the place where the least happens again."""
        left = self.chance.sample(places, len(places))
        for person in self.chance.sample(people, min(len(people), len(left))):
            costs = self._costs(person)
            best = min(left, key=lambda one: costs[one.group] + self._seat_cost(person, one))
            left.remove(best)
            best.person = person
            self.members[best.group].append(person)

    def _improve(self, places: Sequence[_Place]) -> None:
        """Swap people to whom something happens again, each with whom it helps most."""
        stuck: set[int] = set()
        # In one group all meet anyway.
        cost = self._cost if len({place.group for place in places}) > 1 else self._seat_cost
        while self.considered < MOST_SWAPS:
            again = [one for one in places if one.person not in stuck and cost(one.person, one)]
            if not again:
                return
            place = self.chance.choice(again)
            gain, other = self._best_swap(place, places)
            if gain > 0 or (gain == 0 and self.chance.random() < 0.5):
                self._swap(place, other)
            if gain > 0:
                stuck.clear()
            elif gain < 0:
                stuck.add(place.person)

    def _best_swap(self, place: _Place, places: Sequence[_Place]) -> tuple[int, _Place]:
        """What a swap avoids at best, and with whom the person then changes places."""
        person, costs = place.person, self._costs(place.person)
        before_here = costs[place.group] + self._seat_cost(person, place)
        best, found = -1, place
        for other in self.chance.sample(places, len(places)):
            if other is place:
                continue
            self.considered += 1
            one = other.person
            before = before_here + self._seat_cost(one, other)
            after = self._seat_cost(person, other) + self._seat_cost(one, place)
            if other.group == place.group:
                after += costs[place.group]
            else:
                before += self._meets(one, other.group)
                after += costs[other.group] + self._meets(one, place.group)
                after -= 2 * PAIR * self.past.times_met(person, one) ** 2
            if before - after > best:
                best, found = before - after, other
        return best, found

    def _swap(self, one: _Place, other: _Place) -> None:
        for here, there in ((one, other), (other, one)):
            self.members[here.group].remove(here.person)
            self.members[there.group].append(here.person)
        one.person, other.person = other.person, one.person

    def _cost(self, person: int, place: _Place) -> int:
        return self._meets(person, place.group) + self._seat_cost(person, place)

    def _costs(self, person: int) -> list[int]:
        return [self._meets(person, group) for group in range(len(self.groups))]

    def _meets(self, person: int, group: int) -> int:
        met = self.past.met.get(person, _NEVER)
        return PAIR * sum([met.get(other, 0) ** 2 for other in self.members[group]])

    def _seat_cost(self, person: int, place: _Place) -> int:
        if place.seat == _MODERATOR:
            return 0
        return SEAT * self.past.times_held(person, self.ids[place.group][place.seat]) ** 2
