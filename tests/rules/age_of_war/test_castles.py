"""The table of castles, which dice fill a line, and the fewest that do."""

from __future__ import annotations

import pytest

from moderator.rules.age_of_war.castles import CASTLE_NUMBERS, CASTLES, CLAN_CASTLES, CLANS
from tests.rules.age_of_war.table import dice

TABLE = {
    "oda 10": {
        "azuchi 3": ["archery", "2 cavalry", "infantry 5"],
        "matsumoto 2": ["archery", "archery", "infantry 7"],
        "odani 1": ["infantry 10"],
        "gifu 1": ["daimyo", "archery", "cavalry"],
    },
    "tokugawa 8": {
        "edo 3": ["archery and cavalry", "archery and cavalry", "infantry 3"],
        "kiyosu 2": ["daimyo", "archery", "cavalry", "infantry 3"],
        "inuyama 1": ["daimyo", "2 archery"],
    },
    "uesugi 8": {
        "kasugayama 4": ["2 archery", "2 cavalry"],
        "kitanosho 3": ["daimyo", "archery and cavalry", "infantry 6"],
    },
    "mori 5": {
        "gassantoda 2": ["daimyo", "infantry 8"],
        "takahashi 2": ["2 cavalry", "infantry 5", "infantry 2"],
    },
    "chosokabe 4": {
        "matsuyama 2": ["daimyo", "infantry 4", "infantry 4"],
        "marugame 1": ["2 daimyo", "cavalry"],
    },
    "shimazu 3": {"kumamoto 3": ["2 daimyo", "archery", "cavalry", "infantry 4"]},
}


def test_the_table_is_that_of_the_spec() -> None:
    ours = {
        f"{clan.id} {clan.points}": {
            f"{CASTLES[castle].id} {CASTLES[castle].points}": [
                line.in_words() for line in CASTLES[castle].lines
            ]
            for castle in CLAN_CASTLES[number]
        }
        for number, clan in enumerate(CLANS)
    }
    assert ours == TABLE
    assert list(CASTLE_NUMBERS) == [row.split()[0] for clan in TABLE.values() for row in clan]


@pytest.mark.parametrize(
    ("castle", "line", "letters", "is_filled"),
    [
        ("odani", 1, "3331", True),
        ("odani", 1, "333", False),
        ("odani", 1, "1111111", False),
        ("odani", 1, "2222233", True),
        ("odani", 1, "333d", False),
        ("odani", 1, "333a1", False),
        ("takahashi", 3, "2", True),
        ("takahashi", 3, "11", True),
        ("takahashi", 3, "3331", True),
        ("takahashi", 3, "1", False),
        ("takahashi", 3, "-", False),
        ("azuchi", 1, "a", True),
        ("azuchi", 1, "aa", False),
        ("azuchi", 1, "-", False),
        ("azuchi", 1, "3", False),
        ("azuchi", 2, "cc", True),
        ("azuchi", 2, "c", False),
        ("azuchi", 2, "ccc", False),
        ("azuchi", 2, "ca", False),
        ("edo", 1, "ac", True),
        ("edo", 1, "ca", True),
        ("edo", 1, "aacc", False),
        ("edo", 1, "a", False),
        ("gifu", 0, "d", True),
        ("gifu", 0, "dd", False),
        ("gifu", 0, "a", False),
    ],
)
def test_what_fills_a_line(castle: str, line: int, letters: str, is_filled: bool) -> None:
    assert CASTLES[CASTLE_NUMBERS[castle]].line(line).takes(dice(letters)) is is_filled


@pytest.mark.parametrize(
    ("castle", "line", "roll", "fewest"),
    [
        ("azuchi", 3, "1123acd", "32"),
        ("azuchi", 3, "3333acd", "33"),
        ("azuchi", 3, "1112dad", "2111"),
        ("azuchi", 3, "11aacdd", None),
        ("odani", 1, "1222333", "3331"),
        ("edo", 2, "ddcca11", "ac"),
        ("edo", 2, "ddccc11", None),
        ("marugame", 1, "dddacac", "dd"),
    ],
)
def test_the_fewest_dice_that_fill_a_line(
    castle: str, line: int, roll: str, fewest: str | None
) -> None:
    found = CASTLES[CASTLE_NUMBERS[castle]].line(line).fewest(dice(roll))
    assert found == (None if fewest is None else tuple(dice(fewest)))
