"""The winners' path, compared with the others': of played games, and what stays secret."""

from __future__ import annotations

from typing import Any

import pytest

from moderator.rules.age_of_iron.past import CoursePoint
from moderator.rules.age_of_iron.past.history import GameHistory, history
from moderator.rules.age_of_iron.past.path import WinnersPath, since
from moderator.rules.seating import MODERATOR, PUBLIC, Viewer
from tests.played.games import FILES, HERE
from tests.played.games import play as play_file
from tests.rules.age_of_iron.table import play, table

ENDED = Viewer(is_released=True)


def of_file(name: str, viewer: Viewer = ENDED) -> GameHistory:
    timeline = play_file(HERE / "age_of_iron" / f"{name}.json").timelines[-1]
    return history(timeline.start, list(timeline.steps())[::-1], viewer)


def path_of(name: str, viewer: Viewer = ENDED) -> WinnersPath:
    path = of_file(name, viewer).path
    assert path
    return path


@pytest.mark.parametrize(
    ("leads", "number"),
    [
        ([(0, ())], 0),
        ([(0, ()), (3, (0,))], 3),
        ([(0, (0,)), (3, (0, 1)), (8, (0,))], 0),
        ([(0, (0,)), (3, (1,)), (8, (0, 1)), (9, (0,))], 8),
        ([(0, (0,)), (3, (1,)), (8, (0, 1))], 8),
    ],
)
def test_since_when_nobody_has_had_more(leads: list[Any], number: int) -> None:
    points = [CoursePoint(one, 1, (int(0 in who), int(1 in who))) for one, who in leads]
    assert since(points).number == number


def test_a_game_of_1800_bc() -> None:
    path = path_of("1800-bc")
    assert path.sentences == (
        "Assyria won with 58 Victory Points, 9 more than Egypt.",
        "With move 86, in Game-turn 6, Assyria took the lead for good; before that Egypt led.",
        "Of Assyria’s 58 points, 25 were for Presence objectives, 10 for prevent objectives, "
        "15 for civilization and 8 for trade.",
        "Compared with Egypt it got 11 more for civilization and 2 fewer for Presence objectives.",
        "Assyria made 3 trades; the others made 3 each.",
        "Assyria made 3 attacks and suffered 1; the others made 1 to 5 and suffered 3 to 5.",
        "At the end Assyria had 23 RFs on the Game Chart, the others 18 to 30.",
    )
    assert [one.player for one in path.countries] == [2, 0, 1, 3]
    assert path.countries[1].attacks == (21, 35, 63, 64, 83)


def test_a_shared_victory() -> None:
    path = path_of("shared-victory")
    assert (len(path.winners), len(path.others)) == (2, 1)
    assert path.sentences[:2] == (
        "Ur and Susa won with 5 Victory Points each, 2 more than Mari.",
        "With move 6, in Game-turn 1, they caught up: from then on nobody had more points than "
        "they.",
    )
    assert path.sentences[-1] == "Nobody attacked anybody."


def test_objectives_are_one_kind_where_they_are_secret() -> None:
    assert [one.label for one in path_of("1800-bc", PUBLIC).series] == [
        *("Victory Points", "Objectives", "Civilization", "Trade", "RFs on the Game Chart"),
    ]
    assert (
        "Of Assyria’s 58 points, 35 were for objectives" in path_of("1800-bc", PUBLIC).sentences[2]
    )


def test_a_game_that_goes_on() -> None:
    moves = ("deploy egypt syria 6", "build egypt 4")
    timeline = play(table(), *moves)
    path = history(timeline.start, list(timeline.steps())[::-1], MODERATOR).path
    assert path
    assert path.sentences[:2] == (
        "Egypt leads with 7 Victory Points, 7 more than Hatti and Assur.",
        "With move 1, in Game-turn 1, Egypt took the lead for good; before that Hatti led.",
    )
    assert "Now Egypt has 6 RFs on the Game Chart, the others 0." in path.sentences


@pytest.mark.parametrize("name", [path.stem for path in FILES if path.parent.name == "age_of_iron"])
@pytest.mark.parametrize("viewer", [PUBLIC, ENDED])
def test_it_says_the_same_as_the_history(name: str, viewer: Viewer) -> None:
    shown = of_file(name, viewer)
    path = shown.path
    if path is None:
        assert not any(shown.course[-1].totals)
        return
    assert path.winners == shown.winners
    for one in path.countries:
        kinds = [n for n, it in zip(one.numbers, path.series, strict=True) if it.are_points]
        assert kinds[0] == sum(kinds[1:]) == shown.course[-1].totals[one.player]
    assert path.series[0].rows == shown.points
    later = [point for point in shown.course if point.number >= path.lead.number]
    assert all(set(path.winners) <= set(point.leaders) for point in later)
