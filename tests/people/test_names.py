"""Joining by the roster, closed joining, replaced codes, and waiting for approval."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from moderator import live
from moderator.core import queries
from moderator.core.audiences import feed_access
from moderator.core.class_models import WrongTries
from moderator.core.class_page import page_frame
from moderator.core.models import Classroom
from moderator.core.people import person_rename, person_return_link
from moderator.core.publishing import OVERVIEW, class_id
from moderator.features.people import joining
from moderator.features.people.joining import joining_change
from moderator.features.people.roster import roster_import
from moderator.features.people.roster_reading import ReadName
from tests.support.web.reading import Element, read
from tests.support.web.world import World, join

NAMES = ("Ana Ruiz", "Bob Ott", "Zoë Álvarez", *(f"Student {letter}" for letter in "ABCDEFGHIJKL"))


def url(classroom: Classroom) -> str:
    return reverse("join", args=[classroom.code])


def press(phone: Client, classroom: Classroom, name: str) -> Any:
    """Chooses a name on the page."""
    page = read(phone.get(url(classroom)))
    button = next(one for one in page.all("button", class_="name") if one.text == name)
    once = page.all("input", name="once")[0].attributes["value"]
    return phone.post(url(classroom), {"once": once, "roster": button.attributes["value"]})


def names_on(page: Element) -> list[str]:
    return [one.text for one in page.all("button", class_="name")]


@pytest.fixture
def classroom(world: World) -> Classroom:
    """A class with fifteen names on the roster."""
    names = [ReadName(line, name, f"number{line}") for line, name in enumerate(NAMES, 1)]
    roster_import(world.classroom, names, is_replacing=False)
    return world.classroom


def test_a_student_presses_the_own_name(classroom: Classroom) -> None:
    phone, late = Client(), Client()
    page = read(phone.get(url(classroom)))
    assert names_on(page)[:2] == ["Ana Ruiz", "Bob Ott"]
    assert names_on(page)[-1] == "Zoë Álvarez"
    assert [one.text for one in page.one("nav", class_="letters").all("a")] == ["A", "B", "S", "Z"]
    assert not page.all("input", id="name")
    assert names_on(read(phone.get(url(classroom), {"q": "alva ZOE"}))) == ["Zoë Álvarez"]
    assert press(phone, classroom, "Ana Ruiz").headers["Location"].endswith("/seats/")
    ana = classroom.roster.get(name="Ana Ruiz")
    assert ana.person is not None
    again = late.post(url(classroom), {"roster": ana.pk})
    assert again.status_code == 422
    page = read(again)
    assert "has joined already" in page.one("p", role="alert").text
    assert page.id("me").text == "That’s me!"
    assert page.one("a", class_="is-taken").text == "Ana Ruiz has joined"
    assert late.post(url(classroom), {"name": "Cy"}).status_code == 422
    assert "number1" not in page.text


def test_others_may_type_a_name_if_they_are_welcome(classroom: Classroom) -> None:
    joining_change(classroom, are_others_welcome=True)
    assert read(Client().get(url(classroom))).all("input", id="name")
    blank = Client().post(url(classroom), {"name": "x" * 90})
    assert "too long" in read(blank).id("name-error").text
    assert Client().post(url(classroom), {"name": "Cy"}).status_code == 303


def test_a_closed_class_keeps_who_is_in(world: World) -> None:
    eve, laptop = world.person("Eve"), world.browsers["instructor"]
    page = reverse("classroom", args=[world.classroom.pk]) + "?step=here"
    way_in = read(laptop.get(page)).one("section", class_="join-here")
    switch = way_in.form(reverse("joining", args=[world.classroom.pk]), do="close")
    assert laptop.post(reverse("joining", args=[world.classroom.pk]), switch).url == page
    for place in (world.classroom, world.group):
        late = reverse("join", args=[place.code])
        closed = read(Client().get(late)).text
        assert "Joining is closed" in closed
        assert "That’s me!" not in closed
        assert "ask your moderator or instructor for a return link" in closed
        assert Client().post(late, {"name": "Zoe"}).status_code == 422
    assert world.browsers["student"].get(url(world.classroom)).status_code == 302
    back = reverse("back", args=[person_return_link(eve)])
    assert Client().post(back).status_code == 303
    assert world.classroom.people.filter(name="Zoe").count() == 0


def test_an_old_code_says_that_it_was_replaced(
    world: World, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    classroom, old = world.classroom, world.classroom.code
    ended: list[tuple[int, str | None]] = []
    monkeypatch.setattr(live, "revoke", lambda pk, audience=None: ended.append((pk, audience)))
    with django_capture_on_commit_callbacks(execute=True):
        page = reverse("joining", args=[classroom.pk])
        world.browsers["instructor"].post(page, {"do": "replace"})
    assert (class_id(classroom.pk), "public") in ended
    assert feed_access(f"/w/{old}/feed", {}) is None
    classroom.refresh_from_db()
    assert feed_access(f"/w/{classroom.code}/feed", {}) is not None
    assert classroom.code != old
    stranger = Client()
    typed = stranger.get(reverse("home"), {"code": f" {old[:3]}-{old[3:].lower()}"}, follow=True)
    walls = reverse("class-wall", args=[old]), reverse("tournament-wall", args=[old, 1])
    for answer in (typed, *map(stranger.get, walls)):
        assert answer.status_code == 410
        assert "Look at the wall" in read(answer).text
        assert classroom.code not in answer.content.decode()
    assert not WrongTries.objects.exists()
    bob = world.browsers["student of another group"]
    seats = bob.get(reverse("seats", args=[old]))
    assert seats.headers["Location"] == reverse("seats", args=[classroom.code])
    assert bob.get(seats.headers["Location"]).status_code == 302  # to the own country


def test_those_who_are_refused_count_too(
    world: World, monkeypatch: pytest.MonkeyPatch, clock: Any
) -> None:
    monkeypatch.setattr(joining, "FREE_JOINS", 2)
    monkeypatch.setattr(joining, "MOST_REQUESTS", 1)
    answers = []
    for number in range(8):
        answers.append(Client().post(url(world.classroom), {"name": f"Bot {number}"}))
        clock.wait(joining.WINDOW_S / 3)
    assert [answer.status_code for answer in answers] == [303] * 3 + [422] * 5
    assert "Too many people are joining at once" in read(answers[-1]).text
    assert world.classroom.people.filter(name__startswith="Bot").count() == 2


def test_who_joins_in_a_crowd_waits_for_the_instructor(
    world: World, monkeypatch: pytest.MonkeyPatch, clock: Any
) -> None:
    monkeypatch.setattr(joining, "FREE_JOINS", 1)
    classroom, laptop = world.classroom, world.browsers["instructor"]
    phones = {name: Client() for name in ("Zed", "Yan", "Bot", "Mia")}
    join(classroom, "Abe")
    for name, phone in phones.items():
        form = read(phone.get(url(classroom))).form(url(classroom), name=name)
        assert phone.post(url(classroom), form).headers["Location"] == url(classroom)
        waiting = phone.get(url(classroom))
        assert waiting.headers["Refresh"] == "3"
        assert "has to let you in" in read(waiting).text
    page = read(laptop.get(reverse("joining", args=[classroom.pk]), follow=True)).id("requests")
    assert [one.all("b")[0].text for one in page.one("ul").all("li")] == list(phones)
    assert "Zed" not in phones["Mia"].get(url(classroom)).content.decode()
    assert "4 people wait to be let in" in page_frame(-classroom.pk, OVERVIEW).html  # type: ignore[union-attr]
    requests = {one.name: one.pk for one in classroom.requests.all()}
    decide = reverse("joining", args=[classroom.pk])
    laptop.post(decide, {"do": "refuse", "request": requests["Bot"]})
    person_rename(world.person("Bob"), "Mia")
    laptop.post(decide, {"do": "allow", "request": list(requests.values())})
    answers = {name: phone.get(url(classroom)) for name, phone in phones.items()}
    for name in ("Zed", "Yan"):
        assert answers[name].headers["Location"] == reverse("seats", args=[classroom.code])
        assert phones[name].get(answers[name].headers["Location"]).status_code == 200
    assert "did not let Bot in" in read(answers["Bot"]).text
    assert "somebody else joined as Mia" in read(answers["Mia"]).text
    assert "Who are you?" in read(phones["Bot"].get(url(classroom))).text
    assert queries.people(classroom).filter(name__in=phones).count() == 3
