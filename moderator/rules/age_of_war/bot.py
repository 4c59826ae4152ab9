"""The bot, a player to practise with: it weighs exact probabilities by the value of the castles.

The value of a position is what the player holds, times the number of opponents, less what they
hold. The value of a castle is what the position gains by it; the bot maximizes the expected value
of its turn. All numbers are whole, so that it plays the same way on every machine. Values are in
hundredths of a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from moderator.rules.age_of_war import odds, scoring
from moderator.rules.age_of_war.castles import CASTLES, CLAN_CASTLES, CLANS, DICE
from moderator.rules.age_of_war.faces import FACES
from moderator.rules.age_of_war.moves.fill import Fill
from moderator.rules.age_of_war.moves.lose import Lose
from moderator.rules.age_of_war.moves.roll import Roll
from moderator.rules.age_of_war.state import State
from moderator.rules.wire import Wire

FACE_DOWN = 100  # for each point that nobody can take away
ON_THE_WAY = 60  # for each point of a clan, times the square of the share of it that is held
BLOCKED = 3  # divisor, when an opponent holds a castle of the clan
FROM_CENTER = 150  # percent: it advances the game, and need not be fought for again
VICTORY = 100_000
SURE = 1_000_000  # probabilities are in millionths


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line of a castle that the roll can fill, and the expected value of filling it."""

    value: int
    castle: int
    line: int


def move(state: State, seat: str) -> Wire | None:
    """The bot's move for that seat now, a roll without its dice; None if it isn't its turn.

    Cost: a few milliseconds once per turn; a third of a second for the first call.
    """
    player = state.player(seat)
    if state.active != player:
        return None
    if not state.roll:
        return Roll(player).wire(state)
    best = max(_fills(state, player), key=lambda fill: fill.value, default=None)
    if best is None or best.value < _after_losing(state, player):
        return Lose(player).wire(state)
    dice = CASTLES[best.castle].line(best.line).fewest(state.roll) or ()
    return Fill(player, best.castle, best.line, dice).wire(state)


def _fills(state: State, player: int) -> Iterator[Candidate]:
    """Every line that the roll can fill, unless its castle isn't value taking."""
    values = castle_values(state.holders, player, len(state.players))
    for castle in range(len(CASTLES)) if state.castle is None else (state.castle,):
        value = values[castle] if state.castle is None else SURE
        open_lines = state.open_lines(castle)
        for line in open_lines if value > 0 else ():
            count = CASTLES[castle].line(line).fewest_count(state.roll)
            if count:
                rest = tuple(one for one in open_lines if one != line)
                sure = _millionths(castle, rest, state.dice_left - count)
                yield Candidate(value * sure, castle, line)


def _after_losing(state: State, player: int) -> int:
    dice = state.dice_left - 1
    if state.castle is not None:
        return SURE * _millionths(state.castle, state.open_lines(state.castle), dice)
    return opening(state.holders, player, len(state.players), dice)


def _millionths(castle: int, lines: tuple[int, ...], dice: int) -> int:
    """The probability of filling these lines of the castle, in millionths, rounded down."""
    sure = odds.take([CASTLES[castle].line(line) for line in lines], dice)
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
        after = (*holders[:castle], player, *holders[castle + 1 :])
        taken = replace(state, holders=after)
        if None in after:
            gain = max(0, _position(taken, player) - now)
            values.append(gain if holder is not None else gain * FROM_CENTER // 100)
        else:  # the game is over
            values.append(VICTORY * players if player in scoring.leaders(taken) else 0)
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
    for counts, ways in odds.rolls(dice):
        total += ways * max(worse, *(best[line][count] for line, count in enumerate(counts)))
    return int(total // len(FACES) ** dice)


def _best_fills(holders: Holders, player: int, players: int, dice: int) -> list[list[int]]:
    """The highest expected value for each of `odds.LINES` and each number of dice put on it."""
    best = [[0] * (dice + 1) for _ in odds.LINES]
    state = State(("",) * players, holders)
    for castle, value in enumerate(castle_values(holders, player, players)):
        lines = state.needed_lines(castle) if value else ()
        for line in lines:
            rest = tuple(one for one in lines if one != line)
            row = best[odds.NUMBERS[CASTLES[castle].line(line)]]
            for count in range(1, dice + 1):
                row[count] = max(row[count], value * _millionths(castle, rest, dice - count))
    return best
