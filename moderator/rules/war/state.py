"""A game as it stands, and small questions about it. Players and tiles go by number, from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from moderator.rules.errors import Refused, printable
from moderator.rules.seating import name_of
from moderator.rules.war.cards import Card
from moderator.rules.war.scenario import Scenario

PLACE, REINFORCE, TURNS = "place", "reinforce", "turns"
CARDS, MOVE, FIGHT = "cards", "move", "fight"

UNITS_EACH = 20
MOST_MOVES = 2
MOST_PLAYED = 2


class Stack(NamedTuple):
    """Units of one player on a tile, at least 1."""

    player: int
    units: int


@dataclass(frozen=True, slots=True)
class Fought:
    """A fight that has been rolled: dice and totals of both sides, for whoever watches.

    `ends` if the attack is over with it.
    """

    source: int
    target: int
    attacker: int
    defender: int
    dice: tuple[int, int]
    totals: tuple[int, int]
    ends: bool


Board = tuple[Stack | None, ...]
"""What stands on each tile."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that is under way: `units` were sent and are left."""

    source: int
    target: int
    units: int
    has_removed: bool = False  # whether any fight of it has removed a unit


@dataclass(frozen=True, slots=True)
class State:
    """What a log folds to; immutable, effects give a new one.

    `part` is None when the game is over, and so is `active`. `turn` counts all players' turns
    together, from 1, and is 0 before them; `last_turn` is known once the cards are gone.
    Of this turn: `opening` is the board as it began, `played` counts cards that brought units,
    `moves` the moves begun, the last of them from `moved_from`; `fought` is the last fight, until
    units move again. `fights` counts those of the whole game.

    Source: spec/war.md, "Moves".
    """

    scenario: Scenario
    players: tuple[str, ...]
    part: str | None
    active: int | None
    board: Board
    hands: tuple[tuple[Card, ...], ...]
    combat: tuple[Card | None, ...]
    face_up: tuple[Card, ...]
    deck: tuple[Card, ...]
    turn: int
    last_turn: int | None
    opening: Board
    played: int
    moves: int
    moved_from: int | None
    attack: Attack | None
    fought: Fought | None = None
    fights: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the last final turn has ended."""
        return self.part is None

    @property
    def is_final(self) -> bool:
        """Whether no card is left, so that these are the final turns or they are over."""
        return self.last_turn is not None

    @property
    def is_first_turn(self) -> bool:
        """Whether the player in turn has his first one, which begins without cards."""
        return self.turn <= len(self.players)

    @property
    def step(self) -> str | None:
        """The step of the turn; None before turns and when all is over."""
        if self.part != TURNS:
            return None
        if self.attack is not None:
            return FIGHT
        return MOVE if self.moves or self.is_first_turn else CARDS

    @property
    def moves_left(self) -> int:
        """Moves of this turn that are not begun; 0 when the game is over."""
        return 0 if self.is_over else MOST_MOVES - self.moves

    def supply(self, player: int) -> int:
        """The player's units that are not on the board."""
        standing = [stack.units for stack in self.board if stack and stack.player == player]
        return UNITS_EACH - sum(standing)

    def is_his(self, player: int, tile: int) -> bool:
        """Whether the player controls the tile."""
        stack = self.board[tile]
        return stack is not None and stack.player == player

    def units_of(self, player: int, tile: int) -> int:
        """The player's units on the tile, 0 where he has none."""
        stack = self.board[tile]
        return stack.units if stack is not None and stack.player == player else 0

    def tiles_of(self, player: int, symbol: str | None = None) -> tuple[int, ...]:
        """The tiles that the player controls, or those of them with the symbol."""
        return tuple(
            tile
            for tile in range(len(self.board))
            if self.is_his(player, tile) and symbol in (None, self.scenario.symbols[tile])
        )

    def player_name(self, player: int) -> str:
        """The player's id as a name."""
        return name_of(self.players[player])

    def player(self, id: str) -> int:
        """The player's number; `Refused("unknown-player")`."""
        if id not in self.players:
            known = ", ".join(self.players)
            raise Refused(
                "unknown-player", f"There is no player “{printable(id)}”; there are {known}."
            )
        return self.players.index(id)

    def tile(self, id: str) -> int:
        """The tile's number; `Refused("unknown-tile")`."""
        number = self.scenario.numbers.get(id)
        if number is None:
            known = ", ".join(sorted(self.scenario.numbers))
            raise Refused("unknown-tile", f"There is no tile “{printable(id)}”; there are {known}.")
        return number

    def tile_name(self, tile: int) -> str:
        """The tile's id with its symbol, if it has one."""
        symbol = self.scenario.symbols[tile]
        return self.scenario.tiles[tile] + (f" ({symbol})" if symbol else "")


def with_item(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """The tuple with one item replaced."""
    return (*items[:index], item, *items[index + 1 :])


def with_units(board: Board, tile: int, player: int, units: int) -> Board:
    """The board with so many of the player's units on the tile; 0 leaves it empty."""
    return with_item(board, tile, Stack(player, units) if units else None)
