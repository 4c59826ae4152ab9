"""Probabilities: compared with all possible rolls, and general properties."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from moderator.rules.age_of_war import bot
from moderator.rules.age_of_war.castles import (
    CASTLES,
    DICE,
    FACES,
    SPECIAL_LINE,
    BattleLine,
    Castle,
)
from tests.rules.age_of_war.table import dice


def fills(line: BattleLine, roll: Sequence[str]) -> bool:
    """Whether some of these dice fill the line: every choice is tried."""
    return any(
        line.takes(some) for count in range(len(roll) + 1) for some in combinations(roll, count)
    )


@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.parametrize("line", bot.LINES, ids=BattleLine.in_words)
def test_one_roll_is_counted_like_every_roll_tried(line: BattleLine, count: int) -> None:
    rolls = list(product(FACES, repeat=count))
    assert bot.one_roll(line, count) == Fraction(sum(fills(line, roll) for roll in rolls), 6**count)


@pytest.mark.slow
def test_one_roll_of_four_and_five_dice_is_counted_like_every_roll_tried() -> None:
    for count in (4, 5):
        rolls = list(product(FACES, repeat=count))
        for line in (
            BattleLine(infantry=8),
            BattleLine(symbols=("archery", "cavalry")),
            BattleLine(infantry=3),
        ):
            found = sum(line.fewest(roll) is not None for roll in rolls)
            assert bot.one_roll(line, count) == Fraction(found, 6**count)


@pytest.mark.parametrize("line", bot.LINES, ids=BattleLine.in_words)
def test_a_line_is_filled_by_this_roll_or_with_a_die_less(line: BattleLine) -> None:
    missed = Fraction(1)
    for count in range(1, DICE + 1):
        missed *= 1 - bot.one_roll(line, count)
        assert bot.fill(line, count) == 1 - missed
        assert bot.fill(line, count) == bot.take([line], count)
        assert bot.fill(line, count - 1) <= bot.fill(line, count) < 1


def test_a_daimyo_by_hand() -> None:
    assert bot.fill(SPECIAL_LINE, 7) == 1 - Fraction(5, 6) ** 28
    assert bot.one_roll(BattleLine(symbols=("archery", "archery")), 7) == 1 - Fraction(
        5**7 + 7 * 5**6, 6**7
    )
    assert bot.one_roll(BattleLine(infantry=3), 1) == Fraction(1, 6)
    assert bot.one_roll(BattleLine(infantry=10), 3) == 0


@cache
def tried(lines: tuple[BattleLine, ...], count: int) -> Fraction:
    """The probability to fill all lines: every roll, every set of its dice on every line."""
    if not lines or not count:
        return Fraction(not lines)
    total = Fraction(0)
    for roll in product(FACES, repeat=count):
        ways = [tried(lines, count - 1)]
        for place, line in enumerate(lines):
            rest = lines[:place] + lines[place + 1 :]
            ways += [tried(rest, count - len(some)) for some in line.ways(roll)]
        total += max(ways)
    return Fraction(total, 6**count)


@pytest.mark.parametrize("castle", CASTLES, ids=lambda castle: castle.id)
def test_a_castle_is_taken_by_the_best_play(castle: Castle) -> None:
    for count in (2, 3):
        assert bot.take(castle.lines, count) == tried(castle.lines, count)


def test_a_roll_is_used_or_a_die_lost() -> None:
    gifu = CASTLES[3].lines
    assert bot.take_with(gifu, dice("dac")) == max(
        bot.take(gifu[:place] + gifu[place + 1 :], 2) for place in range(3)
    )
    assert bot.take_with(gifu, dice("1111")) == bot.take(gifu, 3)
    assert bot.take_with([SPECIAL_LINE], dice("d")) == 1


@pytest.mark.parametrize("count", range(DICE + 1))
def test_every_roll_is_of_one_kind(count: int) -> None:
    kinds = bot.rolls(count)
    assert sum(ways for _, ways in kinds) == 6**count
    for line, number in bot.NUMBERS.items():
        ways = sum(ways for counts, ways in kinds if counts[number])
        assert bot.one_roll(line, count) == Fraction(ways, 6**count)


@pytest.mark.parametrize(
    ("of", "words"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 500), "< 1 %"),
        (Fraction(1, 3), "33 %"),
        (Fraction(2, 3), "67 %"),
        (Fraction(499, 500), "> 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_only_what_is_sure_is_said_to_be(of: Fraction, words: str) -> None:
    assert bot.percent(of) == words
