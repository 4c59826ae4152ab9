"""Two clicks at the very same time, each on its own connection."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from django.urls import reverse

from moderator.core.models import Classroom, Game, Person
from moderator.features.classes.write import classroom_create
from tests.support.web import world as worlds
from tests.support.web.reading import read, values

CLICKS = 4


def together(url: str, form: dict[str, str], cookies: str) -> list[tuple[int, str]]:
    """The same form sent from several threads at once, as one browser."""
    gate = threading.Barrier(CLICKS)

    def click(_: int) -> tuple[int, str]:
        browser = Client()
        browser.cookies.load(cookies)
        gate.wait()
        try:
            answer = browser.post(url, form)
            return answer.status_code, answer.headers.get("Location", "")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(CLICKS) as pool:
        return list(pool.map(click, range(CLICKS)))


def cookies_of(browser: Client) -> str:
    return browser.cookies.output(header="", sep=";")


@pytest.fixture
def classroom(transactional_db: None) -> Classroom:
    return classroom_create(User.objects.create_user("pat"), "HIST 210")


@pytest.mark.slow
def test_clicks_at_once_make_one_set_of_groups_and_games(classroom: Classroom) -> None:
    laptop = worlds.signed_in(classroom.instructor)
    make, new = (reverse(name, args=[classroom.pk]) for name in ("groups-make", "game-new"))
    form = read(laptop.get(make)).form(count="2")
    assert together(make, form, cookies_of(laptop)) == [(303, new)] * CLICKS
    assert classroom.groups.count() == 2
    page = read(laptop.get(new, {"scenario": "age-of-iron/1800-bc"}))
    answers = together(new, values(page.one("main").one("form")), cookies_of(laptop))
    assert answers == [(303, f"/classes/{classroom.pk}/")] * CLICKS
    assert Game.objects.count() == 2


@pytest.mark.slow
def test_clicks_at_once_join_once(classroom: Classroom) -> None:
    url = reverse("join", args=[classroom.code])
    phone = Client()
    form = read(phone.get(url)).form(url, name="Zoe")
    answers = together(url, form, cookies_of(phone))
    assert answers == [(303, f"/join/{classroom.code}/seats/")] * CLICKS
    assert Person.objects.count() == 1
