"""What one viewer may see of a game: a hand is its owner's, the deck is nobody's."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.game import Seat


@dataclass(frozen=True, slots=True)
class CardView:
    """A card; `is_fresh` if the last entry brought it."""

    symbol: str
    value: int
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile: its symbol (None: brown), whose units stand there, and whether that just changed.

    `is_source` and `is_target` mark an attack that is under way.
    """

    id: str
    symbol: str | None
    seat: Seat | None
    units: int
    is_fresh: bool
    is_source: bool
    is_target: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of the map, from the first column to the last; None where no tile lies."""

    number: int
    tiles: tuple[TileView | None, ...]


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of an attack: the units that take part and what the combat card adds."""

    seat: Seat
    tile: str
    units: int
    bonus: int


@dataclass(frozen=True, slots=True)
class AttackView:
    """An attack that is under way; `can_withdraw` once a fight of it has removed a unit."""

    attacker: SideView
    defender: SideView
    can_withdraw: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player: units, cards, points; `place` from 1, equal totals share it.

    `hand` is None where it is not the viewer's to see, `cards` their number. `share` is the
    total in hundredths of the highest, for a bar.
    """

    seat: Seat
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
    """The whole table, for one viewer; `symbols` are those in play.

    `part` is "place", "reinforce", "turns" or None (over), `step` "cards", "move", "fight" or
    None (before turns, over). `winners` are those who lead now.
    """

    title: str
    status_line: str
    part: str | None
    step: str | None
    is_over: bool
    is_final: bool
    turn: int
    moves_left: int
    active: Seat | None
    columns: tuple[str, ...]
    rows: tuple[RowView, ...]
    symbols: tuple[str, ...]
    attack: AttackView | None
    face_up: tuple[CardView, ...]
    deck_left: int
    players: tuple[PlayerView, ...]
    winners: tuple[Seat, ...]
    copyright: str
