"""How many groups there are, and how many people each of them gets."""

from __future__ import annotations

from collections.abc import Sequence


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
