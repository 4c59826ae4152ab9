"""Attacks: the losses in each kind of combat, and each refusal in the order of docs/rules/."""

from __future__ import annotations

import pytest

from moderator.rules.age_of_iron.moves.attack import odds_column
from tests.rules.age_of_iron.table import (
    BOTH_IN_SYRIA,
    NO_INCOME,
    SIMULTANEOUS,
    Json,
    play,
    refusal,
    rfs,
    table,
)


@pytest.mark.parametrize(
    ("options", "number", "attacker", "defender"),
    [
        ({"combat": "equal"}, {"rfs": 5}, 6 - 5, 8 - 5),
        ({"combat": "attacker-advantage"}, {"rfs": 5}, 6 - 4, 8 - 5),
        ({"combat": "attacker-advantage"}, {"rfs": 1}, 6, 7),
        ({"combat": "odds-table"}, {"die": 1}, 6 - 6, 8 - 6),
        ({"combat": "odds-table"}, {"die": 4}, 0, 8),
    ],
)
def test_attack_losses(options: Json, number: Json, attacker: int, defender: int) -> None:
    timeline = table(BOTH_IN_SYRIA, options, players=NO_INCOME)
    attack = {"type": "attack", "player": "egypt", "defender": "hatti", "region": "syria", **number}
    state = play(timeline, attack).state
    assert (rfs(state, "syria", "egypt"), rfs(state, "syria", "hatti")) == (attacker, defender)


# The table of the rule text, read off by hand: one entry for each die and column.
ODDS = {
    "1-2": "XXXAAA",
    "1-1": "DXXXXA",
    "2-1": "DDXXXX",
    "3-1": "DDDXXX",
    "4-1": "DDDDXX",
    "5-1": "DDDDDX",
}


FORCES = {"1-2": (9, 10), "1-1": (19, 10), "2-1": (14, 5), "3-1": (15, 5), "4-1": (16, 4)} | {
    "5-1": (30, 3)
}


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("odds", ODDS)
def test_odds_table(odds: str, die: int) -> None:
    mine, theirs = FORCES[odds]
    timeline = table(
        {"syria": {"egypt": mine, "hatti": theirs}}, {"combat": "odds-table"}, players=NO_INCOME
    )
    state = play(timeline, f"roll egypt hatti syria {die}").state
    small = min(mine, theirs)
    left = {"D": (mine, 0), "A": (0, theirs), "X": (mine - small, theirs - small)}
    cell = rfs(state, "syria", "egypt"), rfs(state, "syria", "hatti")
    assert cell == left[ODDS[odds][die - 1]]


@pytest.mark.parametrize(
    ("mine", "theirs", "column"), [(1, 2, 0), (1, 3, None), (5, 10, 0), (4, 9, None), (99, 1, 5)]
)
def test_odds_drop_fractions_for_the_defender(mine: int, theirs: int, column: int | None) -> None:
    assert odds_column(mine, theirs) == column


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "before", "one", "code"),
    [
        ({}, [], "roll egypt hatti syria 1", "bad-move"),
        ({"combat": "odds-table"}, [], "attack egypt hatti syria 1", "bad-move"),
        ({"combat": "odds-table"}, [], "roll egypt hatti syria 7", "bad-move"),
        ({}, [], "attack egypt nobody nowhere 1", "unknown-player"),
        ({}, [], "attack hatti hatti nowhere 1", "unknown-region"),
        (SIMULTANEOUS, [], "attack hatti hatti syria 1", "wrong-phase"),
        ({}, [], "attack hatti hatti syria 1", "not-your-turn"),
        ({}, [], "attack egypt egypt cyprus 1", "bad-target"),
        ({}, [], "attack egypt hatti cyprus 1", "rfs-in-hand"),
        ({}, ["build egypt 10"], "attack egypt hatti cyprus 1", "nothing-there"),
        ({}, ["build egypt 10", "attack egypt hatti syria 1"], "attack egypt hatti syria 99",
         "already-attacked"),
        ({}, ["build egypt 10", "attack egypt hatti syria 1"], "attack egypt assur syria 1", None),
        ({}, ["build egypt 10", "trade egypt hatti G1 -"], "attack egypt hatti syria 99",
         "traded-this-turn"),
        ({}, ["build egypt 10"], "attack egypt hatti syria 7", "too-many-rfs"),
        ({}, ["build egypt 10"], "attack egypt assur syria 4", "too-many-rfs"),
        ({}, ["build egypt 10"], "attack egypt hatti syria 6", None),
        ({"combat": "odds-table"}, ["build egypt 10", "end egypt", "build hatti 10", "end hatti",
                                    "build assur 10"], "roll assur hatti syria 1", "odds-too-low"),
        ({"combat": "odds-table"}, ["build egypt 10", "end egypt", "build hatti 10", "end hatti",
                                    "build assur 10"], "roll assur egypt syria 1", None),
    ],
)  # fmt: skip
def test_attack_refusals(options: Json, before: list[str], one: str, code: str | None) -> None:
    assert refusal(play(table(BOTH_IN_SYRIA, options), *before), one) == code


def test_a_new_player_turn_forgets_whom_one_attacked() -> None:
    timeline = play(
        table(BOTH_IN_SYRIA, turns=3, players=NO_INCOME),
        "attack egypt hatti syria 1",
        "end egypt",
        "attack hatti egypt syria 1",
        "end hatti",
        "end assur",
    )
    assert refusal(timeline, "attack egypt hatti syria 1") is None


HOME = {"nile": {"egypt": 6, "hatti": 5}, "syria": {"egypt": 6, "hatti": 8, "assur": 3}}


@pytest.mark.parametrize(
    ("options", "setup", "one", "code"),
    [
        ({}, HOME, "attack egypt hatti syria 99", "too-many-rfs"),
        ({"home_first": True}, HOME, "attack egypt hatti syria 99", "home-presence"),
        ({"home_first": True}, HOME, "attack egypt hatti nile 1", None),
        ({"home_first": True}, HOME, "attack egypt assur syria 1", None),
        ({"home_first": True}, {**HOME, "nile": {"hatti": 4}}, "attack egypt hatti syria 1", None),
    ],
)
def test_home_first(options: Json, setup: Json, one: str, code: str | None) -> None:
    assert refusal(table(setup, options, players=NO_INCOME), one) == code
