"""What bots do with others: the trades that they propose, and their answers to offers and promises.

Among themselves, in games by the thousand, they go by `proposal` and `fair` alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, cast

from moderator.rules.age_of_iron.bots import POINT, Bot, BotMove, View
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.promises import (
    ATTACK,
    NO_ATTACK,
    NO_PLACEMENT,
    NO_PRESENCE,
    PRESENCE,
    TRADE,
    PromiseTerms,
)
from moderator.rules.age_of_iron.scenario import PRESENCE as OWN_PRESENCE
from moderator.rules.age_of_iron.state import State, pair
from moderator.rules.bots import SEALED, Because, BotAnswer
from moderator.rules.move import RandomBelow

UNIT = POINT // 2
"""What a unit more is worth, whatever the good."""


class Dealer(Bot, Protocol):
    """A bot that others can talk to."""

    @property
    def is_peaceful(self) -> bool:
        """Whether it asks for no more than is fair, and attacks nobody."""

    def spite(self, view: View) -> Sequence[int]:
        """For each country, what its gain of a point costs the bot, in percent."""

    def reply(self, view: View, move: Trade | SplitControl, chance: RandomBelow) -> BotAnswer:
        """The answer to what another country offers."""


# Trades among bots: one unit for one, towards a complete set of goods.


def missing(state: State, player: int) -> int:
    """How many goods the player has none of."""
    return list(state.goods(player).values()).count(0)


def proposal(view: View) -> BotMove | None:
    """A trade that brings both closer to a set, with somebody who has not declined one."""
    state, seat = view.state, view.seat
    scenario = state.scenario
    if not scenario.trade_points or not scenario.goods or not missing(state, seat):
        return None
    if promised := next(_promised(view), None):
        return promised
    players, has = scenario.players, state.goods(seat)
    own = players[seat].good or ""
    if has[own] < 2:
        return None
    for step in range(1, len(players)):
        partner = (seat + step) % len(players)
        theirs = players[partner].good or ""
        if partner in view.declined or pair(seat, partner) in state.fought:
            continue
        if has[theirs] or state.goods(partner)[theirs] < 2:
            continue
        move = Trade(seat, partner, {own: 1}, {theirs: 1})
        facts = {"good": scenario.good_names[theirs], "points": scenario.trade_points}
        return BotMove(move, Because("{good} is missing for a set worth {points}.", facts))
    return None


def _promised(view: View) -> Iterator[BotMove]:
    """The trades that are promised for this Game-turn, and can be made now."""
    for one in view.promises:
        if one.kind == TRADE and one.turn == view.state.turn:
            trade = _trade(one).from_side(view.seat)
            facts = {"name": view.state.player_name(trade.partner), **SEALED}
            both = pair(trade.player, trade.partner)
            is_open = trade.partner not in view.declined and both not in view.state.traded
            if is_open and trade.why_not(view.state) is None:
                yield BotMove(trade, Because("This trade with {name} was promised.", facts))


def fair(view: View, trade: Trade) -> bool:
    """Whether a trade is good for the one who is asked, as it brings this one closer to a set, or
    pays."""
    state, seat, own = view.state, view.seat, trade.from_side(view.seat)
    if _lacks(state, own):
        return False
    before, after = missing(state, seat), missing(trade.apply(state), seat)
    return after < before or (after == before and _gained(own) > 0)


def _lacks(state: State, own: Trade) -> bool:
    """Whether the one who offers the trade does not have what it gives."""
    has = state.goods(own.player)
    return any(has[letter] < units for letter, units in own.give.items())


def _gained(own: Trade) -> int:
    """How many units more the one who offers the trade gets than it gives."""
    return sum(own.get.values()) - sum(own.give.values())


# Answers to offers.


def reply(bot: Dealer, view: View, move: Trade | SplitControl) -> BotAnswer:
    """The answer to an offer by what it is worth to both, at once."""
    if isinstance(move, SplitControl):
        return _split(view, move)
    trade = move.from_side(view.seat)
    other = next(_counters(bot, view, trade), None)
    counter = other.wire(view.state) if other else None
    found = _judged(bot, view, trade)
    if not found.is_accepted:
        return found._replace(counter=counter)
    if other and not bot.is_peaceful and _worth(bot, view, other) > _worth(bot, view, trade):
        name = view.state.player_name(trade.partner)
        return BotAnswer(False, Because("{name} could give more for it.", {"name": name}), counter)
    return found


def _judged(bot: Dealer, view: View, trade: Trade) -> BotAnswer:
    state, seat, other = view.state, view.seat, trade.partner
    if _lacks(state, trade):
        return BotAnswer(False, Because("It does not have what it would give.", {}))
    own = _gain(view, trade, seat)
    if own <= 0:
        return BotAnswer(False, Because("It brings no set of goods closer.", {}))
    if _wastes(view, trade, seat):
        return BotAnswer(False, Because("It would leave too few goods for a set.", {}))
    if _worth(bot, view, trade) <= 0:
        text = "{name} leads, and would gain too much by it."
        if not is_ahead(view, other):
            text = "{name} would gain more by it."
        return BotAnswer(False, Because(text, {"name": state.player_name(other)}))
    if missing(trade.apply(state), seat) < missing(state, seat):
        return BotAnswer(True, Because("It brings a set of goods closer.", {}))
    return BotAnswer(True, Because("It gets more than it gives.", {}))


def _wastes(view: View, trade: Trade, player: int) -> bool:
    """Whether a trade leaves one of the two with too few goods for a set, for the first time."""
    state, kinds = view.state, len(view.state.scenario.goods)
    left = sum(trade.apply(state).goods(player).values())
    return left < kinds <= sum(state.goods(player).values())


def is_ahead(view: View, other: int) -> bool:
    """Whether the other country leads, as far as this one sees it."""
    standings = [view.standing(player) for player in range(len(view.state.hand))]
    return standings[other] == max(standings) > standings[view.seat]


def _gain(view: View, trade: Trade, player: int) -> int:
    """What a trade brings one of the two, in hundredths of a point: a step towards a set, and units
    more; it loses what a step away costs."""
    state = view.state
    before, after = missing(state, player), missing(trade.apply(state), player)
    set_worth = state.scenario.trade_points * POINT * (before - after) // max(before, after, 1)
    return set_worth + UNIT * _gained(trade.from_side(player))


def _worth(bot: Dealer, view: View, trade: Trade) -> int:
    """What a trade is worth to the bot, which minds what the other gains."""
    own, theirs = (_gain(view, trade, one) for one in (trade.player, trade.partner))
    return own - max(theirs, 0) * bot.spite(view)[trade.partner] // 100


def _counters(bot: Dealer, view: View, asked: Trade) -> Iterator[Trade]:
    """What the bot would agree to and the other gains by, too, the best first; once for each
    country in a Game-turn."""
    if asked.partner in view.declined:
        return
    state, other = view.state, asked.partner
    spare = [
        [letter for letter, units in state.goods(one).items() if units > 1]
        for one in (view.seat, other)
    ]
    most = 1 if bot.is_peaceful else 2
    trades = [
        Trade(view.seat, other, {give: 1}, {get: units})
        for give in spare[0]
        for get in spare[1]
        for units in range(1, min(most, state.goods(other)[get] - 1) + 1)
        if get != give
    ]
    good = [
        one
        for one in trades
        if one != asked
        and _gain(view, one, other) > 0
        and not _wastes(view, one, other)
        and _judged(bot, view, one).is_accepted
    ]
    good.sort(key=lambda one: (-_worth(bot, view, one), not set(one.give) & set(asked.give)))
    yield from good


def _split(view: View, move: SplitControl) -> BotAnswer:
    """Control is shared, unless an objective is that the other one leaves."""
    state, region = view.state, move.region
    other = next(one for one in move.players if one != view.seat)
    facts = {"name": state.player_name(other), "place": state.region_name(region)}
    if any(one.region == region and other in one.by for one in state.scenario.objectives):
        return BotAnswer(False, Because("No Presence of {name} in {place} is an objective.", facts))
    return BotAnswer(True, Because("Nobody else can place RFs in {place} any more.", facts))


# Promises.


def vow(bot: Dealer, view: View, terms: PromiseTerms, exchange: PromiseTerms | None) -> BotAnswer:
    """The answer to a promise to this country, and to what it is asked for in exchange."""
    for one in (terms, exchange):
        if one and one.kind == TRADE:
            found = _judged(bot, view, _trade(one).from_side(view.seat))
            if not found.is_accepted:
                return found
    if exchange is None:
        return BotAnswer(True, Because("It is asked for nothing in exchange.", {}))
    cost = _cost(bot, view, exchange)
    if cost:
        return BotAnswer(False, cost)
    name = view.state.player_name(terms.maker)
    if _helps(view, terms):
        return BotAnswer(True, Because("What {name} promises helps.", {"name": name}))
    if not bot.is_peaceful:
        return BotAnswer(
            False, Because("It gains nothing by what {name} promises.", {"name": name})
        )
    return BotAnswer(True, Because("It is asked for nothing that it would not do anyway.", {}))


def _trade(terms: PromiseTerms) -> Trade:
    return Trade(terms.maker, terms.partner, give=terms.give, get=terms.get)


def _cost(bot: Dealer, view: View, own: PromiseTerms) -> Because | None:
    """Why the bot would rather not promise this; None if it costs nothing."""
    state, region = view.state, own.region
    place = "" if region is None else state.region_name(region)
    if own.kind in (ATTACK, NO_ATTACK):
        return _attack_cost(bot, view, own, place)
    is_wanted = any(
        one.region == region and one.kind == OWN_PRESENCE for one in state.scenario.objectives
    )
    has = region is not None and state.has_presence(view.seat, region)
    if own.kind in (NO_PLACEMENT, NO_PRESENCE) and is_wanted:
        return Because("A Presence in {place} is an objective.", {"place": place})
    if own.kind == NO_PRESENCE and has:
        return Because("It has a Presence in {place}.", {"place": place})
    if own.kind == PRESENCE and not (has or is_wanted):
        return Because("A Presence in {place} is no objective.", {"place": place})
    return None


def _attack_cost(bot: Dealer, view: View, own: PromiseTerms, place: str) -> Because | None:
    """As `_cost`. A bot that attacks does so in the last Game-turn."""
    state, target = view.state, cast(int, own.target)
    facts = {"name": state.player_name(target), "place": place}
    is_late = own.turn >= state.turns
    is_foe = is_ahead(view, target) or bool(view.hits[target])
    if own.kind == NO_ATTACK:
        if bot.is_peaceful or not (is_late and is_foe):
            return None
        text = "{name} leads, and may have to be attacked."
        return Because(text if is_ahead(view, target) else "{name} has attacked it before.", facts)
    if bot.is_peaceful:
        return Because("It attacks nobody.", {})
    if not is_late:
        return Because("It attacks nobody before the last Game-turn.", {})
    if not is_foe or any(view.spares(target, one) for one in range(len(state.chart))):
        return Because("It has no reason to attack {name}.", facts)
    if not state.chart[cast(int, own.region)][view.seat]:
        return Because("It has no RFs in {place}.", facts)
    return None


def _helps(view: View, terms: PromiseTerms) -> bool:
    """Whether what another country promises is good for this one."""
    if terms.kind == NO_ATTACK:
        return terms.target == view.seat
    if terms.kind == ATTACK:
        return terms.target != view.seat and is_ahead(view, cast(int, terms.target))
    if terms.kind in (NO_PLACEMENT, NO_PRESENCE):
        return any(one.region == terms.region for one in view.state.scenario.objectives)
    return terms.kind == TRADE
