"""Build: move RFs from the hand into the boxes of the Civilization Chart."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from moderator.rules.age_of_iron import flow
from moderator.rules.age_of_iron.state import State, with_item
from moderator.rules.errors import Refused
from moderator.rules.game import Wire
from moderator.rules.reading import fields


@dataclass(frozen=True, slots=True)
class Build:
    """A player puts `rfs` (at least 1) into the first incomplete box, then the next."""

    player: str
    rfs: int

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`."""
        fields.check_move(wire, {"player": fields.text, "rfs": fields.whole(1)})
        return cls(wire["player"], wire["rfs"])

    def players(self) -> tuple[str, ...]:
        """The players that the move names."""
        return (self.player,)

    def check(self, state: State) -> None:
        """Raise `wrong-phase`, `not-your-turn`, `not-enough-rfs` or `civilization-complete`."""
        player = state.player(self.player)
        flow.check_can_place(state, player)
        flow.check_hand(state, player, self.rfs)
        room = state.room(player)
        if self.rfs > room:
            raise Refused(
                "civilization-complete",
                f"{state.player_name(player)}’s boxes can take {room} more RFs, not {self.rfs}."
                if room > 0
                else f"{state.player_name(player)}’s civilization is complete: there is no box "
                "left to fill.",
            )

    def apply(self, state: State) -> State:
        """The state with the RFs moved from the hand into the boxes."""
        player = state.player(self.player)
        return replace(
            state,
            hand=with_item(state.hand, player, state.hand[player] - self.rfs),
            built=with_item(state.built, player, state.built[player] + self.rfs),
        )

    def say(self, state: State) -> str:
        """The move as a sentence, which names the levels that it completes."""
        player = state.player(self.player)
        built, box = state.built[player], state.scenario.box
        done = [
            level(i)
            for i in range(len(state.scenario.box_points))
            if built < (i + 1) * box <= built + self.rfs
        ]
        completed = f", completing Level {' and '.join(done)}" if done else ""
        return (
            f"{state.player_name(player)} builds {self.rfs} of civilization "
            f"({built} → {built + self.rfs}){completed}"
        )


_TENS = ("", "X", "XX")
_ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def level(box: int) -> str:
    """The Roman numeral of a box, given its index, 0 to 19.

    >>> level(3), level(19)
    ('IV', 'XX')
    """
    return _TENS[(box + 1) // 10] + _ONES[(box + 1) % 10]
