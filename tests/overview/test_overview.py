"""The overview: who is waited for, which groups are stuck, and what helps them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from moderator.core.class_models import Clock
from moderator.core.class_page import page_frame
from moderator.core.look import look_at
from moderator.core.models import Classroom, Group, Person
from moderator.core.people import instructor_person, person_join
from moderator.core.publishing import OVERVIEW, presence_store
from moderator.core.whole_class import WholeClass
from moderator.features.classes.write import group_rename, groups_create
from moderator.features.clock.write import pause_begin, pause_end
from moderator.features.new_game.write import game_create
from moderator.features.overview.part import game_now_of
from moderator.features.overview.write import wall_charts
from moderator.features.people.write import moderator_appoint, seat_give
from moderator.live.channel import PUBLIC
from tests.support.clock import Clock as Time
from tests.support.play.play import deploy, record, start
from tests.support.play.slips import write
from tests.support.web.reading import Element, read
from tests.support.web.tables import Table


@pytest.fixture
def table(clock: Time, orders: Table) -> Table:
    """A game with written orders, whose students were connected when the clock stood still."""
    for seat in orders.game.seats.order_by("pk"):
        seat_somebody(orders, seat.player.title(), seat.player)
    return orders


def seat_somebody(table: Table, name: str, player: str = "") -> Person:
    person = person_join(table.classroom, name, table.group)
    if player:
        seat_give(person, table.game.seats.get(player=player))
    presence_store({person.pk})
    return person


def stay(table: Table, *absent: str) -> None:
    people = table.classroom.people.exclude(name__in=absent)
    presence_store(people.values_list("pk", flat=True))


def frame(classroom: Classroom) -> str:
    found = page_frame(-classroom.pk, OVERVIEW)
    assert found is not None
    return found.html


def row(table: Table, teacher: Client) -> Element:
    page = read(teacher.get(reverse("classroom", args=[table.classroom.pk])))
    return page.id(f"group-{table.group.number}")


def order(table: Table) -> list[int]:
    """The groups' numbers from the top."""
    parts = frame(table.classroom).split('id="group-')[1:]
    return [int(part.partition('"')[0]) for part in parts]


def people_button(table: Table, teacher: Client) -> Element:
    buttons = row(table, teacher).all("button")
    return next(one for one in buttons if not one.attributes["value"].startswith("bot:"))


def press(table: Table, teacher: Client, value: str | None = None) -> int:
    """Presses the row's first button that isn't for the program; returns the status."""
    value = value or people_button(table, teacher).attributes["value"]
    address = reverse("overview", args=[table.classroom.pk])
    return teacher.post(address, {"do": value}).status_code


def test_a_group_without_a_move_is_stuck_and_can_be_reminded(
    table: Table, teacher: Client, clock: Time
) -> None:
    moderator = table.classroom.people.get(kind="moderator")
    write(table.game, moderator, "egypt")
    assert "1 of 4 orders are in" in row(table, teacher).text
    assert "stuck" not in row(table, teacher).text
    clock.wait(5 * 60)
    stay(table)
    assert "stuck" in row(table, teacher).text
    value = row(table, teacher).one("button").attributes["value"]
    assert [press(table, teacher, value) for _ in range(2)] == [303, 303]
    asked = list(table.game.reminders.order_by("player").values_list("player", flat=True))
    assert asked == ["assyria", "babylon", "hatti"]
    assert "Remind again" in row(table, teacher).text


def test_time_given_by_a_clock_and_a_later_limit_are_no_reason_to_worry(
    table: Table, teacher: Client, clock: Time
) -> None:
    clock.wait(6 * 60)
    stay(table)
    ends_at = timezone.now() + timedelta(minutes=1)
    Clock.objects.create(classroom=table.classroom, total_s=600, ends_at=ends_at)
    assert "stuck" not in row(table, teacher).text
    clock.wait(2 * 60)
    stay(table)
    assert "stuck" in row(table, teacher).text
    address = reverse("overview", args=[table.classroom.pk])
    for minutes, status in (("0", 422), ("61", 422), ("1", 303), ("60", 303), ("12", 303)):
        form = {"do": "stuck", "minutes": minutes}
        assert teacher.post(address, form).status_code == status
    assert "stuck" not in row(table, teacher).text


def test_after_a_pause_the_wait_begins_again(table: Table, teacher: Client, clock: Time) -> None:
    pause_begin(table.classroom)
    clock.wait(6 * 60)
    assert "paused" in row(table, teacher).text
    assert "stuck" not in row(table, teacher).text
    pause_end(table.classroom)
    assert "stuck" not in row(table, teacher).text
    clock.wait(5 * 60)
    assert "stuck" in row(table, teacher).text


def test_an_abandoned_seat_is_given_to_somebody_without_one(
    table: Table, teacher: Client, clock: Time
) -> None:
    nadia = seat_somebody(table, "Nadia")
    clock.wait(5 * 60)
    stay(table, "Hatti")
    assert "offline since" in row(table, teacher).text
    button = people_button(table, teacher)
    value = button.attributes["value"]
    assert "Seat Nadia" in button.text
    assert press(table, teacher, value) == 303
    assert nadia.seats.get().player == "hatti"
    assert "offline since" not in row(table, teacher).text
    assert press(table, teacher, value) == 409  # she has one now
    seats = reverse("seats-give", args=[table.classroom.pk, table.group.number])
    assert "Everybody in the class has a seat" in teacher.get(seats).content.decode()


def test_a_group_whose_moderator_is_lost_is_handed_over(
    table: Table, teacher: Client, clock: Time
) -> None:
    stay(table)
    assert "connected" in row(table, teacher).text
    clock.wait(60)
    stay(table, "Mo")
    assert "lost" in row(table, teacher).text
    links = [link.attributes["href"] for link in row(table, teacher).all("a")]
    assert reverse("give-console", args=[table.classroom.pk, table.group.number]) in links


def test_a_partner_of_another_seat_can_take_over(
    table: Table, teacher: Client, clock: Time
) -> None:
    kim = seat_somebody(table, "Kim", "egypt")
    clock.wait(5 * 60)
    stay(table, "Hatti")
    assert press(table, teacher) == 303
    assert kim.seats.get().player == "hatti"


def test_a_group_whose_moderator_records_everything_lacks_nobody(
    table: Table, teacher: Client
) -> None:
    for seat in table.game.seats.all():
        seat.persons.clear()
    assert "nobody plays it" not in row(table, teacher).text
    seat_somebody(table, "Ana", "egypt")
    assert "nobody plays it" in row(table, teacher).text


def test_what_is_secret_changes_nothing(table: Table) -> None:
    moderator = table.classroom.people.get(kind="moderator")
    before = frame(table.classroom)
    write(table.game, moderator, "egypt", is_sealed=False)
    assert frame(table.classroom) == before
    write(table.game, moderator, "egypt")
    assert frame(table.classroom) != before


def test_stuck_groups_come_first_and_the_others_keep_their_places(
    table: Table, clock: Time
) -> None:
    others = groups_create(table.classroom, 3)
    by = instructor_person(table.classroom)
    clock.wait(10 * 60)
    for group in others:
        game_create(group, table.game.rules, table.game.scenario, table.game.options, by)
    clock.wait(60)
    table.group.number = 9
    table.group.save(update_fields=["number"])
    assert order(table) == [9, *(group.number for group in others)]


def test_a_moderator_has_time_to_come_and_a_group_without_one_comes_before_others(
    table: Table, teacher: Client, clock: Time
) -> None:
    """Also one of which a country has nobody."""
    second, third = groups_create(table.classroom, 2)
    by = instructor_person(table.classroom)
    for group in (second, third):
        game = game_create(group, table.game.rules, table.game.scenario, table.game.options, by)
        for seat in game.seats.all():
            seat_give(person_join(table.classroom, f"{seat.player} {group.pk}", group), seat)
        moderator = person_join(table.classroom, f"Mo {group.pk}", group)
        moderator_appoint(moderator, group)
    presence_store([moderator.pk])
    assert order(table) == [1, 2, 3]
    shown = frame(table.classroom)
    assert "Give the console" not in shown
    assert "not here yet" in shown
    for _ in range(12):
        clock.wait(10)
        stay(table, f"Mo {second.pk}", "Mo")
    assert order(table) == [1, 2, 3]
    shown = frame(table.classroom)
    assert shown.count("Give the console") == 2  # Mo of the first group, and the second's
    game.seats.first().persons.clear()
    stay(table, "none")
    assert order(table) == [3, 1, 2]


def test_of_groups_that_are_stuck_the_longest_wait_comes_first(table: Table, clock: Time) -> None:
    by = instructor_person(table.classroom)
    second, third = groups_create(table.classroom, 2)
    for group in (third, second):  # the third waits longer than the second, the first longest
        clock.wait(60)
        game_create(group, table.game.rules, table.game.scenario, table.game.options, by)
    clock.wait(10 * 60)
    assert order(table) == [1, 3, 2]


@pytest.mark.parametrize("audience", [OVERVIEW, PUBLIC])
def test_what_changes_in_a_group_changes_its_part_alone(table: Table, audience: str) -> None:
    other, *_ = groups_create(table.classroom, 3)
    by, game = instructor_person(table.classroom), table.game
    game_create(other, game.rules, game.scenario, game.options, by)
    wall_charts(table.classroom, other)

    def parts() -> dict[str, str]:
        found = page_frame(-table.classroom.pk, audience)
        assert found is not None
        return {name: part.html for name, part in found.parts.items()}

    before = parts()
    group_rename(table.group, "The Nile")
    after = parts()
    changed = [name for name in after if after[name] != before[name]]
    part = {OVERVIEW: "overview_row.4", PUBLIC: "wall_card.4"}[audience]  # counted from the end
    assert changed == [part]


def test_queries_do_not_grow_with_the_groups(table: Table) -> None:
    alone, many = queries_with_more_groups(table, lambda: frame(table.classroom))
    assert many == alone
    assert alone < 20


def test_queries_of_the_announcements_do_not_grow_either(table: Table, teacher: Client) -> None:
    url = reverse("announcements", args=[table.classroom.pk])
    alone, many = queries_with_more_groups(table, lambda: teacher.get(url))
    assert many == alone


def queries_with_more_groups(table: Table, show: Callable[[], object]) -> tuple[int, int]:
    """The number of queries before and after six more groups play."""

    def queries() -> int:
        show()  # from now on, logs are cached
        with CaptureQueriesContext(connection) as captured:
            show()
        return len(captured)

    alone = queries()
    by = instructor_person(table.classroom)
    for group in groups_create(table.classroom, 6):
        game_create(group, table.game.rules, table.game.scenario, table.game.options, by)
    return alone, queries()


def test_an_absent_student_needs_no_seat_and_is_offered_none(table: Table, teacher: Client) -> None:
    zoe = seat_somebody(table, "Zoe")
    assert "has no seat" in frame(table.classroom)
    empty = table.game.seats.get(player="hatti")
    empty.persons.clear()
    seats = reverse("seats-give", args=[table.classroom.pk, table.group.number])
    assert "Zoe" in teacher.get(seats).content.decode()
    people = reverse("people", args=[table.classroom.pk])
    teacher.post(people, {"do": "apply", "target": "absent", "person": zoe.number})
    assert "Zoe" not in teacher.get(seats).content.decode()
    whole = WholeClass(table.classroom)
    assert [person.name for person in whole.unseated] == ["Hatti"]
    seat_give(zoe, empty)  # has come after all
    zoe.refresh_from_db()
    assert not zoe.is_absent


@pytest.mark.slow
def test_nobody_leads_before_a_round_is_complete(group: Group, moderator: Person) -> None:
    game = start(group, moderator, "1800-bc", {"deployment": "sequential", "turns": 2})
    for player in ("egypt", "babylon", "assyria", "hatti"):
        look = look_at(game)
        assert game_now_of(look).leaders == ()
        rfs = look.rules.summary(look.state)["hand"][player]
        record(game, deploy(player, player, rfs), moderator)
        record(game, {"type": "end-turn", "player": player}, moderator)
    assert game_now_of(look_at(game)).leaders
