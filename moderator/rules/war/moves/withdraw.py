"""Withdraw: end an attack; the remaining units stay where they came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from moderator.rules.errors import Refused
from moderator.rules.kinds import PLAYER, field
from moderator.rules.move import Description
from moderator.rules.offer import Choice
from moderator.rules.war.flow import WarMove
from moderator.rules.war.state import State


@dataclass(frozen=True, slots=True)
class Withdraw(WarMove):
    verb = "withdraw"
    words = ("withdraw", "w")
    label = "withdraws"

    player: int = field(PLAYER)

    def check(self, state: State) -> None:
        """Raise `must-fight`."""
        if state.attack is not None and not state.attack.has_removed:
            raise Refused(
                "must-fight",
                "{name} can withdraw once a fight of this attack has removed a unit; none has yet.",
                name=state.player_name(self.player),
            )

    def apply(self, state: State) -> State:
        """The state without the attack; no unit moves."""
        return replace(state, attack=None)

    def describe(self, before: State) -> Description:
        name, attack, tiles = before.player_name(self.player), before.attack, before.scenario.tiles
        if attack is None:
            return Description(f"{name} withdraws")
        return Description(
            f"{name} withdraws from {tiles[attack.target]}",
            f"; {attack.units} stay in {tiles[attack.source]}",
        )

    @classmethod
    def choices(cls, state: State, player: int) -> Iterator[Choice]:
        yield cls(player).choice(state, "Withdraw")
