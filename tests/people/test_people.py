"""The people of a class, as the instructor sees and helps them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from moderator.core import queries
from moderator.core.models import Classroom
from tests.support.web import world as worlds
from tests.support.web.reading import read
from tests.support.web.world import World


def url(classroom: Classroom) -> str:
    return reverse("people", args=[classroom.pk])


def test_people_with_group_and_country_and_when_they_joined(world: World) -> None:
    world.classroom.time_zone = "Asia/Tokyo"
    world.classroom.save()
    eve = world.person("Eve")
    laptop = world.browsers["instructor"]
    page = read(laptop.get(url(world.classroom)))
    (row,) = [r for r in page.all("tr") if "Eve" in r.text]
    assert "Group 1" in row.text
    assert "Egypt" in row.text
    assert "Ada" not in page.one("table").text
    moderators = page.one("section", aria_labelledby="moderators")
    marked = {row.one("a").text: "by link" in row.text for row in moderators.all("li")}
    assert marked == {"Max": True, "Mo": True}
    hour = (eve.joined.hour + 9) % 24
    assert f"{hour:02}:{eve.joined.minute:02}" in row.text


def person_url(world: World, name: str) -> str:
    return reverse("person", args=[world.classroom.pk, world.person(name).number])


def test_renaming_somebody(world: World) -> None:
    laptop, eve = world.browsers["instructor"], person_url(world, "Eve")
    assert laptop.post(eve, {"do": "rename", "name": "Eva"}).status_code == 303
    assert read(laptop.get(eve)).one("h1").text == "Eva"
    taken = laptop.post(eve, {"do": "rename", "name": "bob"})
    assert taken.status_code == 422
    assert read(taken).id("name").attributes["value"] == "bob"
    assert read(taken).one("h1").text == "Eva"


def test_giving_a_country_in_another_group(world: World) -> None:
    laptop, eve = world.browsers["instructor"], world.person("Eve")
    seat = world.other_game.seats.get(player="babylon")
    given = laptop.post(person_url(world, "Eve"), {"do": "seat", "seat": seat.pk})
    assert given.status_code == 303
    eve.refresh_from_db()
    assert eve.group == world.other_group
    assert {p.name for p in seat.persons.all()} == {"Eve", "Bob"}
    assert not world.game.seats.get(player="egypt").persons.exists()
    far = queries.game_now(world.far_group)
    assert far is not None
    wrong = laptop.post(
        person_url(world, "Eve"), {"do": "seat", "seat": far.seats.get(player="hatti").pk}
    )
    assert wrong.status_code == 404


def test_removing_somebody(world: World) -> None:
    laptop, here = world.browsers["instructor"], person_url(world, "Eve")
    assert laptop.post(here, {"do": "remove"}).status_code == 303
    page = read(laptop.get(url(world.classroom)))
    assert "Eve" not in page.one("table", class_="people-table").text
    assert laptop.get(here).status_code == 404
    assert worlds.join(world.group, "Eve", world.game, "egypt")


@pytest.mark.parametrize("do", ["", "remove-all", "delete"])
def test_what_cannot_be_done_is_not_done(world: World, do: str) -> None:
    answer = world.browsers["instructor"].post(person_url(world, "Eve"), {"do": do})
    assert answer.status_code == 404


@pytest.mark.parametrize("number", ["-1", "1.5", "x", "٣", "9" * 30, "9" * 5000])
def test_a_number_that_is_none_finds_nobody_and_no_country(world: World, number: str) -> None:
    laptop, group = world.browsers["instructor"], world.group
    helping = reverse("helping", args=[group.code])
    eve = str(world.person("Eve").number)
    for fields in ({"person": number, "do": "link"}, {"person": eve, "do": "seat", "seat": number}):
        assert laptop.post(helping, fields).status_code == 404
    seat = {"do": "seat", "seat": number}
    assert laptop.post(person_url(world, "Eve"), seat).status_code == 404
