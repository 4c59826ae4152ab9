"""Roll: the faces of all dice that the player has left.

roll i1 i2 a c d 3 3     r 12acd33     infantry by its swords
roll                                   when the server rolls the dice
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules.age_of_war import castles
from moderator.rules.age_of_war.state import State, check_turn, dice_text
from moderator.rules.errors import Refused
from moderator.rules.kinds import PLAYER, field
from moderator.rules.move import Description, Dice, Move
from moderator.rules.offer import Choice


@dataclass(frozen=True, slots=True)
class Roll(Move[State]):
    """A player rolls; `dice` are the faces in the order in which they were rolled."""

    verb = "roll"
    words = ("roll", "r")
    label = "rolls"

    player: int = field(PLAYER)
    rolled: tuple[str, ...] | None = field(castles.KIND, name="dice", rolled=True)

    @classmethod
    def dice(cls, state: State) -> tuple[Dice, ...]:
        return (Dice("dice", castles.FACES, state.dice_left),)

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `not-your-turn` or `must-choose`."""
        check_turn(state, player)
        if state.roll:
            raise Refused(
                "must-choose",
                "The roll {roll} has not been used yet: fill a line with it or lose a die.",
                roll=lambda: castles.short(state.roll),
            )

    def check(self, state: State) -> None:
        """Raise `wrong-dice`."""
        count = state.dice_left if self.rolled is None else len(self.rolled)
        if count != state.dice_left:
            raise Refused(
                "wrong-dice",
                "{name} has {left} left to roll, not {count}.",
                name=state.player_name(self.player),
                left=dice_text(state.dice_left),
                count=count,
            )

    def apply(self, state: State) -> State:
        """The state with the roll, which must now be used."""
        return replace(state, roll=self.rolled or ())

    def describe(self, before: State) -> Description:
        action = f"{before.player_name(self.player)} rolls"
        if self.rolled is not None:
            action += f" {dice_text(len(self.rolled))}: {castles.short(self.rolled)}"
        return Description(action)

    @classmethod
    def choices(cls, state: State, player: int) -> Iterator[Choice]:
        yield cls(player).choice(state, f"Roll {dice_text(state.dice_left)}")

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        return {"dice": castles.parse(words)} if words else {}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """None: the dice aren't known before they are rolled."""
        return ()
