"""What an offer means for one country, ready for a template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from moderator.rules.age_of_iron.moves.split_control import SplitControl
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.state import State, pair
from moderator.rules.seating import SeatLabel


@dataclass(frozen=True, slots=True)
class GoodUnits:
    """So many units of a good."""

    letter: str
    name: str
    units: int

    def __str__(self) -> str:
        return f"{self.units} {self.name}"


@dataclass(frozen=True, slots=True)
class SetGood:
    """A good of a complete set: whether the country has it after the trade, and had it before."""

    letter: str
    name: str
    is_there: bool
    is_new: bool


@dataclass(frozen=True, slots=True)
class TradeTerms:
    """A trade from one country's side. `worth`: the points for a complete set.

    `turn`: the Game-turn in which it is good. `is_bound`: the two may not attack each other in
    this Game-turn anyway.
    """

    verb: str
    turn: int
    partner: SeatLabel
    gets: tuple[GoodUnits, ...]
    gives: tuple[GoodUnits, ...]
    set: tuple[SetGood, ...]
    worth: int
    is_bound: bool

    @property
    def count(self) -> int:
        """How many goods of a set the country has after the trade."""
        return sum(good.is_there for good in self.set)

    @property
    def gets_text(self) -> str:
        """What the country gets, in words; empty for nothing."""
        return " and ".join(map(str, self.gets))

    @property
    def gives_text(self) -> str:
        """What the country gives, in words; empty for nothing."""
        return " and ".join(map(str, self.gives))


@dataclass(frozen=True, slots=True)
class SplitTerms:
    """A territory that two countries split, and the Game-turn in which that can be recorded."""

    verb: str
    turn: int
    place: str


@dataclass(frozen=True, slots=True)
class GoodInput:
    """An input for units of a good: `most` is what the giver has, `units` what is filled in."""

    field: str
    letter: str
    name: str
    most: int
    units: int


@dataclass(frozen=True, slots=True)
class TradeInputs:
    """The goods that the maker of an offer can ask for and give."""

    verb: str
    gets: tuple[GoodInput, ...]
    gives: tuple[GoodInput, ...]


def trade_terms(state: State, move: Trade, player: int) -> TradeTerms:
    """The trade from the side of one of the two."""
    other = move.partner if player == move.player else move.player
    get, give = (move.get, move.give) if player == move.player else (move.give, move.get)
    names, has = state.scenario.good_names, state.goods(player)
    goods = []
    for letter, name in names.items():
        left = has[letter] + get.get(letter, 0) - give.get(letter, 0)
        goods.append(SetGood(letter, name, left > 0, left > 0 and not has[letter]))
    return TradeTerms(
        verb=move.verb,
        turn=state.turn,
        partner=state.scenario.seats[other],
        gets=_units(names, get),
        gives=_units(names, give),
        set=tuple(goods),
        worth=state.scenario.trade_points,
        is_bound=pair(player, other) in state.traded,
    )


def split_terms(state: State, move: SplitControl) -> SplitTerms:
    """What is split."""
    return SplitTerms(move.verb, state.turn, state.region_name(move.region))


def trade_inputs(state: State, move: Trade, player: int) -> TradeInputs:
    """The goods of both, with what is filled in already."""
    other = move.partner if player == move.player else move.player
    get, give = (move.get, move.give) if player == move.player else (move.give, move.get)
    return TradeInputs(
        move.verb,
        _inputs(state, "get", other, get),
        _inputs(state, "give", player, give),
    )


def _units(names: Mapping[str, str], bundle: Mapping[str, int]) -> tuple[GoodUnits, ...]:
    return tuple(GoodUnits(letter, names[letter], units) for letter, units in bundle.items())


def _inputs(
    state: State, side: str, giver: int, filled: Mapping[str, int]
) -> tuple[GoodInput, ...]:
    names, has = state.scenario.good_names, state.goods(giver)
    return tuple(
        GoodInput(f"{side}.{letter}", letter, names[letter], units, filled.get(letter, 0))
        for letter, units in has.items()
        if units or letter in filled
    )
