"""Sentences for results of throws, their consequences, and the referee's announcements."""

from __future__ import annotations

from moderator.rules.errors import printable
from moderator.rules.valley_of_war.emperor import EMPIRE_DICE, Achieved, Emperor
from moderator.rules.valley_of_war.state import NAMES, State

EXAMPLES = "throw red 1 blue 0 · restart a sleeve over the edge · undo"
"""Commands, for a message."""
SHOWN_LETTERS = 300
PHASE_NAMES = ("War Phase I", "War Phase II", "War Phase III")
_TARGETS = ("Empire Dice", "Territory", "Eyes")


def achieved_text(achieved: Achieved) -> str:
    """What a throw has achieved, in words.

    >>> achieved_text(Achieved(knocked_out=1))
    '1 of 2 Empire Dice out'
    >>> achieved_text(Achieved(occupying=3, eyes=1))
    '3 Samurai Occupy, 1 of 2 Eyes taken'
    """
    if achieved.knocked_out is not None:
        return f"{achieved.knocked_out} of {EMPIRE_DICE} Empire Dice out"
    occupying = achieved.occupying or 0
    text = "1 Samurai Occupies" if occupying == 1 else f"{occupying or 'no'} Samurai Occupy"
    if achieved.eyes is None:
        return text
    return f"{text}, {achieved.eyes} of {EMPIRE_DICE} Eyes taken"


def gains(before: Emperor, achieved: Achieved) -> tuple[int, int, int]:
    """The numbers of new Empire Dice, Samurai that Occupy (negative: lost) and Eyes."""
    return (
        (achieved.knocked_out or 0) - before.knocked_out if before.phase == 1 else 0,
        0 if achieved.occupying is None else achieved.occupying - before.occupying,
        0 if achieved.eyes is None else achieved.eyes - before.eyes,
    )


def short_text(before: Emperor, achieved: Achieved) -> str:
    """What a throw has changed, in a referee's words.

    >>> short_text(Emperor(), Achieved(knocked_out=2))
    'both out'
    >>> short_text(Emperor(2, 2, 2, 2), Achieved(occupying=3, eyes=1))
    '+1 on, 1 Eye up'
    >>> short_text(Emperor(3, 2, 5, 3), Achieved(occupying=1, eyes=0))
    '2 lost'
    """
    dice, samurai, eyes = gains(before, achieved)
    parts = ["both out" if achieved.knocked_out == EMPIRE_DICE else "1 out"] if dice else []
    if samurai:
        parts.append(f"+{samurai} on" if samurai > 0 else f"{-samurai} lost")
    if eyes:
        parts.append("both Eyes up" if eyes == EMPIRE_DICE else "1 Eye up")
    return ", ".join(parts) or "nothing new"


def leads_to(before: Emperor, achieved: Achieved) -> str:
    """The consequence for this Emperor, in words; empty if there is none."""
    after = before.after(achieved)
    if after.is_victor:
        return "takes both Eyes"
    if after.phase == before.phase:
        return ""
    direction = "on" if after.phase > before.phase else "back"
    return f"{direction} to {PHASE_NAMES[after.phase - 1]}"


def target(number: int, phase: int) -> str:
    """What an Emperor throws at, in words."""
    return f"{NAMES[1 - number]}’s {_TARGETS[phase - 1]}"


def announced(before: State, after: State) -> tuple[str, ...]:
    """What the referee calls out after a throw or a restart; empty after an undo."""
    if after.restarts == before.restarts + 1:
        return (f"The Emperors start again: {printable(after.reason, SHOWN_LETTERS)}",)
    if not is_throw(before, after):
        return ()
    lines = []
    for name, one, other in zip(NAMES, before.emperors, after.emperors, strict=True):
        if other.phase < one.phase:
            lines.append(f"{name} falls back to {PHASE_NAMES[other.phase - 1]}")
        elif other.phase > one.phase:
            lines.append(f"{name} goes on to {PHASE_NAMES[other.phase - 1]}")
    if after.restocked_ninjas > before.restocked_ninjas:
        lines.append("All Ninjas are picked out now")
    if after.restocked_samurai > before.restocked_samurai:
        counts = (f"{picked_out(before, after, i)} of {name}’s" for i, name in enumerate(NAMES))
        lines.append(f"Samurai that do not Occupy are picked out now: {', '.join(counts)}")
    return tuple(lines)


def is_throw(before: State, after: State) -> bool:
    """Whether the second state is the first one after a throw."""
    return (after.restarts, after.throws) == (before.restarts, before.throws + 1)


def picked_out(before: State, after: State, number: int) -> int:
    """How many of an Emperor's Samurai were picked out after the throw between two states."""
    if after.restocked_samurai <= before.restocked_samurai or not is_throw(before, after):
        return 0
    one, other = before.emperors[number], after.emperors[number]
    return one.samurai + (1 if one.phase == 2 else 0) - other.samurai
