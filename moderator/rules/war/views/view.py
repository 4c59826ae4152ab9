"""What one viewer may see of a game: only their own hand, and never the deck."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.seating import SeatLabel


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
    tenths of a tile.
    """

    name: str
    number: int
    tiles: tuple[str, ...]
    x: float
    y: float


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
class RowView:
    """A row of the map from the first column to the last; None where there is no tile."""

    number: int
    tiles: tuple[TileView | None, ...]


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of an attack: the units that take part, and the combat card's bonus."""

    seat: SeatLabel
    tile: str
    units: int
    bonus: int

    @property
    def strength(self) -> int:
        """The total without the die."""
        return self.units + self.bonus


@dataclass(frozen=True, slots=True)
class AttackView:
    """An attack that is under way; `can_withdraw` once a fight of it has removed a unit.

    `arrow` is an SVG path over the edge between the two tiles, in tenths of a tile.
    """

    attacker: SideView
    defender: SideView
    can_withdraw: bool
    arrow: str


@dataclass(frozen=True, slots=True)
class RolledView:
    """One side of a finished fight."""

    seat: SeatLabel
    tile: str
    die: int
    total: int
    has_lost: bool

    @property
    def strength(self) -> int:
        """The total without the die."""
        return self.total - self.die


@dataclass(frozen=True, slots=True)
class FoughtView:
    """The last fight, until units move again.

    `is_fresh` if it was the last entry; `ends` if it ended the attack, `is_taken` if successfully.
    """

    attacker: RolledView
    defender: RolledView
    is_fresh: bool
    ends: bool
    is_taken: bool


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

    `part` is "place", "reinforce", "turns" or None (over), `step` "cards", "move", "fight" or
    None (before turns, over). `winners` are those who lead now. `land` is an SVG path around each
    tile, in tenths of a tile, `borders` one between continents, `box` the view box around all.
    `can_pick` if the viewer has tiles and cards to choose. `fight`, `withdraw` and `end_turn` are
    those moves as a button's value, without dice; empty if the viewer can't make them now. `faces`
    are those of a die.
    """

    title: str
    status_line: str
    part: str | None
    step: str | None
    is_over: bool
    is_final: bool
    turn: int
    moves_left: int
    active: SeatLabel | None
    columns: tuple[str, ...]
    rows: tuple[RowView, ...]
    symbols: tuple[str, ...]
    box: str
    land: str
    borders: str
    continents: tuple[ContinentView, ...]
    attack: AttackView | None
    fought: FoughtView | None
    face_up: tuple[CardView, ...]
    deck_left: int
    players: tuple[PlayerView, ...]
    winners: tuple[SeatLabel, ...]
    can_pick: bool
    faces: tuple[int, ...]
    fight: str
    withdraw: str
    end_turn: str
    copyright: str
