"""Trades and splits of Control, on which both countries have to agree; and what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from moderator.rules import reading
from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import ACTION, DEPLOYMENT, State, pair
from moderator.rules.deals import AgreementRules, OfferStart
from moderator.rules.errors import Refused
from moderator.rules.offer import Amount
from moderator.rules.reading import Wire
from moderator.rules.seating import SeatLabel

# What an offer means for one country, ready for a template.


@dataclass(frozen=True, slots=True)
class TradeTerms:
    """A trade from one country's side: letters of goods with what that is, such as "2 Grain".

    `set` has each good of a complete set: its letter, whether the country has it after the trade,
    and whether it had none before. `worth`: the points for a complete set.

    `turn`: the Game-turn in which it is good. `is_bound`: the two may not attack each other in
    this Game-turn anyway.
    """

    verb: str
    turn: int
    partner: SeatLabel
    gets: tuple[tuple[str, str], ...]
    gives: tuple[tuple[str, str], ...]
    set: tuple[tuple[str, bool, bool], ...]
    worth: int
    is_bound: bool

    @property
    def count(self) -> int:
        """How many goods of a set the country has after the trade."""
        return sum(is_there for _, is_there, _ in self.set)

    @property
    def gets_text(self) -> str:
        """What the country gets, in words; empty for nothing."""
        return " and ".join(units for _, units in self.gets)

    @property
    def gives_text(self) -> str:
        """What the country gives, in words; empty for nothing."""
        return " and ".join(units for _, units in self.gives)


@dataclass(frozen=True, slots=True)
class SplitTerms:
    """A territory that two countries split, and the Game-turn in which that can be recorded."""

    verb: str
    turn: int
    place: str


@dataclass(frozen=True, slots=True)
class TradeInputs:
    """The goods that the maker of an offer can ask for and give: as many as the giver has."""

    verb: str
    gets: tuple[Amount, ...]
    gives: tuple[Amount, ...]


def trade_terms(state: State, move: Trade, player: int) -> TradeTerms:
    """The trade from the side of one of the two."""
    own, names, has = move.from_side(player), state.scenario.good_names, state.goods(player)
    goods = []
    for letter in names:
        left = has[letter] + own.get.get(letter, 0) - own.give.get(letter, 0)
        goods.append((letter, left > 0, left > 0 and not has[letter]))
    return TradeTerms(
        verb=move.verb,
        turn=state.turn,
        partner=state.scenario.seats[own.partner],
        gets=_units(names, own.get),
        gives=_units(names, own.give),
        set=tuple(goods),
        worth=state.scenario.trade_points,
        is_bound=pair(player, own.partner) in state.traded,
    )


def trade_inputs(state: State, move: Trade, player: int) -> TradeInputs:
    """The goods of both, with what is filled in already."""
    own = move.from_side(player)
    gets, gives = _inputs(state, own.partner, own.get), _inputs(state, player, own.give)
    return TradeInputs(own.verb, gets, gives)


def _units(names: Mapping[str, str], bundle: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    return tuple((letter, f"{units} {names[letter]}") for letter, units in bundle.items())


def _inputs(state: State, giver: int, filled: Mapping[str, int]) -> tuple[Amount, ...]:
    names, has = state.scenario.good_names, state.goods(giver)
    return tuple(
        Amount(letter, names[letter], units, filled.get(letter, 0))
        for letter, units in has.items()
        if units or letter in filled
    )


# The agreements themselves.

_VERBS: dict[str, type[Trade | SplitControl]] = {
    Trade.verb: Trade,
    SplitControl.verb: SplitControl,
}


class AgeOfIronAgreements(AgreementRules[State]):
    """What two countries agree on; an offer is good for one Game-turn."""

    verbs = frozenset(_VERBS)
    confirmed = frozenset({Attack.verb, Trade.verb})

    def period(self, state: State) -> object | None:
        return None if state.is_over else state.turn

    def are_made(self, state: State) -> bool:
        return any(kind.is_in(state) for kind in _VERBS.values())

    def players(self, wire: Wire) -> tuple[str, str]:
        """Both traders, both who split, or attacker and defender."""
        if wire["type"] == SplitControl.verb:
            one, other = wire["players"]
            return one, other
        return wire["player"], wire["defender" if wire["type"] == Attack.verb else "partner"]

    def read(self, state: State, maker: str, wire: object) -> Wire:
        """A trade of the maker's, or a split in which the maker takes part.

        Raises:
            Refused: `bad-move`, or an unknown id.
        """
        move, number = agreed_move(state, wire), state.player(maker)
        makers = (move.player,) if isinstance(move, Trade) else move.players
        if number not in makers:
            raise Refused("bad-move", "A country can only offer what it takes part in itself.")
        return move.wire(state)

    def check_terms(self, state: State, wire: Wire) -> None:
        """Raise `Refused` unless the goods are there, or the territory can be split.

        While orders are written nothing is said about territories, as RFs there are secret.
        """
        move = agreed_move(state, wire)
        if state.is_over:
            raise Refused("game-over", "The game is over.")
        if isinstance(move, Trade):
            move.check(state._replace(phase=ACTION, active=move.player))
            return
        if state.phase == DEPLOYMENT:
            raise Refused("wrong-phase", "Control can be split after all orders are revealed.")
        move.check(state)

    def check_now(self, state: State, wire: Wire) -> None:
        """Raise `Refused` for its terms, or if a trade has to wait for a turn."""
        self.check_terms(state, wire)
        move = agreed_move(state, wire)
        if not isinstance(move, Trade) or state.options.extended_trading:
            return
        one, other = state.player_name(move.player), state.player_name(move.partner)
        if state.phase == DEPLOYMENT:
            message = "It waits until all orders are revealed and {one} or {other} is on turn."
            raise Refused("wrong-phase", message, one=one, other=other)
        if state.active not in (move.player, move.partner):
            message = "It waits for the turn of {one} or {other}."
            raise Refused("not-your-turn", message, one=one, other=other)

    def from_side(self, state: State, wire: Wire, player: str) -> Wire:
        """A trade with the country as `player`; a split has no sides."""
        move = agreed_move(state, wire)
        if isinstance(move, Trade) and state.player(player) == move.partner:
            move = move.from_side(move.partner)
        return move.wire(state)

    def as_recorded(self, state: State, wire: Wire) -> Wire:
        """A trade from the side of the country whose turn it is."""
        active = None if state.active is None else state.player_id(state.active)
        return self.from_side(state, wire, active) if active in self.players(wire) else wire

    def starts(self, state: State, maker: str) -> tuple[OfferStart, ...]:
        """A trade with each other country, and each split in which the country takes part."""
        if state.is_over:
            return ()
        number = state.player(maker)
        others = [one for one in range(len(state.hand)) if one != number]
        trades = [_trade_start(state, number, other) for other in others if state.scenario.goods]
        splits = [_split_starts(state, number, other) for other in others]
        return tuple(chain(trades, *splits))

    def terms(self, state: State, wire: Wire, seat: str) -> TradeTerms | SplitTerms:
        """What the country gets and gives, or what it splits."""
        move = agreed_move(state, wire)
        if isinstance(move, SplitControl):
            return _split_terms(state, move)
        return trade_terms(state, move, state.player(seat))

    def inputs(self, state: State, wire: Wire, maker: str) -> TradeInputs | SplitTerms:
        """The goods that either country has; a split has nothing to fill in."""
        move: Trade | SplitControl
        if wire["type"] == Trade.verb and not wire["give"] and not wire["get"]:
            move = Trade(state.player(wire["player"]), state.player(wire["partner"]), {}, {})
        else:
            move = agreed_move(state, wire)
        if isinstance(move, SplitControl):
            return _split_terms(state, move)
        return trade_inputs(state, move, state.player(maker))


def _split_terms(state: State, move: SplitControl) -> SplitTerms:
    return SplitTerms(move.verb, state.turn, state.region_name(move.region))


def agreed_move(state: State, wire: object) -> Trade | SplitControl:
    """The move that two countries agree on."""
    verb, known = reading.verb(wire, _VERBS)
    return verb.read(state, known)


def _trade_start(state: State, number: int, other: int) -> OfferStart:
    draft, seat = Trade(number, other, {}, {}), state.scenario.seats[other]
    refused = draft.why_not(state._replace(phase=ACTION, active=number))
    return OfferStart(f"trade.{seat.id}", draft.wire(state), "Trade", seat, refused)


def _split_starts(state: State, number: int, other: int) -> list[OfferStart]:
    """The territories that the two can split now; none while RFs are secret."""
    found: list[OfferStart] = []
    if not state.options.control or state.phase == DEPLOYMENT:
        return found
    seat = state.scenario.seats[other]
    for region in range(len(state.chart)):
        move = SplitControl(pair(number, other), region)
        if not move.why_not(state):
            label, id = f"Split {state.region_name(region)}", state.region_id(region)
            found.append(OfferStart(f"split.{seat.id}.{id}", move.wire(state), label, seat))
    return found


AGREEMENTS = AgeOfIronAgreements()
