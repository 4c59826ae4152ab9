"""What a bot trades: one unit for one, towards a complete set of goods."""

from __future__ import annotations

from moderator.rules.age_of_iron.bots.view import Because, BotMove, View
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import State, pair


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


def is_good(view: View, trade: Trade) -> bool:
    """Whether a trade that another country proposes brings this one closer to a set, or pays."""
    state, seat = view.state, view.seat
    gives, gets = (trade.get, trade.give) if seat == trade.partner else (trade.give, trade.get)
    if any(state.goods(seat)[letter] < units for letter, units in gives.items()):
        return False
    before = missing(state, seat)
    after = missing(Trade(trade.player, trade.partner, trade.give, trade.get).apply(state), seat)
    return after < before or (after == before and sum(gets.values()) > sum(gives.values()))
