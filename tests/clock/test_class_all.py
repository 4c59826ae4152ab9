"""Pausing all groups, ending the lesson and continuing; a group that fails stops no other."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core import queries
from moderator.core.class_models import Clock, Pause
from moderator.features.classes.write import groups_create
from moderator.features.clock.write import clock_pause, clock_start, pause_begin
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


def page(table: Table, teacher: Client) -> Element:
    """The class while it plays."""
    return read(teacher.get(reverse("classroom", args=[table.classroom.pk]))).one("main")


def asked(table: Table, teacher: Client) -> Element:
    """The question before the lesson ends."""
    return read(teacher.get(url(table) + "?do=end")).one("main")


def question(table: Table, teacher: Client) -> dict[str, list[str]]:
    """What the form of the question sends."""
    games = [one.attributes["value"] for one in asked(table, teacher).all("input", name="game")]
    return {"do": ["end"], "game": games}


def stopped(table: Table) -> list[bool]:
    games = [queries.game_now(group) for group in queries.groups_of(table.classroom)]
    return [game.is_stopped for game in games if game]


def test_all_groups_or_one_are_paused_and_resumed(table: Table, teacher: Client) -> None:
    form = page(table, teacher).form(url(table))
    assert page(table, teacher).one("button", value="pause").text == "Pause all"
    long = "Fire drill " * 100
    teacher.post(url(table), form | {"do": "pause", "reason": long})
    assert Pause.objects.get().reason == (long[:120]).strip()
    assert "Fire drill" in Client().get(table.url("chart")).content.decode()
    assert page(table, teacher).one("button", value="resume").text == "Resume all"
    teacher.post(url(table), form | {"do": "resume"})
    teacher.post(url(table), form | {"do": "pause", "group": "2"})
    table.record("egypt 5")
    assert "paused" in page(table, teacher).id("group-2").text
    assert "paused" not in page(table, teacher).id("group-1").text
    assert teacher.post(url(table), {"do": "pause", "group": "9"}).status_code == 404
    teacher.post(url(table), form | {"do": "resume", "group": "2"})
    assert not Pause.objects.exists()


def test_one_press_resumes_all_with_the_clock(table: Table, teacher: Client) -> None:
    clock_start(table.classroom, None, "Negotiation", 10, False)
    form = page(table, teacher).form(url(table))
    teacher.post(url(table), form | {"do": "pause"})
    assert Clock.objects.get().left_s
    (resume,) = page(table, teacher).all("button", value="resume")
    assert resume.attributes["class"] == "main"
    teacher.post(url(table), form | {"do": "resume"})
    assert Clock.objects.get().ends_at
    clock_pause(table.classroom, None, Clock.objects.get().pk)
    assert page(table, teacher).one("button", value="resume").text == "Resume"  # of the clock alone


def test_the_end_is_confirmed_by_name_and_taken_back(table: Table, teacher: Client) -> None:
    said = asked(table, teacher).text
    assert "2 games will be stopped" in said
    assert "Group 3 Stays as it is" in said
    assert teacher.post(url(table), question(table, teacher)).status_code == 303
    assert stopped(table) == [True, True]
    button = page(table, teacher).one("button", value="continue")
    assert button.text == "Go on with the 2 stopped games"
    assert teacher.post(url(table), {"do": "continue"}).status_code == 303
    assert stopped(table) == [False, False]


def test_it_is_asked_once_whether_the_games_will_be_continued(
    table: Table, teacher: Client
) -> None:
    """What nobody chose is that they may be; it can be said later, too."""
    sent = question(table, teacher)
    assert values(asked(table, teacher).one("form"))["conclude"] == ""
    teacher.post(url(table), sent | {"conclude": ""})
    over = page(table, teacher)
    assert over.all("button", value="continue")
    assert [a.text for a in over.all("a", href=url(table) + "?do=end")] == ["Won’t be continued…"]
    later = asked(table, teacher)
    assert later.one("h1").text == "The stopped games"
    assert values(later.one("form"))["conclude"] == "yes"
    teacher.post(url(table), question(table, teacher) | {"conclude": "yes"})
    games = [queries.game_now(group) for group in queries.groups_of(table.classroom)]
    assert [game.is_concluded for game in games if game] == [True, True]
    over = page(table, teacher)
    assert not over.all("button", value="continue")
    assert not over.all("a", href=url(table) + "?do=end")
    # A page from before continues none of them: each console asks before it does.
    assert teacher.post(url(table), {"do": "continue"}).status_code == 303
    assert stopped(table) == [True, True]


def test_a_group_that_fails_is_named_and_stops_no_other(table: Table, teacher: Client) -> None:
    sent = question(table, teacher)
    start(table.group)  # another game since the question
    answer = teacher.post(url(table), sent)
    assert answer.status_code == 422
    refusal = read(answer).id("refusal")
    assert len(refusal.all("br")) == 1  # a line for each group
    assert refusal.text.endswith("in these groups: Group 1: It plays another game than before.")
    assert stopped(table) == [False, True]


def test_the_end_ends_pauses_and_clocks(table: Table, teacher: Client) -> None:
    pause_begin(table.classroom, table.group)
    Clock.objects.create(classroom=table.classroom, total_s=60, left_s=60)
    assert teacher.post(url(table), question(table, teacher)).status_code == 303
    assert stopped(table) == [True, True]
    assert not Pause.objects.exists()
    assert not Clock.objects.exists()
