"""What pages and sheets show of a game, where pieces are drawn, and what `replay` prints."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Any

from moderator.rules.command import UNDO_HELP, TypedHelp
from moderator.rules.reading import wire_text
from moderator.rules.seating import MODERATOR, PUBLIC, SeatLabel, Viewer
from moderator.rules.shown import Column, by_round
from moderator.rules.valley_of_war import state as valley_state
from moderator.rules.valley_of_war.state import (
    COLOURS,
    EMPIRE_DICE,
    LOSS_DRAW,
    NAMES,
    NINJAS,
    SAMURAI_EACH,
    SEATS,
    STANDARD,
    Achieved,
    Emperor,
    State,
    result_text,
)

# Where pieces are drawn: scattered, since the game counts them but doesn't know where they lie.
#
# The Valley is 1,000 units wide and 500 high; Red's Territory is on the left, Blue's on the
# right.


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its centre, its rotation (degrees), and whether the last entry put it there.

    `is_taken`: an Eye that the opponent took, which lies beside the Valley, on his side.
    """

    x: int
    y: int
    turn: int = 0
    is_fresh: bool = False
    is_taken: bool = False


_NINJAS = (
    *((752, 390, 39), (37, 80, 69), (485, 41, 36), (72, 467, 14), (856, 62, 47), (965, 306, 71)),
    *((181, 268, 3), (448, 380, 88), (669, 49, 24), (213, 32, 75), (258, 468, 47), (499, 211, 57)),
    *((902, 463, 88), (813, 224, 67), (37, 266, 28), (951, 163, 22), (632, 453, 83)),
    *((207, 149, 17), (116, 353, 50), (754, 127, 18), (368, 35, 50), (865, 304, 29)),
    *((558, 374, 14), (222, 375, 77), (941, 388, 9), (464, 468, 7), (88, 148, 75)),
    *((855, 147, 46), (158, 450, 68), (805, 457, 75)),
)
_SAMURAI = (
    (
        *((908, 208), (571, 429), (754, 51), (856, 359), (945, 94)),
        *((516, 110), (489, 326), (395, 84), (193, 322), (492, 409)),
    ),
    (
        *((90, 203), (306, 436), (147, 44), (59, 342), (142, 167)),
        *((101, 415), (209, 432), (37, 414), (196, 87), (488, 161)),
    ),
)
_TERRITORIES = (345, 655)
_MIDDLE = 250
_OCCUPYING = ((-52, -48), (58, -30), (-8, 62))
_DICE_IN = ((10, 12, 0), (-10, -12, 8))
_DICE_OUT = (((300, 62, 24), (398, 440, 61)), ((700, 438, 24), (602, 60, 61)))
_DICE_TAKEN = (((1034, 40, 0), (1094, 40, 0)), ((-94, 40, 0), (-34, 40, 0)))


def ninjas(count: int, before: int) -> tuple[Piece, ...]:
    """The `count` Ninjas in the Valley; those beyond the number `before` are fresh."""
    return tuple(Piece(*spot, i >= before) for i, spot in enumerate(_NINJAS[:count]))


def loose(number: int, emperor: Emperor, before: Emperor) -> tuple[Piece, ...]:
    """An Emperor's Samurai that are in the Valley and do not Occupy."""
    now, earlier = (one.samurai - one.occupying for one in (emperor, before))
    spots = _SAMURAI[number][:now]
    return tuple(Piece(x, y, 0, i >= earlier) for i, (x, y) in enumerate(spots))


def occupying(number: int, emperor: Emperor, before: Emperor) -> tuple[Piece, ...]:
    """His Samurai that Occupy: they lie on the opponent's Territory."""
    middle = _TERRITORIES[1 - number]
    return tuple(
        Piece(middle + x, _MIDDLE + y, 0, i >= before.occupying)
        for i, (x, y) in enumerate(_OCCUPYING[: emperor.occupying])
    )


def dice(number: int, other: Emperor, before: Emperor) -> tuple[Piece, ...]:
    """An Emperor's own Empire Dice, the lower one of the stack first.

    Args:
        number: whose they are.
        other, before: the opponent, now and before the last entry.
    """
    return tuple(_die(number, i, other, before) for i in range(EMPIRE_DICE))


def reserve(number: int, emperor: Emperor) -> tuple[Piece, ...]:
    """His Samurai outside: beside the Valley, on his side."""
    left = (-94, 1034)[number]
    return tuple(
        Piece(left + 60 * (i % 2), 130 + 62 * (i // 2))
        for i in range(SAMURAI_EACH - emperor.samurai)
    )


def ninjas_reserve(count: int) -> tuple[Piece, ...]:
    """The `count` Ninjas outside: below the Valley."""
    return tuple(Piece(36 + 32 * i, 546) for i in range(count))


def _die(number: int, i: int, other: Emperor, before: Emperor) -> Piece:
    rank = EMPIRE_DICE - i  # the upper die is knocked out, and taken, first
    is_out, was_out = (one.knocked_out >= rank for one in (other, before))
    is_taken, was_taken = (one.eyes >= rank for one in (other, before))
    if is_taken:
        x, y, turn = _DICE_TAKEN[number][i]
    elif is_out:
        x, y, turn = _DICE_OUT[number][i]
    else:
        x, y, turn = _DICE_IN[i]
        x, y = x + _TERRITORIES[number], y + _MIDDLE
    is_fresh = is_taken > was_taken or is_out > was_out
    return Piece(x, y, turn, is_fresh, is_taken)


# What pages and sheets show of a game. Nothing in this game is secret.


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """One possible result of the next throw.

    `short` says what happened, `leads_to` the consequence ("" if there is none); `wire` is its
    fields as JSON. Results without `is_likely` are rare.
    """

    words: str
    short: str
    leads_to: str
    wire: str
    is_likely: bool


@dataclass(frozen=True, slots=True)
class EmperorView:
    """An Emperor's half of the score sheet.

    When the game is over, `outcomes` is empty. `at` says what he throws at. `changed` names the
    counts of `now` that the last entry changed.
    `dice`, `loose` (Samurai), `holding` (those that Occupy) and `reserve` (those outside) are his
    pieces as drawn.
    """

    seat: SeatLabel
    now: Emperor
    outcomes: tuple[OutcomeView, ...]
    at: str
    dice: tuple[Piece, ...]
    loose: tuple[Piece, ...]
    holding: tuple[Piece, ...]
    reserve: tuple[Piece, ...]
    changed: tuple[str, ...]
    is_winner: bool

    @property
    def has_rare(self) -> bool:
        """Whether his next throw can have a rare result."""
        return any(not outcome.is_likely for outcome in self.outcomes)

    @property
    def all_samurai(self) -> tuple[tuple[Piece, ...], ...]:
        """All groups of his Samurai in drawing order, the topmost last."""
        return self.reserve, self.loose, self.holding


@dataclass(frozen=True, slots=True)
class ValleyView:
    """The whole score sheet.

    `announced` is what the referee calls out after the last throw or restart, `last_throw` what
    both achieved by it.
    """

    state: State
    status_line: str
    announced: tuple[str, ...]
    last_throw: str
    ninjas: tuple[Piece, ...]
    ninjas_reserve: tuple[Piece, ...]
    emperors: tuple[EmperorView, EmperorView]
    winners: tuple[SeatLabel, ...]


# A state as `replay` prints it: as JSON, and as a score sheet in text.

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
            colour: {
                "phase": emperor.phase,
                "throws_next": None if state.is_over else emperor.throws_next,
                "knocked_out": emperor.knocked_out,
                "samurai_in_valley": emperor.samurai,
                "occupying": emperor.occupying,
                "eyes": emperor.eyes,
            }
            for colour, emperor in zip(COLOURS, state.emperors, strict=True)
        },
        "result": state.result,
        "winners": [COLOURS[winner] for winner in state.winners],
    }


def status_line(state: State, viewer: Viewer = MODERATOR) -> str:
    """The status of the game in one sentence without a full stop."""
    if state.result == LOSS_DRAW:
        return "The game is over: both lost their Eyes in the same throw, a loss-draw"
    if state.is_over:
        return f"The game is over: {result_text(state)}"
    parts = [
        f"{name} throws a {emperor.throws_next.capitalize()} in {emperor.phase_name}"
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


# The score sheet as a view.

_COUNTS = ("phase", "knocked_out", "samurai", "occupying", "eyes")


def view(state: State, viewer: Viewer = PUBLIC, before: State | None = None) -> ValleyView:
    """The whole score sheet; nothing is secret.

    Args:
        before: the state before the last entry; an Emperor whose counts changed is fresh.
    """
    earlier = before or state
    return ValleyView(
        state=state,
        status_line=status_line(state),
        announced=valley_state.announced(earlier, state),
        last_throw=valley_state.last_throw(earlier, state),
        ninjas=ninjas(state.ninjas, earlier.ninjas),
        ninjas_reserve=ninjas_reserve(NINJAS - state.ninjas),
        emperors=(_emperor(state, earlier, 0), _emperor(state, earlier, 1)),
        winners=tuple(SEATS[winner] for winner in state.winners),
    )


def _emperor(state: State, before: State, number: int) -> EmperorView:
    emperor, earlier = state.emperors[number], before.emperors[number]
    outcomes = () if state.is_over else tuple(_outcome(emperor, one) for one in emperor.outcomes())
    return EmperorView(
        seat=SEATS[number],
        now=emperor,
        outcomes=outcomes,
        at=valley_state.target(number, emperor.phase),
        dice=dice(number, state.emperors[1 - number], before.emperors[1 - number]),
        loose=loose(number, emperor, earlier),
        holding=occupying(number, emperor, earlier),
        reserve=reserve(number, emperor),
        changed=tuple(n for n in _COUNTS if getattr(emperor, n) != getattr(earlier, n)),
        is_winner=number in state.winners,
    )


def _outcome(before: Emperor, achieved: Achieved) -> OutcomeView:
    _, samurai, eyes = valley_state.gains(before, before.after(achieved))
    return OutcomeView(
        words=valley_state.achieved_text(achieved),
        short=valley_state.short_text(before, achieved),
        leads_to=valley_state.leads_to(before, achieved),
        wire=wire_text(achieved.wire()),
        is_likely=samurai >= -1 and eyes <= 1 and not (samurai < 0 and eyes > 0),
    )


# For research.

TABLES = (
    by_round(
        lambda state, player: astuple(state.emperors[player]),
        Column("phase", "The War Phase", "", "1-3"),
        Column("knocked_out", "Empire Dice of the other that are out", "dice", "0-2"),
        Column("samurai", "Own Samurai in the Valley", "pieces", "0-10"),
        Column("occupying", "Those that Occupy", "pieces", "0-3"),
        Column("eyes", "Eyes of the other that are taken; two win", "dice", "0-2"),
    ),
)


# The rules in short, and what can be typed.

RULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "A throw",
        (
            "Both Emperors throw at the same time, and every piece thrown stays in the Valley.",
            "War Phase I: throw a Ninja, to knock the opponent’s Empire Dice out of the Territory. "
            "With two of them War Phase II begins.",
            "War Phase II: throw a Samurai, to Occupy the opponent’s Territory. With three of them "
            "War Phase III begins.",
            "War Phase III: throw a Ninja, to turn up the opponent’s Eyes. Without a Samurai that "
            "Occupies it is War Phase II again; Eyes are kept.",
        ),
    ),
    (
        "Picking out",
        (
            "When there are too few Ninjas for the next throw, all come out of the Valley.",
            "When all ten Samurai of one who throws a Samurai next are in the Valley, all come out "
            "that don’t Occupy.",
        ),
    ),
    (
        "The end",
        (
            "Who has both Eyes of the other has won.",
            "With the same throw it is a loss-draw, which nobody wins.",
        ),
    ),
)
TYPED = (
    TypedHelp(
        "A throw: totals after it, not changes",
        (
            (
                "r 1 b 0",
                "War Phase I: Red has knocked out 1 Empire Die, Blue none; 1 0 is short for it",
            ),
            ("r 2 b 1", "War Phase II: 2 of Red’s Samurai Occupy, 1 of Blue’s"),
            (
                "r 3 1 b 0",
                "with three Samurai, and in War Phase III: add the Eyes taken, unless none is new",
            ),
        ),
    ),
    TypedHelp(
        "At any time",
        (
            ("restart a sleeve over the edge", "starts again with all counts, for this reason"),
            UNDO_HELP,
        ),
    ),
)
