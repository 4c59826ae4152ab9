"""Exact probabilities of filling a battle line, or taking a castle, with the dice left.

Source: docs/rules/age-of-war.md, "A turn": after each roll one line is filled or one die is lost,
and the rest is rolled again. The six faces are equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from moderator.rules.age_of_war.castles import CASTLES, SPECIAL_LINE, BattleLine
from moderator.rules.age_of_war.faces import FACES, SWORDS

LINES = tuple(dict.fromkeys((SPECIAL_LINE, *(line for one in CASTLES for line in one.lines))))
"""Every different battle line."""
NUMBERS = {line: number for number, line in enumerate(LINES)}
"""Each line's index in `LINES`."""


@cache
def one_roll(line: BattleLine, dice: int) -> Fraction:
    """The probability that one roll of this many dice fills the line.

    >>> one_roll(BattleLine(infantry=3), 1), one_roll(BattleLine(symbols=("daimyo",)), 2)
    (Fraction(1, 6), Fraction(11, 36))
    """
    ways = _infantry_ways(line, dice) if line.infantry else _symbol_ways(line, dice)
    return Fraction(ways, len(FACES) ** dice)


def _infantry_ways(line: BattleLine, dice: int) -> int:
    """The number of rolls with enough swords, counted by adding one die at a time."""
    by_swords = [1]
    for _ in range(dice):
        more = [0] * (len(by_swords) + max(SWORDS.values()))
        for face in FACES:
            for swords, ways in enumerate(by_swords):
                more[swords + SWORDS.get(face, 0)] += ways
        by_swords = more
    return sum(by_swords[line.infantry :])


def _symbol_ways(line: BattleLine, dice: int) -> int:
    """The number of rolls with enough of each symbol, counted by adding one face at a time."""
    by_dice = [1] + [0] * dice
    for need in (line.symbols.count(face) for face in FACES):
        by_dice = [
            sum(comb(some, here) * by_dice[some - here] for here in range(need, some + 1))
            for some in range(dice + 1)
        ]
    return by_dice[dice]


@cache
def fill(line: BattleLine, dice: int) -> Fraction:
    """The probability of filling the line with this many dice, losing one after each failure.

    >>> fill(BattleLine(symbols=("daimyo",)), 0), fill(BattleLine(symbols=("daimyo",)), 2)
    (Fraction(0, 1), Fraction(91, 216))
    """
    if dice <= 0:
        return Fraction(0)
    now = one_roll(line, dice)
    return now + (1 - now) * fill(line, dice - 1)


Rolls = tuple[tuple[tuple[int, ...], int], ...]
"""For each kind of roll the fewest dice of it that fill each line (0: impossible), and the number
of rolls of that kind."""


@cache
def rolls(dice: int) -> Rolls:
    """The rolls of this many dice, grouped by the dice that they need for each line in `LINES`."""
    kinds: Counter[tuple[int, ...]] = Counter()
    for roll in combinations_with_replacement(FACES, dice):
        ways = factorial(dice) // prod(factorial(some) for some in Counter(roll).values())
        kinds[tuple(line.fewest_count(roll) for line in LINES)] += ways
    return tuple(kinds.items())


def take(lines: Sequence[BattleLine], dice: int) -> Fraction:
    """The probability of filling all these lines with this many dice, given the best play.

    >>> take([SPECIAL_LINE], 2) == fill(SPECIAL_LINE, 2)
    True

    Cost: a few milliseconds for the first call with these arguments.
    """
    return _take(tuple(sorted(NUMBERS[line] for line in lines)), dice)


def take_with(lines: Sequence[BattleLine], roll: Sequence[str]) -> Fraction:
    """The same with a roll that has yet to be used, by filling a line or losing a die."""
    open_lines = tuple(sorted(NUMBERS[line] for line in lines))
    counts = tuple(LINES[line].fewest_count(roll) for line in open_lines)
    return _best(open_lines, len(roll), counts)


@cache
def _take(lines: tuple[int, ...], dice: int) -> Fraction:
    if not lines or dice <= 0:
        return Fraction(not lines)
    kinds: Counter[tuple[int, ...]] = Counter()
    for counts, ways in rolls(dice):
        kinds[tuple(counts[line] for line in lines)] += ways
    total = sum((ways * _best(lines, dice, counts) for counts, ways in kinds.items()), Fraction(0))
    return Fraction(total, len(FACES) ** dice)


def _best(lines: tuple[int, ...], dice: int, counts: tuple[int, ...]) -> Fraction:
    """The probability after a roll in which line i needs counts[i] dice (0: it can't be filled)."""
    options = [_take(lines, dice - 1)]
    for place, count in enumerate(counts):
        if count:
            options.append(_take(lines[:place] + lines[place + 1 :], dice - count))
    return max(options)


def percent(chance: Fraction) -> str:
    """A probability in at most six characters; 0 % and 100 % mean impossible and certain.

    >>> percent(Fraction(3, 8)), percent(Fraction(1, 1000)), percent(Fraction(0))
    ('38 %', '< 1 %', '0 %')
    """
    whole = round(chance * 100)
    if whole == 0 and chance:
        return "< 1 %"
    if whole == 100 and chance != 1:
        return "> 99 %"
    return f"{whole} %"
