"""The state of a game, with basic queries. Players and castles are numbered from 0."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.age_of_war.castles import (
    CASTLE_NUMBERS,
    CASTLES,
    CLAN_CASTLES,
    DICE,
    SPECIAL,
)
from moderator.rules.errors import Refused, printable
from moderator.rules.seating import name_of

Placed = tuple[int, tuple[str, ...]]
"""A filled line of this turn's castle: its number, and the dice on it."""


@dataclass(frozen=True, slots=True)
class State:
    """The state that a log folds to. Immutable: moves return a new one.

    `players` are ids in the order of play; `holders` has for each castle the player who holds it,
    None for the center. `active` is None when the game is over. `roll` has the faces that must
    be used now; it is empty when the dice must be rolled. `castle` is the castle of this turn,
    None until a line is filled; `placed` are its filled lines in
    ascending order, `lost` the number of dice set aside.

    Source: docs/rules/age-of-war.md, "A turn".
    """

    players: tuple[str, ...]
    holders: tuple[int | None, ...] = (None,) * len(CASTLES)
    active: int | None = 0
    roll: tuple[str, ...] = ()
    castle: int | None = None
    placed: tuple[Placed, ...] = ()
    lost: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the last castle has left the center."""
        return self.active is None

    @property
    def dice_left(self) -> int:
        """The number of dice neither lost nor on a line, 0 to 7; 0 when the game is over."""
        if self.is_over:
            return 0
        return DICE - self.lost - sum(len(dice) for _, dice in self.placed)

    @property
    def filled(self) -> tuple[int, ...]:
        """The numbers of this turn's filled lines, ascending."""
        return tuple(line for line, _ in self.placed)

    def needed_lines(self, castle: int) -> tuple[int, ...]:
        """All lines needed to conquer a castle, even filled ones; the special one if it is held."""
        first = 1 if self.holders[castle] is None else SPECIAL
        return tuple(range(first, len(CASTLES[castle].lines) + 1))

    def open_lines(self, castle: int) -> tuple[int, ...]:
        """The lines needed to conquer a castle that aren't filled yet."""
        filled = self.filled if castle == self.castle else ()
        return tuple(line for line in self.needed_lines(castle) if line not in filled)

    def conqueror(self, clan: int) -> int | None:
        """The player who holds every castle of the clan, if any; then they lie face down."""
        holders = {self.holders[castle] for castle in CLAN_CASTLES[clan]}
        return holders.pop() if len(holders) == 1 else None

    def is_face_down(self, castle: int) -> bool:
        """Whether the castle is part of a conquered clan."""
        return self.conqueror(CASTLES[castle].clan) is not None

    def player_name(self, player: int) -> str:
        """The player's id as a name."""
        return name_of(self.players[player])

    def player_id(self, player: int) -> str:
        """The player's id."""
        return self.players[player]

    def player(self, id: str) -> int:
        """The player's number; `Refused("unknown-player")`."""
        if id not in self.players:
            raise Refused(
                "unknown-player",
                "There is no player “{id}”; the players are {players}.",
                id=printable(id),
                players=lambda: ", ".join(self.players),
            )
        return self.players.index(id)


def castle_number(id: str) -> int:
    """A castle's number; `Refused("unknown-castle")`."""
    number = CASTLE_NUMBERS.get(id)
    if number is None:
        raise Refused(
            "unknown-castle",
            "There is no castle “{id}”; the castles are {castles}.",
            id=printable(id),
            castles=lambda: ", ".join(CASTLE_NUMBERS),
        )
    return number
