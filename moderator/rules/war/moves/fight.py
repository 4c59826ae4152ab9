"""Fight: one roll of both dice in an attack; the lower total removes a unit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.war import flow
from moderator.rules.war.moves.move import move_in
from moderator.rules.war.state import Fought, State, with_units


@dataclass(frozen=True, slots=True)
class Fight:
    """A fight with both dice as rolled, 1 to 6 each."""

    player: str
    attacker: int
    defender: int

    @classmethod
    def from_wire(cls, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        die = fields.whole(1, 6)
        fields.check_move(wire, {"player": fields.text, "attacker": die, "defender": die})
        return cls(wire["player"], wire["attacker"], wire["defender"])

    def check(self, state: State) -> None:
        """Raise `wrong-step` or `not-your-turn`."""
        flow.check_turn(state, state.player(self.player), "fight")

    def apply(self, state: State) -> State:
        """The state with one unit fewer on the side with the lower total, if any."""
        attack, after = state.attack, self._with_losses(state)
        stack = state.board[attack.target] if attack else None
        if attack is None or stack is None:
            return after
        fought = Fought(
            source=attack.source,
            target=attack.target,
            attacker=state.player(self.player),
            defender=stack.player,
            dice=(self.attacker, self.defender),
            totals=totals(state, self.attacker, self.defender),
            ends=after.attack is None,
        )
        return replace(after, fought=fought, fights=state.fights + 1)

    def _with_losses(self, state: State) -> State:
        attack, player = state.attack, state.player(self.player)
        if attack is None:
            return state
        mine, theirs = totals(state, self.attacker, self.defender)
        if mine == theirs:
            return state
        if mine < theirs:
            units = state.units_of(player, attack.source) - 1
            board = with_units(state.board, attack.source, player, units)
            left = replace(attack, units=attack.units - 1, has_removed=True)
            return replace(state, board=board, attack=left if left.units else None)
        stack = state.board[attack.target]
        if stack is not None and stack.units > 1:
            board = with_units(state.board, attack.target, stack.player, stack.units - 1)
            return replace(state, board=board, attack=replace(attack, has_removed=True))
        state = replace(state, board=with_units(state.board, attack.target, player, 0), attack=None)
        return move_in(state, player, attack.source, attack.target, attack.units)

    def say(self, state: State) -> str:
        """The fight as a sentence: dice, totals and losses."""
        attack, player = state.attack, state.player(self.player)
        stack = state.board[attack.target] if attack else None
        name = state.player_name(player)
        dice = f"{name} fights with {self.attacker} against {self.defender}"
        if attack is None or stack is None:
            return dice
        mine, theirs = totals(state, self.attacker, self.defender)
        start, other = f"{dice}: {mine} to {theirs}", state.player_name(stack.player)
        if mine == theirs:
            return f"{start}, nobody loses a unit"
        if mine < theirs:
            ends = "" if attack.units > 1 else "; the attack is beaten off"
            return f"{start}, {name} loses a unit ({attack.units} → {attack.units - 1}){ends}"
        units = f"{attack.units} unit" + ("s" if attack.units > 1 else "")
        taken = f"; {name} takes {state.tile_name(attack.target)} with {units}"
        ends = "" if stack.units > 1 else taken
        return f"{start}, {other} loses a unit ({stack.units} → {stack.units - 1}){ends}"


def totals(state: State, attacker: int, defender: int) -> tuple[int, int]:
    """Both sides' totals: the die, the units that take part, and the combat card's bonus.

    Args:
        attacker, defender: the dice, 1 to 6.
    """
    attack = state.attack
    stack = state.board[attack.target] if attack else None
    if attack is None or stack is None or state.active is None:
        return attacker, defender
    mine = attacker + attack.units + bonus(state, state.active, attack.target)
    return mine, defender + stack.units + bonus(state, stack.player, attack.target)


def bonus(state: State, player: int, tile: int) -> int:
    """The bonus of the player's combat card in a fight over the tile, 0 if there is none."""
    card = state.combat[player]
    return card.value if card and card.symbol == state.scenario.symbols[tile] else 0
