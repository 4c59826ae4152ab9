"""How finished games of dice and of tiles are announced, and how any ranking is put together."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.registry import GAMES
from moderator.rules.seating import PUBLIC, SeatLabel
from moderator.rules.shown import Counted, Scored, end_view
from tests.played.games import HERE, play


def end_of(name: str) -> Any:
    played = play(HERE / f"{name}.json")
    now = played.timelines[-1]
    states = [*(step.after for step in now.steps()), now.start][::-1]
    return now.rules.end_view(states, PUBLIC)


def line(one: Any) -> tuple[int, str, int, list[tuple[str, int]]]:
    parts = [(part.name or part.kind, part.points) for part in one.parts]
    return one.place, one.seat.letter, one.total, parts


def test_whole_clans_and_castles_are_parts() -> None:
    end = end_of("age_of_war/six-daimyos")
    assert [line(one) for one in end.ranking][:3] == [
        (1, "B", 10, [("Oda", 10)]),
        (2, "F", 8, [("Uesugi", 8)]),
        (3, "E", 7, [("Shimazu", 3), ("Kiyosu", 2), ("Matsuyama", 2)]),
    ]
    assert (end.kinds, end.margin) == ((("clan", 1), ("castle", 3)), 2)
    *_, fifth, last = end.ranking
    assert (fifth.names_behind, last.names_behind) == (("Marugame",), ("Inuyama",))


def test_the_points_of_tiles_symbols_and_sets_are_parts() -> None:
    end = end_of("war/attacks")
    for one in end.ranking:
        assert sum(part.points for part in one.parts) == one.total
    assert {kind for kind, _ in end.kinds} <= {"tiles", "symbols", "sets"}
    assert [one.step for one in end.ranking] == [2, 1]
    assert end.more == (("drop", 1), ("bricks", 1))
    assert end_of("war/four-share").more == ()


def test_a_part_is_named_where_its_bar_has_room_for_the_word() -> None:
    parts = (
        Counted("presence", 1, 43),
        Counted("prevented", 2, 17),
        Counted("civilization", 3, 18),
    )
    counted = (*parts, Counted("trade", 4, 14), Counted("trade", 4, 8))
    (one,) = end_view([Scored(SeatLabel("egypt", "Egypt", "E", 1), 1, 100, counted)]).ranking
    assert [part.is_named for part in one.parts] == [True, False, False, True, False]


@pytest.mark.parametrize("name", ["most-castles", "most-clans", "shared-victory"])
def test_a_tie_break_leaves_no_margin(name: str) -> None:
    end = end_of(f"age_of_war/{name}")
    assert end.margin == 0
    assert len(end.winners) == (2 if name == "shared-victory" else 1)
    assert bool(end.seconds) == (name != "shared-victory")


def test_every_game_that_counts_points_has_an_end() -> None:
    without = {id for id, game in GAMES.items() if "end_view" not in vars(type(game))}
    assert without == {"valley-of-war"}


def test_a_ranking_is_sorted_and_its_steps_begin_with_the_last() -> None:
    seats = [SeatLabel(id, id.title(), id[0].upper(), i) for i, id in enumerate(("a", "b", "c"), 1)]
    scores = [
        Scored(seats[0], 2, 3, [Counted("x", 1, 3), Counted("y", 2, 0)]),
        Scored(seats[1], 2, 3, [Counted("y", 2, 3)]),
        Scored(seats[2], 1, 4, [Counted("x", 1, 1), Counted("y", 2, 3)]),
    ]
    end = end_view(scores)
    assert [(one.seat.id, one.place, one.is_tied, one.step) for one in end.ranking] == [
        ("c", 1, False, 3),
        ("a", 2, True, 2),
        ("b", 2, True, 1),
    ]
    assert [(part.start, part.share, part.middle) for part in end.ranking[0].parts] == [
        (0, 25, 12.5),
        (1, 75, 62.5),
    ]
    assert (end.margin, end.last_step, [one.id for one in end.seconds]) == (1, 4, ["a", "b"])
