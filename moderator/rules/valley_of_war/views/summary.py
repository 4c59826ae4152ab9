"""A state as `replay` prints it: as JSON, and as a score sheet in text."""

from __future__ import annotations

from typing import Any

from moderator.rules.valley_of_war.emperor import EMPIRE_DICE, Emperor
from moderator.rules.valley_of_war.state import (
    COLOURS,
    LOSS_DRAW,
    NAMES,
    NINJAS,
    SAMURAI_EACH,
    STANDARD,
    State,
)
from moderator.rules.valley_of_war.wording import PHASE_NAMES, result_text

ID = "valley-of-war"


def summary(state: State) -> dict[str, Any]:
    """What `replay --json` prints (docs/rules/valley-of-war.md, "What replay --json prints")."""
    return {
        "game": ID,
        "status": "over" if state.is_over else "active",
        "throws": state.throws,
        "restarts": state.restarts,
        "ninjas_in_valley": state.ninjas,
        "restocked": {"ninjas": state.restocked_ninjas, "samurai": state.restocked_samurai},
        "emperors": {
            colour: _emperor(emperor, state.is_over)
            for colour, emperor in zip(COLOURS, state.emperors, strict=True)
        },
        "result": state.result,
        "winners": [COLOURS[winner] for winner in state.winners],
    }


def _emperor(emperor: Emperor, is_over: bool) -> dict[str, Any]:
    return {
        "phase": emperor.phase,
        "throws_next": None if is_over else emperor.throws_next,
        "knocked_out": emperor.knocked_out,
        "samurai_in_valley": emperor.samurai,
        "occupying": emperor.occupying,
        "eyes": emperor.eyes,
    }


def status_line(state: State) -> str:
    """The status of the game in one sentence without a full stop."""
    if state.result == LOSS_DRAW:
        return "The game is over: both lost their Eyes in the same throw, a loss-draw"
    if state.is_over:
        return f"The game is over: {result_text(state)}"
    parts = [
        f"{name} throws a {emperor.throws_next.capitalize()} in {PHASE_NAMES[emperor.phase - 1]}"
        for name, emperor in zip(NAMES, state.emperors, strict=True)
    ]
    return f"Throw {state.throws + 1}: {', '.join(parts)}"


def text(state: State) -> str:
    """The state as a readable score sheet, with a final line break."""
    red, blue = (_column(emperor) for emperor in state.emperors)
    labels = ("", "War Phase", "Empire Dice out", "Samurai in the Valley", "Samurai Occupying")
    table = [
        f"{label:<22}{one:>9}{other:>9}"
        for label, one, other in zip(
            (*labels, "Eyes taken"), (NAMES[0], *red), (NAMES[1], *blue), strict=True
        )
    ]
    counts = [
        f"Ninjas in the Valley: {state.ninjas} of {NINJAS}",
        f"Picked out: Ninjas {state.restocked_ninjas}, Samurai {state.restocked_samurai}",
        f"Restarts: {state.restarts}",
    ]
    return "\n".join([STANDARD.title, status_line(state), "", *table, "", *counts]) + "\n"


def _column(emperor: Emperor) -> tuple[str, ...]:
    return (
        str(emperor.phase),
        f"{emperor.knocked_out} of {EMPIRE_DICE}",
        f"{emperor.samurai} of {SAMURAI_EACH}",
        str(emperor.occupying),
        f"{emperor.eyes} of {EMPIRE_DICE}",
    )
