"""The page of announcements, and what the log says of them for whom."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from moderator.core.class_models import Announcement
from moderator.core.lesson import announced_to_all
from moderator.core.people import instructor_person
from moderator.features.classes.write import groups_create
from moderator.features.clock.write import game_stop
from tests.support.web.reading import Element, read, values
from tests.support.web.tables import Table, seat_down
from tests.support.web.world import join, signed_in, start

TEXT = "A flood destroys the harvest"


@pytest.fixture
def table(db: None) -> Table:
    table = seat_down("1800-bc", {"deployment": "sequential", "turns": 2})
    for region, rfs in (("egypt", 13), ("babylon", 12), ("assyria", 11)):
        table.record(f"{region} {rfs}", "end")
    return table


@pytest.fixture
def teacher(table: Table) -> Client:
    return signed_in(table.classroom.instructor)


def url(table: Table) -> str:
    return reverse("announcements", args=[table.classroom.pk])


def page(table: Table, teacher: Client, query: str = "") -> Element:
    return read(teacher.get(url(table) + query)).one("main")


def write(table: Table, teacher: Client, **more: str) -> int:
    form = page(table, teacher).one("form", class_="sheet")
    sent = values(form) | {"text": TEXT, "to": "all", "do": "now"} | more
    for _ in range(2):  # a double click
        answer = teacher.post(url(table), sent)
    return int(answer.status_code)


def test_one_is_prepared_released_and_withdrawn(table: Table, teacher: Client) -> None:
    (two,) = groups_create(table.classroom, 1)
    assert write(table, teacher, do="keep", at_round="2") == 303
    assert "at the start of Game-turn 2" in page(table, teacher).one("article").text
    assert TEXT not in Client().get(table.url("chart")).content.decode()
    table.record("hatti 9", "end")
    assert TEXT in Client().get(table.url("chart")).content.decode()
    said = page(table, teacher).one("article")
    assert "1 group has it" in said.text
    assert "Group 1 Game-turn 2" in said.text
    assert "Release it to 1 more group" in said.text
    sent = {"id": values(said.one("form"))["id"]}
    assert teacher.post(url(table), sent | {"do": "release"}).status_code == 303
    assert TEXT in Client().get(f"/c/{two.code}/").content.decode()
    assert teacher.post(url(table), sent | {"do": "withdraw"}).status_code == 303
    assert TEXT not in Client().get(table.url("chart")).content.decode()
    again = page(table, teacher, f"?again={sent['id']}").one("form", class_="sheet")
    assert again.id("text").text.strip() == TEXT
    assert values(again)["at_round"] == "2"


def test_a_bad_one_is_explained_and_kept(table: Table, teacher: Client) -> None:
    for more in ({"text": "x" * 501}, {"to": "group:9"}, {"do": "keep", "at_round": "soon"}):
        assert write(table, teacher, **more) == 422
    form = values(page(table, teacher).one("form", class_="sheet"))
    answer = teacher.post(url(table), form | {"text": "x" * 501, "to": "player:egypt", "do": "now"})
    shown = read(answer).one("main")
    assert len(shown.id("text").text.strip()) == 501
    assert shown.one("option", value="player:egypt").attributes.get("selected") is not None
    assert not Announcement.objects.exists()
    strange = {"do": "release", "id": "99999"}
    assert teacher.post(url(table), strange).status_code == 404


def test_the_log_lists_them_for_those_who_may_know(table: Table, teacher: Client) -> None:
    eve = join(table.group, "Eve", table.game, "egypt")
    other = start(groups_create(table.classroom, 1)[0])
    bob = join(other.group, "Bob", other, "egypt")
    write(table, teacher, to="player:egypt")
    assert write(table, teacher, text="For all", to="group:1") == 303
    log, game = f"{table.url('log')}?game=1", table.game
    readers = {"eve": eve, "bob": bob, "laptop": table.laptop, "teacher": teacher, "all": Client()}

    def those_who_read(text: str) -> set[str]:
        return {name for name, it in readers.items() if text in it.get(log).content.decode()}

    assert those_who_read("For all") == set(readers)
    assert "Game-turn 1" in read(Client().get(log)).one("ul", class_="announced-list").text
    assert those_who_read(TEXT) == {"eve", "laptop", "teacher"}
    by = instructor_person(table.classroom)
    game_stop(game, by, "instructor")
    assert those_who_read(TEXT) == {"eve", "laptop", "teacher"}


def test_one_written_on_the_page_of_the_class_leads_back_there(
    table: Table, teacher: Client
) -> None:
    class_page = reverse("classroom", args=[table.classroom.pk])
    form = read(teacher.get(class_page)).form(url(table))
    answer = teacher.post(url(table), form | {"text": TEXT, "to": "all", "do": "now"})
    assert answer.headers["Location"].startswith(class_page)
    assert read(teacher.get(answer.headers["Location"])).id("given").text == f"Announced: “{TEXT}”"
    assert TEXT in Client().get(table.url("chart")).content.decode()


def test_it_goes_with_the_end_of_its_game_and_of_the_lesson(table: Table, teacher: Client) -> None:
    classroom = table.classroom
    eve = join(table.group, "Eve", table.game, "egypt")
    join(classroom, "Zoe")
    wall = reverse("class-wall", args=[classroom.code])

    def shown(text: str) -> list[bool]:
        pages = [(eve, table.url("play")), (Client(), table.url("chart")), (Client(), wall)]
        return [text in read(one.get(to)).id("live").text for one, to in pages]

    def told_to_those_who_wait() -> list[str]:
        return [one.text for one in announced_to_all(classroom)]

    write(table, teacher)
    assert shown(TEXT) == [True, True, True]
    assert told_to_those_who_wait() == [TEXT]
    teacher.post(reverse("class-all", args=[classroom.pk]), {"do": "end", "game": "1-1"})
    assert shown(TEXT) == [False, False, False]
    assert not told_to_those_who_wait()
    write(table, teacher, text="Come back at ten")
    assert shown("Come back at ten") == [True, True, False]
    assert teacher.post(reverse("next-lesson", args=[classroom.pk])).status_code == 303
    assert shown("Come back at ten") == [False, False, False]
    assert not told_to_those_who_wait()
