"""The losses of an attack under each of the three combat rules."""

from __future__ import annotations

from dataclasses import dataclass

from moderator.rules.age_of_iron.flow import number_text, rfs_text
from moderator.rules.age_of_iron.setup.options import ATTACKER_ADVANTAGE, ODDS_TABLE
from moderator.rules.age_of_iron.state import State
from moderator.rules.errors import Refused

ODDS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1")
"""The columns of the odds table; the last one is also used for all higher odds."""

ODDS_LETTERS = (
    "XDDDDD",
    "XXDDDD",
    "XXXDDD",
    "AXXXDD",
    "AXXXXD",
    "AAXXXX",
)
"""A row for each die, 1 to 6. Source: docs/rules/age-of-iron.md, "attack"."""


@dataclass(frozen=True, slots=True)
class AttackResult:
    """The number of RFs that each side removes, and a phrase that says so."""

    attacker_loses: int
    defender_loses: int
    words: str


def odds_column(attacker: int, defender: int) -> int | None:
    """The column of the odds table, 0 to 5; None below 1-2. Both arguments are at least 1.

    >>> odds_column(14, 5), odds_column(9, 10), odds_column(4, 10)
    (2, 0, None)
    """
    if attacker >= defender:
        return min(attacker // defender, 5)
    return 0 if 2 * attacker >= defender else None


def check_strength(state: State, player: int, defender: int, region: int, rfs: int | None) -> None:
    """Raise `too-many-rfs` or, with the odds table, `odds-too-low`."""
    mine, theirs = state.chart[region][player], state.chart[region][defender]
    place = state.region_name(region)
    if state.options.combat == ODDS_TABLE:
        if odds_column(mine, theirs) is None:
            raise Refused(
                "odds-too-low",
                "{name} has {rfs} in {place} against {theirs}: an attack needs at least half, "
                "{half}.",
                name=state.player_name(player),
                rfs=rfs_text(mine),
                place=place,
                theirs=theirs,
                half=(theirs + 1) // 2,
            )
    elif rfs is not None and rfs > min(mine, theirs):
        weaker, most = (player, mine) if mine <= theirs else (defender, theirs)
        raise Refused(
            "too-many-rfs",
            "{name} has {has} in {place}, so an attack there can take at most {most}, not {rfs}.",
            name=state.player_name(weaker),
            has=rfs_text(most),
            place=place,
            most=most,
            rfs=number_text(rfs),
        )


def resolve(
    state: State, player: int, defender: int, region: int, rfs: int | None, die: int | None
) -> AttackResult:
    """The result of an attack.

    Args:
        rfs: from 1 to the number of RFs of the smaller side; None with the odds table.
        die: 1 to 6 with the odds table, otherwise None.

    Source: docs/rules/age-of-iron.md, "attack".
    """
    if rfs is not None:
        less = 1 if state.options.combat == ATTACKER_ADVANTAGE else 0
        words = f"they remove {rfs - less} and {rfs}" if less else f"each removes {rfs}"
        return AttackResult(rfs - less, rfs, words)
    mine, theirs = state.chart[region][player], state.chart[region][defender]
    column = odds_column(mine, theirs)
    if column is None or die is None:
        return AttackResult(0, 0, "the odds are too low")
    letter = ODDS_LETTERS[die - 1][column]
    losses = {"D": (0, theirs), "A": (mine, 0), "X": (min(mine, theirs),) * 2}[letter]
    outcome = {
        "D": f"{state.player_name(defender)} removes all",
        "A": f"{state.player_name(player)} removes all",
        "X": f"each removes {min(mine, theirs)}",
    }[letter]
    return AttackResult(*losses, f"at {ODDS[column]} that is {letter}, {outcome}")
