"""What pages and sheets show of a game. Nothing in this game is secret."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.seating import SeatLabel


@dataclass(frozen=True, slots=True)
class DieView:
    """One face: its id, its letters in a command, and its swords (0 for symbols)."""

    face: str
    letters: str
    swords: int


@dataclass(frozen=True, slots=True)
class FillView:
    """Dice of the roll that fill a line; `wire` is the whole move as a button's value."""

    dice: tuple[DieView, ...]
    words: str
    wire: str


@dataclass(frozen=True, slots=True)
class ChanceView:
    """A probability, given the best play with the dice left: in words, and in percent for a bar."""

    words: str
    hundredths: int


@dataclass(frozen=True, slots=True)
class LineView:
    """A battle line (0 is the special one): `infantry` swords, or else symbols.

    `dice` lie on it in this turn, and `is_fresh` if they were just placed; `fits` are the
    fewest dice of the roll that would fill it now, and `wire` is that move, both empty
    if it can't be filled; `others` are other sets of dice that fill it, without a superfluous
    die, the fewest dice and swords first. `chance` is given for an open line of a castle
    in reach.
    """

    number: int
    words: str
    infantry: int
    symbols: tuple[DieView, ...]
    is_needed: bool
    dice: tuple[DieView, ...]
    is_fresh: bool
    fits: tuple[DieView, ...]
    wire: str
    others: tuple[FillView, ...]
    chance: ChanceView | None


@dataclass(frozen=True, slots=True)
class CastleView:
    """A castle card; `holder` is None in the center, `is_fresh` if it has just changed hands.

    `chance` is the probability of taking it in this turn; None if it is out of reach.
    """

    id: str
    name: str
    clan: str
    clan_name: str
    points: int
    lines: tuple[LineView, ...]
    holder: SeatLabel | None
    is_face_down: bool
    is_target: bool
    is_fresh: bool
    chance: ChanceView | None


@dataclass(frozen=True, slots=True)
class ClanView:
    """A clan with its castles in the table's order, and who has conquered it."""

    id: str
    name: str
    points: int
    castles: tuple[CastleView, ...]
    conquered_by: SeatLabel | None


@dataclass(frozen=True, slots=True)
class DaimyoView:
    """A player: face-up castles, conquered clans, and the score; `place` from 1, shared by ties.

    `share` is the points in percent of the most points, for a bar; `castle_count` includes
    the castles in clans.
    """

    seat: SeatLabel
    castles: tuple[CastleView, ...]
    clans: tuple[ClanView, ...]
    points: int
    castle_count: int
    clan_count: int
    place: int
    share: int
    is_active: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """The whole table; `next` is "roll", "fill" or None, `winners` those who lead now.

    `is_fresh`: the dice have just been rolled. `roll_wire` and `lose_wire` are those moves as a
    button's value, empty if they are not legal now; a roll is without its dice. `can_fill`: the
    roll fills a line. `is_decided`: no castle can be taken in this turn any more.
    """

    title: str
    status_line: str
    is_over: bool
    active: SeatLabel | None
    next: str | None
    dice_left: int
    dice_lost: int
    roll: tuple[DieView, ...]
    is_fresh: bool
    roll_wire: str
    lose_wire: str
    can_fill: bool
    is_decided: bool
    castle: CastleView | None
    clans: tuple[ClanView, ...]
    center: tuple[CastleView, ...]
    daimyos: tuple[DaimyoView, ...]
    winners: tuple[SeatLabel, ...]
    copyright: str
