"""How a finished game is announced: winners, ranking, who led, and what stays secret."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_iron import AGE_OF_IRON
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.played.games import HERE, play


def end_of(name: str, viewer: Viewer = MODERATOR) -> Any:
    played = play(HERE / "age_of_iron" / f"{name}.json")
    now = played.timelines[-1]
    states = [*(step.after for step in now.steps()), now.start][::-1]
    return AGE_OF_IRON.end_view(states, viewer)


def letters(seats: Any) -> str:
    return "".join(seat.letter for seat in seats)


def test_a_whole_game_of_1800_bc() -> None:
    end = end_of("1800-bc")
    assert (letters(end.winners), end.margin, letters(end.seconds), end.most) == ("A", 9, "E", 58)
    led = {turn: letters(seats) for turn, seats in end.more.leaders}
    assert led == {1: "A", 2: "EA", 3: "A", 4: "A", 5: "E", 6: "A"}
    assert [(line.seat.letter, line.total) for line in end.ranking] == [
        ("A", 58), ("E", 49), ("B", 46), ("H", 40),
    ]  # fmt: skip
    assert [line.step for line in end.ranking] == [4, 3, 2, 1]
    assert end.last_step == 5
    for line in end.ranking:
        assert sum(part.points for part in line.parts) == line.total


def test_objectives_that_are_secret_are_one_part() -> None:
    end = end_of("1800-bc", PUBLIC)
    assert end.kinds == (("objectives", 1), ("civilization", 3), ("trade", 4))
    assert [part.points for part in end.ranking[0].parts] == [35, 15, 8]


@pytest.mark.parametrize(
    ("name", "winners", "seconds", "tied"),
    [("shared-victory", "US", "M", [True, True, False]), ("nobody-scores", "", "", [True, True])],
)
def test_ties(name: str, winners: str, seconds: str, tied: list[bool]) -> None:
    end = end_of(name)
    assert (letters(end.winners), letters(end.seconds)) == (winners, seconds)
    assert [line.is_tied for line in end.ranking] == tied
