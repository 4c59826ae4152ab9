"""Returning to one's country on another phone, with a link from instructor or moderator."""

from __future__ import annotations

import re

from django.test import Client
from django.urls import reverse

from moderator.core import queries
from tests.support.web.reading import read
from tests.support.web.world import World


def test_the_return_link(world: World) -> None:
    """Created by the instructor, unchanged by GET, used once, on any phone."""
    eve = world.person("Eve")
    person = reverse("person", args=[world.classroom.pk, eve.number])
    made = world.browsers["instructor"].post(person, {"do": "link"})
    (link,) = re.findall(r"/join/back/[^/\s<]+/", read(made).text)
    phone = Client()
    assert phone.get(link).status_code == 200  # a link preview requests it first
    back = phone.post(link)
    assert back.status_code == 303
    seated = phone.get(back.headers["Location"])
    assert seated.headers["Location"] == reverse("play", args=[world.group.code])
    again = Client().post(link)
    assert again.status_code == 404
    assert "no longer works" in read(again).text


def test_the_moderator_helps_the_own_group(world: World) -> None:
    url = reverse("helping", args=[world.group.code])
    moderator = world.browsers["moderator"]
    page = read(moderator.get(url))
    assert "Eve" in page.text
    assert "Bob" not in page.text
    eve, bob = world.person("Eve"), world.person("Bob")
    link = read(moderator.post(url, {"person": eve.number, "do": "link"})).text
    (path,) = re.findall(r"/join/back/[^/\s<]+/", link)
    assert Client().post(path).status_code == 303
    assert moderator.post(url, {"person": bob.number, "do": "link"}).status_code == 404
    hatti = world.game.seats.get(player="hatti")
    given = moderator.post(url, {"person": eve.number, "do": "seat", "seat": hatti.pk})
    assert given.status_code == 303
    assert queries.seat_of(eve, world.game) == hatti
    elsewhere = world.other_game.seats.get(player="hatti")
    wrong = moderator.post(url, {"person": eve.number, "do": "seat", "seat": elsewhere.pk})
    assert wrong.status_code == 404
