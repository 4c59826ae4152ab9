"""Trade: two players swap goods on the Trade Chart, or one gives some away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.age_of_iron import flow
from moderator.rules.age_of_iron.state import State, pair, with_item
from moderator.rules.errors import Refused, printable
from moderator.rules.game import Wire
from moderator.rules.reading import fields

Bundle = Mapping[str, int]
"""A number of units, at least 1, for each good's letter."""


@dataclass(frozen=True, slots=True)
class Trade:
    """`player` gives `give` to `partner` and gets `get`; one of the two may be empty."""

    player: str
    partner: str
    give: Bundle
    get: Bundle

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`, also for a letter that isn't in the scenario."""

        def bundle(value: object) -> str | None:
            letters = state.scenario.letters
            is_valid = isinstance(value, dict) and all(
                letter in letters and fields.is_whole(units) and units >= 1
                for letter, units in value.items()
            )
            known = ", ".join(letters) or "none in this scenario"
            return None if is_valid else f"goods ({known}) with whole numbers, at least 1"

        fields.check_move(
            wire,
            {"player": fields.text, "partner": fields.text, "give": bundle, "get": bundle},
        )
        if not wire["give"] and not wire["get"]:
            raise Refused("bad-move", "A trade needs goods: “give” and “get” are both empty.")
        return cls(wire["player"], wire["partner"], dict(wire["give"]), dict(wire["get"]))

    def players(self) -> tuple[str, ...]:
        """The players that the move names."""
        return (self.player, self.partner)

    def check(self, state: State) -> None:
        """Raise `bad-target`, `wrong-phase`, `not-your-turn`, `attacked-this-turn` or
        `goods-missing`."""
        player, partner = state.player(self.player), state.player(self.partner)
        if player == partner:
            raise Refused("bad-target", f"{state.player_name(player)} can’t trade with itself.")
        if not state.options.extended_trading:
            flow.check_revealed(state, "Trades are made")
            flow.check_on_turn(state, player)
        if pair(player, partner) in state.fought:
            raise Refused(
                "attacked-this-turn",
                f"{state.player_name(player)} and {state.player_name(partner)} fought in this "
                "Game-turn, so they may not trade in it.",
            )
        for side, bundle in ((player, self.give), (partner, self.get)):
            _check_has(state, side, bundle)

    def apply(self, state: State) -> State:
        """Both Trade Charts after the swap."""
        player, partner = state.player(self.player), state.player(self.partner)
        state = _take(_take(state, player, self.give), partner, self.get)
        return replace(
            _acquire(_acquire(state, player, self.get), partner, self.give),
            traded=state.traded | {pair(player, partner)},
        )

    def say(self, state: State) -> str:
        """The trade as a sentence."""
        player = state.player_name(state.player(self.player))
        partner = state.player_name(state.player(self.partner))
        give, get = in_words(state, self.give), in_words(state, self.get)
        if not get:
            return f"{player} gives {give} to {partner}"
        if not give:
            return f"{player} gets {get} from {partner}"
        return f"{player} trades {give} to {partner} for {get}"


def in_words(state: State, bundle: Bundle) -> str:
    """Goods as "2 Grain (G) and 1 Tin (T)"; empty for nothing."""
    names = dict(state.scenario.goods)
    return " and ".join(
        f"{units} {printable(names[letter])} ({letter})" for letter, units in bundle.items()
    )


def _check_has(state: State, player: int, bundle: Bundle) -> None:
    for letter, units in bundle.items():
        has = state.has_goods(player, state.scenario.letters.index(letter))
        if has < units:
            raise Refused(
                "goods-missing",
                f"{state.player_name(player)} has {has} {letter}, not {flow.number_text(units)}.",
            )


def _take(state: State, player: int, bundle: Bundle) -> State:
    """The state without the goods; a player's own good is taken from *For trade* first."""
    for_trade, acquired = state.for_trade[player], list(state.acquired[player])
    for letter, units in bundle.items():
        left = units
        if letter == state.scenario.players[player].good:
            left = max(units - for_trade, 0)
            for_trade -= units - left
        acquired[state.scenario.letters.index(letter)] -= left
    return replace(
        state,
        for_trade=with_item(state.for_trade, player, for_trade),
        acquired=with_item(state.acquired, player, tuple(acquired)),
    )


def _acquire(state: State, player: int, bundle: Bundle) -> State:
    acquired = tuple(
        units + bundle.get(letter, 0)
        for letter, units in zip(state.scenario.letters, state.acquired[player], strict=True)
    )
    return replace(state, acquired=with_item(state.acquired, player, acquired))
