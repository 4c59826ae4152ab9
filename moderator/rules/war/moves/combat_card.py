"""Combat card: lay a card face up that helps in fights over tiles with its symbol."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.war import cards, flow
from moderator.rules.war.cards import Card
from moderator.rules.war.state import State, with_item


@dataclass(frozen=True, slots=True)
class CombatCard:
    """A player lays a card face up until their next turn begins."""

    player: str
    card: Card

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text, "card": cards.card})
        return cls(wire["player"], Card(*wire["card"]))

    def check(self, state: State) -> None:
        """Raise `wrong-step`, `not-your-turn`, `no-such-card` or `too-many`."""
        player = state.player(self.player)
        flow.check_turn(state, player, "combat-card")
        flow.check_in_hand(state, player, self.card)
        laid = state.combat[player]
        if laid is not None:
            raise Refused(
                "too-many",
                f"{state.player_name(player)} has already laid {laid} in this turn; only one "
                "combat card is allowed.",
            )

    def apply(self, state: State) -> State:
        """The state with the card moved from the hand to the table."""
        player = state.player(self.player)
        hand = cards.without(state.hands[player], self.card)
        return replace(
            state,
            hands=with_item(state.hands, player, hand),
            combat=with_item(state.combat, player, self.card),
        )

    def say(self, state: State) -> str:
        """The move as a sentence."""
        name = state.player_name(state.player(self.player))
        return f"{name} lays {self.card} as the combat card"
