"""The state of a game. Emperors are numbered: 0 is Red, 1 is Blue."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.errors import Refused, printable
from moderator.rules.standard import Standard
from moderator.rules.valley_of_war.emperor import Emperor

COLOURS = ("red", "blue")
NAMES = ("Red", "Blue")
NINJAS = 30
SAMURAI_EACH = 10
WIN, LOSS_DRAW = "win", "loss-draw"

STANDARD = Standard(
    title="Valley of War",
    description="Two Emperors throw Ninjas and Samurai at each other’s Territory, at the same "
    "time. Whoever takes both Eyes of the other wins. It needs the game on a table: the program "
    "keeps the score.",
)


@dataclass(frozen=True, slots=True)
class State:
    """The state that a log folds to. Immutable: moves return a new one.

    `throws`, `ninjas` (in the Valley, 0 to 30) and how often each kind was picked out are counted
    since the last restart, whose `reason` this is; pieces are counted after picking out.

    Source: docs/rules/valley-of-war.md, "What replay --json prints".
    """

    emperors: tuple[Emperor, Emperor] = (Emperor(), Emperor())
    throws: int = 0
    restarts: int = 0
    ninjas: int = 0
    restocked_ninjas: int = 0
    restocked_samurai: int = 0
    reason: str = ""

    @property
    def winners(self) -> tuple[int, ...]:
        """The Emperor who has won; empty before the end and for a loss-draw."""
        victors = tuple(i for i, emperor in enumerate(self.emperors) if emperor.is_victor)
        return victors if len(victors) == 1 else ()

    @property
    def is_over(self) -> bool:
        """Whether an Emperor has lost both Eyes."""
        return any(emperor.is_victor for emperor in self.emperors)

    @property
    def result(self) -> str | None:
        """`win` or `loss-draw`; None while the game is being played."""
        if not self.is_over:
            return None
        return WIN if self.winners else LOSS_DRAW

    def player(self, id: str) -> int:
        """The number of the Emperor with this colour; `Refused("unknown-player")`."""
        if id not in COLOURS:
            message = "There is no Emperor “{id}”; they are red and blue."
            raise Refused("unknown-player", message, id=printable(id))
        return COLOURS.index(id)

    def player_id(self, player: int) -> str:
        """The Emperor's colour."""
        return COLOURS[player]

    def player_name(self, player: int) -> str:
        """The Emperor's name."""
        return NAMES[player]
