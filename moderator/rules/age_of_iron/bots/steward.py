"""The Steward: the best points for an RF, fair trades, never an attack."""

from __future__ import annotations

from itertools import chain

from moderator.rules.age_of_iron.bots import placing
from moderator.rules.age_of_iron.bots.view import BotMove, View
from moderator.rules.age_of_iron.moves.end_turn import EndTurn
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import State, pair
from moderator.rules.bots import Because
from moderator.rules.move import RandomBelow


class Steward:
    """Plays for its own points alone."""

    def orders(self, view: View, chance: RandomBelow) -> list[BotMove]:
        """Presences and boxes, by points for an RF."""
        return placing.place(view, chain(placing.presences(view), placing.boxes(view)))

    def act(self, view: View, chance: RandomBelow) -> BotMove:
        """A trade towards a set, or the end of the turn."""
        return proposal(view) or end_turn(view)

    def answers(self, view: View, trade: Trade, chance: RandomBelow) -> tuple[bool, Because]:
        """Accepts what brings it closer to a set."""
        return fair(view, trade)


def end_turn(view: View) -> BotMove:
    """The end of a turn in which nothing is left to do."""
    return BotMove(EndTurn(view.seat), Because("There is nothing more to gain in this turn.", {}))


def fair(view: View, trade: Trade) -> tuple[bool, Because]:
    """Whether a trade is good for the one who is asked, and why."""
    if _is_good(view, trade):
        return True, Because("It brings a set of goods closer.", {})
    return False, Because("It brings no set of goods closer.", {})


def _is_good(view: View, trade: Trade) -> bool:
    """Whether a trade that another country proposes brings this one closer to a set, or pays."""
    state, seat = view.state, view.seat
    gives, gets = (trade.get, trade.give) if seat == trade.partner else (trade.give, trade.get)
    if any(state.goods(seat)[letter] < units for letter, units in gives.items()):
        return False
    before = missing(state, seat)
    after = missing(Trade(trade.player, trade.partner, trade.give, trade.get).apply(state), seat)
    return after < before or (after == before and sum(gets.values()) > sum(gives.values()))


# Trades: one unit for one, towards a complete set of goods.


def missing(state: State, player: int) -> int:
    """How many goods the player has none of."""
    goods = range(len(state.scenario.goods))
    return sum(not state.has_goods(player, good) for good in goods)


def proposal(view: View) -> BotMove | None:
    """A trade that brings both closer to a set, with somebody who has not declined one."""
    state, seat = view.state, view.seat
    scenario = state.scenario
    if not scenario.trade_points or not scenario.goods or not missing(state, seat):
        return None
    players, letters = scenario.players, scenario.letters
    own = players[seat].good or ""
    mine = letters.index(own)
    if state.has_goods(seat, mine) < 2:
        return None
    for step in range(1, len(players)):
        partner = (seat + step) % len(players)
        theirs = letters.index(players[partner].good or "")
        if partner in view.declined or pair(seat, partner) in state.fought:
            continue
        if state.has_goods(seat, theirs) or state.has_goods(partner, theirs) < 2:
            continue
        move = Trade(seat, partner, {own: 1}, {letters[theirs]: 1})
        facts = {"good": scenario.good_names[letters[theirs]], "points": scenario.trade_points}
        return BotMove(move, Because("{good} is missing for a set worth {points}.", facts))
    return None
