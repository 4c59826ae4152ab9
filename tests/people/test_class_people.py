"""All students on one page: names, seats, marks, and removal after a question."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from moderator.core.models import Person
from moderator.features.classes.write import groups_create
from tests.support.clock import Clock
from tests.support.web import world as worlds
from tests.support.web.reading import Element, read, values
from tests.support.web.world import World


@pytest.fixture
def people(world: World) -> dict[str, Person]:
    """Eve in the first group, Bob in the other, and Zoe without a seat."""
    worlds.join(world.classroom, "Zoe")
    return {name: world.person(name) for name in ("Eve", "Bob", "Zoe")}


class Page:
    """The instructor's page."""

    def __init__(self, world: World) -> None:
        self.url = reverse("people", args=[world.classroom.pk])
        self.browser: Client = world.browsers["instructor"]

    def read(self) -> Element:
        return read(self.browser.get(self.url))

    def send(self, **fields: object) -> HttpResponse:
        form = self.read().one("form", class_="class-people")
        return self.browser.post(self.url, values(form) | fields)

    def row(self, person: Person) -> str:
        (row,) = (
            row
            for row in self.read().all("tr")
            if any(e.attributes.get("value") == str(person.number) for e in row.all("input"))
        )
        return row.text


@pytest.fixture
def page(world: World) -> Page:
    return Page(world)


def test_names_are_changed_together_and_a_bad_one_is_explained(
    page: Page, people: dict[str, Person]
) -> None:
    eve, bob, zoe = (f"name-{one.number}" for one in people.values())
    answer = page.send(do="rename", **{eve: "Eva", bob: "Zoe"})
    assert answer.status_code == 422
    shown = read(answer)
    assert "called “Zoe” already" in shown.describes(shown.id(bob))
    assert shown.id(bob).attributes["value"] == "Zoe"
    assert Person.objects.get(pk=people["Eve"].pk).name == "Eva"
    # A page that was loaded before takes no newer name back.
    old = values(page.read().one("form", class_="class-people"))
    page.send(do="rename", **{zoe: "Zora"})
    page.browser.post(page.url, old | {"do": "rename", bob: "Rob"})
    names = {Person.objects.get(pk=one.pk).name for one in people.values()}
    assert names == {"Eva", "Rob", "Zora"}


def test_several_are_seated_together(page: Page, people: dict[str, Person], world: World) -> None:
    hatti = world.other_game.seats.get(player="hatti")
    numbers = [people["Eve"].number, people["Zoe"].number]
    assert page.send(do="apply", target=hatti.pk, person=numbers).status_code == 303
    assert {one.name for one in hatti.persons.all()} == {"Eve", "Zoe"}
    assert "Group 2 H Hatti" in page.row(people["Eve"])
    page.send(do="apply", target="none", person=numbers)
    assert not hatti.persons.exists()
    place = page.send(do="apply", target="smallest", person=numbers).headers["Location"]
    told = read(page.browser.get(place)).one("p", role="status").text
    assert told == "Eve: Group 1, Egypt · Zoe: Group 1, Babylon"
    assert [one.seats.count() for one in (people["Eve"], people["Zoe"])] == [1, 1]
    assert not hatti.persons.exists()  # the first group is empty, so it is the smallest


def test_people_are_marked(page: Page, people: dict[str, Person]) -> None:
    zoe = people["Zoe"]
    for target, mark, is_there in (
        ("absent", "absent", True),
        ("present", "absent", False),
        ("volunteer", "volunteer", True),
        ("no-volunteer", "volunteer", False),
    ):
        page.send(do="apply", target=target, person=zoe.number)
        assert (f" {mark} " in page.row(zoe)) is is_there
    for fields, problem in (
        ({"target": "absent"}, "Choose somebody first"),
        ({"target": "0", "person": zoe.number}, "Choose what happens"),
        ({"target": "", "person": zoe.number}, "Choose what happens"),
    ):
        answer = page.send(do="apply", **fields)
        assert answer.status_code == 422
        assert problem in read(answer).one("p", role="alert").text


def test_removal_is_asked_for(page: Page, people: dict[str, Person], world: World) -> None:
    asked = page.send(do="remove", person=[people["Eve"].number, people["Zoe"].number])
    question = read(asked)
    assert "Remove 2 people" in question.one("h1").text
    assert not Person.objects.filter(is_removed=True).exists()
    chosen = [one.number for one in (people["Eve"], people["Zoe"])]
    page.browser.post(page.url, {"do": "removed", "person": chosen})
    removed = Person.objects.filter(is_removed=True)
    assert {one.name for one in removed} == {"Eve", "Zoe"}
    seat = reverse("play", args=[world.group.code])
    assert world.browsers["student"].get(seat).status_code == 302


def people_in(form: Element) -> list[str]:
    return [one.attributes["value"] for one in form.all("input", name="person")]


def test_who_joined_in_a_crowd_is_removed_after_a_question(
    page: Page, world: World, clock: Clock
) -> None:
    groups_create(world.classroom, 1)  # without a game, so more than the seats may join
    clock.wait(60)  # after the others
    names = [f"Bot {number}" for number in range(10, 22)]
    worlds.join(world.group, names[0], world.game, "hatti")
    for name in names[1:]:
        clock.wait(0.5)
        worlds.join(world.group, name)
    present = world.classroom.people.filter(name__in=names, is_removed=False)
    crowd = page.read().one("form", class_="crowd")
    assert "12 joined in 6 s from one address." in crowd.text
    asked = read(page.browser.post(page.url, {"do": "remove", "person": people_in(crowd)}))
    assert [one.text for one in asked.one("ul", class_="prose-list").all("b")] == names
    assert present.count() == 12
    page.browser.post(page.url, {"do": "removed", "person": people_in(asked.one("main"))})
    assert not present.exists()
    assert not world.game.seats.get(player="hatti").persons.exists()
    assert not world.person("Eve").is_removed
    assert page.read().all("form", class_="crowd") == []
