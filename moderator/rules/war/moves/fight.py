"""Fights: one roll of both dice in an attack, the lower total removes a unit; and withdrawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.command import need, number
from moderator.rules.errors import Refused
from moderator.rules.kinds import PLAYER, field, whole
from moderator.rules.move import DIE, Description, Dice
from moderator.rules.offer import Choice
from moderator.rules.war.moves.move import move_in
from moderator.rules.war.state import Attack, Fought, Stack, State, WarMove, with_units

LOW, HIGH = DIE[0], DIE[-1]


@dataclass(frozen=True, slots=True)
class Fight(WarMove):
    """A fight with both dice as rolled; None before that."""

    verb = "fight"
    words = ("fight", "f")
    label = "fights"

    player: int = field(PLAYER)
    attacker: int | None = field(whole(LOW, HIGH), rolled=True)
    defender: int | None = field(whole(LOW, HIGH), rolled=True)

    @classmethod
    def dice(cls, state: State) -> tuple[Dice, ...]:
        return Dice("attacker", DIE), Dice("defender", DIE)

    def apply(self, state: State) -> State:
        """The state with one unit fewer on the side with the lower total, if any."""
        sides = under_way(state)
        if sides is None:
            return state
        attack, stack = sides
        totals = self._totals(state, attack, stack)
        after = self._with_losses(state, attack, stack, totals[0] - totals[1])
        fought = Fought(
            attack.source,
            attack.target,
            self.player,
            stack.player,
            dice=self._dice(),
            bonuses=self._bonuses(state, attack, stack),
            totals=totals,
            ends=after.attack is None,
        )
        return replace(after, fought=fought, fights=state.fights + 1)

    def _with_losses(self, state: State, attack: Attack, stack: Stack, lead: int) -> State:
        if lead == 0:
            return state
        if lead < 0:
            units = state.units_of(self.player, attack.source) - 1
            board = with_units(state.board, attack.source, self.player, units)
            left = replace(attack, units=attack.units - 1, has_removed=True)
            return replace(state, board=board, attack=left if left.units else None)
        board = with_units(state.board, attack.target, stack.player, stack.units - 1)
        if stack.units > 1:
            return replace(state, board=board, attack=replace(attack, has_removed=True))
        state = replace(state, board=board, attack=None)
        return move_in(state, self.player, attack.source, attack.target, attack.units)

    def _dice(self) -> tuple[int, int]:
        return self.attacker or 0, self.defender or 0

    def _totals(self, state: State, attack: Attack, stack: Stack) -> tuple[int, int]:
        """Both sides' totals: the die, the units that take part, and the combat card's bonus."""
        (mine, theirs), (own, other) = self._dice(), self._bonuses(state, attack, stack)
        return mine + attack.units + own, theirs + stack.units + other

    def _bonuses(self, state: State, attack: Attack, stack: Stack) -> tuple[int, int]:
        mine, theirs = (bonus(state, one, attack.target) for one in (self.player, stack.player))
        return mine, theirs

    def describe(self, before: State) -> Description:
        name, sides = before.player_name(self.player), under_way(before)
        if self.attacker is None:
            return Description(f"{name} fights")
        action = f"{name} fights with {self.attacker} against {self.defender}"
        if sides is None:
            return Description(action)
        attack, stack = sides
        mine, theirs = self._totals(before, attack, stack)
        totals, other = f": {mine} to {theirs}", before.player_name(stack.player)
        if mine == theirs:
            return Description(action, f"{totals}, nobody loses a unit")
        if mine < theirs:
            loss = f"{name} loses a unit ({attack.units} → {attack.units - 1})"
            ends = "" if attack.units > 1 else "; the attack is beaten off"
        else:
            loss = f"{other} loses a unit ({stack.units} → {stack.units - 1})"
            units = f"{attack.units} unit" + ("s" if attack.units > 1 else "")
            taken = f"; {name} takes {before.tile_name(attack.target)} with {units}"
            ends = "" if stack.units > 1 else taken
        return Description(action, f"{totals}, {loss}{ends}")

    @classmethod
    def choices(cls, state: State, player: int) -> Iterator[Choice]:
        yield cls(player).choice(state, "Fight")

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `fight 5 3`, or `5 3`; `fight` alone if the server rolls."""
        if not words:
            return {}
        need(len(words) == 2, "fight 5 3")
        dice = [number(word, "the dice", LOW, HIGH) for word in words]
        return {"attacker": dice[0], "defender": dice[1]}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """None, for dice aren't known before they are rolled."""
        return ()


def under_way(state: State) -> tuple[Attack, Stack] | None:
    """The attack that is under way, and the units that defend; None if there is none."""
    attack = state.attack
    stack = state.board[attack.target] if attack else None
    return (attack, stack) if attack and stack else None


def bonus(state: State, player: int, tile: int) -> int:
    """The bonus of the player's combat card in a fight over the tile, 0 if there is none."""
    card = state.combat[player]
    return card.value if card and card.symbol == state.scenario.symbols[tile] else 0


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
