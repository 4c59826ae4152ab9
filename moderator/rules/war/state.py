"""The state of a game, its tiles and cards as fields, and its points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from moderator.rules.command import need, number
from moderator.rules.errors import unknown
from moderator.rules.kinds import Kind
from moderator.rules.reading import fields
from moderator.rules.reading.words import Names, match
from moderator.rules.seating import NamedPlayers, highest
from moderator.rules.war import cards
from moderator.rules.war.board import GREEN_TILES
from moderator.rules.war.cards import Card
from moderator.rules.war.scenario import Scenario

# The state of a game, with basic queries. Players and tiles are numbered from 0.

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
    """A finished fight: dice, combat cards' bonuses and totals of both sides, for the chart.

    `ends` says whether it ended the attack.
    """

    source: int
    target: int
    attacker: int
    defender: int
    dice: tuple[int, int]
    bonuses: tuple[int, int]
    totals: tuple[int, int]
    ends: bool


Board = tuple[Stack | None, ...]
"""The units on each tile."""


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack that is under way; `units` are the attacking units that are left."""

    source: int
    target: int
    units: int
    has_removed: bool = False  # whether any fight of it has removed a unit


@dataclass(frozen=True, slots=True)
class State(NamedPlayers):
    """The state that a log folds to. Immutable: moves return a new one.

    `part` and `active` are None when the game is over. `turn` counts all players' turns
    together, from 1, and is 0 before them; `last_turn` is known once the cards are gone.
    In this turn: `opening` is the board at its start, `played` counts cards that placed units,
    `moves` the moves begun, the last of them from `moved_from`; `fought` is the last fight, until
    units move again. `fights` counts the fights of the whole game.

    Source: docs/rules/war.md, "Moves".
    """

    scenario: Scenario
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
    def is_before_turns(self) -> bool:
        """Whether units are still placed or reinforced, one at a time."""
        return self.part in (PLACE, REINFORCE)

    @property
    def is_final(self) -> bool:
        """Whether no card is left: these are the final turns, or the game is over."""
        return self.last_turn is not None

    @property
    def is_first_turn(self) -> bool:
        """Whether this is the active player's first turn, in which no cards are played."""
        return self.turn <= len(self.players)

    @property
    def step(self) -> str | None:
        """The step of the turn; None before turns and after the end of the game."""
        if self.part != TURNS:
            return None
        if self.attack is not None:
            return FIGHT
        return MOVE if self.moves or self.is_first_turn else CARDS

    @property
    def moves_left(self) -> int:
        """How many more moves can be begun in this turn; 0 when the game is over."""
        return 0 if self.is_over else MOST_MOVES - self.moves

    def supply(self, player: int) -> int:
        """The number of the player's units that are not on the board."""
        standing = [stack.units for stack in self.board if stack and stack.player == player]
        return UNITS_EACH - sum(standing)

    def is_controlled_by(self, player: int, tile: int) -> bool:
        stack = self.board[tile]
        return stack is not None and stack.player == player

    def units_of(self, player: int, tile: int) -> int:
        """The number of the player's units on the tile."""
        stack = self.board[tile]
        return stack.units if stack is not None and stack.player == player else 0

    def tiles_of(self, player: int, symbol: str | None = None) -> tuple[int, ...]:
        """The tiles that the player controls, or those of them with the symbol."""
        return tuple(
            tile
            for tile, stack in enumerate(self.board)
            if stack and stack.player == player
            if symbol in (None, self.scenario.symbols[tile])
        )

    def tile(self, id: str) -> int:
        """The tile's number; `Refused("unknown-tile")`."""
        number = self.scenario.numbers.get(id)
        if number is None:
            raise unknown("unknown-tile", id, sorted(self.scenario.numbers))
        return number

    def tile_name(self, tile: int) -> str:
        """The tile's id with its symbol, if it has one."""
        symbol = self.scenario.symbols[tile]
        return self.scenario.tiles[tile] + (f" ({symbol})" if symbol else "")


def with_item(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])


def with_units(board: Board, tile: int, player: int, units: int) -> Board:
    """The board with `units` units of the player on the tile; 0 makes it empty."""
    return with_item(board, tile, Stack(player, units) if units else None)


# Kinds of fields: tiles, read as their numbers, and cards; and typed cards.

TILE = Kind(
    fields.text,
    read=lambda state, id: state.tile(id),
    write=lambda state, tile: state.scenario.tiles[tile],
    is_late=True,
)
CARD = Kind(
    cards.card,
    read=lambda state, value: Card(*value),
    write=lambda state, card: list(card),
)
CARD_IDS = Kind(
    cards.cards,
    read=lambda state, value: tuple(Card(*item) for item in value),
    write=lambda state, some: cards.wire(some),
)


def typed_card(state: State, words: Sequence[str], example: str | Callable[[], str]) -> list[Any]:
    """A typed symbol and value as a card's wire form; `Refused("not-understood" | "ambiguous")`."""
    need(len(words) == 2, example)
    symbols = state.scenario.in_play
    return [symbols[match(words[0], Names(symbols, symbols), "symbol")], number(words[1])]


# Points: tiles, different symbols, whole sets (docs/rules/war.md, "The end").

SET_POINTS = 5


@dataclass(frozen=True, slots=True)
class Score:
    tiles: int
    symbols: int
    sets: int

    @property
    def total(self) -> int:
        return self.tiles + self.symbols + self.sets


def score(state: State, player: int) -> Score:
    """The player's current points: 1 per tile, 1 + 2 + ... + k for k symbols, 5 per set."""
    mine = state.tiles_of(player)
    found = Counter(symbol for tile in mine if (symbol := state.scenario.symbols[tile]))
    kinds = len(found)
    whole = sum(number == GREEN_TILES for number in found.values())
    return Score(len(mine), kinds * (kinds + 1) // 2, SET_POINTS * whole)


def leaders(state: State) -> tuple[int, ...]:
    """The players with the highest total, in the order of play."""
    return highest([score(state, player).total for player in range(len(state.players))])
