"""Dividing a lesson's time among the rounds that are left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from moderator.core import log
from moderator.core.look import look_at
from moderator.core.models import Game, Group, Person
from moderator.features.clock.plan import (
    LessonPace,
    LessonPlan,
    lesson_of,
    lesson_plan,
    pace_of,
)
from moderator.features.clock.write import game_stop, lesson_plan_set
from moderator.rules.reading import Wire
from tests.support.play.play import deploy, record, start

NOW = datetime(2026, 3, 2, 10, tzinfo=UTC)
PLAY = timedelta(minutes=3)


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def plan(pace: LessonPace, lesson: float, until: float | None = None) -> LessonPlan:
    """The plan of a lesson of so many minutes, of which the last five are for the debrief."""
    end = NOW + minutes(lesson)
    negotiating = None if until is None else NOW + minutes(until)
    return lesson_plan(pace, NOW, end, minutes(5), 10, negotiating)


def times(made: LessonPlan) -> list[tuple[int, str, str, str]]:
    return [
        (one.number, f"{one.begins:%H:%M}", f"{one.plays:%H:%M}", f"{one.ends:%H:%M}")
        for one in made.planned
    ]


@pytest.mark.parametrize(
    ("lesson", "complete", "expected", "last"),
    [
        (50, 0, 4, 6),  # 45 minutes for six: 7:30 each, three of them for the moves
        (200, 0, 10, 6),  # never more than the most
        (50, 5, 10, 6),
        (29, 0, 1, 6),  # 24 minutes: 4 each
        (28, 0, 1, 5),  # too few for six
        (8, 0, 0, 0),
        (5, 0, 0, 0),
        (-60, 0, 0, 0),
        (50, 6, 0, 0),
    ],
)
def test_the_time_before_the_debrief_is_divided(
    lesson: float, complete: int, expected: int, last: int
) -> None:
    made = plan(LessonPace(complete, 6, PLAY), lesson)
    assert (made.minutes, made.last) == (expected, last)
    assert all(one.ends <= NOW + minutes(lesson - 5) for one in made.planned)
    assert made.is_short == (last < 6)


def test_a_round_that_has_begun_needs_only_its_rest() -> None:
    made = plan(LessonPace(4, 6, PLAY, rest=minutes(2)), 20)
    assert times(made) == [(6, "10:02", "10:12", "10:15")]


def test_a_clock_that_runs_is_the_present_rounds() -> None:
    made = plan(LessonPace(3, 6, PLAY), 29, until=4)
    assert times(made) == [
        (4, "10:00", "10:04", "10:07"),
        (5, "10:07", "10:12", "10:15"),
        (6, "10:15", "10:20", "10:23"),
    ]
    assert made.minutes == 5


@pytest.mark.slow
def test_the_pace_is_measured_from_the_log(
    group: Group, moderator: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(group, moderator, "1800-bc", {"deployment": "sequential", "turns": 3})
    at = NOW
    monkeypatch.setattr(timezone, "now", lambda: at)

    def step(wire: Wire, wait: float = 1) -> None:
        nonlocal at
        record(game, wire, moderator)
        at += minutes(wait)

    assert pace_of(log.fold_of(game), at) == LessonPace(0, 3, PLAY)
    for player, rfs in (("egypt", 13), ("babylon", 12), ("assyria", 11), ("hatti", 9)):
        step(deploy(player, player, rfs))
        step({"type": "end-turn", "player": player})
    assert pace_of(log.fold_of(game), at) == LessonPace(1, 3, minutes(7))
    at += minutes(10)
    step(deploy("egypt", "syria", 5), wait=2)
    assert pace_of(log.fold_of(game), at) == LessonPace(1, 3, minutes(7), rest=minutes(5))
    step({"type": "undo"})
    assert pace_of(log.fold_of(game), at) == LessonPace(1, 3, minutes(7))


@pytest.mark.slow
def test_the_console_has_the_plan_while_the_game_can_be_stopped(
    group: Group, moderator: Person
) -> None:
    game = start(group, moderator, "1800-bc", {"deployment": "sequential", "turns": 3})

    def shown() -> tuple[set[str], LessonPlan | None]:
        now = lesson_of(look_at(Game.objects.get(pk=game.pk)))
        return now["now"] & {"stop", "pause", "again", "stopped"}, now["clock"].plan

    assert shown() == ({"stop", "pause"}, None)
    lesson_plan_set(group.classroom, timezone.now() + minutes(40), 8, 7, True)
    can, planned = shown()
    assert can == {"stop", "pause"}
    assert planned is not None
    assert planned.minutes == 7
    game_stop(game, moderator, "moderator")
    assert shown() == ({"again", "stopped"}, None)
