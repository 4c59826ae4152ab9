"""Combat card: lay a card face up that helps in fights over tiles with its symbol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.errors import Refused
from moderator.rules.kinds import PLAYER, field
from moderator.rules.move import Description
from moderator.rules.offer import Choice, Choices
from moderator.rules.war import cards, flow
from moderator.rules.war.cards import Card
from moderator.rules.war.flow import CardMove
from moderator.rules.war.state import CARD, State, typed_card, with_item


@dataclass(frozen=True, slots=True)
class CombatCard(CardMove):
    """A player lays a card face up until their next turn begins."""

    verb = "combat-card"
    words = ("combat-card", "c")
    label = "lays a combat card"
    has_secret_choices = True

    player: int = field(PLAYER)
    card: Card = field(CARD)

    def check(self, state: State) -> None:
        """Raise `no-such-card` or `too-many`."""
        flow.check_in_hand(state, self.player, self.card)
        laid = state.combat[self.player]
        if laid is not None:
            raise Refused(
                "too-many",
                "{name} has already laid {laid} in this turn; only one combat card is allowed.",
                name=state.player_name(self.player),
                laid=laid,
            )

    def apply(self, state: State) -> State:
        """The state with the card moved from the hand to the table."""
        hand = cards.without(state.hands[self.player], self.card)
        return replace(
            state,
            hands=with_item(state.hands, self.player, hand),
            combat=with_item(state.combat, self.player, self.card),
        )

    def describe(self, before: State) -> Description:
        name = before.player_name(self.player)
        return Description(f"{name} lays {self.card} as the combat card")

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each card in hand."""
        hand = tuple(dict.fromkeys(state.hands[player]))
        return Choices(hand, lambda card: cls(player, card).choice(state, str(card)))

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `combat drop 4`."""
        line = f"combat {state.scenario.in_play[0]} 4"
        return {"card": typed_card(state, words, line)}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return (f"combat {Card(*choice.values['card'])}",)
