"""What can still come of a turn: the castles within reach, and whether any can be taken."""

from __future__ import annotations

from fractions import Fraction

from moderator.rules.age_of_war import odds
from moderator.rules.age_of_war.castles import CASTLES
from moderator.rules.age_of_war.moves.lose import Lose
from moderator.rules.age_of_war.moves.roll import Roll
from moderator.rules.age_of_war.state import State
from moderator.rules.wire import Wire


def is_in_reach(state: State, castle: int) -> bool:
    """Whether the active player may fill its lines, if the dice allow it."""
    is_own = state.holders[castle] == state.active
    is_this = state.castle in (None, castle)
    return not state.is_over and is_this and not is_own and not state.is_face_down(castle)


def castle_chance(state: State, castle: int) -> Fraction:
    """The probability of taking a castle within reach in this turn, given the best play."""
    lines = [CASTLES[castle].line(one) for one in state.open_lines(castle)]
    if state.roll:
        return odds.take_with(lines, state.roll)
    return odds.take(lines, state.dice_left)


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
