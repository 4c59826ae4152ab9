"""What one viewer may see of a game, what `replay` prints, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from moderator.rules.command import UNDO_HELP, TypedHelp
from moderator.rules.game import Rules
from moderator.rules.log import Step
from moderator.rules.seating import MODERATOR, SeatLabel, Viewer, victory
from moderator.rules.shown import ENTRY, SEAT, Column, Row, Table, by_round, sections, text_table
from moderator.rules.war import board
from moderator.rules.war import state as war_state
from moderator.rules.war.scenario import in_words, wire
from moderator.rules.war.state import CARDS, FIGHT, TURNS, State, combat_line, play_line

# What one viewer may see of a game: only their own hand, and never the deck.


@dataclass(frozen=True, slots=True)
class CardView:
    """A card; `is_fresh` if the last entry put it there.

    In a hand: `is_playable` if it can place units now, `is_layable` if it can be the combat card.
    """

    symbol: str
    value: int
    is_fresh: bool
    is_playable: bool = False
    is_layable: bool = False


@dataclass(frozen=True, slots=True)
class ContinentView:
    """A continent, named after where it lies: "north", "northwest", "middle" …

    `number` tells apart those of the same name, from 1. `x` and `y` are where the name stands, in
    tenths of a tile; None if the map has no room for it.
    """

    name: str
    number: int
    tiles: tuple[str, ...]
    x: float | None
    y: float | None


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile: its symbol (None: brown), the units on it, and whether they have just changed.

    `is_source` and `is_target` mark an attack that is under way. `wire` is the move that pressing
    the tile makes, as a button's value: placing or reinforcing; empty if there is none.
    `continent` is None if the map shows none.
    """

    id: str
    symbol: str | None
    seat: SeatLabel | None
    units: int
    is_fresh: bool
    is_source: bool
    is_target: bool
    wire: str
    continent: ContinentView | None = None


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of an attack: the `units` that take part, and its combat card's `bonus`.

    After the fight the `die`, and whether it `has_lost` a unit by it; 0 before it.
    """

    seat: SeatLabel
    tile: str
    units: int
    bonus: int
    die: int = 0
    has_lost: bool = False

    @property
    def strength(self) -> int:
        return self.units + self.bonus

    @property
    def units_left(self) -> int:
        return self.units - self.has_lost

    @property
    def total(self) -> int:
        return self.strength + self.die


@dataclass(frozen=True, slots=True)
class AttackView:
    """An attack that is under way, or the last fight, until units move again.

    `arrow`, while it is under way, is an SVG path over the edge between the two tiles, in tenths
    of a tile. `is_fresh` if the fight was the last entry; `ends` if it ended the attack.
    """

    attacker: SideView
    defender: SideView
    arrow: str = ""
    is_fresh: bool = False
    ends: bool = False

    @property
    def is_taken(self) -> bool:
        """Whether the fight has won the tile."""
        return self.ends and self.defender.has_lost

    @property
    def loser(self) -> SideView | None:
        """The side that removes a unit; None after a tie, and before the fight."""
        return next((side for side in (self.attacker, self.defender) if side.has_lost), None)


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player: units, cards, points; `place` from 1, shared by equal totals.

    `hand` is None if the viewer may not see it, `cards` is its size. `share` is the
    total in percent of the highest, for a bar.
    """

    seat: SeatLabel
    supply: int
    cards: int
    hand: tuple[CardView, ...] | None
    combat_card: CardView | None
    tiles: int
    symbols: int
    sets: int
    total: int
    place: int
    share: int
    is_active: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """The whole table for one viewer; `symbols` are those in play.

    `rows` of the map have their number, and their tiles from the first column to the last: None
    where there is none.

    `part` is "place", "reinforce", "turns" or None (over), `step` "cards", "move", "fight" or
    None (before turns, over). `winners` are those who lead now. `land` is an SVG path around each
    tile, in tenths of a tile, `borders` one between continents, `box` the view box around all.
    `can_pick` if the viewer has tiles and cards to choose. `fight`, `withdraw` and `end_turn` are
    those moves as a button's value, without dice; empty if the viewer can't make them now. `faces`
    are those of a die.
    """

    status_line: str
    part: str | None
    step: str | None
    is_over: bool
    is_final: bool
    turn: int
    moves_left: int
    active: SeatLabel | None
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[TileView | None, ...]], ...]
    symbols: tuple[str, ...]
    box: str
    land: str
    borders: str
    continents: tuple[ContinentView, ...]
    attack: AttackView | None
    fought: AttackView | None
    face_up: tuple[CardView, ...]
    deck_left: int
    players: tuple[PlayerView, ...]
    winners: tuple[SeatLabel, ...]
    can_pick: bool
    faces: tuple[int, ...]
    fight: str
    withdraw: str
    end_turn: str


# A state as `replay` prints it: as JSON, and as a board in text.

ID = "war"


def summary(state: State) -> dict[str, Any]:
    """What `replay --json` prints (docs/rules/war.md, "What replay --json prints")."""
    ids = state.players
    return {
        "game": ID,
        "status": "over" if state.is_over else "active",
        "part": state.part,
        "step": state.step,
        "active": None if state.active is None else ids[state.active],
        "final_turns": state.is_final,
        "moves_left": state.moves_left,
        "attack": _attack(state),
        "tiles": {
            tile: {"player": ids[stack.player], "units": stack.units}
            for tile, stack in zip(state.scenario.tiles, state.board, strict=True)
            if stack is not None
        },
        "supply": {id: state.supply(i) for i, id in enumerate(ids)},
        "hands": {id: wire(hand) for id, hand in zip(ids, state.hands, strict=True)},
        "combat_cards": {
            id: None if card is None else list(card)
            for id, card in zip(ids, state.combat, strict=True)
        },
        "face_up": wire(state.face_up),
        "deck_left": len(state.deck),
        "scores": {id: _score(war_state.score(state, i)) for i, id in enumerate(ids)},
        "winners": [ids[player] for player in war_state.leaders(state)],
    }


def _attack(state: State) -> dict[str, Any] | None:
    if state.attack is None:
        return None
    tiles = state.scenario.tiles
    return {
        "from": tiles[state.attack.source],
        "to": tiles[state.attack.target],
        "units": state.attack.units,
    }


def _score(score: war_state.Score) -> dict[str, int]:
    return {**score._asdict(), "total": score.total}


def status_line(state: State, viewer: Viewer = MODERATOR) -> str:
    """The status of the game in one sentence without a full stop; nothing secret."""
    if state.is_over or state.active is None:
        leaders = war_state.leaders(state)
        points = war_state.score(state, leaders[0]).total
        return victory([state.player_name(one) for one in leaders], f"{points} points")
    name = state.player_name(state.active)
    if state.part != TURNS:
        return f"Before play: {name} is to {state.part}"
    kind = "Final turn" if state.is_final else "Turn"
    if state.attack is not None:
        tiles = state.scenario.tiles
        where = f"{tiles[state.attack.target]} from {tiles[state.attack.source]}"
        return f"{kind} {state.turn}: {name} attacks {where} with {state.attack.units}"
    if state.step == CARDS:
        return f"{kind} {state.turn}: {name} may play cards and move"
    left = f"{state.moves_left} move{'' if state.moves_left == 1 else 's'}"
    return f"{kind} {state.turn}: {name} has {left} left"


def text(state: State) -> str:
    """The state as a readable board: the map, the players, and the cards on the table.

    A tile shows its symbol, and its units with their player's letter. Of the deck only the
    number of cards is shown.
    """
    letters = "ABCD"
    players = [["", "Name", "Supply", "Points", "Combat card", "Hand"]]
    for i in range(len(state.players)):
        card, points = state.combat[i], war_state.score(state, i).total
        row = [letters[i], state.player_name(i), str(state.supply(i)), str(points)]
        players.append([*row, str(card or "-"), ", ".join(map(str, state.hands[i])) or "-"])
    lines = ["War!", status_line(state), ""]
    lines += [*text_table(_map(state, letters)), "", *text_table(players)]
    lines += ["", f"Face up: {in_words(state.face_up)}; in the deck: {len(state.deck)}"]
    return "\n".join(lines) + "\n"


def _map(state: State, letters: str) -> list[list[str]]:
    columns, rows = board.extent(state.scenario.tiles)
    out = [["", *(board.tile_at(column, 1)[0] for column in columns)]]
    for row in rows:
        cells = [state.scenario.numbers.get(board.tile_at(column, row)) for column in columns]
        out.append([str(row), *("" if i is None else _tile(state, i, letters) for i in cells)])
    return out


def _tile(state: State, tile: int, letters: str) -> str:
    stack, symbol = state.board[tile], state.scenario.symbols[tile] or "."
    return symbol + (f" {letters[stack.player]}{stack.units}" if stack else "")


# The rules in short.

RULES = sections("""
Before turns
- In four rounds each player places a unit on an empty brown tile, not next to an own one if there
  is another.
- In two rounds each player adds a unit to an own tile. Everybody has 20 units.

A turn
- Play up to two cards: each places new units on own tiles with its symbol, as many as its value;
  no tile gets more than stood on it.
- Lay a card open as combat card: it counts until your next turn, on tiles with its symbol.
- Move units from up to two tiles to tiles beside them; all units of a tile may leave.
- Draw two cards that lie face up, at least one of them of the lowest value. That ends the turn. In
  their first turn players only move and draw.

An attack
- A move into another’s tile is an attack. Each side throws a die, and adds its units that take
  part and a combat card with the tile’s symbol.
- The lower total loses a unit; equal totals lose nothing.
- Go on until one side has no units left there, or withdraw after the first loss.

The end
- When all cards are drawn, everybody has one last turn.
- Each tile is worth 1 point, all three tiles of a symbol 5 more, and different symbols 1, 3, 6, 10
  or more: 1 + 2 + … + as many as you hold.
- The most points win.
""")

# What can be typed, with the tiles and symbols of this map; nothing that is in a hand.


def typed_help(state: State) -> tuple[TypedHelp, ...]:
    """The parts of the game, the present one first."""
    (one, other, *_), (symbol, second, *_) = state.scenario.tiles, state.scenario.in_play
    play, is_fight = play_line(state), state.step == FIGHT
    placing = TypedHelp(
        "Before turns begin",
        ((one, f"places a unit on {one}, or adds one"),),
        state.is_before_turns,
    )
    turn = TypedHelp(
        "A turn",
        (
            (play, f"plays the card {symbol} 2 and places all its units on {one}"),
            (f"{play} 1 {other} 1", "the same, with one unit on each tile"),
            (combat_line(state), f"lays {symbol} 4 as the combat card"),
            (f"{one} {other} 3", f"moves 3 units from {one} to {other}, or attacks"),
            (f"{one} {other} all", "the same with all units"),
            (f"draw {symbol} 2 {second} 1", "takes two face-up cards, which ends the turn"),
            ("end", "ends a final turn"),
        ),
        not (state.is_before_turns or is_fight or state.is_over),
    )
    attack = TypedHelp("An attack", _ATTACK_HELP, is_fight)
    always = TypedHelp("At any time", (UNDO_HELP,), state.is_over)
    parts = (placing, turn, attack) if state.is_before_turns else (turn, attack)
    return tuple(sorted((*parts, always), key=lambda part: not part.is_now))


_ATTACK_HELP = (
    ("fight", "fights, if the server rolls"),
    ("fight 5 3", "fights: the attacker’s die, then the defender’s"),
    ("withdraw", "ends the attack"),
)


# For research: the players by turn, and each fight.


def _counted(state: State, player: int) -> tuple[int, ...]:
    now = war_state.score(state, player)
    units = war_state.UNITS_EACH - state.supply(player)
    return now.total, now.tiles, now.symbols, now.sets, units, len(state.hands[player])


def _fights(rules: Rules[Any], start: State, steps: Sequence[Step]) -> Iterator[Row]:
    for step in steps:
        fought = step.after.fought
        if step.after.fights > step.before.fights and fought:
            tiles = (start.scenario.tiles[one] for one in (fought.source, fought.target))
            sides = (fought.attacker, fought.defender)
            ends = int(fought.ends)
            yield step.number, *sides, *tiles, *fought.dice, *fought.totals, ends


TABLES = (
    by_round(
        _counted,
        Column("points", "All points", "points", "from 0"),
        Column("tiles", "Points for tiles, which is their number", "points", "from 0"),
        Column("symbols", "Points for different symbols", "points", "from 0"),
        Column("sets", "Points for all tiles with a symbol", "points", "from 0"),
        Column("units", "Units on the board", "units", f"0-{war_state.UNITS_EACH}"),
        Column("cards", "Cards in hand", "cards", "from 0"),
        rank=lambda state, player: war_state.score(state, player).total,
    ),
    Table(
        "attacks",
        (
            ENTRY._replace(meaning=f"{ENTRY.meaning}; an attack has a row for each fight"),
            Column("attacker", "Who attacks", "", SEAT.values, is_seat=True),
            Column("defender", "Who is attacked", "", SEAT.values, is_seat=True),
            Column("from", "The attacker’s tile", "", "an id of the map"),
            Column("to", "The defender’s tile", "", "an id of the map"),
            Column("attacker_die", "The attacker’s die", "", "1-6"),
            Column("defender_die", "The defender’s die", "", "1-6"),
            Column("attacker_total", "Die, units and combat card; more wins", "number", "from 1"),
            Column("defender_total", "The same of the defender", "number", "from 1"),
            Column("is_last", "Whether it ended the attack", "", "0 or 1"),
        ),
        _fights,
    ),
)
