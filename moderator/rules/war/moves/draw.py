"""What ends a turn: taking two face-up cards, one of the lowest value; when none is left, "end"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from moderator.rules.command import example, need
from moderator.rules.errors import Refused
from moderator.rules.kinds import PLAYER, field
from moderator.rules.move import Description
from moderator.rules.offer import Choice, Choices
from moderator.rules.war.cards import Card, in_words, without
from moderator.rules.war.state import CARD_IDS, State, WarMove, pass_turn, typed_card, with_item

MOST_DRAWN = 2


@dataclass(frozen=True, slots=True)
class Draw(WarMove):
    """A player takes cards, in the order in which they are added to the hand."""

    verb = "draw"
    words = ("draw", "d")
    label = "draws"

    player: int = field(PLAYER)
    cards: tuple[Card, ...] = field(CARD_IDS)

    def check(self, state: State) -> None:
        """Raise the first refusal that applies, in the order of docs/rules/war.md, "draw"."""
        face_up = state.face_up
        for card in self.cards:
            if card not in face_up:
                raise Refused(
                    "no-such-card",
                    "{card} is not face up, or not that often; the face-up cards are {shown}.",
                    card=card,
                    shown=lambda: in_words(state.face_up),
                )
            face_up = without(face_up, card)
        count = min(MOST_DRAWN, len(state.face_up))
        if len(self.cards) != count:
            raise Refused(
                "too-many",
                "A player draws exactly {count} {noun}, not {number}.",
                count=count,
                noun="face-up card" if count == 1 else "face-up cards",
                number=len(self.cards),
            )
        lowest = min(card.value for card in state.face_up)
        if lowest not in [card.value for card in self.cards]:
            sentence = "One of the cards drawn must be of the lowest value, {lowest}."
            raise Refused("must-take-lowest", sentence, lowest=lowest)

    def apply(self, state: State) -> State:
        """The state with the cards in the hand, new cards face up, and the next player's turn."""
        player, face_up = self.player, state.face_up
        for card in self.cards:
            face_up = without(face_up, card)
        drawn = replace(
            state,
            hands=with_item(state.hands, player, state.hands[player] + self.cards),
            face_up=face_up + state.deck[:MOST_DRAWN],
            deck=state.deck[MOST_DRAWN:],
        )
        return pass_turn(drawn)

    def describe(self, before: State) -> Description:
        """The move in words, which say if these were the last cards."""
        is_last = not before.deck and len(self.cards) == len(before.face_up)
        return Description(
            f"{before.player_name(self.player)} draws {in_words(self.cards)}",
            "; no card is left, so the final turns begin" if is_last else "",
        )

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each pair of face-up cards, or for the last one."""
        count = min(MOST_DRAWN, len(state.face_up))
        ways = tuple(dict.fromkeys(combinations(state.face_up, count)))
        return Choices(ways, lambda way: cls(player, way).choice(state, in_words(way)))

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `draw drop 1 arrow 2`."""

        def line() -> str:
            return example(state, cls, player) or f"draw {' 1 '.join(state.scenario.in_play[:2])} 1"

        need(len(words) in (2, 4), line)
        pairs = [words[:2], words[2:]] if len(words) == 4 else [words]
        return {"cards": [typed_card(state, pair, line) for pair in pairs]}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return ("draw " + " ".join(str(Card(*card)) for card in choice.values["cards"]),)


@dataclass(frozen=True, slots=True)
class EndTurn(WarMove):
    """The player ends the final turn."""

    verb = "end-turn"
    words = ("end", "end-turn", "e")
    label = "ends the turn"

    player: int = field(PLAYER)

    def apply(self, state: State) -> State:
        """The state at the next player's final turn, or at the end of the game."""
        return pass_turn(state)

    def describe(self, before: State) -> Description:
        ends = "; the game is over" if before.turn == before.last_turn else ""
        return Description(f"{before.player_name(self.player)} ends the final turn", ends)

    @classmethod
    def choices(cls, state: State, player: int) -> Iterator[Choice]:
        yield cls(player).choice(state, "End turn")

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `end`, or `end turn`."""
        need(list(words) in ([], ["turn"]), "end-turn")
        return {}
