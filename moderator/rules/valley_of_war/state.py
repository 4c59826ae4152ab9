"""The state of a game. Emperors are numbered: 0 is Red, 1 is Blue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Standard

# One Emperor's counts, and what a throw can do to them (docs/rules/valley-of-war.md, "Moves").

NINJA, SAMURAI = "ninja", "samurai"
EMPIRE_DICE = 2
"""The number of each Emperor's Empire Dice; in phase 3 they are called his Eyes."""
OCCUPYING_FOR_PHASE_3 = 3


@dataclass(frozen=True, slots=True)
class Achieved:
    """What an Emperor has achieved after a throw; None for fields that his phase doesn't have.

    Source: docs/rules/valley-of-war.md, "Moves".
    """

    knocked_out: int | None = None
    occupying: int | None = None
    eyes: int | None = None

    def wire(self) -> dict[str, int]:
        """The fields in their wire form, without those that are None."""
        named = {
            "knocked_out": self.knocked_out,
            "occupying": self.occupying,
            "eyes": self.eyes,
        }
        return {name: number for name, number in named.items() if number is not None}


@dataclass(frozen=True, slots=True)
class Emperor:
    """An Emperor's counts: War Phase 1 to 3; the opponent's Empire Dice that are out (0 to 2)
    and Eyes that are taken (0 to 2); his own Samurai in the Valley (0 to 10), and how many
    of them Occupy (0 to 3)."""

    phase: int = 1
    knocked_out: int = 0
    samurai: int = 0
    occupying: int = 0
    eyes: int = 0

    @property
    def throws_next(self) -> str:
        return SAMURAI if self.phase == 2 else NINJA

    @property
    def is_victor(self) -> bool:
        """Whether he has taken both of the opponent's Eyes."""
        return self.eyes == EMPIRE_DICE

    def limits(self, field: str) -> tuple[int, int]:
        """The lowest and the highest possible value of a field of his next throw."""
        if field == "knocked_out":
            return self.knocked_out, EMPIRE_DICE
        if field == "eyes":
            return self.eyes, EMPIRE_DICE
        return 0, self.occupying + (1 if self.phase == 2 else 0)

    def fields(self, occupying: object = None) -> tuple[str, ...]:
        """The fields that his next throw must have.

        Args:
            occupying: the throw's value of this field, unchecked: in phase 2, three or more
                require `eyes` too.
        """
        if self.phase == 1:
            return ("knocked_out",)
        is_third = type(occupying) is int and occupying >= OCCUPYING_FOR_PHASE_3
        return ("occupying", "eyes") if self.phase == 3 or is_third else ("occupying",)

    def outcomes(self) -> Iterator[Achieved]:
        """Every possible result of his next throw, the lowest first."""
        eyes = range(self.eyes, EMPIRE_DICE + 1)
        if self.phase == 1:
            yield from (Achieved(n) for n in range(self.knocked_out, EMPIRE_DICE + 1))
            return
        for occupying in range(self.limits("occupying")[1] + 1):
            if "eyes" in self.fields(occupying):
                yield from (Achieved(occupying=occupying, eyes=n) for n in eyes)
            else:
                yield Achieved(occupying=occupying)

    def after(self, achieved: Achieved) -> Emperor:
        """His counts after a possible throw, before anything is picked out."""
        if self.phase == 1:
            knocked_out = achieved.knocked_out or 0
            phase = 2 if knocked_out == EMPIRE_DICE else 1
            return replace(self, knocked_out=knocked_out, phase=phase)
        occupying = achieved.occupying or 0
        phase = self.phase
        if phase == 2 and occupying == OCCUPYING_FOR_PHASE_3:
            phase = 3
        elif phase == 3 and occupying == 0:
            phase = 2
        return replace(
            self,
            phase=phase,
            occupying=occupying,
            samurai=self.samurai + (1 if self.phase == 2 else 0),
            eyes=self.eyes if achieved.eyes is None else achieved.eyes,
        )


# The state.

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
        return NAMES[player]
