"""The score sheet as a view."""

from __future__ import annotations

from moderator.rules.seating import SeatLabel
from moderator.rules.valley_of_war import wording
from moderator.rules.valley_of_war.emperor import Achieved, Emperor
from moderator.rules.valley_of_war.state import (
    COLOURS,
    NAMES,
    NINJAS,
    SAMURAI_EACH,
    STANDARD,
    State,
)
from moderator.rules.valley_of_war.views import spots, summary
from moderator.rules.valley_of_war.views.view import EmperorView, OutcomeView, ValleyView
from moderator.rules.wire import wire_text

COPYRIGHT = "The rules of Valley of War are their author’s."
LOOKS = (2, 5)
"""The seats' numbers: in the palette of seats the second is a red, the fifth a blue."""
SEATS = tuple(
    SeatLabel(colour, f"{name} Emperor", name[0], look)
    for colour, name, look in zip(COLOURS, NAMES, LOOKS, strict=True)
)
_COUNTS = ("phase", "knocked_out", "samurai", "occupying", "eyes")


def view(state: State, before: State | None = None) -> ValleyView:
    """The whole score sheet.

    Args:
        before: the state before the last entry; an Emperor whose counts changed is fresh.
    """
    earlier = before or state
    return ValleyView(
        title=STANDARD.title,
        status_line=summary.status_line(state),
        is_over=state.is_over,
        result=state.result,
        throws=state.throws,
        restarts=state.restarts,
        reason=state.reason,
        announced=wording.announced(earlier, state),
        last_throw=wording.last_throw(earlier, state),
        ninjas_in_valley=state.ninjas,
        ninjas_outside=NINJAS - state.ninjas,
        restocked_ninjas=state.restocked_ninjas,
        restocked_samurai=state.restocked_samurai,
        ninjas=spots.ninjas(state.ninjas, earlier.ninjas),
        ninjas_reserve=spots.ninjas_reserve(NINJAS - state.ninjas),
        emperors=(_emperor(state, earlier, 0), _emperor(state, earlier, 1)),
        winners=tuple(SEATS[winner] for winner in state.winners),
        copyright=COPYRIGHT,
    )


def _emperor(state: State, before: State, number: int) -> EmperorView:
    emperor, earlier = state.emperors[number], before.emperors[number]
    outcomes = () if state.is_over else tuple(_outcome(emperor, one) for one in emperor.outcomes())
    return EmperorView(
        seat=SEATS[number],
        phase=emperor.phase,
        phase_name=wording.PHASE_NAMES[emperor.phase - 1],
        throws_next=None if state.is_over else emperor.throws_next,
        knocked_out=emperor.knocked_out,
        samurai_in_valley=emperor.samurai,
        samurai_outside=SAMURAI_EACH - emperor.samurai,
        occupying=emperor.occupying,
        eyes=emperor.eyes,
        outcomes=outcomes,
        at=wording.target(number, emperor.phase),
        dice=spots.dice(number, state.emperors[1 - number], before.emperors[1 - number]),
        loose=spots.loose(number, emperor, earlier),
        holding=spots.occupying(number, emperor, earlier),
        reserve=spots.reserve(number, emperor),
        changed=tuple(n for n in _COUNTS if getattr(emperor, n) != getattr(earlier, n)),
        picked_out=wording.picked_out(before, state, number),
        is_back=wording.is_throw(before, state) and emperor.phase < earlier.phase,
        is_winner=number in state.winners,
        is_phase_fresh=emperor.phase != earlier.phase,
        is_fresh=emperor != earlier,
    )


def _outcome(before: Emperor, achieved: Achieved) -> OutcomeView:
    _, samurai, eyes = wording.gains(before, before.after(achieved))
    return OutcomeView(
        fields=tuple(achieved.wire().items()),
        words=wording.achieved_text(achieved),
        short=wording.short_text(before, achieved),
        leads_to=wording.leads_to(before, achieved),
        wire=wire_text(achieved.wire()),
        is_likely=samurai >= -1 and eyes <= 1 and not (samurai < 0 and eyes > 0),
    )
