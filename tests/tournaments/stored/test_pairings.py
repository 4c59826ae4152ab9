"""Pairings: complete round robins, and Swiss rounds compared with all other pairings."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from moderator.features.tournaments.standings import (
    FEWEST,
    MOST,
    Pair,
    most_rounds,
    round_robin,
    swiss_round,
    swiss_rounds,
)
from tests.support.amount import amount


def met(pairs: Sequence[Pair]) -> Counter[frozenset[int]]:
    return Counter(frozenset((p.red, p.blue)) for p in pairs if p.blue is not None)


def byes(pairs: Sequence[Pair]) -> Counter[int]:
    return Counter(p.red for p in pairs if p.blue is None)


def lean(pairs: Sequence[Pair]) -> Counter[int]:
    """Games with red minus games with blue."""
    out: Counter[int] = Counter()
    for pair in pairs:
        if pair.blue is not None:
            out[pair.red] += 1
            out[pair.blue] -= 1
    return out


def seen(pairs: Sequence[Pair]) -> list[int]:
    return sorted(n for p in pairs for n in (p.red, p.blue) if n is not None)


def play(scores: dict[int, int], pairs: Sequence[Pair], chance: random.Random) -> None:
    """Random results: a win is +2, a loss −2, a loss-draw −1 for both, a bye a win."""
    for pair in pairs:
        if pair.blue is None:
            scores[pair.red] += 2
        elif chance.random() < 0.15:
            scores[pair.red] -= 1
            scores[pair.blue] -= 1
        else:
            won = chance.choice((2, -2))
            scores[pair.red] += won
            scores[pair.blue] -= won


def ordered(scores: dict[int, int]) -> list[int]:
    return sorted(scores, key=lambda n: (-scores[n], n))


@pytest.mark.parametrize("count", range(FEWEST, MOST + 1))
def test_a_round_robin_is_complete_and_balanced(count: int) -> None:
    numbers = [3 * n + 1 for n in range(count)]  # any numbers will do
    rounds = round_robin(numbers)
    assert len(rounds) == most_rounds(count)
    every = [pair for one in rounds for pair in one]
    assert all(seen(one) == numbers for one in rounds)
    assert set(met(every).values()) == {1}
    assert len(met(every)) == count * (count - 1) // 2
    assert byes(every) == (Counter(numbers) if count % 2 else Counter())
    assert max(map(abs, lean(every).values()), default=0) == (0 if count % 2 else 1)


def every_way(numbers: Sequence[int]) -> Iterator[list[frozenset[int]]]:
    """All ways to divide them into pairs."""
    if not numbers:
        yield []
        return
    first, *rest = numbers
    for other in rest:
        for way in every_way([n for n in rest if n != other]):
            yield [frozenset((first, other)), *way]


def fewest_again(numbers: Sequence[int], past: Sequence[Pair]) -> int:
    """The number of second meetings in the best pairing, with the bye for a player with fewest."""
    had, known = byes(past), met(past)
    fewest = min(had[n] for n in numbers)
    out = [n for n in numbers if had[n] == fewest] if len(numbers) % 2 else [None]
    return min(
        sum(pair in known for pair in way)
        for bye in out
        for way in every_way([n for n in numbers if n != bye])
    )


@pytest.mark.parametrize("count", range(FEWEST, 9))
@pytest.mark.parametrize("seed", range(3))
def test_nobody_meets_again_where_it_can_be_avoided(count: int, seed: int) -> None:
    """Every round compared with all pairings, for many more rounds than usual."""
    chance = random.Random(f"{count} {seed}")
    scores, past = dict.fromkeys(range(count), 0), []
    for _ in range(most_rounds(count) + 2):
        pairs = swiss_round(ordered(scores), scores, past)
        again = sum(pair in met(past) for pair in met(pairs))
        assert seen(pairs) == [*range(count)]
        assert again == fewest_again(range(count), past)
        past += pairs
        had = byes(past)
        assert max(had.values(), default=0) <= 1 + min(had[n] for n in range(count))
        play(scores, pairs, chance)


# With many, fewer numbers of people, even and odd.
COUNTS = [*range(FEWEST, 20), *range(20, MOST + 1, amount(11, 1))]


@pytest.mark.slow
@pytest.mark.parametrize("count", COUNTS)
def test_a_swiss_tournament(count: int) -> None:
    chance = random.Random(count)
    scores, past = dict.fromkeys(range(count), 0), []
    rounds = min(swiss_rounds(count), 5 if count < 20 else 3 if count < 40 else 2)
    for number in range(rounds):
        order, before = ordered(scores), dict(scores)
        pairs = swiss_round(order, scores, past)
        assert pairs == swiss_round(order, scores, list(past))  # the same each time
        assert seen(pairs) == [*range(count)]
        if count % 2:
            assert pairs[-1].blue is None
            if number == 0:
                assert pairs[-1].red == count - 1  # the lowest
        best = [max(before[p.red], before[p.blue]) for p in pairs if p.blue is not None]
        assert best == sorted(best, reverse=True)  # the best at the first tables
        past += pairs
        play(scores, pairs, chance)
    assert set(met(past).values()) == {1}
    assert set(byes(past).values()) <= {1}
    assert max(map(abs, lean(past).values())) <= 2


def test_equal_scores_meet() -> None:
    """Four winners and four losers: nobody floats, and red players meet blue ones."""
    first = swiss_round(range(8), dict.fromkeys(range(8), 0), [])
    assert [{p.red, p.blue} for p in first] == [{0, 4}, {1, 5}, {2, 6}, {3, 7}]
    scores = {n: 2 if n < 4 else -2 for n in range(8)}
    second = swiss_round(ordered(scores), scores, first)
    assert [{p.red, p.blue} for p in second] == [{0, 3}, {1, 2}, {4, 7}, {5, 6}]
    assert set(lean([*first, *second]).values()) == {0}  # colours are balanced


def test_a_bye_goes_to_the_lowest_who_had_none() -> None:
    scores = {1: 4, 2: 2, 3: 0, 4: -2, 5: -4}
    assert swiss_round([1, 2, 3, 4, 5], scores, [Pair(5), Pair(4)])[-1] == Pair(3)
    assert swiss_round([1, 2, 3, 4, 5], scores, [Pair(n) for n in scores])[-1] == Pair(5)


@pytest.mark.slow
def test_sixty_four_are_paired_in_time() -> None:
    scores, past = dict.fromkeys(range(MOST), 0), []
    chance = random.Random(0)
    for _ in range(2):
        past += (pairs := swiss_round(ordered(scores), scores, past))
        play(scores, pairs, chance)
    begin = time.process_time()
    swiss_round(ordered(scores), scores, past)
    assert time.process_time() - begin < 2
