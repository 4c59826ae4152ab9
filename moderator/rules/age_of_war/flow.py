"""The course of a turn: who may do what next, and when it ends.

Source: docs/rules/age-of-war.md, "A turn".
"""

from __future__ import annotations

from dataclasses import replace

from moderator.rules.age_of_war.state import State
from moderator.rules.errors import Refused


def settle(state: State) -> State:
    """The state after a fill or a lost die: over, in the next turn, or still in this one."""
    if None not in state.holders:
        return replace(state, active=None, roll=(), castle=None, placed=(), lost=0)
    return state if state.dice_left else next_turn(state)


def next_turn(state: State) -> State:
    """The state at the start of the next player's turn, with seven dice."""
    following = ((state.active or 0) + 1) % len(state.players)
    return replace(state, active=following, roll=(), castle=None, placed=(), lost=0)


def check_turn(state: State, player: int) -> None:
    """Raise `not-your-turn` unless the player is the active one."""
    if state.active is not None and player != state.active:
        raise Refused(
            "not-your-turn",
            "It is {active}’s turn, not {name}’s.",
            active=state.player_name(state.active),
            name=state.player_name(player),
        )


def check_rolled(state: State, player: int) -> None:
    """Raise what `check_turn` does, then `must-roll` unless there is a roll to be used."""
    check_turn(state, player)
    if not state.roll:
        raise Refused("must-roll", "First roll {dice}.", dice=dice_text(state.dice_left))


def dice_text(count: int) -> str:
    """A number of dice in words.

    >>> dice_text(1), dice_text(7)
    ('1 die', '7 dice')
    """
    return "1 die" if count == 1 else f"{count} dice"
