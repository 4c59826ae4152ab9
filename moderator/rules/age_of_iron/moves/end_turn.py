"""End turn: on to the next player, the next Game-turn, or the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

from moderator.rules.age_of_iron.state import (
    State,
    check_hand_placed,
    check_revealed,
    pass_turn,
    rfs_text,
)
from moderator.rules.command import not_understood
from moderator.rules.move import NO_MORE_WORDS, Description, PlayersMove, check_turn


class EndTurn(PlayersMove[State]):
    __slots__ = ()

    verb = "end-turn"
    words = ("end", "e", ".")
    button = only_choice = "End turn"

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `wrong-phase`, `not-your-turn` or `rfs-in-hand`."""
        check_revealed(state, "Turns are ended")
        check_turn(state, player)
        check_hand_placed(state, player)

    def apply(self, state: State) -> State:
        """The state at the next player's turn; RFs that can't be placed are lost."""
        return pass_turn(state, self.player)

    def only_ends_turn(self, before: State) -> bool:
        """Unless RFs are lost."""
        return before.must_place(self.player) or not before.hand[self.player]

    def describe(self, before: State) -> Description:
        """The end of the turn, which names RFs that are lost, and what begins or ends with it."""
        lost = 0 if before.must_place(self.player) else before.hand[self.player]
        loses = f" and loses {rfs_text(lost)} that can’t be placed" if lost else ""
        ends = ""
        if self.player + 1 == len(before.hand):
            is_last = before.turn >= before.turns
            ends = "; the game is over" if is_last else f"; Game-turn {before.turn + 1} begins"
        return Description(f"{before.player_name(self.player)} ends its turn", loses + ends)

    @classmethod
    def offer_label(cls, state: State, player: int) -> str:
        return f"End {state.player_name(player)}’s turn"

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Nothing, or `turn`."""
        if words not in ([], ["turn"]):
            not_understood(NO_MORE_WORDS, verb=cls.words[0])
        return {}

    @classmethod
    def typed_examples(cls, state: State, player: int) -> Iterator[tuple[str, Self, str]]:
        yield ".", cls(player), "; also “end”"
