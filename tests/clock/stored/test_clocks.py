"""The clock of a class and of a group: what each press does, and two people who press at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from moderator.core import queries
from moderator.core.class_models import Clock
from moderator.core.errors import InvalidInput
from moderator.core.lesson import clock_of, lesson_changed, lesson_now
from moderator.core.models import Classroom, Game, Group, Person
from moderator.features.clock.write import (
    ClockChanged,
    clock_add,
    clock_pause,
    clock_resume,
    clock_start,
    clock_stop,
    lesson_plan_set,
)
from moderator.features.moves.write import move_play
from moderator.rules.errors import Refused
from moderator.rules.seating import PUBLIC
from tests.support.play.at_once import at_once, kinds
from tests.support.play.play import WORKED_EXAMPLE

pytestmark = pytest.mark.slow


def start(of: Group | Classroom, minutes: int = 10, **more: object) -> None:
    classroom, group = (of, None) if isinstance(of, Classroom) else (of.classroom, of)
    clock_start(classroom, group, "Negotiation", minutes, bool(more.get("is_locking")))


def changes(group: Group) -> int:
    return Group.objects.get(pk=group.pk).lesson_changes


def now(group: Group) -> Clock:
    clock = clock_of(group)
    assert clock is not None
    return clock


def left_s(group: Group) -> int:
    clock = now(group)
    if clock.left_s is not None:
        return clock.left_s
    assert clock.ends_at is not None
    return round((clock.ends_at - timezone.now()).total_seconds() / 10) * 10


def let_pass(seconds: int) -> None:
    """As if the clocks had run for so long."""
    for clock in Clock.objects.exclude(ends_at=None):
        assert clock.ends_at is not None
        clock.ends_at -= timedelta(seconds=seconds)
        clock.save()
        lesson_changed(clock.classroom)


def test_a_groups_own_clock_hides_the_classs_until_that_is_started_again(
    classroom: Classroom, groups: list[Group]
) -> None:
    one, two = groups
    start(classroom)
    start(one, 3)
    assert (left_s(one), left_s(two)) == (180, 600)
    clock_stop(classroom, one, now(one).pk)
    assert left_s(one) == 600
    start(one, 3)
    let_pass(600)
    start(classroom, 7)
    assert (left_s(one), left_s(two)) == (420, 420)
    assert Clock.objects.count() == 1


def test_pausing_adding_and_removing_minutes(classroom: Classroom, group: Group) -> None:
    start(classroom)
    seen = now(group).pk
    let_pass(60)
    before = changes(group)
    clock_resume(classroom, None, seen)  # it runs
    assert changes(group) == before
    clock_pause(classroom, None, seen)
    clock_pause(classroom, None, seen)
    assert changes(group) == before + 1
    let_pass(600)
    assert left_s(group) == 540
    clock_add(classroom, None, 1, seen)
    assert left_s(group) == 600
    clock_add(classroom, None, -11, seen)
    assert left_s(group) == 0
    clock_add(classroom, None, 2, seen)
    clock_resume(classroom, None, seen)
    assert left_s(group) == 120
    clock_add(classroom, None, -3, seen)
    assert now(group).is_up(timezone.now())
    before = changes(group)
    clock_add(classroom, None, -1, seen)
    clock_pause(classroom, None, seen)
    assert changes(group) == before
    let_pass(600)
    clock_add(classroom, None, 1, seen)  # from now on, not from its end
    assert left_s(group) == 60
    clock_add(classroom, None, 9999, seen)
    assert left_s(group) == 180 * 60


def test_presses_for_another_clock_change_nothing(classroom: Classroom, group: Group) -> None:
    start(classroom)
    old = now(group).pk
    for _ in range(2):
        clock_stop(classroom, None, old)
    start(classroom)
    acts: list[Callable[[], object]] = [
        lambda: start(classroom),
        lambda: clock_stop(classroom, None, old),
        lambda: clock_pause(classroom, None, old),
        lambda: clock_add(classroom, None, -1, old),
    ]
    for act in acts:
        with pytest.raises(ClockChanged, match="Somebody else"):
            act()
    assert left_s(group) == 600
    for minutes in (0, -1, 181):
        with pytest.raises(InvalidInput):
            clock_start(classroom, None, "", minutes, False, now(group).pk)
    for label in ("x" * 81, "a\0b", "evil \N{RIGHT-TO-LEFT OVERRIDE} clock"):
        with pytest.raises(InvalidInput):
            clock_start(classroom, None, label, 5, False, now(group).pk)


def test_at_zero_it_locks_only_if_that_was_chosen(game: Game, moderator: Person) -> None:
    group = game.group

    def play(number: int) -> object:
        found = queries.game_now(Group.objects.get(pk=group.pk))
        assert found is not None
        wire = WORKED_EXAMPLE[number]
        return move_play(found, wire, number, f"key-{number}", moderator, "moderator")

    start(group)
    let_pass(700)
    play(0)
    start(group, is_locking=True)
    play(1)
    let_pass(700)
    # The group as it was loaded before the clock was started.
    with pytest.raises(Refused, match="Time is up"):
        move_play(game, {"type": "undo"}, 2, "undo", moderator, "moderator")
    clock_add(group.classroom, group, 1, now(group).pk)
    play(2)
    let_pass(60)
    with pytest.raises(Refused, match="Time is up"):
        play(3)
    clock_stop(group.classroom, group, now(group).pk)
    play(3)


def test_a_clock_that_nobody_stopped_is_forgotten(game: Game, moderator: Person) -> None:
    start(game.group, is_locking=True)
    game.group.refresh_from_db()
    assert lesson_now(game.group, game).seen_by(PUBLIC).clock
    let_pass(3 * 60 * 60)
    game.group.refresh_from_db()
    assert not lesson_now(game.group, game).seen_by(PUBLIC).clock
    move_play(game, WORKED_EXAMPLE[0], 0, "key-0", moderator, "moderator")


@pytest.mark.django_db(transaction=True)
def test_two_people_at_once_lose_nothing(classroom: Classroom, group: Group) -> None:
    answers = at_once(lambda _: start(classroom), 2)
    assert kinds(answers) == {"NoneType": 1, "ClockChanged": 1}
    seen = now(group).pk
    at_once(lambda _: clock_add(classroom, None, 1, seen), 4)
    assert left_s(group) == 840
    group.refresh_from_db()
    assert group.lesson_changes == 5
    # A press on one that somebody else is stopping and starting again.
    at_once(
        lambda number: (
            (clock_stop(classroom, None, seen), start(classroom, 5))
            if number
            else clock_add(classroom, None, 1, seen)
        ),
        2,
    )
    assert left_s(group) == 300


def test_how_the_lesson_is_planned_is_kept(classroom: Classroom, group: Group) -> None:
    end = timezone.now() + timedelta(minutes=40)
    lesson_plan_set(classroom, end, 8, 7, True)
    group.refresh_from_db()
    lesson = lesson_now(group, None).settings
    assert (lesson.ends_at, lesson.debrief_minutes) == (end, 8)
    assert (lesson.negotiation_minutes, lesson.is_clock_locking) == (7, True)
    for debrief, negotiation in ((181, 7), (8, 0)):
        with pytest.raises(InvalidInput):
            lesson_plan_set(classroom, None, debrief, negotiation, False)
