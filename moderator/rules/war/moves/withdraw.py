"""Withdraw: end an attack; the remaining units stay where they came from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.war import flow
from moderator.rules.war.state import State


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The attacker ends the attack."""

    player: str

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text})
        return cls(wire["player"])

    def check(self, state: State) -> None:
        """Raise `wrong-step`, `not-your-turn` or `must-fight`."""
        player = state.player(self.player)
        flow.check_turn(state, player, "withdraw")
        if state.attack is not None and not state.attack.has_removed:
            raise Refused(
                "must-fight",
                f"{state.player_name(player)} can withdraw once a fight of this attack has removed "
                "a unit; none has yet.",
            )

    def apply(self, state: State) -> State:
        """The state without the attack; no unit moves."""
        return replace(state, attack=None)

    def say(self, state: State) -> str:
        """The move as a sentence."""
        name, attack = state.player_name(state.player(self.player)), state.attack
        if attack is None:
            return f"{name} withdraws"
        tiles = state.scenario.tiles
        return (
            f"{name} withdraws from {tiles[attack.target]}; {attack.units} stay in "
            f"{tiles[attack.source]}"
        )
