"""Play: play a card to place units on tiles with its symbol."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.war import cards, flow
from moderator.rules.war.cards import Card
from moderator.rules.war.state import MOST_PLAYED, State, with_item, with_units


@dataclass(frozen=True, slots=True)
class Play:
    """A player plays a card; `units` has tiles with the number of new units, at least 1 each."""

    player: str
    card: Card
    units: tuple[tuple[str, int], ...]

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text, "card": cards.card, "units": _units})
        return cls(wire["player"], Card(*wire["card"]), tuple(wire["units"].items()))

    def check(self, state: State) -> None:
        """Raise the first refusal that applies, in the order of the spec's list."""
        player = state.player(self.player)
        flow.check_turn(state, player, "play")
        tiles = [state.tile(id) for id, _ in self.units]
        for tile in tiles:
            flow.check_own(state, player, tile)
            if state.scenario.symbols[tile] != self.card.symbol:
                raise Refused(
                    "bad-tile",
                    f"{state.tile_name(tile)} does not carry the symbol of {self.card}.",
                )
        flow.check_in_hand(state, player, self.card)
        if state.played >= MOST_PLAYED:
            raise Refused(
                "too-many",
                f"{state.player_name(player)} has played {state.played} cards in this turn, which "
                "is the maximum.",
            )
        self._check_numbers(state, player)

    def _check_numbers(self, state: State, player: int) -> None:
        for id, units in self.units:
            free = room(state, player, state.tile(id))
            if units > free:
                raise Refused(
                    "too-many",
                    f"{id} has room for {free} more in this turn, not {flow.number(units)}: a "
                    "tile’s units can at most double.",
                )
        total, count = sum(units for _, units in self.units), placeable(state, player, self.card)
        if total != count:
            raise Refused(
                "too-many",
                f"{self.card} places exactly {count} here, not {flow.number(total)}."
                if count
                else f"{state.player_name(player)} can’t place any units with {self.card} now.",
            )

    def apply(self, state: State) -> State:
        """The state with the units on their tiles, and without the card."""
        player, board = state.player(self.player), state.board
        for id, units in self.units:
            tile = state.tile(id)
            board = with_units(board, tile, player, state.units_of(player, tile) + units)
        hand = cards.without(state.hands[player], self.card)
        hands = with_item(state.hands, player, hand)
        return replace(state, board=board, hands=hands, played=state.played + 1)

    def say(self, state: State) -> str:
        """The move as a sentence, with each tile's number before and after."""
        player = state.player(self.player)
        where = " and ".join(
            f"{flow.number(units)} in {id} ({here} → {flow.number(here + units)})"
            for id, units in self.units
            for here in [state.units_of(player, state.tile(id))]
        )
        lost = self.card.value - sum(units for _, units in self.units)
        loses = f"; {flow.number(lost)} can’t be placed" if lost > 0 else ""
        return f"{state.player_name(player)} plays {self.card} and places {where}{loses}"


def _units(value: object) -> str | None:
    at_least_1 = fields.whole(1)
    is_units = (
        isinstance(value, dict)
        and len(value) > 0
        and all(at_least_1(units) is None for units in value.values())
    )
    return None if is_units else "an object of tiles, each with a whole number of at least 1"


def room(state: State, player: int, tile: int) -> int:
    """How many new units the player's tile can still take: a turn may at most double its units."""
    return 2 * _opening_units(state, tile) - state.units_of(player, tile)


def _opening_units(state: State, tile: int) -> int:
    stack = state.opening[tile]
    return stack.units if stack else 0


def placeable(state: State, player: int, card: Card) -> int:
    """How many units the card must place: its value, or as many as tiles and supply allow."""
    free = sum(room(state, player, tile) for tile in state.tiles_of(player, card.symbol))
    return min(card.value, free, state.supply(player))
