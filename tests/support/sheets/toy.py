"""A game without a folder of sheets: the minimum that sheets need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from moderator.rules.game import Rules
from moderator.rules.seating import SeatLabel
from moderator.sheets.snapshot import GameSnapshot

LONG = "Wolfeschlegelsteinhausenbergerdorff-Weissmann"
NAMES = ("Ann", "Bob", LONG, "Dora", "Eve", "Zwölf")


@dataclass(frozen=True)
class Toy:
    """A game of counting; its summary contains a secret."""

    players: int = 2
    name: str = "Counting"
    id: str = "counting"
    has_ended: bool = False
    copyright: str = "Counting is everybody’s."

    def summary(self, _state: object) -> dict[str, Any]:
        return {"hands": {"ann": ["ace of spades"]}}

    def is_over(self, _state: object) -> bool:
        return self.has_ended

    def glance(self, _state: object, _viewer: object = None) -> str:
        return "Bob is ahead"


def toy(game: Toy) -> GameSnapshot:
    """Such a game's current state."""
    seats = tuple(
        SeatLabel(name.lower(), name, name[0], number)
        for number, name in enumerate(NAMES[: game.players], start=1)
    )
    return GameSnapshot(cast(Rules[Any], game), None, seats)
