"""End turn: ends a final turn, in which no card is left to draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from moderator.rules.command import need
from moderator.rules.kinds import PLAYER, field
from moderator.rules.move import Description
from moderator.rules.offer import Choice
from moderator.rules.war import flow
from moderator.rules.war.flow import WarMove
from moderator.rules.war.state import State


@dataclass(frozen=True, slots=True)
class EndTurn(WarMove):
    """The player ends the final turn."""

    verb = "end-turn"
    words = ("end", "end-turn", "e")
    label = "ends the turn"

    player: int = field(PLAYER)

    def apply(self, state: State) -> State:
        """The state at the next player's final turn, or at the end of the game."""
        return flow.pass_turn(state)

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
