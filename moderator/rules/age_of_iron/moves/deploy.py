"""Deploy: place RFs from the hand on the Game Chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from moderator.rules.age_of_iron import flow
from moderator.rules.age_of_iron.state import State, with_item
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields


@dataclass(frozen=True, slots=True)
class Deploy:
    """A player places `rfs` (at least 1) in a region."""

    player: str
    region: str
    rfs: int

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(
            wire, {"player": fields.text, "region": fields.text, "rfs": fields.whole(1)}
        )
        return cls(wire["player"], wire["region"], wire["rfs"])

    def players(self) -> tuple[str, ...]:
        """The players that the move names."""
        return (self.player,)

    def check(self, state: State) -> None:
        """Raise `unknown-region`, `wrong-phase`, `not-your-turn`, `region-controlled` or
        `not-enough-rfs`."""
        player, region = state.player(self.player), state.region(self.region)
        flow.check_can_place(state, player)
        if state.controlled[region]:
            owners = " and ".join(state.player_name(i) for i in state.controlled[region])
            raise Refused(
                "region-controlled",
                f"{state.region_name(region)} is controlled by {owners}: nobody may deploy there.",
            )
        flow.check_hand(state, player, self.rfs)

    def apply(self, state: State) -> State:
        """The state with the RFs moved from the hand to the chart."""
        player, region = state.player(self.player), state.region(self.region)
        hand = with_item(state.hand, player, state.hand[player] - self.rfs)
        rfs = state.chart[region][player] + self.rfs
        return state.with_cells({(region, player): rfs}, hand=hand)

    def say(self, state: State) -> str:
        """The move as a sentence, with the number before and after."""
        player, region = state.player(self.player), state.region(self.region)
        here = state.chart[region][player]
        return (
            f"{state.player_name(player)} places {self.rfs} in {state.region_name(region)} "
            f"({here} → {here + self.rfs})"
        )
