"""All pages: headers, clear error pages, credits."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils import timezone

from moderator.core import responses
from moderator.core.models import Classroom
from moderator.rules.registry import GAMES
from moderator.settings import security_contact
from tests.support.web.reading import read
from tests.support.web.world import World


def test_every_form_is_protected_and_every_field_has_a_name_to_read(world: World) -> None:
    paths = [
        "/", "/m/", "/classes/new/", "/sign-in/password/",
        reverse("classroom", args=[world.classroom.pk]),
        reverse("group", args=[world.classroom.pk, 1]),
        reverse("person", args=[world.classroom.pk, world.person("Eve").number]),
        reverse("game-new", args=[world.classroom.pk]) + "?scenario=age-of-iron/1800-bc",
        reverse("helping", args=[world.group.code]),
    ]  # fmt: skip
    for path in paths:
        answer = world.browsers["instructor"].get(path)
        page = read(answer)
        assert answer.status_code == 200, path
        assert page.all("form", method="post"), path
        labels = {label.attributes.get("for") for label in page.all("label")}
        inside = {id(e) for label in page.all("label") for e in label.walk()}
        for form in page.all("form"):
            if form.attributes.get("method") == "post":
                assert form.all("input", name="csrfmiddlewaretoken"), path
            for field in [*form.all("input"), *form.all("select")]:
                if field.attributes.get("type") != "hidden":
                    assert field.attributes.get("id") in labels or id(field) in inside, path


@pytest.mark.django_db
def test_a_page_that_is_not_there_says_what_to_do() -> None:
    answer = Client().get("/no/such/page/?<x>")
    page = read(answer)
    assert answer.status_code == 404
    hrefs = [a.attributes["href"] for a in page.one("main").all("a")]
    assert hrefs == ["/", "/m/", "/sign-in/?next=/no/such/page/"]


@pytest.mark.django_db
def test_a_form_without_its_protection_says_what_to_do(world: World) -> None:
    answer = Client(enforce_csrf_checks=True).post("/m/", {"code": "x"})
    assert answer.status_code == 403
    assert "Nothing was changed" in read(answer).text


def test_a_form_that_cant_be_read_says_what_to_do(world: World) -> None:
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    browser = Client(enforce_csrf_checks=True)
    browser.get(reverse("pin"))
    answer = browser.post(reverse("pin"), b"a=b", content_type=kind)
    assert answer.status_code == 400
    assert "Nothing was changed" in read(answer).text


def test_what_is_deleted_meanwhile_is_not_there(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = world.classroom

    def quicker(request: HttpRequest, typed: str) -> Classroom:
        place.pk = 10_000  # somebody deletes the class after the page has found it
        return place

    monkeypatch.setattr("moderator.features.people.join.place_by_code", quicker)
    answer = Client().post(reverse("join", args=[place.code]), {"name": "Zoe"})
    assert answer.status_code == 404
    assert "Page not found" in read(answer).text


def test_an_error_page_works_without_the_database() -> None:
    request = RequestFactory().get("/")  # neither session nor user
    answer = responses.server_error(request)
    assert answer.status_code == 500
    assert "not your fault" in read(answer).text


@pytest.mark.django_db
def test_about_credits_everybody() -> None:
    page = read(Client().get("/about/"))
    text = page.text
    for game in GAMES.values():
        assert game.copyright in text
    links = {link.attributes["href"] for link in page.all("a", rel="license noreferrer")}
    assert links == {"https://creativecommons.org/licenses/by-sa/3.0/"}  # War!'s text
    for name in ("Peter L. de Rosa", "Professor Michael Ierardi"):
        assert name in text
    for name in (
        "django BSD-3-Clause",
        "htmx 0BSD",
        "Noto Serif on pages OFL-1.1",
        "jwcrypto LGPL",
    ):
        assert name in text


@pytest.mark.django_db
def test_who_is_told_of_security_problems() -> None:
    assert "This site names nobody" in read(Client().get("/about/")).text
    assert Client().get("/.well-known/security.txt").status_code == 404
    named = security_contact("security@school.example")
    with override_settings(SECURITY_CONTACT=named, ALLOWED_HOSTS=["moderator.example"]):
        browser = Client(headers={"host": "moderator.example"})
        (link,) = read(browser.get("/about/")).one("section", id="security").all("a")
        assert (link.attributes["href"], link.text) == (named, "security@school.example")
        answer = browser.get("/.well-known/security.txt", secure=True)
        lines = dict(line.split(": ", 1) for line in answer.text.splitlines())
        assert list(lines) == ["Contact", "Expires", "Canonical", "Policy"]
        assert lines["Contact"] == "mailto:security@school.example"
        assert lines["Canonical"] == "https://moderator.example/.well-known/security.txt"
        assert lines["Policy"] == "https://moderator.example/about/#security"
        left = datetime.fromisoformat(lines["Expires"]) - timezone.now()
        assert timedelta(days=29) < left < timedelta(days=31)  # under a year, as the RFC advises
        # An address of plain HTTP isn't named: the RFC wants https.
        assert "Policy" not in browser.get("/.well-known/security.txt").text


@pytest.mark.parametrize(
    "text",
    ["nobody", "http://a.example/", "a@b c", "javascript:alert(1)@b", "tel:", "https://a\nX: y"],
)
def test_nobody_is_told_by_such_a_contact(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SECURITY_CONTACT is an e-mail address"):
        security_contact(text)


@pytest.mark.parametrize(
    "text", ["", "mailto:a@b.example", "https://a.example/?b", "tel:+1-201-555-0123"]
)
def test_such_a_contact_stays_as_it_is(text: str) -> None:
    assert security_contact(text) == text


@pytest.mark.django_db
@override_settings(SECRET_KEY="another key, as after somebody has deleted the old one" * 2)
def test_a_cookie_from_before_is_a_strangers() -> None:
    browser = Client()
    browser.cookies["sessionid"] = "x" * 32
    assert browser.get("/").status_code == 200
    assert browser.get("/classes/").status_code == 302


def test_those_who_have_joined_get_a_link_to_their_page(world: World) -> None:
    page = read(world.browsers["student"].get("/"))
    (door,) = page.one("ul", class_="doors").all("a")
    assert door.text == "HIST 210, as Eve"
    assert door.attributes["href"] == f"/join/{world.classroom.code}/"
