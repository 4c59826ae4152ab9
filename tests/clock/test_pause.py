"""A pause: moves, slips and offers are refused with the reason, and what was typed is kept."""

from __future__ import annotations

import pytest
from django.test import Client

from moderator.core import frames
from moderator.core.class_models import Clock
from moderator.core.models import Group
from moderator.features.classes.write import groups_create
from moderator.features.clock.write import clock_start, pause_begin, pause_end
from tests.support.web.reading import read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join

REASON = "Fire drill"


def pause(table: Table, group: Group | None = None) -> None:
    pause_begin(table.classroom, group, REASON)


def test_a_typed_move_is_refused_and_kept(table: Table) -> None:
    table.record("xen 5")
    forms = table.forms()
    pause(table)
    for answer in (table.say("yurt 3"), table.send(forms["undo"])):
        assert answer.status_code == 422
        assert REASON in read(answer).id("answer").text
    assert read(table.say("yurt 3")).id("command").attributes["value"] == "yurt 3"
    assert len(table.entries) == 1
    pause_end(table.classroom)
    table.record("yurt 3", "undo")


def test_only_one_group_is_paused_and_everybody_sees_it(table: Table) -> None:
    (other,) = groups_create(table.classroom, 1)
    pause_begin(table.classroom, other)
    table.record("xen 5")
    pause(table, table.group)
    for audience in ("public", "moderator", "seat:ariel"):
        frame = frames.render(table.group.pk, audience)
        assert frame is not None
        assert REASON in frame.html
    assert table.say("yurt 3").status_code == 422
    pause_end(table.classroom, table.group)
    table.record("yurt 3")
    assert "Paused" in Client().get(f"/c/{other.code}/").content.decode()


def test_a_moderator_pauses_only_the_own_group(table: Table) -> None:
    url = table.url("pause")
    assert table.laptop.get(url).status_code == 200
    assert table.laptop.post(url, {"reason": REASON}).status_code == 303
    assert table.say("xen 5").status_code == 422
    ending = table.console().form(url)
    assert table.laptop.post(url, ending | {"resume": ""}).status_code == 303
    table.record("xen 5")
    pause(table)
    assert table.laptop.post(url, {"resume": ""}).status_code == 303
    assert table.say("yurt 3").status_code == 422
    assert url not in str(table.console().all("form"))


def test_clocks_wait_meanwhile(table: Table) -> None:
    (other,) = groups_create(table.classroom, 1)
    clock_start(table.classroom, None, "", 10, False)
    clock_start(table.classroom, other, "", 5, False)
    pause_begin(table.classroom, other)
    assert [clock.left_s for clock in Clock.objects.order_by("pk")] == [None, 300]
    pause(table)
    pause_end(table.classroom, other)
    assert [clock.left_s for clock in Clock.objects.order_by("pk")] == [600, 300]
    pause_end(table.classroom)
    assert all(clock.ends_at for clock in Clock.objects.all())


def test_a_group_made_during_the_pause_is_paused(table: Table) -> None:
    pause(table)
    (late,) = groups_create(table.classroom, 1)
    assert REASON in Client().get(f"/c/{late.code}/").content.decode()


@pytest.mark.parametrize("part", [{}, {"part": "1"}])
def test_a_slip_is_refused_and_stays_as_it_is(orders: Table, part: dict[str, str]) -> None:
    eve = join(orders.group, "Eve", orders.game, "egypt")
    url = f"/play/{orders.group.code}/"

    def press(more: dict[str, str]) -> object:
        form = values(read(eve.get(url)).id("slip-form"))
        slip = orders.game.slip_versions.order_by("pk").last()
        known = {"turn": "0", "version": str(slip.number if slip else 0)}
        return eve.post(orders.url("play-slip"), form | known | more | part)

    press({"change": "deploy:egypt 3"})
    pause(orders)
    for more in ({"change": "deploy:egypt 1"}, {"do": "seal"}):
        answer = press(more)
        assert answer.status_code == 422  # type: ignore[attr-defined]
        assert REASON in answer.content.decode()  # type: ignore[attr-defined]
    (slip,) = orders.game.slip_versions.all()
    assert [one["rfs"] for one in slip.orders] == [3]
    pause_end(orders.classroom)
    press({"change": "deploy:egypt 1"})
    assert orders.game.slip_versions.count() == 2


def test_a_move_of_a_paused_lesson_costs_no_more(
    table: Table, django_assert_max_num_queries: object
) -> None:
    pause(table)
    pause_end(table.classroom)
    table.record("xen 5")
    fields = table.forms()["undo"]
    with django_assert_max_num_queries(11):  # type: ignore[operator]
        assert table.send(fields).status_code == 303


@pytest.fixture
def table(db: None) -> Table:
    return seat_down()
