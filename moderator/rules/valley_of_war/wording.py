"""Sentences for results of throws, their consequences, and the referee's announcements."""

from __future__ import annotations

from moderator.rules.errors import printable
from moderator.rules.valley_of_war.state import EMPIRE_DICE, NAMES, Achieved, Emperor, State

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


def gains(before: Emperor, after: Emperor) -> tuple[int, int, int]:
    """The numbers of new Empire Dice, Samurai that Occupy (negative: lost) and Eyes."""
    return (
        after.knocked_out - before.knocked_out,
        after.occupying - before.occupying,
        after.eyes - before.eyes,
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
    dice, samurai, eyes = gains(before, before.after(achieved))
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
    """What the referee calls out after a throw or a restart; empty after an undo.

    After the last throw that is the result alone: the winner's War Phase matters no more.
    """
    if after.restarts == before.restarts + 1:
        return (f"The Emperors start again: {printable(after.reason, SHOWN_LETTERS)}",)
    if not is_throw(before, after):
        return ()
    if after.is_over:
        return (result_text(after),)
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


def result_text(state: State) -> str:
    """How the game has ended, as a sentence without a full stop."""
    if not state.winners:
        return "Both lost their Eyes in the same throw, a loss-draw"
    return f"{NAMES[state.winners[0]]} has taken both Eyes and wins"


def last_throw(before: State, after: State) -> str:
    """What the last entry was, in a sentence without a full stop; empty if there is none.

    Args:
        before: the state before that entry.
    """
    if (before.restarts, before.throws) > (after.restarts, after.throws):
        taken = before.throws if before.restarts == after.restarts else 0
        return f"Throw {taken} was undone" if taken else "The restart was undone"
    if not is_throw(before, after):
        return ""
    parts = map(_achieved, NAMES, before.emperors, after.emperors)
    return f"Throw {after.throws}: {'; '.join(parts)}"


def _achieved(name: str, before: Emperor, after: Emperor) -> str:
    dice, samurai, eyes = gains(before, after)
    parts = []
    if dice:
        counted = "both Empire Dice" if dice == EMPIRE_DICE else "an Empire Die"
        parts.append(f"knocks out {counted}")
    if samurai > 0:
        parts.append(f"Occupies with {after.occupying} Samurai")
    elif samurai:
        parts.append(f"loses {-samurai} Samurai ({after.occupying or 'none'} left)")
    if eyes:
        counted = "the second Eye" if before.eyes else "an Eye"
        parts.append(f"takes {'both Eyes' if eyes == EMPIRE_DICE else counted}")
    return f"{name} {' and '.join(parts) or 'achieves nothing new'}"


def is_throw(before: State, after: State) -> bool:
    """Whether the second state is the first one after a throw."""
    return (after.restarts, after.throws) == (before.restarts, before.throws + 1)


def picked_out(before: State, after: State, number: int) -> int:
    """How many of an Emperor's Samurai were picked out after the throw between two states."""
    if after.restocked_samurai <= before.restocked_samurai or not is_throw(before, after):
        return 0
    one, other = before.emperors[number], after.emperors[number]
    return one.samurai + (1 if one.phase == 2 else 0) - other.samurai
