"""The state of a game, its tiles and cards as fields, its points, and its course."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from moderator.rules import reading
from moderator.rules.command import Names, match, need, number
from moderator.rules.errors import Refused, unknown
from moderator.rules.kinds import Kind
from moderator.rules.move import PlayersMove, check_turn, with_item
from moderator.rules.seating import NamedPlayers, highest
from moderator.rules.war import scenario as war_scenario
from moderator.rules.war.board import GREEN_TILES
from moderator.rules.war.scenario import FACE_UP, Card, Scenario, check_players, deal_gifts

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


class Fought(NamedTuple):
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


class Attack(NamedTuple):
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
    opening: Board
    turn: int = 0
    last_turn: int | None = None
    played: int = 0
    moves: int = 0
    moved_from: int | None = None
    attack: Attack | None = None
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

    def units_of(self, player: int, tile: int) -> int:
        """The number of the player's units on the tile."""
        stack = self.board[tile]
        return stack.units if stack is not None and stack.player == player else 0

    def tiles_of(self, player: int, symbol: str | None = None) -> tuple[int, ...]:
        """The tiles that the player controls, or those of them with the symbol."""
        symbols = self.scenario.symbols
        found = [tile for tile, stack in enumerate(self.board) if stack and stack.player == player]
        return tuple(found if symbol is None else [one for one in found if symbols[one] == symbol])

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


def with_units(board: Board, tile: int, player: int, units: int) -> Board:
    """The board with `units` units of the player on the tile; 0 makes it empty."""
    return with_item(board, tile, Stack(player, units) if units else None)


# Kinds of fields: tiles, read as their numbers, and cards; and typed cards.

TILE = Kind(
    reading.text,
    read=lambda state, id: state.tile(id),
    write=lambda state, tile: state.scenario.tiles[tile],
    is_late=True,
)
CARD = Kind(
    war_scenario.card,
    read=lambda state, value: Card(*value),
    write=lambda state, card: list(card),
)
CARD_IDS = Kind(
    war_scenario.cards,
    read=lambda state, value: tuple(Card(*item) for item in value),
    write=lambda state, some: war_scenario.wire(some),
)


def typed_card(state: State, words: Sequence[str], example: str | Callable[[], str]) -> list[Any]:
    """A typed symbol and value as a card's wire form; `Refused("not-understood" | "ambiguous")`."""
    need(len(words) == 2, example)
    symbols = state.scenario.in_play
    return [symbols[match(words[0], Names(symbols, symbols), "symbol")], number(words[1])]


def play_line(state: State) -> str:
    """A command that plays a card, whoever has it."""
    return f"play {state.scenario.in_play[0]} 2 {state.scenario.tiles[0]}"


def combat_line(state: State) -> str:
    """A command that lays a combat card, whoever has it."""
    return f"combat {state.scenario.in_play[0]} 4"


# Points: tiles, different symbols, whole sets (docs/rules/war.md, "The end").

SET_POINTS = 5


class Score(NamedTuple):
    """A player's points, by what they are for."""

    tiles: int
    symbols: int
    sets: int

    @property
    def total(self) -> int:
        return self.tiles + self.symbols + self.sets


def held(state: State, player: int) -> Counter[str]:
    """How often the player has each symbol."""
    mine = state.tiles_of(player)
    return Counter(symbol for tile in mine if (symbol := state.scenario.symbols[tile]))


def score(state: State, player: int) -> Score:
    """The player's current points."""
    return points_for(len(state.tiles_of(player)), held(state, player))


def points_for(tiles: int, found: Mapping[str, int]) -> Score:
    """1 point per tile, 1 + 2 + ... + k for k symbols, 5 per set; `found`: the tiles of each."""
    kinds = len(found)
    whole = sum(number == GREEN_TILES for number in found.values())
    return Score(tiles, kinds * (kinds + 1) // 2, SET_POINTS * whole)


def leaders(state: State) -> tuple[int, ...]:
    """The players with the highest total, in the order of play."""
    return highest([score(state, player).total for player in range(len(state.players))])


# The course of a game: set-up, turns, and which moves are possible when.
#
# Source: docs/rules/war.md, "Moves".

_ROUNDS = {PLACE: 4, REINFORCE: 2}


def begin(scenario: Scenario, options: Mapping[str, Any]) -> State:
    """The state before the first move.

    Args:
        options: the effective options, and the players.

    Raises:
        Refused: `bad-scenario` if map and deck are for another number of players.
    """
    players = tuple(options["players"])
    check_players(scenario, len(players))
    deck = scenario.deck
    hands: tuple[tuple[Card, ...], ...] = ((),) * len(players)
    if options["gifts"]:
        deck, hands = deal_gifts(deck, len(players))
    empty: Board = (None,) * len(scenario.tiles)
    return State(
        scenario=scenario,
        players=players,
        part=PLACE,
        active=0,
        board=empty,
        hands=hands,
        combat=(None,) * len(players),
        face_up=deck[:FACE_UP],
        deck=deck[FACE_UP:],
        opening=empty,
    )


def pass_placing(state: State) -> State:
    """The state after a unit is placed before turns: next player, next part, or first turn."""
    players, part = len(state.players), state.part or PLACE
    standing = sum(stack.units for stack in state.board if stack)
    before = 0 if part == PLACE else _ROUNDS[PLACE] * players
    if standing < before + _ROUNDS[part] * players:
        return replace(state, active=standing % players)
    if part == PLACE:
        return replace(state, part=REINFORCE, active=0)
    return start_turn(replace(state, part=TURNS))


def start_turn(state: State) -> State:
    """The state at the start of the next player's turn, whose combat card is discarded."""
    turn = state.turn + 1
    player = (turn - 1) % len(state.players)
    combat = tuple(None if i == player else card for i, card in enumerate(state.combat))
    return replace(
        state,
        turn=turn,
        active=player,
        combat=combat,
        opening=state.board,
        played=0,
        moves=0,
        moved_from=None,
        fought=None,
    )


def pass_turn(state: State) -> State:
    """The state after a turn: the next player's turn, or the end after the last final turn."""
    if state.turn == state.last_turn:
        return replace(state, part=None, active=None, moved_from=None)
    if state.last_turn is None and not state.face_up and not state.deck:
        state = replace(state, last_turn=state.turn + len(state.players))
    return start_turn(state)


def verbs_now(state: State) -> tuple[str, ...]:
    """The kinds of move that are possible in this part of the game and step of the turn."""
    if state.part != TURNS:
        return () if state.part is None else (state.part,)
    if state.step == FIGHT:
        return ("fight", "withdraw")
    ending = "end-turn" if state.is_final else "draw"
    return ("play", "combat-card", "move", ending) if state.step == CARDS else ("move", ending)


class WarMove(PlayersMove[State]):
    """A move that is possible in some steps of turns; before them it isn't offered."""

    __slots__ = ()

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `wrong-step`, then `not-your-turn`, unless the player may make such a move now."""
        now = verbs_now(state)
        if cls.verb not in now:
            raise Refused(
                "wrong-step",
                "“{verb}” is not possible now{why}; possible: {now}.",
                verb=cls.verb,
                why=lambda: _why(state, cls.verb),
                now=lambda: " or ".join(f"“{verb}”" for verb in now),
            )
        check_turn(state, player)

    @classmethod
    def is_in(cls, state: State) -> bool:
        """Whether it is offered in this part of the game."""
        return not state.is_before_turns


def _why(state: State, verb: str) -> str:
    if state.step == FIGHT:
        return " while an attack is under way"
    if verb == "draw" and state.is_final:
        return ", since no card is left"
    if verb == "end-turn" and state.part == TURNS:
        return ": as long as there are cards, a turn ends with drawing"
    if verb in ("play", "combat-card") and state.part == TURNS:
        return " in a player’s first turn" if state.is_first_turn else " once units have moved"
    return ""


def check_own(state: State, player: int, tile: int) -> None:
    """Raise `Refused("bad-tile")` unless the player controls the tile."""
    if not state.units_of(player, tile):
        tiles = state.scenario.tiles
        raise Refused(
            "bad-tile",
            "{name} has no units in {tile}; the tiles that {name} controls: {mine}.",
            name=state.player_name(player),
            tile=tiles[tile],
            mine=lambda: ", ".join(tiles[own] for own in state.tiles_of(player)) or "none",
        )


def check_in_hand(state: State, player: int, card: Card) -> None:
    """Raise `Refused("no-such-card")` unless the player holds the card.

    The message does not say which cards the player holds, since others may read it.
    """
    if card not in state.hands[player]:
        raise Refused(
            "no-such-card",
            "{name} does not hold {card}; only cards in hand can be played.",
            name=state.player_name(player),
            card=card,
        )


class CardMove(WarMove):
    """A move with a card: there are choices as long as the player has cards."""

    __slots__ = ()

    @classmethod
    def no_choice(cls, state: State, player: int) -> Refused:
        return Refused("no-such-card", "{name} holds no card.", name=state.player_name(player))
