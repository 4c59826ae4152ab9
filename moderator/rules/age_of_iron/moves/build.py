"""Build: move RFs from the hand into the boxes of the Civilization Chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from moderator.rules.age_of_iron.state import DEPLOYMENT, State, check_hand
from moderator.rules.age_of_iron.typed_words import example, missing, names_and_numbers, short_place
from moderator.rules.command import number
from moderator.rules.errors import Refused
from moderator.rules.kinds import field, whole
from moderator.rules.move import Description, PlayersMove, check_turn, with_item
from moderator.rules.offer import Choice


class Placing(PlayersMove[State]):
    """What is done with RFs in hand."""

    __slots__ = ()

    @classmethod
    def check_now(cls, state: State, player: int) -> None:
        """Raise `wrong-phase` or `not-your-turn`."""
        if not state.options.is_simultaneous:
            check_turn(state, player)
        elif state.phase != DEPLOYMENT:
            raise Refused(
                "wrong-phase",
                "All orders of this Game-turn are revealed; RFs can be placed again in the next "
                "one.",
            )


@dataclass(frozen=True, slots=True)
class Build(Placing):
    """A player puts `rfs` (at least 1) into the first incomplete box, then the next."""

    verb = "build"
    words = ("build", "b")
    label = "builds"
    button = "Build"
    unit = "RFs"
    is_all_usual = True

    rfs: int = field(whole(1))

    @classmethod
    def is_in(cls, state: State) -> bool:
        """Only in scenarios with a Civilization Chart."""
        return bool(state.scenario.box_points)

    def check(self, state: State) -> None:
        """Raise `not-enough-rfs` or `civilization-complete`."""
        check_hand(state, self.player, self.rfs)
        room = state.room(self.player)
        if self.rfs > room:
            message = (
                "{player}’s boxes can take {room} more RFs, not {rfs}."
                if room > 0
                else "{player}’s civilization is complete: there is no box left to fill."
            )
            player = state.player_name(self.player)
            raise Refused("civilization-complete", message, player=player, room=room, rfs=self.rfs)

    def apply(self, state: State) -> State:
        """The state with the RFs moved from the hand into the boxes."""
        return state._replace(
            hand=with_item(state.hand, self.player, state.hand[self.player] - self.rfs),
            built=with_item(state.built, self.player, state.built[self.player] + self.rfs),
        )

    def describe(self, before: State) -> Description:
        """The outcome names the levels that are completed."""
        built, box = before.built[self.player], before.scenario.box
        done = [
            level(i)
            for i in range(len(before.scenario.box_points))
            if built < (i + 1) * box <= built + self.rfs
        ]
        completed = f", completing Level {' and '.join(done)}" if done else ""
        return Description(
            f"{before.player_name(self.player)} builds {self.rfs} of civilization",
            f" ({built} → {built + self.rfs}){completed}",
        )

    @classmethod
    def choices(cls, state: State, player: int) -> Iterator[Choice]:
        """As many RFs as the hand holds and the boxes can take."""
        most = max(1, min(state.hand[player], state.room(player)))
        yield cls(player, 1).choice(state, "Civilization", number="rfs", high=most)

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        """A number; `civ` may stand for the verb."""
        names, numbers = names_and_numbers(state, words)
        if len(names) <= 1 and len(numbers) == 1:
            return {"rfs": number(numbers[0], "RFs", 1)}
        if not numbers and len(names) == 1 and names[0] not in "civilization":
            number(names[0], "RFs")
        question = "How many RFs does {name} build with?"
        if len(numbers) > 1 or len(names) > 1:
            question = "To build, type one number and nothing else."
        raise missing(question, example(state, cls, player), name=state.player_name(player))

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """As a place, or with the verb; the number has to be said."""
        return ("civilization #", "build #")

    @classmethod
    def typed_examples(cls, state: State, player: int) -> Iterator[tuple[str, Self, str]]:
        rfs = min(state.hand[player], 4) or 4
        yield f"{short_place(state, len(state.chart))}{rfs}", cls(player, rfs), ""


_TENS = ("", "X", "XX")
_ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def level(box: int) -> str:
    """The Roman numeral of a box, given its index, 0 to 19.

    >>> level(3), level(19)
    ('IV', 'XX')
    """
    return _TENS[(box + 1) // 10] + _ONES[(box + 1) % 10]
