"""Pausing, stopping and continuing all groups at once; one that fails stops no other."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import queries
from moderator.core.class_models import Clock, Pause
from moderator.features.classes.write import groups_create
from moderator.features.clock.write import pause_begin
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import signed_in, start


@pytest.fixture
def table(db: None) -> Table:
    """Three groups: two play, and the third has no game."""
    table = seat_down("1800-bc", {"deployment": "sequential"})
    start(groups_create(table.classroom, 2)[0])
    return table


@pytest.fixture
def teacher(table: Table) -> Client:
    return signed_in(table.classroom.instructor)


def url(table: Table) -> str:
    return reverse("class-all", args=[table.classroom.pk])


def page(table: Table, teacher: Client, query: str = "") -> Element:
    return read(teacher.get(url(table) + query)).one("main")


def question(table: Table, teacher: Client, do: str) -> dict[str, list[str]]:
    """What the form of the question sends."""
    shown = page(table, teacher, f"?do={do}")
    games = [one.attributes["value"] for one in shown.all("input", name="game")]
    return {"do": [do], "game": games}


def stopped(table: Table) -> list[bool]:
    games = [queries.game_now(group) for group in queries.groups_of(table.classroom)]
    return [game.is_stopped for game in games if game]


def test_all_groups_or_one_are_paused_and_resumed(table: Table, teacher: Client) -> None:
    form = values(page(table, teacher).all("form")[0])
    long = "Fire drill " * 100
    teacher.post(url(table), form | {"do": "pause", "reason": long})
    assert Pause.objects.get().reason == (long[:120]).strip()
    assert "Fire drill" in Client().get(table.url("chart")).content.decode()
    assert "Resume all groups" in page(table, teacher).text
    teacher.post(url(table), form | {"do": "resume"})
    teacher.post(url(table), form | {"do": "pause", "group": "2"})
    table.record("egypt 5")
    assert "Group 2 paused" in page(table, teacher).text
    assert teacher.post(url(table), {"do": "pause", "group": "9"}).status_code == 404
    teacher.post(url(table), form | {"do": "resume", "group": "2"})
    assert not Pause.objects.exists()


def test_stopping_is_confirmed_by_name_and_taken_back(table: Table, teacher: Client) -> None:
    asked = page(table, teacher, "?do=stop").text
    assert "2 games are stopped" in asked
    assert "Group 3 Stays as it is" in asked
    sent = question(table, teacher, "stop")
    assert teacher.post(url(table), sent).status_code == 303
    assert stopped(table) == [True, True]
    assert teacher.post(url(table), {"do": "continue"}).status_code == 303
    assert stopped(table) == [False, False]


def test_a_group_that_fails_is_named_and_stops_no_other(table: Table, teacher: Client) -> None:
    sent = question(table, teacher, "stop")
    start(table.group)  # another game since the question
    answer = teacher.post(url(table), sent)
    assert answer.status_code == 422
    assert "Group 1 : It plays another game than before." in read(answer).one("main").text
    assert stopped(table) == [False, True]


def test_the_lesson_ends(table: Table, teacher: Client) -> None:
    pause_begin(table.classroom, table.group)
    Clock.objects.create(classroom=table.classroom, total_s=60, left_s=60)
    assert teacher.post(url(table), question(table, teacher, "end")).status_code == 303
    assert stopped(table) == [True, True]
    assert not Pause.objects.exists()
    assert not Clock.objects.exists()
