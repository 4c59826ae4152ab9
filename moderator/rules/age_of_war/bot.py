"""The bot, a player to practise with: it weighs exact probabilities by the value of the castles.

The value of a position is what the player holds, times the number of opponents, less what they
hold. The value of a castle is what the position gains by it; the bot maximizes the expected value
of its turn. All numbers are whole, so that it plays the same way on every machine. Values are in
hundredths of a point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from moderator.rules.age_of_war.castles import (
    CASTLES,
    CLAN_CASTLES,
    CLANS,
    DICE,
    FACES,
    SPECIAL_LINE,
    SWORDS,
    BattleLine,
)
from moderator.rules.age_of_war.moves import Fill, Lose, Roll
from moderator.rules.age_of_war.state import State, leaders
from moderator.rules.bots import BotLevel, BotRules, Decision, Known
from moderator.rules.move import RandomBelow, with_item
from moderator.rules.reading import Wire

# Exact probabilities of filling a battle line, or taking a castle, with the dice left.
#
# Source: docs/rules/age-of-war.md, "A turn": after each roll one line is filled or one die is
# lost, and the rest is rolled again. The six faces are equally likely.

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


# What can still come of a turn: the castles within reach, and whether any can be taken.


def is_in_reach(state: State, castle: int) -> bool:
    """Whether the active player may fill its lines, if the dice allow it."""
    is_own = state.holders[castle] == state.active
    is_this = state.castle in (None, castle)
    return not state.is_over and is_this and not is_own and not state.is_face_down(castle)


def castle_chance(state: State, castle: int) -> Fraction:
    """The probability of taking a castle within reach in this turn, given the best play."""
    lines = [CASTLES[castle].line(one) for one in state.open_lines(castle)]
    if state.roll:
        return take_with(lines, state.roll)
    return take(lines, state.dice_left)


def is_decided(state: State) -> bool:
    """Whether no castle can be taken in this turn any more, whatever the dice show."""
    within = (castle for castle in range(len(CASTLES)) if is_in_reach(state, castle))
    return not state.is_over and not any(castle_chance(state, castle) for castle in within)


def next_to_end(state: State, player: int) -> Wire | None:
    """The next move to the end of a decided turn: a roll without its dice, or a lost die.

    The rules have no move that ends a turn: it ends when no dice are left.
    """
    if state.active != player or not is_decided(state):
        return None
    return (Lose(player) if state.roll else Roll(player)).wire(state)


# The bot.

FACE_DOWN = 100  # for each point that nobody can take away
ON_THE_WAY = 60  # for each point of a clan, times the square of the share of it that is held
BLOCKED = 3  # divisor, when an opponent holds a castle of the clan
FROM_CENTER = 150  # percent: it advances the game, and need not be fought for again
VICTORY = 100_000
SURE = 1_000_000  # probabilities are in millionths


def move(state: State, seat: str) -> Wire | None:
    """The bot's move for that seat now, a roll without its dice; None if it isn't its turn.

    Cost: a few milliseconds once per turn; a third of a second for the first call.
    """
    player = state.player(seat)
    if state.active != player:
        return None
    if not state.roll:
        return Roll(player).wire(state)
    best = max(_fills(state, player), key=lambda fill: fill[0], default=None)
    if best is None or best[0] < _after_losing(state, player):
        return Lose(player).wire(state)
    _, castle, line = best
    dice = CASTLES[castle].line(line).fewest(state.roll) or ()
    return Fill(player, castle, line, dice).wire(state)


def _fills(state: State, player: int) -> Iterator[tuple[int, int, int]]:
    """Every line that the roll can fill, unless its castle isn't worth taking.

    Returns: the expected value of filling it, its castle, and its number there.
    """
    values = castle_values(state.holders, player, len(state.players))
    for castle in range(len(CASTLES)) if state.castle is None else (state.castle,):
        value = values[castle] if state.castle is None else SURE
        open_lines = state.open_lines(castle)
        for line in open_lines if value > 0 else ():
            count = CASTLES[castle].line(line).fewest_count(state.roll)
            if count:
                rest = tuple(one for one in open_lines if one != line)
                sure = _millionths(castle, rest, state.dice_left - count)
                yield value * sure, castle, line


def _after_losing(state: State, player: int) -> int:
    dice = state.dice_left - 1
    if state.castle is not None:
        return SURE * _millionths(state.castle, state.open_lines(state.castle), dice)
    return opening(state.holders, player, len(state.players), dice)


def _millionths(castle: int, lines: tuple[int, ...], dice: int) -> int:
    """The probability of filling these lines of the castle, in millionths, rounded down."""
    sure = take([CASTLES[castle].line(line) for line in lines], dice)
    return SURE * sure.numerator // sure.denominator


Holders = tuple[int | None, ...]


@lru_cache(maxsize=1000)
def castle_values(holders: Holders, player: int, players: int) -> tuple[int, ...]:
    """The value of each castle to the player; 0 if it is out of reach, or not value taking."""
    state = State(("",) * players, holders)
    now = _position(state, player)
    values = []
    for castle, holder in enumerate(holders):
        if holder == player or state.is_face_down(castle):
            values.append(0)
            continue
        after = with_item(holders, castle, player)
        taken = replace(state, holders=after)
        if None in after:
            gain = max(0, _position(taken, player) - now)
            values.append(gain if holder is not None else gain * FROM_CENTER // 100)
        else:  # the game is over
            values.append(VICTORY * players if player in leaders(taken) else 0)
    return tuple(values)


def _position(state: State, player: int) -> int:
    players = range(len(state.players))
    values = [_value_of(state, one) for one in players]
    return len(players) * values[player] - sum(values)


def _value_of(state: State, player: int) -> int:
    value = 0
    for clan, castles in zip(CLANS, CLAN_CASTLES, strict=True):
        own = [castle for castle in castles if state.holders[castle] == player]
        if len(own) == len(castles):
            value += FACE_DOWN * clan.points
        else:
            value += sum(_face_up(castle) for castle in own)
            on_the_way = ON_THE_WAY * clan.points * len(own) ** 2 // len(castles) ** 2
            is_free = {state.holders[castle] for castle in castles} <= {None, player}
            value += on_the_way if is_free else on_the_way // BLOCKED
    return value


@cache
def _face_up(castle: int) -> int:
    """The value of a castle that an opponent may take: the likelier that is, the lower."""
    lost = _millionths(castle, tuple(range(len(CASTLES[castle].lines) + 1)), DICE)
    return FACE_DOWN * CASTLES[castle].points * (SURE - lost) // SURE


@lru_cache(maxsize=1000)
def opening(holders: Holders, player: int, players: int, dice: int) -> int:
    """The expected value of a turn with `dice` dice to roll and no castle chosen yet.

    Returns: the value of a castle times its probability in millionths.
    """
    if dice <= 0:
        return 0
    worse = opening(holders, player, players, dice - 1)
    best = _best_fills(holders, player, players, dice)
    total = 0
    for counts, ways in rolls(dice):
        total += ways * max(worse, *(best[line][count] for line, count in enumerate(counts)))
    return int(total // len(FACES) ** dice)


def _best_fills(holders: Holders, player: int, players: int, dice: int) -> list[list[int]]:
    """The highest expected value for each of `LINES` and each number of dice put on it."""
    best = [[0] * (dice + 1) for _ in LINES]
    state = State(("",) * players, holders)
    for castle, value in enumerate(castle_values(holders, player, players)):
        lines = state.needed_lines(castle) if value else ()
        for line in lines:
            rest = tuple(one for one in lines if one != line)
            row = best[NUMBERS[CASTLES[castle].line(line)]]
            for count in range(1, dice + 1):
                row[count] = max(row[count], value * _millionths(castle, rest, dice - count))
    return best


class Bots(BotRules):
    """The bot, which has one level, needs no chance, and gives no reasons."""

    levels = (BotLevel("player", "Player"),)

    def decide(self, known: Known, level: str, below: RandomBelow) -> Sequence[Decision]:
        wire = move(known.timeline.state, known.seat)
        return [] if wire is None else [Decision(wire)]


BOT_RULES = Bots()
