"""Roll: the faces of all dice that the player has left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.age_of_war import faces, flow
from moderator.rules.age_of_war.state import State
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields


@dataclass(frozen=True, slots=True)
class Roll:
    """A player rolls; `dice` are the faces in the order in which they were rolled."""

    player: str
    dice: tuple[str, ...]

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text, "dice": faces.check})
        return cls(wire["player"], tuple(wire["dice"]))

    def check(self, state: State) -> None:
        """Raise `unknown-player`, `not-your-turn`, `must-choose` or `wrong-dice`."""
        flow.check_turn(state, self.player)
        if state.roll:
            raise Refused(
                "must-choose",
                f"The roll {faces.short(state.roll)} has not been used yet: fill a line with it "
                "or lose a die.",
            )
        if len(self.dice) != state.dice_left:
            raise Refused(
                "wrong-dice",
                f"{state.player_name(state.player(self.player))} has "
                f"{flow.dice_text(state.dice_left)} left to roll, not {len(self.dice)}.",
            )

    def apply(self, state: State) -> State:
        """The state with the roll, which must now be used."""
        return replace(state, roll=self.dice)

    def say(self, state: State) -> str:
        """The roll as a sentence."""
        name = state.player_name(state.player(self.player))
        return f"{name} rolls {flow.dice_text(len(self.dice))}: {faces.short(self.dice)}"
