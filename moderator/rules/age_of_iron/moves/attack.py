"""Attack: two players with RFs in one region remove some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from moderator.rules.age_of_iron import combat, flow
from moderator.rules.age_of_iron.setup.options import ODDS_TABLE
from moderator.rules.age_of_iron.state import State, pair
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields


@dataclass(frozen=True, slots=True)
class Attack:
    """A player attacks a defender in a region with `rfs`, or with a `die` (odds table)."""

    player: str
    defender: str
    region: str
    rfs: int | None = None
    die: int | None = None

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`, also for the wrong one of `rfs` and `die`."""
        names = {"player": fields.text, "defender": fields.text, "region": fields.text}
        number = (
            {"die": fields.whole(1, 6)}
            if state.options.combat == ODDS_TABLE
            else {"rfs": fields.whole(1)}
        )
        fields.check_move(wire, names | number)
        return cls(
            wire["player"], wire["defender"], wire["region"], wire.get("rfs"), wire.get("die")
        )

    def players(self) -> tuple[str, ...]:
        """The players that the move names."""
        return (self.player, self.defender)

    def check(self, state: State) -> None:
        """Raise the first refusal that applies, in the order of the spec's list under `attack`."""
        player, defender = state.player(self.player), state.player(self.defender)
        region = state.region(self.region)
        flow.check_revealed(state, "Attacks are made")
        flow.check_on_turn(state, player)
        if player == defender:
            raise Refused("bad-target", f"{state.player_name(player)} can’t attack itself.")
        flow.check_hand_placed(state, player)
        self._check_place(state, player, defender, region)
        if pair(player, defender) in state.traded:
            raise Refused(
                "traded-this-turn",
                f"{state.player_name(player)} and {state.player_name(defender)} traded in this "
                "Game-turn, so they may not attack each other in it.",
            )
        self._check_home(state, player, defender, region)
        combat.check_strength(state, player, defender, region, self.rfs)

    def _check_place(self, state: State, player: int, defender: int, region: int) -> None:
        row, place = state.chart[region], state.region_name(region)
        for side in (player, defender):
            if row[side] == 0:
                raise Refused("nothing-there", f"{state.player_name(side)} has no RFs in {place}.")
        if (defender, region) in state.attacked:
            raise Refused(
                "already-attacked",
                f"{state.player_name(player)} has already attacked {state.player_name(defender)} "
                f"in {place} in this turn; choose a different opponent or region.",
            )

    def _check_home(self, state: State, player: int, defender: int, region: int) -> None:
        home = state.scenario.players[player].home
        if not state.options.home_first or home is None:
            return
        at_home = state.region(home)
        if region != at_home and state.has_presence(defender, at_home):
            raise Refused(
                "home-presence",
                f"{state.player_name(defender)} has a Presence in {state.region_name(at_home)}, "
                f"{state.player_name(player)}’s home: it must be attacked there first.",
            )

    def apply(self, state: State) -> State:
        """The state after both sides' losses; the attack is remembered for this turn."""
        player, defender = state.player(self.player), state.player(self.defender)
        region = state.region(self.region)
        result = combat.resolve(state, player, defender, region, self.rfs, self.die)
        row = state.chart[region]
        cells = {
            (region, player): row[player] - result.attacker_loses,
            (region, defender): row[defender] - result.defender_loses,
        }
        return state.with_cells(
            cells,
            attacked=state.attacked | {(defender, region)},
            fought=state.fought | {pair(player, defender)},
        )

    def say(self, state: State) -> str:
        """The attack as a sentence, with both sides' numbers before and after."""
        player, defender = state.player(self.player), state.player(self.defender)
        region = state.region(self.region)
        with_what = f"with {self.rfs}" if self.die is None else f"and rolls {self.die}"
        start = (
            f"{state.player_name(player)} attacks {state.player_name(defender)} in "
            f"{state.region_name(region)} {with_what}"
        )
        result = combat.resolve(state, player, defender, region, self.rfs, self.die)
        mine, theirs = state.chart[region][player], state.chart[region][defender]
        if result.attacker_loses > mine or result.defender_loses > theirs or not mine * theirs:
            return start  # it will be refused, so it has no outcome
        return (
            f"{start}: {result.words} ({mine} → {mine - result.attacker_loses}, "
            f"{theirs} → {theirs - result.defender_loses})"
        )
