"""End turn: on to the next player, the next Game-turn, or the end of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from moderator.rules.age_of_iron import flow
from moderator.rules.age_of_iron.flow import rfs_text
from moderator.rules.age_of_iron.state import State
from moderator.rules.game import Wire
from moderator.rules.reading import fields


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The active player ends the turn."""

    player: str

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text})
        return cls(wire["player"])

    def players(self) -> tuple[str, ...]:
        """The players that the move names."""
        return (self.player,)

    def check(self, state: State) -> None:
        """Raise `wrong-phase`, `not-your-turn` or `rfs-in-hand`."""
        player = state.player(self.player)
        flow.check_revealed(state, "Turns are ended")
        flow.check_on_turn(state, player)
        flow.check_hand_placed(state, player)

    def apply(self, state: State) -> State:
        """The state at the next player's turn; RFs that can't be placed are lost."""
        return flow.pass_turn(state, state.player(self.player))

    def say(self, state: State) -> str:
        """The end of the turn as a sentence, which names RFs that are lost."""
        player = state.player(self.player)
        lost = 0 if state.must_place(player) else state.hand[player]
        loses = f" and loses {rfs_text(lost)} that can’t be placed" if lost else ""
        is_last = player + 1 == len(state.hand)
        ends = ""
        if is_last:
            ends = (
                "; the game is over"
                if state.turn >= state.turns
                else (f"; Game-turn {state.turn + 1} begins")
            )
        return f"{state.player_name(player)} ends its turn{loses}{ends}"
