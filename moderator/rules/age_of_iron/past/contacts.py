"""Attacks and trades: each of them, and as a table of countries by countries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from moderator.rules.age_of_iron.moves.attack import Attack
from moderator.rules.age_of_iron.moves.trade import Trade
from moderator.rules.age_of_iron.past.steps import GameStep

Units = tuple[tuple[str, int], ...]
"""Letters of goods with a number of units, at least 1, in the scenario's order."""


@dataclass(frozen=True, slots=True)
class AttackFact:
    """An attack: countries and region by index, and the RFs that each side lost."""

    number: int
    turn: int
    attacker: int
    defender: int
    region: int
    attacker_lost: int
    defender_lost: int

    @property
    def lost(self) -> int:
        """The RFs that both sides lost together."""
        return self.attacker_lost + self.defender_lost


@dataclass(frozen=True, slots=True)
class TradeFact:
    """A trade: who gave what to whom and got what; one of the two may be empty (a gift)."""

    number: int
    turn: int
    player: int
    partner: int
    give: Units
    get: Units


@dataclass(frozen=True, slots=True)
class AttackCell:
    """All attacks of one country on another: the RFs that each side lost, and the entries."""

    attacker_lost: int = 0
    defender_lost: int = 0
    moves: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TradeCell:
    """All that one country gave to another: goods with their units, and the entries."""

    goods: Units = ()
    moves: tuple[int, ...] = ()

    @property
    def units(self) -> int:
        """The units of all goods together."""
        return sum(units for _, units in self.goods)


AttackMatrix = tuple[tuple[AttackCell, ...], ...]
"""Attackers by defenders, both in the order of play."""
TradeMatrix = tuple[tuple[TradeCell, ...], ...]
"""Givers by takers, both in the order of play."""


def attacks_of(steps: Iterable[GameStep]) -> Iterator[AttackFact]:
    """The attacks in effect, in their order; losses are counted from the chart."""
    for step in steps:
        move = step.move
        if isinstance(move, Attack):
            before, after = step.before.chart[move.region], step.after.chart[move.region]
            mine, theirs = (before[side] - after[side] for side in (move.player, move.defender))
            sides = (move.player, move.defender, move.region)
            yield AttackFact(step.number, step.turn, *sides, mine, theirs)


def trades_of(steps: Iterable[GameStep]) -> Iterator[TradeFact]:
    """The trades in effect, in their order."""
    for step in steps:
        move = step.move
        if isinstance(move, Trade):
            letters = step.before.scenario.letters
            give, get = (
                tuple((letter, bundle[letter]) for letter in letters if letter in bundle)
                for bundle in (move.give, move.get)
            )
            yield TradeFact(step.number, step.turn, move.player, move.partner, give, get)


def attack_matrix(attacks: Sequence[AttackFact], players: int) -> AttackMatrix:
    """The attacks as a table of `players` rows and columns; the diagonal is empty."""

    def cell(attacker: int, defender: int) -> AttackCell:
        own = [one for one in attacks if (one.attacker, one.defender) == (attacker, defender)]
        return AttackCell(
            sum(one.attacker_lost for one in own),
            sum(one.defender_lost for one in own),
            tuple(one.number for one in own),
        )

    return tuple(tuple(cell(i, j) for j in range(players)) for i in range(players))


def trade_matrix(trades: Sequence[TradeFact], players: int, letters: Sequence[str]) -> TradeMatrix:
    """What each country gave to each, as a table of `players` rows and columns."""
    gifts = [
        gift
        for one in trades
        for gift in (
            (one.number, one.player, one.partner, one.give),
            (one.number, one.partner, one.player, one.get),
        )
        if gift[3]
    ]

    def cell(giver: int, taker: int) -> TradeCell:
        own = [(number, units) for number, *pair, units in gifts if pair == [giver, taker]]
        given = dict.fromkeys(letters, 0)
        for _, units in own:
            for letter, count in units:
                given[letter] += count
        goods = tuple((letter, count) for letter, count in given.items() if count)
        return TradeCell(goods, tuple(number for number, _ in own))

    return tuple(tuple(cell(i, j) for j in range(players)) for i in range(players))
