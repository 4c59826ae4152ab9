"""What simulated students of a rehearsal do: each plays as a Rival of some style."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from moderator.rules.age_of_iron.bots.rival import drawn
from moderator.rules.age_of_iron.bots.view import view_of
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import DEPLOYMENT, State
from moderator.rules.move import RandomBelow
from moderator.rules.wire import Wire


def orders_of(state: State, player: str, below: RandomBelow) -> Sequence[Wire]:
    """The moves that place the country's whole hand."""
    seat = state.player(player)
    view = view_of(state, seat, (0,) * len(state.hand))
    return [one.move.wire(state) for one in drawn(below).orders(view, below)]


def move_of(state: State, seat: str, seats: Collection[str], below: RandomBelow) -> Wire | None:
    """The country's next move, without dice; None if it waits for others' orders.

    Args:
        seats: whose bots answer a trade; nobody else is asked for one.
    """
    number, bot = state.player(seat), drawn(below)
    if state.must_place(number):
        return orders_of(state, seat, below)[0]
    if state.phase == DEPLOYMENT:
        return None
    nobody = (0,) * len(state.hand)
    declined = frozenset(one for one in range(len(nobody)) if state.player_id(one) not in seats)
    while True:
        move = bot.act(view_of(state, number, nobody, declined), below).move
        if not isinstance(move, Trade):
            return move.wire(state)
        if drawn(below).answers(view_of(state, move.partner, nobody), move, below)[0]:
            return move.wire(state)
        declined |= {move.partner}
