"""A game without a folder of sheets: the minimum that sheets need."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from moderator.rules.game import Rules
from moderator.rules.seating import SeatLabel
from moderator.sheets.snapshot import GameSnapshot

LONG = "Wolfeschlegelsteinhausenbergerdorff-Weissmann"
NAMES = ("Ann", "Bob", LONG, "Dora", "Eve", "Zwölf")
COUNTED: Any = object()


@dataclass(frozen=True)
class Toy:
    """A game of counting; its summary contains a secret."""

    players: int = 2
    winners: int = 1
    name: str = "Counting"
    id: str = "counting"
    has_ended: bool = False
    scores: object = COUNTED
    copyright: str = "Counting is everybody’s."

    def summary(self, _state: object) -> dict[str, Any]:
        ids = [name.lower() for name in NAMES[: self.players]]
        counted = {id: {"rounds_won": n, "total": 10 * n} for n, id in enumerate(ids, start=1)}
        return {
            "hands": {"ann": ["ace of spades"]},
            "scores": counted if self.scores is COUNTED else self.scores,
            "winners": ids[:2] if self.winners == 2 else ids[1 : 1 + self.winners],
        }

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
