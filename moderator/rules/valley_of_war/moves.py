"""Throw and restart, the moves of the game (docs/rules/valley-of-war.md, "Moves"), as typed:

throw red 1 blue 0    r 1 b 0    1 0     phase 1: Empire Dice out
throw red 2 blue 3 1                     phase 2: Samurai Occupying; with three, also the Eyes
throw red 3 1 blue 0                     phase 3: Samurai Occupying, and Eyes taken
restart A sleeve swept over the edge.    both Emperors start again
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moderator.rules import reading
from moderator.rules.command import not_understood, number
from moderator.rules.errors import Refused, printable
from moderator.rules.kinds import SENTENCE, Kind, field
from moderator.rules.move import Description, Move
from moderator.rules.offer import Choice, Choices
from moderator.rules.valley_of_war.state import (
    COLOURS,
    EXAMPLES,
    LOSS_DRAW,
    NAMES,
    NINJA,
    NINJAS,
    PHASE_NAMES,
    SAMURAI,
    SAMURAI_EACH,
    SHOWN_LETTERS,
    Achieved,
    Emperor,
    State,
    achieved_text,
)

# Picking out: removing pieces from the Valley before the next throw.


def pick_out(state: State) -> State:
    """The state ready for the next throw; unchanged if the game is over.

    All Ninjas are picked out if fewer are outside than are thrown next; all Samurai of both
    Emperors that do not Occupy, if one of them has none to throw.

    Source: docs/rules/valley-of-war.md, "Picking out".
    """
    if state.is_over:
        return state
    needed = sum(emperor.throws_next == NINJA for emperor in state.emperors)
    if NINJAS - state.ninjas < needed:
        state = replace(state, ninjas=0, restocked_ninjas=state.restocked_ninjas + 1)
    if any(
        emperor.throws_next == SAMURAI and emperor.samurai == SAMURAI_EACH
        for emperor in state.emperors
    ):
        red, blue = (one._replace(samurai=one.occupying) for one in state.emperors)
        state = replace(
            state,
            emperors=(red, blue),
            restocked_samurai=state.restocked_samurai + 1,
        )
    return state


# The moves.

_COUNTED = {
    "knocked_out": "Empire Dice knocked out",
    "occupying": "Samurai that Occupy",
    "eyes": "Eyes taken",
}
TYPED_COLOURS = {"r": 0, "red": 0, "b": 1, "bl": 1, "blu": 1, "blue": 1}


_object = reading.fits(
    lambda value: isinstance(value, dict), "an object that says what this Emperor achieved"
)
_number = reading.fits(reading.is_whole, "a whole number")


def _achieved_by(player: int) -> Kind:
    """What an Emperor achieved; after the end of the game its fields are ignored."""

    def read(state: State, value: dict[str, Any]) -> Achieved:
        if state.is_over:
            return Achieved()
        emperor = state.emperors[player]
        required = emperor.fields(value.get("occupying"))
        problem = reading.problem(value, dict.fromkeys(required, _number))
        if problem is not None:
            raise Refused(
                "bad-move",
                "In “throw”, {colour} (phase {phase}): the field “{key}” {what}.",
                colour=COLOURS[player],
                phase=emperor.phase,
                key=printable(problem[0] or ""),
                what=problem[1],
            )
        return Achieved(**value)

    return Kind(_object, read, lambda state, achieved: achieved.wire())


@dataclass(frozen=True, slots=True)
class Throw(Move[State]):
    """What Red and Blue have achieved after this throw."""

    verb = "throw"
    words = ("throw", "t")
    label = "Both throw"

    red: Achieved = field(_achieved_by(0))
    blue: Achieved = field(_achieved_by(1))

    @property
    def achieved(self) -> tuple[Achieved, Achieved]:
        return self.red, self.blue

    def check(self, state: State) -> None:
        """Raise `impossible` for a number that no throw can achieve."""
        for emperor, name, achieved in zip(state.emperors, NAMES, self.achieved, strict=True):
            for key, value in achieved.wire().items():
                low, high = emperor.limits(key)
                if not low <= value <= high:
                    can = "can only be {low}" if low == high else "must be from {low} to {high}"
                    raise Refused(
                        "impossible",
                        f"{{name}}’s {{what}} {can} after this throw, not {{value}}.",
                        name=name,
                        what=_COUNTED[key],
                        low=low,
                        high=high,
                        value=printable(value),
                    )

    def apply(self, state: State) -> State:
        """The state after the throw, and after picking out what must be picked out."""
        red, blue = state.emperors
        ninjas = sum(emperor.throws_next == NINJA for emperor in state.emperors)
        thrown = replace(
            state,
            emperors=(red.after(self.red), blue.after(self.blue)),
            throws=state.throws + 1,
            ninjas=state.ninjas + ninjas,
        )
        return pick_out(thrown)

    def describe(self, before: State) -> Description:
        """The throw with each Emperor's phase; its outcome is what is picked out, and who wins."""
        if before.is_over:
            return Description(self.label)
        after = self.apply(before)
        parts = [
            f"{name}: {achieved_text(achieved)}{_phase_change(old, new)}"
            for name, achieved, old, new in zip(
                NAMES, self.achieved, before.emperors, after.emperors, strict=True
            )
        ]
        outcome = [f"; {NAMES[winner]} wins" for winner in after.winners]
        if after.restocked_samurai > before.restocked_samurai:
            outcome.insert(0, "; Samurai that do not Occupy are picked out")
        if after.restocked_ninjas > before.restocked_ninjas:
            outcome.insert(0, "; all Ninjas are picked out")
        outcome += ["; a loss-draw"] if after.result == LOSS_DRAW else []
        return Description("; ".join(parts), "".join(outcome))

    @classmethod
    def choices(cls, state: State, player: None) -> Choices:
        """Every possible throw, at most 12 × 12."""

        def choice(throw: Throw) -> Choice:
            red, blue = map(achieved_text, throw.achieved)
            return throw.choice(state, f"Red: {red}; Blue: {blue}")

        red, blue = (tuple(emperor.outcomes()) for emperor in state.emperors)
        return Choices([cls(for_red, for_blue) for for_red in red for for_blue in blue], choice)

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        if any(word in TYPED_COLOURS for word in words):
            numbers = _by_name(words)
        else:
            numbers = _by_place(state, [number(word) for word in words])
        return {
            colour: _typed(emperor, name, some)
            for colour, emperor, name, some in zip(
                COLOURS, state.emperors, NAMES, numbers, strict=True
            )
        }

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        """The throw with its verb, and without; its numbers have to be said."""
        values = choice.values
        line = " ".join(f"{id} {' '.join(f'#{n}' for n in values[id].values())}" for id in COLOURS)
        return f"throw {line}", line


def _phase_change(before: Emperor, now: Emperor) -> str:
    if now.phase > before.phase:
        return f", on to {now.phase_name}"
    return f", back to {PHASE_NAMES[1]}" if now.phase < before.phase else ""


def _by_name(words: Sequence[str]) -> list[list[int]]:
    numbers: list[list[int]] = [[], []]
    current: int | None = None
    for word in words:
        if word in TYPED_COLOURS:
            current = TYPED_COLOURS[word]
        elif current is None:
            not_understood("Type “red” or “blue” before {typed}.", typed=printable(word))
        else:
            numbers[current].append(number(word))
    return numbers


def _by_place(state: State, numbers: list[int]) -> list[list[int]]:
    """Numbers without names: first those that Red's phase requires, then Blue's."""
    count = len(state.emperors[0].fields(numbers[0] if numbers else None))
    return [numbers[:count], numbers[count:]]


def _typed(emperor: Emperor, name: str, numbers: list[int]) -> dict[str, int]:
    required = emperor.fields(numbers[0] if numbers else None)
    if len(numbers) + 1 == len(required) == 2:
        numbers = [*numbers, emperor.eyes]  # no Eye was turned up
    if len(numbers) != len(required):
        not_understood(
            "For {name} in {phase} type {what}; {examples}.",
            name=name,
            phase=emperor.phase_name,
            what=" and ".join(_COUNTED[key] for key in required),
            examples=EXAMPLES,
        )
    return dict(zip(required, numbers, strict=True))


@dataclass(frozen=True, slots=True)
class Restart(Move[State]):
    verb = "restart"
    words = ("restart",)
    label = "Start again"

    reason: str = field(SENTENCE)

    def apply(self, state: State) -> State:
        return State(restarts=state.restarts + 1, reason=self.reason)

    def describe(self, before: State) -> Description:
        reason = printable(self.reason, SHOWN_LETTERS)
        return Description(f"The Emperors start again: {reason}")

    @classmethod
    def choices(cls, state: State, player: None) -> Iterator[Choice]:
        yield Choice(cls.label, {})

    @classmethod
    def parse(cls, state: State, player: int, words: Sequence[str], text: str) -> dict[str, Any]:
        reason = text.split(maxsplit=1)[1:]
        if not reason:
            not_understood("Add the reason, like “restart a sleeve over the edge”.")
        return {"reason": reason[0].strip()}

    @classmethod
    def lines(cls, state: State, choice: Choice) -> tuple[str, ...]:
        return ("restart #",)  # the reason has to be said


MOVES = (Throw, Restart)
