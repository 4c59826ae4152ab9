"""Split control: two players agree to share a territory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.age_of_iron import flow
from moderator.rules.age_of_iron.setup.scenario import PRESENCE_RFS
from moderator.rules.age_of_iron.state import State, with_item
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields


def _two_different(value: object) -> str | None:
    is_valid = (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(one, str) for one in value)
        and value[0] != value[1]
    )
    return None if is_valid else "two different players"


@dataclass(frozen=True, slots=True)
class SplitControl:
    """Two different players take control of a territory together."""

    pair: tuple[str, str]
    region: str

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`, also where the option `control` is off."""
        fields.check_move(wire, {"players": _two_different, "region": fields.text})
        if not state.options.control:
            raise Refused("bad-move", "This game is played without the option “control”.")
        one, other = wire["players"]
        return cls((one, other), wire["region"])

    def players(self) -> tuple[str, ...]:
        """The players that the move names."""
        return self.pair

    def check(self, state: State) -> None:
        """Raise `unknown-region`, `wrong-phase`, `bad-target` or `not-split`."""
        sharing = [state.player(id) for id in self.pair]
        region = state.region(self.region)
        place = state.region_name(region)
        flow.check_revealed(state, "Control is split")
        if state.scenario.is_country(region):
            raise Refused("bad-target", f"{place} is a country; only a territory can be split.")
        if state.controlled[region]:
            raise Refused("bad-target", f"{place} is already controlled.")
        for player in sharing:
            if not state.has_presence(player, region):
                raise Refused(
                    "not-split", f"{state.player_name(player)} has no Presence in {place}."
                )
            if state.opening[region][player] >= PRESENCE_RFS:
                raise Refused(
                    "not-split",
                    f"{state.player_name(player)} had a Presence in {place} before this "
                    "Game-turn; both must establish theirs in the same one.",
                )
        for other, rfs in enumerate(state.chart[region]):
            if rfs and other not in sharing:
                raise Refused("not-split", f"{state.player_name(other)} has RFs in {place} too.")

    def apply(self, state: State) -> State:
        """The state in which both control the territory, listed in the order of play."""
        region = state.region(self.region)
        owners = tuple(sorted(state.player(id) for id in self.pair))
        return replace(state, controlled=with_item(state.controlled, region, owners))

    def say(self, state: State) -> str:
        """The agreement as a sentence."""
        one, other = (state.player_name(state.player(id)) for id in self.pair)
        place = state.region_name(state.region(self.region))
        return f"{one} and {other} split Control of {place}"
