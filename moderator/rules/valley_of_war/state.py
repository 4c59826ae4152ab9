"""The state of a game, and sentences about it. Emperors are numbered: 0 is Red, 1 is Blue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from moderator.rules.errors import Refused, printable
from moderator.rules.game import Standard
from moderator.rules.seating import SeatLabel

# One Emperor's counts, and what a throw can do to them (docs/rules/valley-of-war.md, "Moves").

NINJA, SAMURAI = "ninja", "samurai"
EMPIRE_DICE = 2
"""The number of each Emperor's Empire Dice; in phase 3 they are called his Eyes."""
OCCUPYING_FOR_PHASE_3 = 3
PHASE_NAMES = ("War Phase I", "War Phase II", "War Phase III")


class Achieved(NamedTuple):
    """What an Emperor has achieved after a throw; None for fields that his phase doesn't have.

    Source: docs/rules/valley-of-war.md, "Moves".
    """

    knocked_out: int | None = None
    occupying: int | None = None
    eyes: int | None = None

    def wire(self) -> dict[str, int]:
        """The fields in their wire form, without those that are None."""
        return {name: number for name, number in self._asdict().items() if number is not None}


class Emperor(NamedTuple):
    """An Emperor's counts: War Phase 1 to 3; the opponent's Empire Dice that are out (0 to 2)
    and Eyes that are taken (0 to 2); his own Samurai in the Valley (0 to 10), and how many
    of them Occupy (0 to 3)."""

    phase: int = 1
    knocked_out: int = 0
    samurai: int = 0
    occupying: int = 0
    eyes: int = 0

    @property
    def phase_name(self) -> str:
        return PHASE_NAMES[self.phase - 1]

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
            return self._replace(knocked_out=knocked_out, phase=phase)
        occupying = achieved.occupying or 0
        phase = self.phase
        if phase == 2 and occupying == OCCUPYING_FOR_PHASE_3:
            phase = 3
        elif phase == 3 and occupying == 0:
            phase = 2
        return self._replace(
            phase=phase,
            occupying=occupying,
            samurai=self.samurai + (1 if self.phase == 2 else 0),
            eyes=self.eyes if achieved.eyes is None else achieved.eyes,
        )


# The state.

COLOURS = ("red", "blue")
NAMES = ("Red", "Blue")
LOOKS = (2, 5)
"""The seats' numbers: in the palette of seats the second is a red, the fifth a blue."""
SEATS = tuple(
    SeatLabel(colour, f"{name} Emperor", name[0], look)
    for colour, name, look in zip(COLOURS, NAMES, LOOKS, strict=True)
)
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

    @property
    def seats(self) -> tuple[SeatLabel, ...]:
        return SEATS

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


# Sentences for results of throws, their consequences, and the referee's announcements.

EXAMPLES = "throw red 1 blue 0 · restart a sleeve over the edge · undo"
"""Commands, for a message."""
SHOWN_LETTERS = 300
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
    return f"{direction} to {after.phase_name}"


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
            lines.append(f"{name} falls back to {other.phase_name}")
        elif other.phase > one.phase:
            lines.append(f"{name} goes on to {other.phase_name}")
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
