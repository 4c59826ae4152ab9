"""Draw: take two face-up cards, one of them with the lowest value, which ends the turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.war import cards, flow
from moderator.rules.war.cards import Card
from moderator.rules.war.state import State, with_item

MOST_DRAWN = 2


@dataclass(frozen=True, slots=True)
class Draw:
    """A player takes cards, in the order in which they are added to the hand."""

    player: str
    cards: tuple[Card, ...]

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text, "cards": cards.cards})
        return cls(wire["player"], tuple(Card(*item) for item in wire["cards"]))

    def check(self, state: State) -> None:
        """Raise the first refusal that applies, in the order of the spec's list."""
        flow.check_turn(state, state.player(self.player), "draw")
        face_up = state.face_up
        for card in self.cards:
            if card not in face_up:
                raise Refused(
                    "no-such-card",
                    f"{card} is not face up, or not that often; the face-up cards are "
                    f"{cards.in_words(state.face_up)}.",
                )
            face_up = cards.without(face_up, card)
        count = min(MOST_DRAWN, len(state.face_up))
        noun = "face-up card" if count == 1 else "face-up cards"
        if len(self.cards) != count:
            raise Refused(
                "too-many",
                f"A player draws exactly {count} {noun}, not {len(self.cards)}.",
            )
        lowest = min(card.value for card in state.face_up)
        if lowest not in [card.value for card in self.cards]:
            raise Refused(
                "must-take-lowest", f"One of the cards drawn must be of the lowest value, {lowest}."
            )

    def apply(self, state: State) -> State:
        """The state with the cards in the hand, new cards face up, and the next player's turn."""
        player, face_up = state.player(self.player), state.face_up
        for card in self.cards:
            face_up = cards.without(face_up, card)
        drawn = replace(
            state,
            hands=with_item(state.hands, player, state.hands[player] + self.cards),
            face_up=face_up + state.deck[:MOST_DRAWN],
            deck=state.deck[MOST_DRAWN:],
        )
        return flow.pass_turn(drawn)

    def say(self, state: State) -> str:
        """The move as a sentence, which says if these were the last cards."""
        name = state.player_name(state.player(self.player))
        is_last = not state.deck and len(self.cards) == len(state.face_up)
        ends = "; no card is left, so the final turns begin" if is_last else ""
        return f"{name} draws {cards.in_words(self.cards)}{ends}"
