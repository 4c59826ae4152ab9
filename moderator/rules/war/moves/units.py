"""Moves with units: place and reinforce before turns, then move, fight and withdraw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.command import example, need, not_understood, number
from moderator.rules.errors import Refused, number_text
from moderator.rules.kinds import field, whole
from moderator.rules.move import DIE, Description, Dice
from moderator.rules.offer import Choice, Choices
from moderator.rules.war.state import (
    PLACE,
    REINFORCE,
    TILE,
    Attack,
    Fought,
    Stack,
    State,
    WarMove,
    check_own,
    pass_placing,
    with_units,
)

# What placing and reinforcing have in common: a unit on a tile, which can be typed alone.


@dataclass(frozen=True, slots=True)
class Placing(WarMove):
    """A player puts a unit on a tile; the verb is the name of the part of the game."""

    tile: int = field(TILE)

    def apply(self, state: State) -> State:
        """The state with one more unit on the tile, and the next player active."""
        units = state.units_of(self.player, self.tile) + 1
        board = with_units(state.board, self.tile, self.player, units)
        return pass_placing(replace(state, board=board))

    @classmethod
    def is_in(cls, state: State) -> bool:
        return state.part == cls.verb

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `place a4`, or only `a4`."""
        need(len(words) == 1, state.scenario.tiles[0])
        return {"tile": words[0]}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return (choice.values["tile"],)


# Place: put one unit on an empty brown tile, in four rounds at the start of the game.


class Place(Placing):
    __slots__ = ()

    verb = PLACE
    words = ("place",)
    label = "places a unit"

    def check(self, state: State) -> None:
        """Raise `bad-tile`."""
        if state.board[self.tile] is not None or state.scenario.symbols[self.tile] is not None:
            raise Refused(
                "bad-tile",
                "{tile} {why}; a unit goes on an empty brown tile.",
                tile=lambda: state.tile_name(self.tile),
                why="is already taken" if state.board[self.tile] else "has a symbol",
            )
        is_next = is_next_to_own(state, self.player, self.tile)
        if is_next and self.tile not in open_tiles(state, self.player):
            raise Refused(
                "bad-tile",
                "{tile} is next to one of {name}’s own tiles; other tiles are free.",
                tile=state.scenario.tiles[self.tile],
                name=state.player_name(self.player),
            )

    def describe(self, before: State) -> Description:
        tile = before.scenario.tiles[self.tile]
        return Description(f"{before.player_name(self.player)} takes {tile}")

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each brown tile."""
        tiles, symbols = state.scenario.tiles, state.scenario.symbols
        brown = [tile for tile, symbol in enumerate(symbols) if symbol is None]
        return Choices(brown, lambda tile: cls(player, tile).choice(state, tiles[tile]))


def is_next_to_own(state: State, player: int, tile: int) -> bool:
    """Whether the player controls a tile next to this one."""
    return any(state.units_of(player, other) for other in state.scenario.neighbours[tile])


def open_tiles(state: State, player: int) -> tuple[int, ...]:
    """Where the player may place: empty brown tiles not next to their own; if none, all of them.

    Source: docs/rules/war.md, "place".
    """
    symbols = state.scenario.symbols
    empty = [t for t, stack in enumerate(state.board) if stack is None and symbols[t] is None]
    apart = [tile for tile in empty if not is_next_to_own(state, player, tile)]
    return tuple(apart or empty)


# Reinforce: add one unit to one's own tile, in two rounds before turns begin.


class Reinforce(Placing):
    """A player adds a unit to their own tile."""

    __slots__ = ()

    verb = REINFORCE
    words = ("reinforce",)
    label = "reinforces a tile"

    def check(self, state: State) -> None:
        """Raise `bad-tile`."""
        check_own(state, self.player, self.tile)

    def describe(self, before: State) -> Description:
        """The move in words, with the number before and after."""
        units, tile = before.units_of(self.player, self.tile), before.scenario.tiles[self.tile]
        action = f"{before.player_name(self.player)} reinforces {tile}"
        return Description(action, f" ({units} → {units + 1})")

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each of the player's tiles."""
        mine, tiles = state.tiles_of(player), state.scenario.tiles
        return Choices(mine, lambda tile: cls(player, tile).choice(state, tiles[tile]))


# Move: move units to a neighbouring tile; if another player holds it, this is an attack.


@dataclass(frozen=True, slots=True)
class MoveUnits(WarMove):
    """A player moves `units` (at least 1) from their own tile to a neighbouring one."""

    verb = "move"
    words = ("move", "m")
    label = "moves"

    source: int = field(TILE, "from")
    target: int = field(TILE, "to")
    units: int = field(whole(1))

    def check(self, state: State) -> None:
        """Raise the first refusal that applies, in the order of docs/rules/war.md, "move"."""
        source, tiles = self.source, state.scenario.tiles
        check_own(state, self.player, source)
        if self.target not in state.scenario.neighbours[source]:
            raise Refused(
                "bad-tile",
                "{source} and {target} do not share an edge.",
                source=tiles[source],
                target=tiles[self.target],
            )
        if source != state.moved_from and state.moves_left == 0:
            raise Refused(
                "too-many",
                "{name} has begun {moves} moves in this turn, which is the maximum; units may "
                "still leave {last}.",
                name=state.player_name(self.player),
                moves=state.moves,
                last="" if state.moved_from is None else tiles[state.moved_from],
            )
        here = state.units_of(self.player, source)
        if self.units > here:
            raise Refused(
                "too-many",
                "{name} has {here} in {source}, so at most {here} can leave it, not {units}.",
                name=state.player_name(self.player),
                here=here,
                source=tiles[source],
                units=number_text(self.units),
            )

    def apply(self, state: State) -> State:
        """The state with the units on the other tile, or with an attack on it under way."""
        begun = 0 if self.source == state.moved_from else 1
        state = replace(state, moves=state.moves + begun, moved_from=self.source, fought=None)
        stack = state.board[self.target]
        if stack is not None and stack.player != self.player:
            return replace(state, attack=Attack(self.source, self.target, self.units))
        return move_in(state, self.player, self.source, self.target, self.units)

    def describe(self, before: State) -> Description:
        """The move in words; for an attack with the units on both sides."""
        name, units = before.player_name(self.player), number_text(self.units)
        source, target = before.scenario.tiles[self.source], before.tile_name(self.target)
        stack = before.board[self.target]
        if stack is not None and stack.player != self.player:
            theirs = f"{before.player_name(stack.player)}’s {stack.units}"
            return Description(f"{name} attacks {theirs} in {target} from {source} with {units}")
        old, here = (before.units_of(self.player, tile) for tile in (self.source, self.target))
        left, there = number_text(old - self.units), number_text(here + self.units)
        return Description(
            f"{name} moves {units} from {source} to {target}",
            f" ({old} → {left}, {here} → {there})",
        )

    @classmethod
    def choices(cls, state: State, player: int) -> Choices:
        """A choice for each of the player's tiles and each of its neighbours."""
        mine, neighbours = state.tiles_of(player), state.scenario.neighbours
        least = [cls(player, source, target, 1) for source in mine for target in neighbours[source]]
        return Choices(least, lambda move: move._with_any_number(state))

    def _with_any_number(self, state: State) -> Choice:
        label = f"{state.scenario.tiles[self.source]} to {state.tile_name(self.target)}"
        stack = state.board[self.target]
        if stack and stack.player != self.player:
            label += f", attacking {state.player_name(stack.player)}"
        most = state.units_of(self.player, self.source)
        return self.choice(state, label, "units", high=most)

    @classmethod
    def no_choice(cls, state: State, player: int) -> Refused:
        """There are choices as long as the player has units."""
        name = state.player_name(player)
        return Refused("bad-tile", "{name} has no units on the board.", name=name)

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `a1 a2 3`, `a1 a2 all`, or with `move` in front."""
        if len(words) == 2 and all(word in state.scenario.numbers for word in words):
            question = "How many units move from {one} to {other}? Type a number, or “all”."
            not_understood(question, one=words[0], other=words[1])
        need(len(words) == 3, lambda: example(state, cls, player) or "a1 a2 3” or “a1 a2 all")
        source = state.scenario.numbers.get(words[0])
        if words[2] == "all" and source is not None:
            units = max(1, state.units_of(player, source))
        else:
            units = number(words[2], "units", 1)
        return {"from": words[0], "to": words[1], "units": units}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """Both tiles; the units have to be said."""
        return (f"{choice.values['from']} {choice.values['to']} #",)


def move_in(state: State, player: int, source: int, target: int, units: int) -> State:
    """The state with the player's units moved; the target is empty or the player's own."""
    left = state.units_of(player, source) - units
    board = with_units(state.board, source, player, left)
    board = with_units(board, target, player, state.units_of(player, target) + units)
    return replace(state, board=board)


# Fights: one roll of both dice in an attack, the lower total removes a unit; and withdrawing.

LOW, HIGH = DIE[0], DIE[-1]


@dataclass(frozen=True, slots=True)
class Fight(WarMove):
    """A fight with both dice as rolled; None before that."""

    verb = "fight"
    words = ("fight", "f")
    label = "fights"
    only_choice = "Fight"

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
            left = attack._replace(units=attack.units - 1, has_removed=True)
            return replace(state, board=board, attack=left if left.units else None)
        board = with_units(state.board, attack.target, stack.player, stack.units - 1)
        if stack.units > 1:
            return replace(state, board=board, attack=attack._replace(has_removed=True))
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
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """Typed as `fight 5 3`, or `5 3`; `fight` alone if the server rolls."""
        if not words:
            return {}
        need(len(words) == 2, "fight 5 3")
        dice = [number(word, "the dice", LOW, HIGH) for word in words]
        return {"attacker": dice[0], "defender": dice[1]}


def under_way(state: State) -> tuple[Attack, Stack] | None:
    """The attack that is under way, and the units that defend; None if there is none."""
    attack = state.attack
    stack = state.board[attack.target] if attack else None
    return (attack, stack) if attack and stack else None


def bonus(state: State, player: int, tile: int) -> int:
    """The bonus of the player's combat card in a fight over the tile, 0 if there is none."""
    card = state.combat[player]
    return card.value if card and card.symbol == state.scenario.symbols[tile] else 0


class Withdraw(WarMove):
    __slots__ = ()

    verb = "withdraw"
    words = ("withdraw", "w")
    label = "withdraws"
    only_choice = "Withdraw"

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
