"""Throw: both Emperors throw at the same time, and the referee records the result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Wire
from moderator.rules.reading import fields
from moderator.rules.valley_of_war.emperor import NINJA, Achieved, Emperor
from moderator.rules.valley_of_war.picking import pick_out
from moderator.rules.valley_of_war.state import COLOURS, LOSS_DRAW, NAMES, State
from moderator.rules.valley_of_war.wording import PHASE_NAMES, achieved_text


@dataclass(frozen=True, slots=True)
class Throw:
    """What Red and Blue have achieved after this throw."""

    achieved: tuple[Achieved, Achieved]

    @classmethod
    def from_wire(cls, state: State, wire: Wire) -> Self:
        """The move; `Refused("bad-move")`. After the end of the game inner fields are ignored."""
        fields.check_move(wire, dict.fromkeys(COLOURS, _object))
        if state.is_over:
            return cls((Achieved(), Achieved()))
        red, blue = (
            _read(emperor, colour, wire[colour])
            for emperor, colour in zip(state.emperors, COLOURS, strict=True)
        )
        return cls((red, blue))

    def check(self, state: State) -> None:
        """Raise `impossible` for a number that no throw can achieve."""
        for emperor, name, achieved in zip(state.emperors, NAMES, self.achieved, strict=True):
            for field, number in achieved.wire().items():
                low, high = emperor.limits(field)
                if not low <= number <= high:
                    can = f"can only be {low}" if low == high else f"must be from {low} to {high}"
                    raise Refused(
                        "impossible",
                        f"{name}’s “{field}” {can} after this throw, not {printable(number)}.",
                    )

    def apply(self, state: State) -> State:
        """The state after the throw, and after picking out what must be picked out."""
        (red, blue), (for_red, for_blue) = state.emperors, self.achieved
        ninjas = sum(emperor.throws_next == NINJA for emperor in state.emperors)
        thrown = replace(
            state,
            emperors=(red.after(for_red), blue.after(for_blue)),
            throws=state.throws + 1,
            ninjas=state.ninjas + ninjas,
        )
        return pick_out(thrown)

    def say(self, state: State) -> str:
        """The throw as a sentence, with its consequences."""
        after = self.apply(state)
        parts = [
            f"{name}: {achieved_text(achieved)}{_phase_change(before, now)}"
            for name, achieved, before, now in zip(
                NAMES, self.achieved, state.emperors, after.emperors, strict=True
            )
        ]
        if after.restocked_ninjas > state.restocked_ninjas:
            parts.append("all Ninjas are picked out")
        if after.restocked_samurai > state.restocked_samurai:
            parts.append("Samurai that do not Occupy are picked out")
        parts += [f"{NAMES[winner]} wins" for winner in after.winners]
        parts += ["a loss-draw"] if after.result == LOSS_DRAW else []
        return "; ".join(parts)


def _phase_change(before: Emperor, now: Emperor) -> str:
    if now.phase > before.phase:
        return f", on to {PHASE_NAMES[now.phase - 1]}"
    return f", back to {PHASE_NAMES[1]}" if now.phase < before.phase else ""


def _object(value: object) -> str | None:
    return None if isinstance(value, dict) else "an object that says what this Emperor achieved"


def _read(emperor: Emperor, colour: str, value: dict[str, Any]) -> Achieved:
    required = emperor.fields(value.get("occupying"))
    problem = fields.problem(value, dict.fromkeys(required, _number))
    if problem is not None:
        key, what = problem
        raise Refused(
            "bad-move",
            f"In “throw”, {colour} (phase {emperor.phase}): the field “{printable(key or '')}” "
            f"{what}.",
        )
    return Achieved(**value)


def _number(value: object) -> str | None:
    return None if fields.is_whole(value) else "a whole number"
