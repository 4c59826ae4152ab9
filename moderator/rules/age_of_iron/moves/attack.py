"""Attack: two players with RFs in one region remove some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from moderator.rules.age_of_iron import combat, flow
from moderator.rules.age_of_iron.ids import REGION
from moderator.rules.age_of_iron.setup.options import ODDS_TABLE
from moderator.rules.age_of_iron.state import State, pair
from moderator.rules.age_of_iron.typed_attack import lines_of, target
from moderator.rules.age_of_iron.typed_words import example, missing, names_and_numbers
from moderator.rules.chance import DIE, Dice
from moderator.rules.command import number
from moderator.rules.errors import Refused
from moderator.rules.kinds import PLAYER, Form, field, form_of, whole
from moderator.rules.mark import FLAG, Mark
from moderator.rules.move import Description, Move
from moderator.rules.offer import Choice, Choices


@dataclass(frozen=True, slots=True)
class Attack(Move[State]):
    """A player attacks a defender in a region with `rfs`, or with a `die` (odds table)."""

    verb = "attack"
    words = ("attack", "a")
    label = "attacks"

    player: int = field(PLAYER)
    defender: int = field(PLAYER)
    region: int = field(REGION)
    rfs: int | None = field(whole(1), default=None)
    die: int | None = field(whole(1, 6), rolled=True)

    @classmethod
    def form(cls, state: State) -> Form:
        """Either `rfs` or `die`."""
        return form_of(cls, "rfs" if _has_die(state) else "die")

    @classmethod
    def dice(cls, state: State) -> tuple[Dice, ...]:
        """The attacker's die, if the odds table is used."""
        return (Dice("die", DIE),) if _has_die(state) else ()

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `wrong-phase` or `not-your-turn`."""
        flow.check_revealed(state, "Attacks are made")
        flow.check_on_turn(state, player)

    def check(self, state: State) -> None:
        """Raise the first refusal that applies.

        Source: docs/rules/age-of-iron.md, "attack".
        """
        name, defender = state.player_name(self.player), state.player_name(self.defender)
        if self.player == self.defender:
            raise Refused("bad-target", "{name} can’t attack itself.", name=name)
        flow.check_hand_placed(state, self.player)
        self._check_place(state, name, defender)
        if pair(self.player, self.defender) in state.traded:
            message = (
                "{name} and {defender} traded in this Game-turn, so they may not attack each "
                "other in it."
            )
            raise Refused("traded-this-turn", message, name=name, defender=defender)
        self._check_home(state, name, defender)
        combat.check_strength(state, self.player, self.defender, self.region, self.rfs)

    def _check_place(self, state: State, name: str, defender: str) -> None:
        row, place = state.chart[self.region], state.region_name(self.region)
        for side, who in ((self.player, name), (self.defender, defender)):
            if row[side] == 0:
                message = "{who} has no RFs in {place}."
                raise Refused("nothing-there", message, who=who, place=place)
        if (self.defender, self.region) in state.attacked:
            message = (
                "{name} has already attacked {defender} in {place} in this turn; choose a "
                "different opponent or region."
            )
            raise Refused("already-attacked", message, name=name, defender=defender, place=place)

    def _check_home(self, state: State, name: str, defender: str) -> None:
        home = state.scenario.homes[self.player]
        if not state.options.home_first or home is None or home == self.region:
            return
        if state.has_presence(self.defender, home):
            message = (
                "{defender} has a Presence in {home}, {name}’s home: it must be attacked there "
                "first."
            )
            place = state.region_name(home)
            raise Refused("home-presence", message, defender=defender, home=place, name=name)

    def apply(self, state: State) -> State:
        """The state after both sides' losses; the attack is remembered for this turn."""
        result = self._result(state)
        row = state.chart[self.region]
        cells = {
            (self.region, self.player): row[self.player] - result.attacker_loses,
            (self.region, self.defender): row[self.defender] - result.defender_loses,
        }
        return state.with_cells(
            cells,
            attacked=state.attacked | {(self.defender, self.region)},
            fought=state.fought | {pair(self.player, self.defender)},
        )

    def _result(self, state: State) -> combat.AttackResult:
        return combat.resolve(state, self.player, self.defender, self.region, self.rfs, self.die)

    def describe(self, before: State) -> Description:
        """The outcome has both sides' numbers before and after."""
        player, defender = before.player_name(self.player), before.player_name(self.defender)
        action = f"{player} attacks {defender} in {before.region_name(self.region)}"
        if self.rfs is None and self.die is None:
            return Description(action)
        action += f" with {self.rfs}" if self.die is None else f" and rolls {self.die}"
        mine, theirs = (before.chart[self.region][side] for side in (self.player, self.defender))
        if not mine or not theirs:
            return Description(action)  # it will be refused, so it has no outcome
        result = self._result(before)
        left = mine - result.attacker_loses, theirs - result.defender_loses
        numbers = f"({mine} → {left[0]}, {theirs} → {left[1]})"
        return Description(action, f": {result.words} {numbers}")

    def mark(self) -> Mark:
        """An attack by the player on the defender."""
        return Mark(FLAG, "attack by", (self.player, self.defender))

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """Each region and defender where both sides have RFs, once the hand is placed."""
        has_die = _has_die(state)

        def choice(place: tuple[int, int]) -> Choice:
            region, defender = place
            least = cls(player, defender, region, None if has_die else 1)
            return least.choice(
                state,
                f"{state.player_name(defender)} in {state.region_name(region)}",
                number="die" if has_die else "rfs",
                high=6
                if has_die
                else min(state.chart[region][player], state.chart[region][defender]),
            )

        shared = [
            (region, defender)
            for region, row in enumerate(() if state.must_place(player) else state.chart)
            if row[player]
            for defender, theirs in enumerate(row)
            if theirs and defender != player
        ]
        return Choices(shared, choice)

    @classmethod
    def no_choice(cls, state: State, player: int) -> Refused | None:
        """The hand is not placed, or there is nobody to attack."""
        if state.must_place(player):
            return cls(player, (player + 1) % len(state.hand), 0).why_not(state)
        message = "{name} shares no region with another country’s RFs."
        return Refused("nothing-there", message, name=state.player_name(player))

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """A region, its defender unless only one is possible, and the number.

        The die may be missing, as somebody else may roll it.
        """
        names, numbers = names_and_numbers(state, words)
        names = [name for name in names if name != "with"]
        who, where = target(
            state, player, names, lambda naming: example(state, cls, player, naming)
        )
        found = {"defender": state.player_id(who), "region": state.region_id(where)}
        if len(numbers) > 1:
            raise missing("Type one number.", example(state, cls, player))
        if _has_die(state):
            return {**found, **({"die": number(numbers[0], "the die", 1, 6)} if numbers else {})}
        if numbers:
            return {**found, "rfs": number(numbers[0], "RFs", 1)}
        if refused := cls(player, who, where, 1).why_not(state):
            raise Refused("not-understood", refused.message, **refused.facts)
        line = f"{lines_of(state, player, who, where)[0]} 1"
        name, other, place = (
            state.player_name(player),
            state.player_name(who),
            state.region_name(where),
        )
        question = "With how many RFs does {name} attack {other} in {place}?"
        raise missing(question, line, name=name, other=other, place=place)

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """Both orders; the RFs have to be said, and a die is rolled."""
        player, who = (state.player(choice.values[name]) for name in ("player", "defender"))
        lines = lines_of(state, player, who, state.region(choice.values["region"]))
        if not _has_die(state):
            return tuple(f"{line} #" for line in lines)
        return tuple(one for line in lines for one in (line, f"{line} #"))


def _has_die(state: State) -> bool:
    return state.options.combat == ODDS_TABLE
