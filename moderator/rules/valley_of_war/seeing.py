"""The score sheet as a view."""

from __future__ import annotations

from moderator.rules.game import Seat
from moderator.rules.valley_of_war import summary
from moderator.rules.valley_of_war.state import COLOURS, NAMES, NINJAS, SAMURAI_EACH, State
from moderator.rules.valley_of_war.view import EmperorView, OutcomeView, ValleyView
from moderator.rules.valley_of_war.wording import achieved_text

COPYRIGHT = "The rules of Valley of War are their author’s."
SEATS = tuple(
    Seat(colour, f"{name} Emperor", name[0], number)
    for number, (colour, name) in enumerate(zip(COLOURS, NAMES, strict=True), start=1)
)
PHASE_NAMES = ("War Phase I", "War Phase II", "War Phase III")


def view(state: State, before: State | None = None) -> ValleyView:
    """All that there is to see.

    Args:
        before: the state before the last entry; an Emperor whose counts differ is fresh.
    """
    return ValleyView(
        title=state.scenario.title,
        status_line=summary.status_line(state),
        is_over=state.is_over,
        result=state.result,
        throws=state.throws,
        restarts=state.restarts,
        ninjas_in_valley=state.ninjas,
        ninjas_outside=NINJAS - state.ninjas,
        restocked_ninjas=state.restocked_ninjas,
        restocked_samurai=state.restocked_samurai,
        emperors=(_emperor(state, before or state, 0), _emperor(state, before or state, 1)),
        winners=tuple(SEATS[winner] for winner in state.winners),
        copyright=COPYRIGHT,
    )


def _emperor(state: State, before: State, number: int) -> EmperorView:
    emperor, earlier = state.emperors[number], before.emperors[number]
    outcomes = () if state.is_over else emperor.outcomes()
    return EmperorView(
        seat=SEATS[number],
        phase=emperor.phase,
        phase_name=PHASE_NAMES[emperor.phase - 1],
        throws_next=None if state.is_over else emperor.throws_next,
        knocked_out=emperor.knocked_out,
        samurai_in_valley=emperor.samurai,
        samurai_outside=SAMURAI_EACH - emperor.samurai,
        occupying=emperor.occupying,
        eyes=emperor.eyes,
        outcomes=tuple(
            OutcomeView(tuple(one.wire().items()), achieved_text(one)) for one in outcomes
        ),
        is_winner=number in state.winners,
        is_phase_fresh=emperor.phase != earlier.phase,
        is_fresh=emperor != earlier,
    )
