"""What a country has to do now."""

from __future__ import annotations

from moderator.rules.age_of_iron.flow import rfs_text
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.age_of_iron.views.summary import status_line
from moderator.rules.task import Task, listed, waiting_for

NAMED_MOST = 2
"""If a country waits for more than so many others, they are counted."""


def task(state: State, seat: str) -> Task:
    """What this country has to do now; nothing in it is secret from it.

    Args:
        state: as people see it: the hand of a country with sealed orders is empty.
    """
    if state.is_over:
        return Task(status_line(state), is_own=False)
    progress = f"Game-turn {state.turn} of {state.turns}"
    own = state.player(seat)
    if state.phase == DEPLOYMENT:
        writing = [player for player in range(len(state.hand)) if state.must_place(player)]
        if own in writing:
            return Task("Write your orders", is_own=True, progress=progress)
        return Task(_waiting(state, writing), is_own=False, progress=progress)
    if state.active == own:
        return Task(f"Your turn: {_to_do(state, own)}", is_own=True, progress=progress)
    names = [] if state.active is None else [state.player_name(state.active)]
    can_trade = state.options.extended_trading and bool(state.scenario.goods)
    hint = "You may trade at any time." if can_trade else ""
    return Task(waiting_for(names), is_own=False, progress=progress, hint=hint)


def _waiting(state: State, writing: list[int]) -> str:
    if not writing:
        return "Waiting for the orders to be revealed"
    if len(writing) > NAMED_MOST:
        return f"Waiting for {len(writing)} of {len(state.hand)} countries"
    return waiting_for([state.player_name(player) for player in writing])


def _to_do(state: State, own: int) -> str:
    if state.must_place(own):
        return f"place {rfs_text(state.hand[own])}"
    trade = ["trade"] if state.scenario.goods else []
    return listed(["attack", *trade, "end your turn"], "or")
