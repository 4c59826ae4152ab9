"""Lose: set one die aside, and roll the others again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from moderator.rules.age_of_war.state import State, check_rolled, settle
from moderator.rules.kinds import PLAYER, field
from moderator.rules.move import Description, Move
from moderator.rules.offer import Choice


@dataclass(frozen=True, slots=True)
class Lose(Move[State]):
    """A player loses one die of the roll; after the last one the turn is over."""

    verb = "lose"
    words = ("lose", "l")
    label = "loses a die"

    player: int = field(PLAYER)

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `not-your-turn` or `must-roll`."""
        check_rolled(state, player)

    def apply(self, state: State) -> State:
        """The state with one die fewer; the next player's turn if it was the last."""
        return settle(replace(state, roll=(), lost=state.lost + 1))

    def describe(self, before: State) -> Description:
        name, left = before.player_name(self.player), before.dice_left - 1
        if left > 0:
            return Description(f"{name} loses a die", f" and has {left} left")
        return Description(f"{name} loses the last die", ", and the turn ends")

    @classmethod
    def choices(cls, state: State, player: int) -> Iterator[Choice]:
        yield cls(player).choice(state, "Lose a die")
