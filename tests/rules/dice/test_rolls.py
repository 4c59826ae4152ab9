"""Dice from a seed: computed by hand from another program's bytes, and fair."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from moderator.rules import dice as rules_dice
from moderator.rules.dice import commitment, roll
from moderator.rules.errors import Refused
from moderator.rules.move import DIE, Dice

SEED = bytes(range(32))
GAME = "0123456789abcdef0123456789abcdef"
PAIR = (Dice("attacker", DIE), Dice("defender", DIE))
ONE = (Dice("die", DIE),)

# The bytes are those of `openssl dgst -sha256 -mac HMAC` over "GAME/1/0", "GAME/8/0" …: entry 1
# begins with 6d 1b da 71 3f 00 5d, its second block with 97 d1; entry 8 with fc 47 48; entry 33
# with fd 11; entry 54 with fc ea; entry 152 with ff 3f.
VECTORS: list[tuple[int, tuple[Dice, ...], dict[str, Any]]] = [
    (1, ONE, {"die": 2}),
    (1, PAIR, {"attacker": 2, "defender": 4}),
    (1, (PAIR[1], PAIR[0]), {"defender": 2, "attacker": 4}),
    (1, (Dice("dice", DIE, 7),), {"dice": [2, 4, 3, 6, 4, 1, 4]}),
    (1, (Dice("dice", DIE, 1),), {"dice": [2]}),
    (1, (Dice("dice", DIE, 0),), {"dice": []}),
    (1, (Dice("dice", DIE, 2), Dice("die", DIE)), {"dice": [2, 4], "die": 3}),
    # 252 and more are skipped: otherwise six faces would not be equally likely.
    (8, PAIR, {"attacker": 6, "defender": 1}),
    (33, ONE, {"die": 6}),
    (54, ONE, {"die": 1}),
    (152, ONE, {"die": 4}),
    # For seven faces 252, for five 255; for two and eight none.
    (54, (Dice("die", tuple("abcdefg")),), {"die": "d"}),
    (8, (Dice("die", tuple("abcde")),), {"die": "c"}),
    (152, (Dice("die", tuple("abcde")),), {"die": "d"}),
    (152, (Dice("die", tuple("ab")),), {"die": "b"}),
    (152, (Dice("die", tuple("abcdefgh")),), {"die": "h"}),
    # 32 bytes are a block, followed by the next one.
    (
        1,
        (Dice("dice", ("0", "1"), 34),),
        {"dice": list("11011010" "11000000" "00011011" "11001110" "11")},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("number", "needed", "rolled"), VECTORS)
def test_a_roll_is_as_worked_out_by_hand(
    number: int, needed: tuple[Dice, ...], rolled: dict[str, Any]
) -> None:
    assert roll(SEED, GAME, number, needed) == rolled


def test_what_is_promised_is_the_seeds_hash() -> None:
    promised = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(SEED) == promised


@pytest.mark.slow
@pytest.mark.parametrize("faces", [2, 5, 6, 7, 10, 100])
def test_all_faces_are_equally_likely(faces: int) -> None:
    """Each face of 60,000 dice within five standard deviations of its expectation."""
    count = 60_000
    rolled = roll(SEED, GAME, 1, [Dice("dice", tuple(range(faces)), count)])["dice"]
    expected = count / faces
    found = Counter(rolled)
    assert set(found) == set(range(faces))
    assert all(abs(each - expected) < 5 * expected**0.5 for each in found.values())


@pytest.mark.slow
def test_two_dice_and_two_rolls_have_nothing_to_do_with_each_other() -> None:
    rolls = [roll(SEED, GAME, number, PAIR) for number in range(1, 7_201)]
    pairs = Counter((one["attacker"], one["defender"]) for one in rolls)
    following = Counter((one["attacker"], two["attacker"]) for one, two in pairwise(rolls))
    for found in (pairs, following):
        assert len(found) == 36
        assert all(abs(each - 200) < 5 * 200**0.5 for each in found.values())


def test_other_games_other_seeds_other_rolls() -> None:
    def many(seed: bytes, game: str) -> list[Any]:
        return [roll(seed, game, number, PAIR) for number in range(1, 30)]

    assert many(SEED, GAME) == many(SEED, GAME)
    assert many(SEED, GAME) != many(SEED, GAME[::-1])
    assert many(SEED, GAME) != many(SEED[::-1], GAME)


WIRE = {"type": "fight", "player": "ann"}


def test_a_move_is_filled_and_emptied() -> None:
    filled = rules_dice.filled(WIRE, PAIR, SEED, GAME, 1)
    assert filled == {**WIRE, "attacker": 2, "defender": 4}
    assert rules_dice.without(filled, PAIR) == WIRE
    assert rules_dice.shown(filled, PAIR) == {"attacker": 2, "defender": 4}
    assert rules_dice.without(WIRE, ()) == WIRE


@pytest.mark.parametrize("typed", [{"attacker": 2}, {"defender": None}, {"attacker": []}])
def test_nobody_types_what_the_server_rolls(typed: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="server rolls") as refused:
        rules_dice.filled({**WIRE, **typed}, PAIR, SEED, GAME, 1)
    assert refused.value.code == "bad-move"
