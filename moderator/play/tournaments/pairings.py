"""Pairings: the rounds of a round robin, and a Swiss round (docs/decisions/0009)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

FEWEST, MOST = 3, 64
"""Players of a tournament."""

_BYE = -1  # last in the order: the player matched with it has the bye


@dataclass(frozen=True, slots=True)
class Pair:
    """A game of a round, by the players' numbers; without `blue`, `red` has a bye."""

    red: int
    blue: int | None = None


def round_robin(players: Sequence[int]) -> list[list[Pair]]:
    """Every round of a round robin: each pair meets once; with an odd number one sits out in turn.

    The circle method, with the colours of Berger's tables: moving players change colours from
    game to game, so that nobody has one colour more than once more often than the other.

    >>> [[(p.red, p.blue) for p in one] for one in round_robin([1, 2, 3])]
    [[(2, 3), (1, None)], [(3, 1), (2, None)], [(1, 2), (3, None)]]
    """
    circle = list(players if len(players) % 2 else players[:-1])
    fixed = None if len(players) % 2 else players[-1]
    size = len(circle)
    rounds = []
    for number in range(size):
        pairs = [] if fixed is None else [_with_fixed(circle[number], fixed, number)]
        for step in range(1, (size + 1) // 2):
            ahead, behind = circle[(number + step) % size], circle[(number - step) % size]
            pairs.append(Pair(ahead, behind) if step % 2 else Pair(behind, ahead))
        rounds.append(pairs if fixed is not None else [*pairs, Pair(circle[number])])
    return rounds


def _with_fixed(moving: int, fixed: int, number: int) -> Pair:
    return Pair(fixed, moving) if number % 2 else Pair(moving, fixed)


def swiss_rounds(count: int) -> int:
    """How many rounds find a winner among so many players: the binary logarithm, rounded up.

    >>> [swiss_rounds(count) for count in (3, 4, 5, 16, 17, 64)]
    [2, 2, 3, 4, 5, 6]
    """
    return (count - 1).bit_length()


def most_rounds(count: int) -> int:
    """How many rounds there can be before somebody must meet somebody again.

    >>> most_rounds(3), most_rounds(4)
    (3, 3)
    """
    return count if count % 2 else count - 1


def swiss_round(
    order: Sequence[int], scores: Mapping[int, int], before: Iterable[Pair]
) -> list[Pair]:
    """The next round of a Swiss tournament, the best players first, the bye last.

    Of all possible pairings it takes the best by these criteria, in this order: the bye goes to
    somebody who had fewest; fewest repeated matches; the bye goes to a low rank; similar scores
    (the sum of the squared differences); balanced colours; in a score group the upper half meets
    the lower. It is found as a minimum weight matching, so there is no better one.

    Args:
        order: the players, the best first; in the first round by seeding.
        scores: by number, in any whole units.
        before: every pair of the earlier rounds, in order.

    Cost: some 0.2 s for 64 players.
    """
    import networkx  # here, because it is slow to load

    past = _Past.of(before)
    graph = networkx.Graph()
    graph.add_nodes_from(order)
    costs = _Costs(order, scores, past)
    faults = {(a, b): costs.meeting(i, j) for (i, a), (j, b) in combinations(enumerate(order), 2)}
    if len(order) % 2:
        faults |= {(a, _BYE): costs.bye(i) for i, a in enumerate(order)}
    for (a, b), weight in zip(faults, _weights(list(faults.values()), len(order)), strict=True):
        graph.add_edge(a, b, weight=weight)
    matched = networkx.min_weight_matching(graph)
    place = {number: i for i, number in enumerate(order)} | {_BYE: len(order)}
    pairs = sorted(sorted(pair, key=place.__getitem__) for pair in matched)
    pairs.sort(key=lambda pair: (pair[1] == _BYE, place[pair[0]]))
    return [past.coloured(a, b, table) for table, (a, b) in enumerate(pairs)]


@dataclass(slots=True)
class _Past:
    """What matters of the earlier rounds."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    lean: Counter[int] = field(default_factory=Counter)  # games with red less games with blue
    last: dict[int, int] = field(default_factory=dict)  # 1 if red in the last game, -1 if blue

    @classmethod
    def of(cls, before: Iterable[Pair]) -> _Past:
        past = cls()
        for pair in before:
            if pair.blue is None:
                past.byes[pair.red] += 1
                continue
            past.met[frozenset((pair.red, pair.blue))] += 1
            for number, colour in ((pair.red, 1), (pair.blue, -1)):
                past.lean[number] += colour
                past.last[number] = colour
        return past

    def coloured(self, a: int, b: int, table: int) -> Pair:
        """Red goes to whoever had it less often, else to who had blue last, else in turn."""
        if b == _BYE:
            return Pair(a)
        first, second = ((self.lean[n], self.last.get(n, 0)) for n in (a, b))
        if first == second:
            return Pair(b, a) if table % 2 else Pair(a, b)
        return Pair(a, b) if first < second else Pair(b, a)


Faults = tuple[int, ...]  # the most important kind first


@dataclass(frozen=True, slots=True)
class _Costs:
    """How bad a pair would be by each criterion."""

    order: Sequence[int]
    scores: Mapping[int, int]
    past: _Past

    def bye(self, i: int) -> Faults:
        return (self.past.byes[self.order[i]], 0, len(self.order) - 1 - i, 0, 0, 0)

    def meeting(self, i: int, j: int) -> Faults:
        a, b = self.order[i], self.order[j]
        apart = (self.scores[a] - self.scores[b]) ** 2
        # Opposite leanings cancel out; the games played so far bound the difference.
        colour = 2 * len(self.past.met) - abs(self.past.lean[a] - self.past.lean[b])
        again = self.past.met[frozenset((a, b))] ** 2
        return (0, again, 0, apart, colour, self._unlike_halves(i, j))

    def _unlike_halves(self, i: int, j: int) -> int:
        """The distance from “the first of the upper half meets the first of the lower half”."""
        group = [self.scores[n] for n in self.order].count(self.scores[self.order[i]])
        return (j - i - group // 2) ** 2


def _weights(faults: Sequence[Faults], count: int) -> list[int]:
    """One whole number for each: one fault of a kind outweighs any number of a less important."""
    bases = [1 + (count + 1) // 2 * max(kind) for kind in zip(*faults, strict=True)]
    weights = []
    for one in faults:
        weight = 0
        for base, fault in zip(bases, one, strict=True):
            weight = weight * base + fault
        weights.append(weight)
    return weights
