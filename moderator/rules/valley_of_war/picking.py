"""Picking out: removing pieces from the Valley before the next throw."""

from __future__ import annotations

from dataclasses import replace

from moderator.rules.valley_of_war.emperor import NINJA, SAMURAI, Emperor
from moderator.rules.valley_of_war.state import NINJAS, SAMURAI_EACH, State


def pick_out(state: State) -> State:
    """The state ready for the next throw; unchanged if the game is over.

    All Ninjas are picked out if fewer are outside than are thrown next; all Samurai of both
    Emperors that do not Occupy, if one of them has none to throw.

    Source: docs/rules/valley-of-war.md, "Picking out".
    """
    if state.is_over:
        return state
    needed = sum(emperor.throws_next == NINJA for emperor in state.emperors)
    if NINJAS - state.ninjas < needed:
        state = replace(state, ninjas=0, restocked_ninjas=state.restocked_ninjas + 1)
    if any(
        emperor.throws_next == SAMURAI and emperor.samurai == SAMURAI_EACH
        for emperor in state.emperors
    ):
        red, blue = state.emperors
        state = replace(
            state,
            emperors=(_only_occupying(red), _only_occupying(blue)),
            restocked_samurai=state.restocked_samurai + 1,
        )
    return state


def _only_occupying(emperor: Emperor) -> Emperor:
    return replace(emperor, samurai=emperor.occupying)
